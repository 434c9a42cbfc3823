// Each class of problems with a fix: what the documentation shows as wrong, or a mistake like it, is mended by its fix.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { compile } from "../compile.ts";
import { problemClasses } from "../problem-classes.ts";
import { completeDocument } from "../testing/run-cases.ts";
import { applyFixes } from "./apply-fixes.ts";

/** `=== N208` begins a fragment; `{wrong}` in it stands for what the documentation shows as wrong. */
const fragments = new Map(
  readFileSync(`${import.meta.dirname}/examples.md`, "utf8")
    .split(/^=== /m)
    .slice(1)
    .map((one) => [one.slice(0, 4), one.slice(5)] as const),
);
const mended = problemClasses.filter(({ isMended }) => isMended === true);

test("every class that says that it is mended has an example, and no other", () => {
  assert.deepEqual([...fragments.keys()].sort(), mended.map(({ code }) => code).sort());
});

for (const { code, wrong } of mended) {
  test(`${code} is mended by its fix`, () => {
    const { source } = completeDocument((fragments.get(code) ?? "").replace("{wrong}", () => wrong));
    const before = compile(source).problems.filter((one) => one.code === code);
    assert.notEqual(before.length, 0, "the example has the problem");
    const { mended: done, compiled } = applyFixes(source);
    assert.ok(
      done.some(({ problem }) => problem.code === code),
      `a fix was applied; there are ${JSON.stringify(before)}`,
    );
    assert.deepEqual(
      compiled.problems.filter((one) => one.code === code),
      [],
    );
  });
}
