// The documentation says what Writ does: its examples and transcripts are run, its lists are whole, its links lead on.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { allProblemClasses } from "../packages/cli/src/commands/explain.ts";
import { waitFor } from "../packages/cli/src/testing/fake-console.ts";
import { functionForms } from "../packages/language/src/expression/check.ts";
import { typeNames } from "../packages/language/src/field-types/index.ts";
import { allProperties as callProperties, kindsOfCalls } from "../packages/language/src/sections/calls/calls/kinds.ts";
import { entityProperties } from "../packages/language/src/sections/entities/parse-entity.ts";
import { builtInErrors } from "../packages/language/src/model/built-in-errors.ts";
import {
  allProperties,
  propertiesOf as screenProperties,
} from "../packages/language/src/sections/screens/properties.ts";
import { runExamples } from "../packages/language/src/testing/run-examples.ts";
import { problemLines } from "../packages/language/src/testing/run-cases.ts";
import { pageNames } from "../packages/web/src/console/page-names.ts";
import { diagnosticsPage } from "./docs/diagnostics.ts";
import { edited, merged } from "./docs/edit.ts";
import { brokenLinks } from "./docs/links.ts";
import { play } from "./docs/play.ts";
import { withIndex, wordsOf } from "./docs/words.ts";
import { readProject } from "./tidy/project.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const project = readProject(root);
const isDocs = (path: string) => /^docs\/.*\.md$/.test(path);
const docs = new Map(project.filter(({ path }) => isDocs(path)).map(({ path, text }) => [path, text]));

/** Where words.md has the words of a slice. */
const sectionOfSlice: Readonly<Record<string, string>> = {
  screens: "Screens",
  entities: "Entities",
  states: "States",
  rules: "Rules",
  permissions: "Permissions",
  calls: "Calls",
  errors: "Errors",
  constants: "Constants and limits",
};

const propertiesOfSlice: Readonly<Record<string, readonly string[]>> = {
  screens: allProperties,
  entities: entityProperties,
  calls: callProperties,
};

/** The columns of a slice's tables as its code lists them; a `*` marks one that the table needs. */
function columnsOf(slice: string): readonly string[] {
  const inSlice = new RegExp(`^packages/language/src/sections/${slice}/(?!cases/|database/).*(?<!\\.test)\\.ts$`);
  const code = project.filter(({ path }) => inSlice.test(path)).map(({ text }) => text);
  const lists = code.flatMap((text) => [...text.matchAll(/columns: \[([^\]]*)\]/g)]);
  return lists.flatMap(([, list = ""]) => [...list.matchAll(/"([^"]*)"/g)].map(([, column = ""]) => column));
}

/** Every code of documents that the code defines (those of the database are in its README), found without the list of classes, so that none is left out of it. */
const definedCodes = project
  .filter(({ path }) => /^packages\/(?!server\/).*\/problems\.ts$/.test(path))
  .flatMap(({ text }) => [...text.matchAll(/\bcode: "([A-Z]\d+)"/g)].map(([, code = ""]) => code));

/** Pages whose blocks build one document; in the others each block is a fragment of its own. */
const played = ["docs/tutorial.md", "docs/commands.md"];

/** The page as it has to be; `npm run accept` writes it. */
function isAccepted(path: string, expected: string): void {
  if (process.env["WRIT_ACCEPT"] === "1") writeFileSync(`${root}/${path}`, expected);
  assert.equal(readFileSync(`${root}/${path}`, "utf8"), expected);
}

for (const [path, text] of docs) {
  if (!played.includes(path) && /^`{3,}markdown/m.test(text)) runExamples(`${root}/${path}`);
}

describe("pages that build a document", () => {
  for (const path of played) {
    test(`${path} shows what the commands print`, () => isAccepted(path, play(docs.get(path) ?? "").page));
  }
  test("the tutorial ends in a document that is whole", () => {
    const { document } = play(docs.get("docs/tutorial.md") ?? "");
    assert.doesNotMatch(problemLines(document), / [EW] /);
    for (const name of ["Ticket", "Comment", "Category"]) assert.match(document, new RegExp(`^### ${name}$`, "m"));
  });
});

test("docs/database.md shows what the commands print", async () => {
  const page = docs.get("docs/database.md") ?? "";
  const file = "examples/help-desk/SPEC.md";
  let shown = page;
  for (const [block, command = ""] of page.matchAll(/```text\n\$ writ (.*)\n[\s\S]*?^```$/gm)) {
    const { out, error } = await waitFor({ [file]: readFileSync(`${root}/${file}`) }, command.split(" "));
    shown = shown.replace(block, () => `\`\`\`text\n$ writ ${command}\n${(out + error).trimEnd()}\n\`\`\``);
  }
  assert.match(page, /\$ writ explain/);
  isAccepted("docs/database.md", shown);
});

