// Runs the examples of a page of documentation: every block marked `markdown` is a fragment that must check, or, marked
// `markdown wrong N404`, must give exactly those codes.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { test } from "node:test";
import { problemLines } from "./run-cases.ts";

export function runExamples(file: string): void {
  const page = readFileSync(file, "utf8");
  const blocks = [...page.matchAll(/^(?<fence>`{3,})markdown(?<info>[^\n]*)\n(?<text>[\s\S]*?)^\k<fence>$/gm)];
  test(`examples of ${basename(file)}`, () => assert.ok(blocks.length > 0, `${file} has no example`));
  blocks.forEach(({ groups, index }) => {
    const line = page.slice(0, index).split("\n").length;
    test(`${basename(file)}:${line}`, () => {
      const found = problemLines(groups?.["text"] ?? "");
      const codes = [...found.matchAll(/^\d+:\d+ [EWG] (\w+) /gm)].map((match) => match[1]);
      const [, ...expected] = (groups?.["info"] ?? "").trim().split(/\s+/);
      assert.deepEqual([...new Set(codes)].sort(), [...new Set(expected)].sort(), found);
    });
  });
}
