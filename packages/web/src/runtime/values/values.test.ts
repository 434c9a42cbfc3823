// Values between the wire, expressions and people: what is typed is read, what is read is written back.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { Application, ApplicationField } from "@writ/language/product";
import { readTyped, typedOf } from "../fields/draft.ts";
import { fieldTypeOf } from "../field-types/field-types.ts";
import type { Speaking } from "../field-types/field-type.ts";
import { decimalOf, readDecimal, unitsOf } from "./decimal.ts";
import { readDuration, typedDuration } from "./duration.ts";
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
  for (const [typed, milliseconds] of [
    ["2 h 30 min", 9_000_000],
    ["3 days", 259_200_000],
    ["1:30", 5_400_000],
    ["1.5 hours and 10 minutes", 6_000_000],
    ["−10 mins", -600_000],
    ["soon", undefined],
    ["3 fortnights", undefined],
    ["2 Std. und 5 Min.", undefined],
  ] as const)
    assert.equal(readDuration(typed, "en"), milliseconds, typed);
  assert.equal(readDuration("2 Std. und 5 Min.", "de"), 7_500_000);
  assert.equal(readDuration("2 Wochen", "de"), 1_209_600_000);
});

const languages =
  "ar bn cs da de de-AT el en en-GB en-US es et fa fi fr he hi hr hu id it ja ko lt lv nb nl pl pt ro ru sk sl sv th tr uk vi zh".split(
    " ",
  );

test("a form can parse every duration that it shows, in every language", () => {
  const duration = fc.oneof(
    fc.integer({ min: -1e12, max: 1e12 }),
    fc.integer({ min: 0, max: 1e6 }).map((minutes) => minutes * 60_000),
  );
  fc.assert(
    fc.property(fc.constantFrom(...languages), duration, (language, milliseconds) => {
      assert.equal(readDuration(typedDuration(milliseconds, language), language), milliseconds);
    }),
    { seed: 18, numRuns: 3000 },
  );
  // In its own words where these can be read.
  assert.equal(typedDuration(5_400_000, "de"), "1 Std. 30 Min.");
  assert.equal(typedDuration(5_400_000, "en-GB"), "1 hr 30 mins");
});

test("and of a number, in every language", () => {
  const field = (kind: "number" | "percent") =>
    ({ type: { kind, scale: kind === "number" ? 6 : 4 } }) as unknown as ApplicationField;
  const reading = (locale: string) => ({ locale, timeZone: "UTC", application: {} as Application });
  const digits = fc.bigInt({ min: -(10n ** 18n), max: 10n ** 18n });
  fc.assert(
    fc.property(fc.constantFrom(...languages), digits, fc.constantFrom("number", "percent"), (locale, units, kind) => {
      const value = decimalOf(units, kind === "number" ? 6 : 4);
      const read = readTyped(typedOf(value, field(kind), reading(locale)), field(kind), reading(locale));
      assert.ok("value" in read, `${locale}: ${value} is ${JSON.stringify(read)}`);
      assert.equal(unitsOf(String(read.value), 6), unitsOf(value, 6));
    }),
    { seed: 20, numRuns: 3000 },
  );
});

function told(typed: string, type: object, locale: string, timeZone = "UTC") {
  const read = readTyped(typed, { type } as unknown as ApplicationField, {
    locale,
    timeZone,
    application: {} as Application,
  });
  return "wrong" in read ? [read.wrong, read.values] : read.value;
}

test("malformed addresses and phone numbers are reported, as the database checks them", () => {
  const [email, url, phone] = [{ kind: "email" }, { kind: "url" }, { kind: "phone" }];
  assert.equal(told(" Ann@Example.org ", email, "en"), "ann@example.org");
  for (const wrong of ["ann", "ann@example", "ann example.org", "a@b@example.org", "ann@example."])
    assert.deepEqual(told(wrong, email, "en"), ["notAnEmail", undefined], wrong);
  assert.equal(told("example.org/a", url, "en"), "https://example.org/a");
  assert.equal(told("http://localhost:3000", url, "en"), "http://localhost:3000");
  assert.equal(told("localhost:3000", url, "en"), "https://localhost:3000");
  assert.equal(told("www.example.org:80/a", url, "en"), "https://www.example.org:80/a");
  for (const wrong of ["javascript:alert(1)", "ftp://example.org", "https:///path", "two words"])
    assert.deepEqual(told(wrong, url, "en"), ["notAUrl", undefined], wrong);
  assert.equal(told("+44 20 7946 0018", phone, "en"), "+44 20 7946 0018");
  for (const wrong of ["call me", "12", "1".repeat(31)])
    assert.deepEqual(told(wrong, phone, "en"), ["notAPhone", undefined], wrong);
  assert.deepEqual(told(`https://example.org/${"a".repeat(1983)}`, url, "en"), ["tooLong", { count: "3" }]);
  assert.deepEqual(told("a".repeat(100_001), { kind: "long text" }, "en"), ["tooLong", { count: "1" }]);
});

