// Whole products that together use every word of the notation: each is right, and stays as it is when it is formatted.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { compile } from "./compile.ts";
import { formatDocument } from "./format/format.ts";
import { wordsOf } from "./problem.ts";

const folder = `${import.meta.dirname}/testing/documents`;

for (const file of readdirSync(folder)) {
  const source = readFileSync(`${folder}/${file}`, "utf8");

  test(`${file} checks without error or warning`, () => {
    const { problems, checked } = compile(source);
    const said = problems
      .filter(({ severity }) => severity !== "gap")
      .map((one) => `${one.code} ${one.address}: ${wordsOf(one)}`);
    assert.deepEqual(said, []);
    for (const { expression, typed } of checked.values()) assert.ok(typed, expression.text.text);
  });

  test(`${file} is formatted`, () => assert.equal(formatDocument(source), source));
}
