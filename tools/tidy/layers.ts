// House rules about who may know whom: slices, layers, packages.
import { posix } from "node:path";
import { dependenciesOf, importsOf, splitCode, type ProjectFile } from "./project.ts";
import type { HouseRule } from "./rules.ts";

const language = "packages/language/src/";
/** The one folder that reads files: `tools/tidy/sql.ts` says who may reach it. */
const isPure = (path: string) => path.startsWith(language) && !path.startsWith(`${language}plan/foundation/`);
/** What it is worth is that it was written a second time. */
const interpreter = "packages/proof/src/interpreter/";

/** Tests, and what only tests use, may read files and import from every package. */
export const isTest = (path: string) => /\.test\.ts$|\/testing\//.test(path);
const isSource = (path: string) => /^packages\/[\w-]+\/src\/.*\.tsx?$/.test(path);
const sliceOf = (path: string) => /\/sections\/([\w-]+)\//.exec(path)?.[1];

type Link = { readonly from: string; readonly specifier: string; readonly to: string };

/** Every import of a source file that is no test, with relative ones resolved to a path. */
function linksOf(files: readonly ProjectFile[]): readonly Link[] {
  return files
    .filter(({ path }) => isSource(path) && !isTest(path))
    .flatMap(({ path, text }) =>
      importsOf(text).map(({ specifier }) => ({
        from: path,
        specifier,
        to: specifier.startsWith(".") ? posix.join(posix.dirname(path), specifier) : specifier,
      })),
    );
}

/** Elsewhere values are parameters, and names come from fixed lists. */
const quoting = ["query/", "read-hints.ts", "respond/form.ts"]
  .map((path) => `packages/server/src/rest/${path}`)
  .concat(
    "packages/server/src/postgres/",
    "packages/server/src/realtime/changes/judge.ts",
    "packages/server/src/functions/rows.ts",
    "packages/server/src/console/rows/",
    "packages/server/src/importing/lookups.ts",
  );

const say = ({ from, specifier }: Link) => `${from} imports ${specifier}`;

