// What is quick is found by what a file of tests starts, itself or through what only tests use.
import assert from "node:assert/strict";
import { globSync } from "node:fs";
import { test } from "node:test";
import { isQuick } from "./quick.ts";

const files: Readonly<Record<string, string>> = {
  "packages/a/src/plain.test.ts": 'import { read } from "./read.ts";\nimport { draw } from "./testing/draw.ts";',
  "packages/a/src/own.test.ts": "const database = await openDatabase({ folder });",
  "packages/a/src/through.test.ts": 'import { startProduct } from "./testing/product.ts";',
  "packages/a/src/page.test.ts": 'import type { Page } from "playwright-core";',
  "packages/a/src/click.test.ts": "await button.waitFor();",
  "packages/a/src/command.test.ts": 'await waitFor(files, ["run"]);',
  "packages/a/src/read.ts": "openDatabase({ folder });",
  "packages/a/src/testing/draw.ts": 'import { again } from "./again.ts";',
  "packages/a/src/testing/again.ts": 'import { draw } from "./draw.ts";',
  "packages/a/src/testing/product.ts": 'import { made } from "../../../b/src/testing/made.ts";',
  "packages/b/src/testing/made.ts": "openMade(folder);",
};

test("what starts a database, a browser or a process is not quick, whoever starts it for the test", () => {
  const read = (path: string) => files[path] ?? assert.fail(path);
  const quick = Object.keys(files).filter((file) => file.endsWith(".test.ts") && isQuick(file, read));
  assert.deepEqual(quick, ["packages/a/src/plain.test.ts", "packages/a/src/click.test.ts"]);
});

test("of the project's own there are many of both", () => {
  const all = globSync("packages/**/*.test.ts", { exclude: ["**/node_modules/**"] }).map((file) =>
    file.replaceAll("\\", "/"),
  );
  const quick = new Set(all.filter((file) => isQuick(file)));
  assert.ok(quick.size > 80 && all.length - quick.size > 200, `${quick.size} of ${all.length}`);
  for (const slow of ["web/src/runtime/screens", "server/src/server", "cli/src/serve-commands"])
    assert.ok(!quick.has(`packages/${slow}.test.ts`), slow);
  assert.ok(quick.has("packages/language/src/compile.test.ts"));
});
