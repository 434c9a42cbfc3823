// Texts that stand for a pattern in front of people.
import assert from "node:assert/strict";
import { test } from "node:test";
import { readPattern } from "./regex/regex.ts";

test("what a pattern matches is shown by letters and digits as people count them", () => {
  const examples: Readonly<Record<string, string | undefined>> = {
    "^[a-z0-9-]+$": "abc",
    "^[A-Z]+$": "ABC",
    "^[A-Z]{2}-\\d{4}$": "AB-1234",
    "^97[89]-?[0-9-]{10}$": "978-4567890123",
    "^\\d{5}(-\\d{4})?$": "12345-6789",
    "^(red|blue)$": "red",
    "^[abc]{1,2}x*$": "abxxx",
    "^[Ä-Ö]{2}$": "ÄÄ",
    "[^a]$": "A",
    // Nobody could type it, or there is nothing to see.
    "^\\s+$": undefined,
    "^$": undefined,
    "a^": undefined,
  };
  for (const [source, example] of Object.entries(examples)) {
    const read = readPattern(source);
    assert.ok("pattern" in read, source);
    assert.equal(read.pattern.example, example, source);
  }
});