const impure = [
  /(?<![.\w$])(?:process|console|fetch|Buffer|navigator|localStorage|performance|crypto|globalThis)\b(?!\s*\??:)/,
  /(?<![.\w$])(?:setTimeout|setInterval|setImmediate|queueMicrotask|require)\s*\(/,
  /\bDate\.now\b|\bnew Date\b(?!\s*\(\s*[^\s)])|(?<!new )\bDate\(\s*\)/,
  /\bMath\.random\b|\bimport\.meta\b/,
];

/** Everything of a slice but what it reads, checks, names as problems, and makes of its value. */
const isInsideSlice = (path: string): boolean =>
  sliceOf(path) !== undefined &&
  !/\/sections\/[\w-]+\/(?:index|model|database|scenarios|mutants)\.ts$|\/problems\.ts$/.test(path);

export const layerRules: readonly HouseRule[] = [
  {
    name: "a slice sees other slices only through their model.ts",
    broken: (files) =>
      linksOf(files)
        .filter(({ from, to }) => {
          const [own, other] = [sliceOf(from), sliceOf(to)];
          return own !== undefined && other !== undefined && own !== other && !to.endsWith(`/${other}/model.ts`);
        })
        .map(say),
    bad: [
      [{ path: `${language}sections/rules/check.ts`, text: 'import { field } from "../entities/parse.ts";' }],
      [{ path: `${language}sections/rules/check.ts`, text: 'export * from "../entities/deep/model.ts";' }],
      [{ path: `${language}sections/rules/check.ts`, text: 'const lazy = import("../entities/index.ts");' }],
    ],
    good: [
      {
        path: `${language}sections/rules/check.ts`,
        text: 'import type { Entity } from "../entities/model.ts"; // from "../entities/parse.ts"\nimport { a } from "./parse.ts";',
      },
      { path: `${language}sections/rules/rules.test.ts`, text: 'import { parse } from "../entities/parse.ts";' },
    ],
  },
  {
    name: "what is no slice reaches one through the files of its stages",
    broken: (files) =>
      linksOf(files)
        .filter(({ from, to }) => sliceOf(from) === undefined && isInsideSlice(to))
        .map(say),
    bad: [
      [{ path: `${language}plan/writing.ts`, text: 'import { read } from "../sections/entities/read-name.ts";' }],
      [{ path: `${language}product/states.ts`, text: 'export * from "../sections/states/database/machines.ts";' }],
    ],
    good: [
      {
        path: `${language}database/database.ts`,
        text: 'import { contribute } from "../sections/entities/database.ts"; import type { Field } from "../sections/entities/model.ts";',
      },
      { path: `${language}problem-classes.ts`, text: 'import * as call from "./sections/calls/calls/problems.ts";' },
      { path: `${language}plan/race.test.ts`, text: 'import { read } from "../sections/entities/read-name.ts";' },
    ],
  },
  {
    name: "document and expression know nothing of the sections",
    broken: (files) =>
      linksOf(files)
        .filter(
          ({ from, to }) => /^(?:document|expression)\//.test(from.slice(language.length)) && /\bsections\//.test(to),
        )
        .map(say),
    bad: [
      [
        {
          path: `${language}expression/check.ts`,
          text: 'import type { Entity } from "../sections/entities/model.ts";',
        },
      ],
    ],
    good: [{ path: `${language}model/model.ts`, text: 'import type { Rules } from "../sections/rules/model.ts";' }],
  },
  {
    name: "the language is pure: no file, network, clock, chance, console or React",
    broken: (files) => [
      ...linksOf(files)
        .filter(({ from, specifier }) => isPure(from) && /^(?:node:|react)|\.tsx$/.test(specifier))
        .map(say),
      ...files
        .filter(({ path }) => isPure(path) && isSource(path) && !isTest(path))
        .flatMap(({ path, text }) => {
          const { code } = splitCode(text);
          return impure.flatMap((pattern) => {
            const found = pattern.exec(code);
            return found === null ? [] : [`${path} uses ${found[0].trim()}`];
          });
        }),
    ],
    bad: [
      'import { readFileSync } from "node:fs";',
      'import { useState } from "react";',
      "const now = Date.now();",
      "const now = new Date();",
      "const now = new Date;",
      "const dice = Math.random();",
      "console.log(1);",
      'const home = process.env["HOME"];',
      "const page = await fetch(address);",
      "setTimeout(again, 1);",
    ].map((text) => [{ path: `${language}model/example.ts`, text }]),
    good: [
      {
        path: `${language}model/example.ts`,
        text: [
          'const message = "console.log(fetch) at Date.now()"; // process.exit',
          "const date = new Date(year, 1);",
          "const pattern = /[`'\"]process/;",
          "type Row = { readonly process: string }; row.process();",
          "const text = `a ${`b ${c}`} Math.random()`;",
        ].join("\n"),
      },
      { path: `${language}testing/example.ts`, text: 'import { readFileSync } from "node:fs";' },
      { path: "packages/cli/src/main.ts", text: "console.log(process.argv);" },
    ],
  },
  {
    name: "the language needs no other package of ours, and only tests need what is in testing",
    broken: (files) => [
      ...linksOf(files)
        .filter(({ from, specifier }) => from.startsWith(language) && specifier.startsWith("@writ/"))
        .map(say),
      ...linksOf(files)
        .filter(({ to }) => to.includes("/testing/"))
        .map(say),
      // So no other user of the language package gets a database with it.
      ...files
        .filter(({ path }) => path === "packages/language/package.json")
        .flatMap(({ path, text }) => dependenciesOf(text).map((name) => `${path} needs ${name}`))
        .filter((line) => line.includes(" @writ/")),
    ],
    bad: [
      [{ path: `${language}model/example.ts`, text: 'import { openDatabase } from "@writ/server/postgres";' }],
      [{ path: `${language}model/example.ts`, text: 'import { startPostgres } from "../testing/postgres.ts";' }],
      [{ path: "packages/server/src/start.ts", text: 'import { emptyFolder } from "./postgres/testing/folder.ts";' }],
      [{ path: "packages/language/package.json", text: '{ "dependencies": { "@writ/server": "0.0.0" } }' }],
    ],
    good: [
      { path: `${language}testing/postgres.ts`, text: 'import { findBinaries } from "@writ/server/postgres";' },
      { path: `${language}model/example.test.ts`, text: 'import { startPostgres } from "../testing/postgres.ts";' },
      { path: "packages/server/src/example.ts", text: 'import { quoteText } from "@writ/language/sql-quote";' },
    ],
  },
  {
    name: "what tests use begins and ends with whoever calls it, not with its import",
    broken: (files) =>
      files
        .filter(
          ({ path, text }) => path.includes("/testing/") && /^(?:before|after)(?:Each)?\(/m.test(splitCode(text).code),
        )
        .map(({ path }) => `${path}: several files of tests share a process, and its import`),
    bad: [[{ path: `${language}testing/example.ts`, text: "let made = 0;\nafter(() => stop());" }]],
    good: [{ path: `${language}testing/example.ts`, text: "export function made() {\n  after(() => stop());\n}" }],
  },
  {
    name: "SQL is quoted by the language's printers and where the server makes statements",
    broken: (files) =>
      linksOf(files)
        .filter(
          ({ from, specifier }) =>
            specifier === "@writ/language/sql-quote" && !quoting.some((one) => from.startsWith(one)),
        )
        .map(say),
    bad: [
      [{ path: "packages/server/src/auth/example.ts", text: 'import { quoteText } from "@writ/language/sql-quote";' }],
    ],
    good: [
      { path: "packages/server/src/rest/query/read.ts", text: 'import { quoteText } from "@writ/language/sql-quote";' },
    ],
  },
  {
    name: "a package reaches another by its name, never into its folders",
    broken: (files) =>
      linksOf(files)
        .filter(({ from, specifier, to }) => {
          const own = from.split("/").slice(0, 2).join("/");
          return (specifier.startsWith(".") && !to.startsWith(`${own}/`)) || /^@writ\/[\w-]+\/src\//.test(specifier);
        })
        .map(say),
    bad: [
      [{ path: "packages/cli/src/main.ts", text: 'import { compile } from "../../language/src/compile.ts";' }],
      [{ path: "packages/server/src/main.ts", text: 'import { rules } from "@writ/language/src/sections/index.ts";' }],
    ],
    good: [{ path: "packages/cli/src/main.ts", text: 'import { compile } from "@writ/language";' }],
  },
  {
    name: "the interpreter takes types of the model from the language, and no code",
    broken: (files) =>
      files
        .filter(({ path }) => path.startsWith(interpreter) && !isTest(path))
        .flatMap(({ path, text }) =>
          importsOf(text)
            .filter(
              ({ specifier, isTypeOnly }) =>
                !(specifier.startsWith(".") && posix.join(posix.dirname(path), specifier).startsWith(interpreter)) &&
                !(isTypeOnly && specifier === "@writ/language/model"),
            )
            .map(({ specifier }) => `${path} imports ${specifier}`),
        ),
    bad: [
      [{ path: `${interpreter}rights.ts`, text: 'import { compile } from "@writ/language";' }],
      [{ path: `${interpreter}rights.ts`, text: 'import { lookup } from "@writ/language/model";' }],
      [{ path: `${interpreter}rights.ts`, text: 'import { randomWorld } from "../random/world.ts";' }],
      [{ path: `${interpreter}writes/write.ts`, text: 'import { samplesOf } from "../../plan/samples/sample.ts";' }],
      [{ path: `${interpreter}writes/write.ts`, text: 'import { samplesOf } from "../plan/../../plan/plan.ts";' }],
    ],
    good: [
      {
        path: `${interpreter}rights.ts`,
        text: 'import type { Right } from "@writ/language/model"; import { may } from "./reading.ts";',
      },
      { path: `${interpreter}rights/rights.ts`, text: 'import { write } from "../writes/write.ts";' },
      { path: `${interpreter}rights.test.ts`, text: 'import { compile } from "@writ/language";' },
    ],
  },
];
