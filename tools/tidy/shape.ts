// House rules about the shape of files: where they are, what they are called, how they begin, how long they get.
import { posix } from "node:path";
import { isTest } from "./layers.ts";
import { exportsOf, splitCode, type ProjectFile } from "./project.ts";
import type { HouseRule } from "./rules.ts";

const sections = "packages/language/src/sections/";
// The content of a case is part of a document, written by authors of documents.
const isCode = (path: string) => /^(?:packages|tools|bench|conformance)\/(?!.*\/cases\/).*\.(?:ts|tsx|mjs)$/.test(path);
const isPackageSource = (path: string) => /^packages\/[\w-]+\/src\/.*\.tsx?$/.test(path);
const namesNothing = /^(?:utils?|helpers?|common|manager)$/i;
const wordsOf = (name: string) => name.split(/[^A-Za-z0-9]+|(?<=[a-z0-9])(?=[A-Z])/);

/** Each place in the code, comments and strings left out, where the pattern is found. */
function foundInCode(files: readonly ProjectFile[], pattern: RegExp): readonly string[] {
  return files
    .filter(({ path }) => isCode(path))
    .flatMap(({ path, text }) => {
      const { code } = splitCode(text);
      return [...code.matchAll(pattern)].map(
        (match) => `${path}:${code.slice(0, match.index).split("\n").length} has "${match[0].trim()}"`,
      );
    });
}

