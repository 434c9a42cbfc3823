// The house rules as tests: the project keeps every rule, and every rule bites.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { exportsOf, importsOf, readProject, splitCode } from "./tidy/project.ts";
import { houseRules } from "./tidy/rules.ts";

const project = readProject(fileURLToPath(new URL("..", import.meta.url)));

describe("the project keeps the house rules", () => {
  for (const rule of houseRules) {
    test(rule.name, () => {
      const broken = rule.broken(project);
      assert.ok(broken.length === 0, `\n${broken.join("\n")}`);
    });
  }
});

describe("every house rule bites", () => {
  for (const rule of houseRules) {
    test(rule.name, () => {
      for (const files of rule.bad) assert.notDeepEqual(rule.broken(files), [], JSON.stringify(files));
      if (rule.good) assert.deepEqual(rule.broken(rule.good), []);
    });
  }
});

describe("reading code", () => {
  test("the whole project is read", () => {
    const paths = new Set(project.map(({ path }) => path));
    for (const path of ["README.md", "LICENSE", ".gitignore", "tools/tidy.test.ts", "packages/language/package.json"]) {
      assert.ok(paths.has(path), path);
    }
  });
  test("words in strings, comments and patterns are no code", () => {
    const text = "a(/[`/\"']/g, 'b', `c ${d({ e: `f` })} g`) / h; // i\n/* j */ k";
    assert.deepEqual(splitCode(text).code.match(/\w+/g), ["a", "g", "d", "e", "h", "k"]);
    assert.deepEqual(splitCode(text).comments.match(/\w+/g), ["i", "j"]);
    assert.equal(splitCode(text).code.length, text.length);
  });
  test("imports are found in every form", () => {
    const text = [
      'import a from "1";',
      "import type { b,\n c } from '2';",
      'export * from "3";',
      'import "4";',
      'export { d } from "5";',
      'const e = await import("6");',
      'export const f = "no";',
      '// import "no";',
    ].join("\n");
    assert.deepEqual(
      importsOf(text).map(({ specifier }) => specifier),
      ["1", "2", "3", "4", "5", "6"],
    );
    assert.deepEqual(exportsOf("export const a = 1; export async function b() {}\nexport type C = 1"), ["a", "b", "C"]);
  });
});
