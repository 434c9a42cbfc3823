// Values between the wire, expressions and people: what is typed is read, what is read is written back.
import assert from "node:assert/strict";
import { test } from "node:test";
import { decimalOf, readDecimal, unitsOf } from "./decimal.ts";
import { readDuration, showDuration } from "./duration.ts";
import { momentAt, wallClock } from "./time.ts";

test("numbers are read as people write them in their language", () => {
  const cases: readonly (readonly [string, string, string | undefined])[] = [
    ["1234.5", "en", "1234.5"],
    ["1,234.50", "en", "1234.5"],
    ["1,234", "en", "1234"],
    ["12,5", "en", "12.5"],
    ["1.234,5", "de", "1234.5"],
    ["12,5", "de", "12.5"],
    ["1 234,5", "fr", "1234.5"],
    ["-0.5", "en", "-0.5"],
    [".5", "en", "0.5"],
    ["−3", "en", "-3"],
    ["12 EUR", "en", "12"],
    ["1e5", "en", undefined],
    ["", "en", undefined],
    ["one", "en", undefined],
    ["1.2.3", "en", undefined],
  ];
  for (const [typed, language, read] of cases)
    assert.equal(readDecimal(typed, language), read, `${typed} in ${language}`);
  assert.equal(readDecimal("20 %", "en", 2), "0.2");
});

test("decimals keep every digit", () => {
  const long = "12345678901234567890.12";
  assert.equal(decimalOf(unitsOf(long, 2), 2), long);
  assert.equal(decimalOf(-5n, 2), "-0.05");
});

test("durations are read as people write them", () => {
  assert.equal(readDuration("2 h 30 min"), 9_000_000);
  assert.equal(readDuration("3 days"), 259_200_000);
  assert.equal(readDuration("1:30"), 5_400_000);
  assert.equal(readDuration("1.5 hours and 10 minutes"), 6_000_000);
  assert.equal(readDuration("soon"), undefined);
  assert.equal(readDuration("3 fortnights"), undefined);
  assert.equal(readDuration(showDuration(93_600_000, "en")), 93_600_000);
});

test("clocks on the wall of a time zone become moments, also where clocks are changed", () => {
  assert.equal(new Date(momentAt("2026-07-01T08:30", "Europe/Paris")).toISOString(), "2026-07-01T06:30:00.000Z");
  assert.equal(new Date(momentAt("2026-01-01T08:30", "Europe/Paris")).toISOString(), "2026-01-01T07:30:00.000Z");
  // Just before and after clocks go forward in Paris.
  assert.equal(new Date(momentAt("2026-03-29T01:59", "Europe/Paris")).toISOString(), "2026-03-29T00:59:00.000Z");
  assert.equal(new Date(momentAt("2026-03-29T03:00", "Europe/Paris")).toISOString(), "2026-03-29T01:00:00.000Z");
  assert.equal(wallClock(Date.parse("2026-12-31T23:30:00Z"), "Asia/Tokyo"), "2027-01-01T08:30");
});