test("docs/database.md has every failure of the database", () => {
  const defined = project
    .filter(({ path }) => path === "packages/server/src/postgres/problems.ts")
    .flatMap(({ text }) => [...text.matchAll(/code: "(D\d{3})",\n\s*title: "([^"]*)"/g)]);
  assert.ok(defined.length > 15);
  for (const [, code = "", title = ""] of defined) {
    assert.ok(docs.get("docs/database.md")?.includes(`| ${code} | ${title} |`), code);
  }
});

describe("pages that are made", () => {
  test("docs/diagnostics.md has every code", () => {
    const page = diagnosticsPage(allProblemClasses);
    for (const code of definedCodes)
      assert.ok(page.includes(`\n### ${code}\n`), `${code} is not among the problem classes`);
    isAccepted("docs/diagnostics.md", page);
  });
  test("a code that fits nowhere, and an example with a fence of its own, are on the page all the same", () => {
    const page = diagnosticsPage([
      { code: "Q1", severity: "error", title: "a | b", explanation: "c", wrong: "```ts\nd\n```", right: "e" },
    ]);
    assert.match(page, /\| \[Q1\]\(#q1\) \| error \| a \\\| b \|/);
    assert.match(page, /^````text\n```ts\nd\n```\n````$/m);
  });
  test("docs/language/words.md has its index", () => {
    isAccepted("docs/language/words.md", withIndex(docs.get("docs/language/words.md") ?? ""));
  });
});

describe("every word of the notation is explained", () => {
  const words = wordsOf(docs.get("docs/language/words.md") ?? "");
  const has = (word: string) => words.some((one) => one.word === word);
  test("types", () => {
    for (const type of typeNames) {
      const word = type.replace(/:.*$| [ET]$| `.*$/g, "");
      assert.ok(has(word), `words.md has no type "${word}"`);
    }
  });
  test("built-in errors", () => {
    for (const code of builtInErrors.keys()) assert.ok(has(code), `words.md has no ${code}`);
  });
  for (const [slice, section] of Object.entries(sectionOfSlice)) {
    test(`columns and properties of ${slice}`, () => {
      const own = words.filter((one) => one.section === section);
      assert.notDeepEqual(columnsOf(slice), []);
      for (const column of columnsOf(slice)) {
        const name = column.replace("*", "");
        const found = own.some(({ word, needed }) => word === name && needed === column.endsWith("*"));
        assert.ok(found, `words.md, ${section}: no column ${column}`);
      }
      for (const property of propertiesOfSlice[slice] ?? []) {
        assert.ok(
          own.some(({ word }) => word === property),
          `words.md, ${section}: no property ${property}`,
        );
      }
    });
  }
  test("which kinds of screens and calls have which properties", () => {
    const page = docs.get("docs/language/words.md") ?? "";
    const tables = page.matchAll(/^\| Kind \| Has \|\n\| --- \| --- \|\n(?<rows>(?:\| .*\n)+)/gm);
    const said = [...tables].flatMap(({ groups }) =>
      [...(groups?.["rows"] ?? "").matchAll(/^\| (.*) \| (.*) \|$/gm)].flatMap(([, kinds = "", properties = ""]) =>
        kinds.split(", ").map((kind) => [kind, properties.split(", ").sort()] as const),
      ),
    );
    const ofCalls = Object.entries(kindsOfCalls).map(([kind, { properties }]) => [kind, properties] as const);
    const known = [...Object.entries(screenProperties), ...ofCalls].map(
      ([kind, some]) => [kind, [...some].sort()] as const,
    );
    assert.deepEqual(Object.fromEntries(said), Object.fromEntries(known));
  });
  test("functions of expressions", () => {
    const page = docs.get("docs/language/expressions.md") ?? "";
    for (const form of functionForms) {
      const name = /(\w+)\(/.exec(form)?.[1] ?? form;
      const isThere = new RegExp(`\`[^\`\n]*\\b${name}\\(`).test(page);
      assert.ok(isThere, `docs/language/expressions.md, "Functions": no row for ${form}`);
    }
  });
});

test("docs/console.md has every page of the console, in the order of its menu, with its key", () => {
  const page = docs.get("docs/console.md") ?? "";
  const [, table = ""] = page.split("| Page | Shows |\n| --- | --- |\n");
  const rows = [...(table.split("\n\n")[0] ?? "").matchAll(/^\| (.*?) \|/gm)].map(([, title]) => title);
  const known = Object.values(pageNames);
  assert.deepEqual(
    rows,
    known.map(({ title }) => title),
  );
  const [, keys = ""] = /`g` followed by ([^]*?) opens a page/.exec(page) ?? [];
  assert.deepEqual(
    [...keys.matchAll(/`(\w)`/g)].map(([, key]) => key),
    known.map(({ key }) => key),
  );
});

test("every link of the documentation leads to a heading that is there", () => {
  const isProse = (path: string) => path.endsWith(".md") && !/(?:^examples|\/cases|\/testing)\//.test(path);
  assert.deepEqual(brokenLinks(project, isProse), []);
  const page = { path: "docs/a.md", text: "# A b!\n[a](#a-b) [b](#b) [c](b.md#c) [d](b.md)" };
  assert.deepEqual(brokenLinks([page, { path: "docs/b.md", text: "# B" }], isProse), [
    "docs/a.md links to #b",
    "docs/a.md links to b.md#c",
  ]);
});

describe("building a document", () => {
  const start = "# A\n\n## 1. B\n\nnot shown.\n\n## 2. C\n\n### D\n\nd\n";
  test("what stands under a heading is replaced, a new heading is added", () => {
    assert.equal(merged(start, "## 2. C\n\n### D\n\ne\n"), "# A\n\n## 1. B\n\nnot shown.\n\n## 2. C\n\n### D\n\ne\n");
    assert.equal(merged(start, "## 1. B\n\n### F\n\nf\n"), "# A\n\n## 1. B\n\n### F\n\nf\n\n## 2. C\n\n### D\n\nd\n");
    assert.equal(merged(start, "# Z\n"), "# Z\n");
    assert.throws(() => merged(start, "## 3. Z\n\nz\n"), /has no ## 3/);
  });
  test("lines are changed where they stand", () => {
    assert.equal(edited("a\nb\nc\n", " a\n-b\n+d\n"), "a\nd\nc\n");
    assert.throws(() => edited("a\nb\n", "-c\n+d\n"), /does not have/);
    assert.throws(() => edited("a\na\n", "-a\n"), /twice/);
  });
});
