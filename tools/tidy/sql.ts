// House rules about SQL: where it stands, and who may read it from a file.
import { posix } from "node:path";
import { isTest } from "./layers.ts";
import { importsOf, type ProjectFile } from "./project.ts";
import type { HouseRule } from "./rules.ts";

const foundation = "packages/language/src/plan/foundation/";
const isSource = (path: string) => /^packages\/[\w-]+\/src\/.*\.tsx?$/.test(path) && !isTest(path);

/** What makes a kind of object out of a document. */
const printers = new Set(["packages/language/src/database/sql.ts"]);
/** A literal that begins with what makes an object: no name of the document has its place before that. */
const makesObject =
  /["'`]\s*CREATE\s+(?:OR\s+REPLACE\s+)?(?:UNIQUE\s+|UNLOGGED\s+|CONSTRAINT\s+)?(?:TABLE|FUNCTION|INDEX|TRIGGER|VIEW|SCHEMA|POLICY|EXTENSION)\s+(?:IF\s+NOT\s+EXISTS\s+)?(?!pg_temp\.)[\w."]/;

/** Golden files and cases are written by tests. */
const isSqlFile = (path: string) =>
  /^packages\/[\w-]+\/src\/.*\.sql$/.test(path) && !/\/(?:golden|cases|testing)\//.test(path);
/** A text has no place where it could be broken. */
const isLong = (line: string) => line.length > 120 && !/'[^']{70,}'/.test(line);

function badFile({ path, text }: ProjectFile, files: readonly ProjectFile[]): readonly string[] {
  const [folder, name] = [posix.dirname(path), posix.basename(path)];
  const reads = `new URL("./${name}", import.meta.url)`;
  const isRead = files.some(
    (one) => posix.dirname(one.path) === folder && isSource(one.path) && one.text.includes(reads),
  );
  const long = text.split("\n").findIndex(isLong);
  return [
    ...(/^-- \S/.test(text) ? [] : [`${path} does not say what it is for`]),
    ...(isRead ? [] : [`${path} is read by no file beside it as ${reads}`]),
    ...(long === -1 ? [] : [`${path}:${long + 1} has more than 120 signs`]),
  ];
}

const lineOf = (text: string, at: number) => text.slice(0, at).split("\n").length;

/** Files that read `.sql` files, however they name the folder. */
function foundationLinks(files: readonly ProjectFile[]): readonly string[] {
  return files
    .filter(({ path }) => isSource(path) && !path.startsWith(foundation))
    .flatMap(({ path, text }) =>
      importsOf(text)
        .map(({ specifier }) => specifier)
        .filter((specifier) => {
          if (specifier === "@writ/language/foundation") return !path.startsWith("packages/server/");
          return specifier.startsWith(".") && posix.join(posix.dirname(path), specifier).startsWith(foundation);
        })
        .map((specifier) => `${path} imports ${specifier}`),
    );
}

export const sqlRules: readonly HouseRule[] = [
  {
    name: "a file of SQL says what it is for, in lines that can be read, and a file beside it reads it",
    broken: (files) => files.filter(({ path }) => isSqlFile(path)).flatMap((file) => badFile(file, files)),
    bad: [
      [{ path: "packages/server/src/keys/a.sql", text: "-- What it is.\n" }],
      [
        { path: "packages/server/src/keys/a.sql", text: "SELECT 1;\n" },
        { path: "packages/server/src/keys/a.ts", text: 'readSql(new URL("./a.sql", import.meta.url));' },
      ],
      [
        { path: "packages/server/src/keys/a.sql", text: `-- What it is.\nSELECT ${"a, ".repeat(50)}b;\n` },
        { path: "packages/server/src/keys/a.ts", text: 'readSql(new URL("./a.sql", import.meta.url));' },
      ],
    ],
    good: [
      { path: "packages/server/src/keys/a.sql", text: `-- What it is.\nSELECT '${"a".repeat(150)}';\n` },
      { path: "packages/server/src/keys/a.ts", text: 'readSql(new URL("./a.sql", import.meta.url));' },
      { path: "packages/language/src/database/golden/a.sql", text: "SELECT 1;" },
    ],
  },
  {
    name: "what reads files of SQL is reached by the server alone",
    broken: foundationLinks,
    bad: [
      [{ path: "packages/language/src/database/index.ts", text: 'export * from "../plan/foundation/foundation.ts";' }],
      [{ path: "packages/language/src/plan/rates.ts", text: 'import { readSql } from "./foundation/read-sql.ts";' }],
      [{ path: "packages/web/src/main.tsx", text: 'import { foundation } from "@writ/language/foundation";' }],
    ],
    good: [
      { path: `${foundation}foundation.ts`, text: 'import { readSql } from "./read-sql.ts";' },
      { path: "packages/server/src/auth/schema.ts", text: 'import { readSql } from "@writ/language/foundation";' },
      { path: "packages/language/src/plan/a.test.ts", text: 'import { a } from "./foundation/foundation.ts";' },
    ],
  },
  {
    name: "what makes an object and needs no document stands in a file of SQL",
    broken: (files) =>
      files
        .filter(({ path }) => isSource(path) && !printers.has(path))
        .flatMap(({ path, text }) => {
          const found = makesObject.exec(text);
          return found === null ? [] : [`${path}:${lineOf(text, found.index)} has ${found[0].slice(1).trim()}`];
        }),
    bad: [
      [{ path: "packages/server/src/a.ts", text: "const a = `\n  CREATE TABLE IF NOT EXISTS writ.a (b text)`;" }],
      [{ path: "packages/server/src/a.ts", text: 'const a = "CREATE UNIQUE INDEX a ON b (c)";' }],
      [{ path: "packages/language/src/a.ts", text: "const a = `CREATE OR REPLACE FUNCTION writ.a() RETURNS void`;" }],
    ],
    good: [
      { path: "packages/language/src/database/sql.ts", text: "const a = `CREATE TABLE a`;" },
      { path: "packages/server/src/a.ts", text: "const a = `CREATE TABLE ${name} (b text)`;" },
      { path: "packages/server/src/a.test.ts", text: "const a = `CREATE TABLE a (b text)`;" },
    ],
  },
];
