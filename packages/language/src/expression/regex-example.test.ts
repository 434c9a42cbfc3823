// Texts that stand for a pattern in front of people.
import assert from "node:assert/strict";
import { test } from "node:test";
import { drawFrom } from "../testing/draw.ts";
import { matchingTexts } from "./regex/matching-texts.ts";
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

test("texts by chance match their pattern, differ, and come back with the same chance", () => {
  const different: Readonly<Record<string, number>> = {
    "^[a-z0-9-]+$": 25,
    "^[A-Z]{2}-\\d{4}$": 25,
    "^\\d{5}(-\\d{4})?$": 25,
    "^(red|blue)$": 2,
    "^([01]\\d|2[0-3]):[0-5]\\d$": 25,
    "^https?://[^\\s]+$": 25,
    "^[Ä-Ö]{2}$": 10,
    "^$": 1,
    "[^a]$": 15,
    "^[^ -~]{1,9}$": 25,
  };
  for (const [source, atLeast] of Object.entries(different)) {
    const texts = matchingTexts(source, 40, drawFrom(7).number);
    assert.deepEqual(matchingTexts(source, 40, drawFrom(7).number), texts);
    for (const text of texts) {
      assert.match(text, new RegExp(source, "u"));
      assert.doesNotMatch(text, /[\p{Cc}\p{Cs}]/u);
    }
    assert.ok(new Set(texts).size >= atLeast, `${source}: ${texts.join(" ")}`);
  }
  // Both ends of what may be repeated are drawn, and longer ones where there is no end.
  const lengths = matchingTexts("^a{2,4}$", 40, drawFrom(7).number).map(({ length }) => length);
  assert.deepEqual([...new Set(lengths)].toSorted(), [2, 3, 4]);
  assert.ok(matchingTexts("^a*$", 200, drawFrom(7).number).some(({ length }) => length > 20));
});