/** How tests wait, and where random ones begin. */
const waiting: ReadonlySet<string> = new Set([
  "packages/language/src/testing/eventually.ts",
  "packages/language/src/testing/seed.ts",
  "packages/web/src/testing/at-rest.ts",
]);
const timing =
  /(?<![.\w])set(?:Timeout|Interval)\(|\.waitForTimeout\(|\bperformance\.now\(|= Date\.now\(\)|\bMath\.random\(/g;

const inExample = (text: string, path = "packages/cli/src/example.ts") => [{ path, text }];

export const shapeRules: readonly HouseRule[] = [
  {
    name: "every slice is complete",
    broken: (files) => {
      const paths = new Set(files.map(({ path }) => path));
      const folder = new RegExp(`^${sections}([\\w-]+)/`);
      const slices = new Set(files.flatMap(({ path }) => folder.exec(path)?.[1] ?? []));
      return [...slices].flatMap((slice) => {
        const isThere = (name: string) => paths.has(`${sections}${slice}/${name}`);
        // A slice that is nearly empty stays one index.ts and its model until it grows.
        const parts = ["parse.ts", "check.ts", "problems.ts"];
        const wanted = ["README.md", "model.ts", "index.ts", ...(parts.some(isThere) ? parts : [])];
        return wanted.filter((name) => !isThere(name)).map((name) => `${sections}${slice}/${name} is missing`);
      });
    },
    bad: [
      [{ path: `${sections}rules/index.ts`, text: "" }],
      ["README.md", "model.ts", "index.ts", "parse.ts", "problems.ts"].map((name) => ({
        path: `${sections}rules/${name}`,
        text: "",
      })),
    ],
    good: ["README.md", "model.ts", "index.ts"].map((name) => ({ path: `${sections}purpose/${name}`, text: "" })),
  },
  {
    name: "every code of a problem is defined once, in a problems.ts",
    broken: (files) => {
      const isCatalogue = (path: string) => path.endsWith("/problems.ts");
      const codes = files
        .filter(({ path }) => isCatalogue(path))
        .flatMap(({ path, text }) => [...text.matchAll(/\bcode:\s*"([A-Z]\d+)"/g)].map(([, code]) => ({ path, code })));
      return [
        ...codes
          .filter(({ code }, index) => codes.findIndex((other) => other.code === code) !== index)
          .map(({ path, code }) => `${path} defines ${code} again`),
        ...foundInCode(
          files.filter(({ path }) => isPackageSource(path) && !isCatalogue(path) && !isTest(path)),
          /(?<!\bfunction )\bproblemClass\s*\(/g,
        ),
      ];
    },
    bad: [
      ["rules", "errors"].map((slice) => ({
        path: `${sections}${slice}/problems.ts`,
        text: 'problemClass({ code: "N501" });',
      })),
      [{ path: `${sections}rules/check.ts`, text: 'const wrong = problemClass({ code: "N501" });' }],
    ],
    good: [
      { path: `${sections}rules/problems.ts`, text: 'problemClass({ code: "N501" })' },
      { path: `${sections}errors/problems.ts`, text: 'problemClass({ code: "X501" })' },
      { path: "packages/language/src/problem.ts", text: "export function problemClass() {}" },
    ],
  },
  {
    name: "file names are kebab-case",
    broken: (files) =>
      files
        .filter(({ path }) => isCode(path) && !/^[a-z0-9]+(?:-[a-z0-9]+)*(?:\.test)?\.\w+$/.test(posix.basename(path)))
        .map(({ path }) => `${path} is not kebab-case`),
    bad: [inExample("", "packages/cli/src/printProblem.ts"), inExample("", "tools/a_b.ts")],
    good: inExample("", "packages/cli/src/print-problem.test.ts"),
  },
  {
    name: "no name says nothing: utils, helpers, common, manager",
    broken: (files) =>
      files
        .filter(({ path }) => isCode(path))
        .flatMap(({ path, text }) => [
          ...path.split("/").flatMap((step) => (wordsOf(step).some((word) => namesNothing.test(word)) ? [path] : [])),
          ...exportsOf(text)
            .filter((name) => wordsOf(name).some((word) => namesNothing.test(word)))
            .map((name) => `${path} exports ${name}`),
        ]),
    bad: [
      inExample("", "packages/cli/src/file-utils.ts"),
      inExample("", "packages/cli/src/helpers/read.ts"),
      inExample("export class CaseManager {}"),
      inExample("export const commonNames = [];"),
    ],
    good: inExample("export const uncommonly = 1; // helpers"),
  },
  {
    name: "every file opens with its place in the flow",
    broken: (files) =>
      files
        .filter(({ path, text }) => isCode(path) && !/^(?:#!.*\n)?(?:\/\/ ?\S|\/\*\*)/.test(text))
        .map(({ path }) => `${path} opens with something else than a comment`),
    bad: [inExample('import "./a.ts";\n// Late.')],
    good: inExample("#!/usr/bin/env node\n// The first file that runs.\n"),
  },
  {
    name: "a file beyond 300 lines says why in its first line",
    broken: (files) =>
      files
        .filter(({ path, text }) => isCode(path) && text.trimEnd().split("\n").length > 300)
        .filter(({ text }) => !/^\/[/*].*\blong because\b/.test(text))
        .map(({ path, text }) => `${path} has ${text.trimEnd().split("\n").length} lines`),
    bad: [inExample("// One place for all of it.\n".repeat(301))],
    good: inExample(`// The table of characters, long because the standard is.\n${"//\n".repeat(300)}//`),
  },
  {
    name: "no default exports",
    broken: (files) => foundInCode(files, /\bexport\s+default\b|\bas\s+default\b/g),
    bad: [inExample("export default function read() {}"), inExample("export { read as default };")],
    good: inExample('const words = "export default"; // export default'),
  },
  {
    name: "no enum, no any, no silenced compiler",
    broken: (files) => [
      ...foundInCode(files, /\benum\s+\w+\s*\{|[:<|&]\s*any\b(?!\s*[:(?])|\bas\s+any\b|\bany\[\]/g),
      ...files
        .filter(({ path }) => isCode(path))
        .flatMap(({ path, text }) => {
          const found = /@ts-(?:ignore|expect-error|nocheck)\b/.exec(splitCode(text).comments);
          return found === null ? [] : [`${path} has ${found[0]}`];
        }),
    ],
    bad: [
      inExample("enum Color { Red }"),
      inExample("function read(value: any) {}"),
      inExample("const rows = value as any;"),
      inExample("const map = new Map<string, any[]>();"),
      inExample(`// @ts-${"ignore"}\nread();`),
    ],
    good: inExample('const from = { any: true, but: "as any" }; // enum Color {'),
  },
  {
    name: "nothing is left for later in a comment",
    broken: (files) =>
      files
        .filter(({ path }) => isCode(path))
        .flatMap(({ path, text }) => {
          const found = /\b(?:TODO|FIXME|XXX|HACK)\b/.exec(splitCode(text).comments);
          return found === null ? [] : [`${path} has ${found[0]}`];
        }),
    bad: [inExample("// TODO: the rest"), inExample("/* FIXME */")],
    good: inExample('const title = "TODO list";'),
  },
  {
    name: "no test keeps the others from running",
    broken: (files) =>
      foundInCode(
        files.filter(({ path }) => isTest(path)),
        /\b(?:test|it|describe|suite)\.only\b|\bonly:\s*true\b/g,
      ),
    bad: [inExample('test.only("a", () => {});', "tools/a.test.ts")],
    good: inExample('test("only: true", () => {});', "tools/a.test.ts"),
  },
  {
    name: "no test waits for a time or reads a clock, but where a comment says why",
    broken: (files) =>
      files
        .filter(({ path }) => isCode(path) && isTest(path) && !waiting.has(path))
        .flatMap(({ path, text }) => {
          const { code } = splitCode(text);
          const lines = text.split("\n");
          const isSaid = (line: number) => [line - 1, line].some((at) => /\/\/ By the clock: \S/.test(lines[at] ?? ""));
          return [
            ...(/\{[^}]*\bsetTimeout\b[^}]*\} from "node:timers\/promises"/.test(text)
              ? [`${path} imports setTimeout`]
              : []),
            ...[...code.matchAll(timing)]
              .filter(({ index }) => !isSaid(code.slice(0, index).split("\n").length - 1))
              .map(({ 0: found, index }) => `${path}:${code.slice(0, index).split("\n").length} has "${found}"`),
          ];
        }),
    bad: [
      inExample('import { setTimeout as delay } from "node:timers/promises";', "packages/cli/src/a.test.ts"),
      inExample("setTimeout(() => stop(), 50);", "packages/cli/src/a.test.ts"),
      inExample("await page.waitForTimeout(500);", "packages/web/src/a.test.ts"),
      inExample("const began = Date.now();", "packages/cli/src/a.test.ts"),
      inExample("// By the clock: \nconst began = performance.now();", "packages/cli/src/a.test.ts"),
      inExample("const seed = Math.random();", "packages/cli/src/testing/a.ts"),
    ],
    good: [
      { path: "packages/cli/src/a.ts", text: "setTimeout(() => stop(), 50);" },
      {
        path: "packages/cli/src/a.test.ts",
        text: 'const page = "setTimeout(() => {})";\n// By the clock: it drips.\nsetInterval(() => drip(), 50);\nplanOf(Date.now());',
      },
    ],
  },
  {
    name: "source files are where the layout has them",
    broken: (files) =>
      files
        .filter(({ path }) => isPackageSource(path) && path.startsWith(sections))
        .filter(({ path }) => !slices.includes(path.slice(sections.length).split("/")[0]?.replace(/\.ts$/, "") ?? ""))
        .map(({ path }) => `${path} is in no slice of the nine`),
    bad: [inExample("", `${sections}roles/index.ts`)],
    good: inExample("", `${sections}index.ts`),
  },
];

const slices: readonly string[] = [
  "index",
  "purpose",
  "screens",
  "entities",
  "states",
  "rules",
  "permissions",
  "calls",
  "errors",
  "constants",
];