test("years are those that are kept, in every time zone", () => {
  for (const wrong of ["12027-01-01", "275760-09-13", "0000-01-01"]) {
    assert.deepEqual(told(wrong, { kind: "date" }, "en"), ["noSuchYear", undefined]);
    assert.deepEqual(told(`${wrong}T00:00`, { kind: "datetime" }, "en"), ["noSuchYear", undefined]);
  }
  assert.equal(told("9999-12-31", { kind: "date" }, "en"), "9999-12-31");
  const moment = (text: string, timeZone: string) => told(text, { kind: "datetime" }, "en", timeZone);
  assert.equal(moment("9999-12-31T23:59", "UTC"), "9999-12-31T23:59:00.000Z");
  assert.equal(moment("9999-12-31T23:59", "Australia/Lord_Howe"), "9999-12-31T12:59:00.000Z");
  assert.deepEqual(moment("9999-12-31T23:59", "America/New_York"), ["noSuchYear", undefined]);
  assert.deepEqual(moment("0001-01-01T00:00", "Australia/Lord_Howe"), ["noSuchYear", undefined]);
});

test("a time of day is typed without seconds, unless it has some", () => {
  const typed = (value: string) =>
    typedOf(value, { type: { kind: "time" } } as ApplicationField, {
      locale: "en",
      timeZone: "Europe/Paris",
      application: {} as Application,
    });
  assert.deepEqual(["08:30:00", "08:30:15", "00:00:00"].map(typed), ["08:30", "08:30:15", "00:00"]);
  assert.equal(told("08:30", { kind: "time" }, "en"), "08:30");
});

test("the earliest and the latest of a dashboard are days, moments and times, and no numbers", () => {
  const speaking = { locale: "en-GB", timeZone: "Europe/Paris" } as Speaking;
  const measured = (kind: "date" | "datetime" | "time", wire: string) => {
    const { measureOf, formatMeasure } = fieldTypeOf({ kind });
    return formatMeasure(measureOf(wire), speaking);
  };
  assert.equal(measured("date", "2026-01-31"), "31 Jan 2026");
  assert.equal(measured("datetime", "2026-01-31T08:30:00+00:00"), "31 Jan 2026, 09:30");
  assert.equal(measured("time", "08:30:00"), "08:30");
});

test("a number with too many decimals, or out of its range, is reported as people write numbers", () => {
  const money = { kind: "money", scale: 2, from: "0", to: "100000" };
  const percent = { kind: "percent", scale: 4, from: "0", to: "0.5" };
  assert.deepEqual(told("1 234,567", money, "fr"), ["tooPrecise", { count: "2" }]);
  assert.equal(told("1 234,50", money, "fr"), "1234.5");
  assert.deepEqual(told("100001", money, "en"), ["tooLarge", { to: "100,000" }]);
  assert.deepEqual(told("7.123", percent, "en"), ["tooPrecise", { count: "2" }]);
  assert.equal(told("7.12", percent, "en"), "0.0712");
  assert.deepEqual(told("51", percent, "en"), ["tooLarge", { to: "50 %" }]);
  assert.deepEqual(told("-1", percent, "en"), ["tooSmall", { from: "0 %" }]);
  assert.deepEqual(told("1.5", { kind: "integer", scale: 0 }, "en"), ["noDecimals", undefined]);
  assert.deepEqual(told("0.1234567", { kind: "number", scale: 6 }, "en"), ["tooPrecise", { count: "6" }]);
});

test("clocks on the wall of a time zone become moments, also where clocks are changed", () => {
  assert.equal(new Date(momentAt("2026-07-01T08:30", "Europe/Paris")).toISOString(), "2026-07-01T06:30:00.000Z");
  assert.equal(new Date(momentAt("2026-01-01T08:30", "Europe/Paris")).toISOString(), "2026-01-01T07:30:00.000Z");
  // Just before and after clocks go forward in Paris.
  assert.equal(new Date(momentAt("2026-03-29T01:59", "Europe/Paris")).toISOString(), "2026-03-29T00:59:00.000Z");
  assert.equal(new Date(momentAt("2026-03-29T03:00", "Europe/Paris")).toISOString(), "2026-03-29T01:00:00.000Z");
  assert.equal(wallClock(Date.parse("2026-12-31T23:30:00Z"), "Asia/Tokyo"), "2027-01-01T08:30");
});
