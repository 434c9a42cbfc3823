// Each class of problems with a fix: what the documentation shows as wrong, or a mistake like it, is fixed by its fix.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
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
const fixed = problemClasses.filter(({ isFixable }) => isFixable === true);

test("every class that says that it is fixed has an example, and no other", () => {
  assert.deepEqual([...fragments.keys()].sort(), fixed.map(({ code }) => code).sort());
});

/** Lines that were written by the fixes, below those in whose place they stand. */
function changedLines(before: string, after: string): readonly string[] {
  const [old, now] = [before.split("\n"), after.split("\n")];
  const isNew = new Set(now.filter((line) => !old.includes(line)));
  return [
    ...old.filter((line) => !now.includes(line)).map((line) => `- ${line}`),
    ...[...isNew].map((line) => `+ ${line}`),
  ];
}

const written: string[] = [];

for (const { code, wrong } of fixed) {
  test(`${code} is fixed by its fix`, () => {
    const { source } = completeDocument((fragments.get(code) ?? "").replace("{wrong}", () => wrong));
    const before = compile(source).problems.filter((one) => one.code === code);
    assert.notEqual(before.length, 0, "the example has the problem");
    const { source: after, applied, compiled } = applyFixes(source);
    assert.ok(
      applied.some(({ problem }) => problem.code === code),
      `a fix was applied; there are ${JSON.stringify(before)}`,
    );
    assert.deepEqual(
      compiled.problems.filter((one) => one.code === code),
      [],
    );
    written.push([`=== ${code}`, ...changedLines(source, after), ""].join("\n"));
  });
}

test("what the fixes write is what was accepted", () => {
  const path = `${import.meta.dirname}/examples.txt`;
  const found = written.join("\n");
  if (process.env["WRIT_ACCEPT"] === "1") writeFileSync(path, found);
  assert.equal(found, readFileSync(path, "utf8"));
});
