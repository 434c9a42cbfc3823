// What a step does to rows, in words that people read.
import assert from "node:assert/strict";
import { test } from "node:test";
import { countedWords } from "./step.ts";

test("what becomes of rows is said of one and of several", () => {
  const of = (words: string) => [1, 3].map((count) => countedWords({ words }, count));
  assert.deepEqual(of("n rows have a value for phone"), [
    "1 row has a value for phone",
    "3 rows have a value for phone",
  ]);
  assert.deepEqual(of("n rows of Order line are Sent, which State no longer has"), [
    "1 row of Order line is Sent, which State no longer has",
    "3 rows of Order line are Sent, which State no longer has",
  ]);
});
