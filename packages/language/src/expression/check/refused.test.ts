// What people write because they know it from elsewhere: each word is one that the language does not have itself.
import assert from "node:assert/strict";
import { test } from "node:test";
import { functionForms } from "../check.ts";
import { otherWords, refused } from "./refused.ts";

const own = new Set(functionForms.map((form) => /(\w+)\(/.exec(form)?.[1]));

test("no function of the language is rejected, or reported by another name", () => {
  for (const word of [...refused.keys(), ...otherWords.keys()])
    assert.ok(!own.has(word), `${word} is a function: take it out of check/refused.ts`);
});

test("what is refused has no second answer", () => {
  for (const word of otherWords.keys()) assert.ok(!refused.has(word), `${word} stands in both lists`);
});
