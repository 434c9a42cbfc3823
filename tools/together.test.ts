// Files that share a process: all of them are run, each is what it is alone, and what is wrong with one is said of it.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { beginnings, groupsOf } from "./together.ts";

const numbered = (place: string, count: number) => Array.from({ length: count }, (_, at) => `${place}/${at}.test.ts`);

test("every file is in one group, with neighbours of its package; few files are spread over all processes", () => {
  const files = [
    ...numbered("packages/language/src", 70),
    "packages/server/src/gate/flood.test.ts",
    ...numbered("packages/server/src", 20),
    "tools/tidy.test.ts",
  ];
  const groups = groupsOf(files, 3);
  assert.deepEqual(groups.flat(), files);
  for (const group of groups) assert.equal(new Set(group.map((file) => file.split("/src")[0])).size, 1);
  assert.deepEqual(
    groups.map(({ length }) => length),
    [11, 11, 11, 11, 11, 11, 4, 1, 8, 8, 4, 1],
  );
  assert.deepEqual(
    groupsOf(numbered("packages/server/src", 5), 3).map(({ length }) => length),
    [1, 1, 1, 1, 1],
  );
});

/** What a process says that runs these sources of tests together. */
function together(context: TestContext, ...sources: readonly string[]) {
  const folder = mkdtempSync(join(tmpdir(), "writ-files-"));
  context.after(() => rmSync(folder, { recursive: true, force: true }));
  const files = sources.map((source, at) => {
    const file = join(folder, `${at}.mjs`);
    writeFileSync(file, `import { after, before, test } from "node:test";\n${source}`);
    return file;
  });
  const [beginning = ""] = beginnings([files]);
  const { NODE_TEST_CONTEXT: _own, ...environment } = process.env;
  const { status, stdout } = spawnSync(process.execPath, ["--test-reporter=spec", beginning], {
    env: environment,
    encoding: "utf8",
  });
  return { status, stdout };
}

test("a file is read when the one before it has ended; what it does before and after its tests is done around its own alone", (context) => {
  const file = (name: string) =>
    `console.log("${name} is read"); before(() => console.log("${name} begins")); after(() => console.log("${name} ends")); test("${name}", () => console.log("${name} is tried"));`;
  const { status, stdout } = together(context, file("one"), file("two"));
  assert.equal(status, 0);
  assert.deepEqual(stdout.match(/^\w+ (?:is read|begins|is tried|ends)$/gm), [
    "one is read",
    "one begins",
    "one is tried",
    "one ends",
    "two is read",
    "two begins",
    "two is tried",
    "two ends",
  ]);
});

test("a file that cannot be read fails, and the others are tried", (context) => {
  const { status, stdout } = together(context, `throw new Error("unreadable");`, `test("fine", () => undefined);`);
  assert.equal(status, 1);
  assert.match(stdout, /unreadable/);
  assert.match(stdout, /✔ fine/);
  assert.match(stdout, /pass 1\n/);
});
