// Values as people write them, and what is said of what is none.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Text } from "../text/text.ts";
import { readAmount, readValue, valueHint, wrongPart } from "./read-value.ts";
import type { Value } from "./value.ts";

const textOf = (text: string): Text => ({ text, start: 100, end: 100 + text.length });

function say(value: Value | undefined): string {
  switch (value?.kind) {
    case undefined:
      return "none";
    case "number":
    case "percent":
      return `${value.kind} ${value.digits}e-${value.scale}`;
    case "money":
      return `money ${value.digits}e-${value.scale} ${value.currency}`;
    case "duration":
      return `duration ${value.milliseconds}${value.days ? " in days" : ""}`;
    case "time":
      return `time ${value.milliseconds}`;
    case "size":
      return `size ${value.bytes}`;
    case "yes/no":
      return String(value.value);
    case "table":
      return value.entries.map((entry) => `${entry.key.id}@${entry.key.span.start} ${say(entry.value)}`).join(", ");
  }
}

const values: Readonly<Record<string, string>> = {
  "7": "number 7e-0",
  "-7": "number -7e-0",
  "2.50": "number 250e-2",
  "20 %": "percent 20e-2",
  "12.5%": "percent 125e-3",
  "14 days": "duration 1209600000 in days",
  "1 day": "duration 86400000 in days",
  "2 weeks": "duration 1209600000 in days",
  "0.5 days": "duration 43200000",
  "24 hours": "duration 86400000",
  "08:30": "time 30600000",
  "00:00": "time 0",
  "23:59:59.999": "time 86399999",
  "24:00": "none",
  "8:30": "none",
  "12:60": "none",
  "open: 08:30, closed: 17:00": "open@100 time 30600000, closed@113 time 61200000",
  "0.001 seconds": "duration 1",
  "0.0001 seconds": "none",
  "5000000 days": "none",
  "10 MB": "size 10485760",
  "1.5 KB": "size 1536",
  "-1 MB": "none",
  "1.50 EUR": "money 150e-2 EUR",
  "-3 EUR": "money -3e-0 EUR",
  yes: "true",
  no: "false",
  "low: 3 days, In progress: 4 hours": "low@100 duration 259200000 in days, in_progress@113 duration 14400000",
  "In progress (`in-progress`): 1": "in-progress@100 number 1e-0",
  "low: 3 days, high": "none",
  "low: a: 3": "none",
  "2 fortnights": "none",
  "1e5": "none",
  "+5": "none",
  "": "none",
  "`7`": "none",
  [`1${"0".repeat(40)}`]: "none",
};

for (const [written, expected] of Object.entries(values)) {
  test(`value ${written.slice(0, 50)}`, () => assert.equal(say(readValue(textOf(written))), expected));
}

test("an amount is a value or a constant in backticks", () => {
  assert.deepEqual(readAmount(textOf("`max_loan`")), {
    kind: "constant",
    name: { label: "max_loan", id: "max_loan", span: { start: 101, end: 109 } },
    span: { start: 100, end: 110 },
  });
  assert.equal(readAmount(textOf("40"))?.kind, "value");
  assert.equal(readAmount(textOf("low: 3, high: 4")), undefined);
  assert.equal(readAmount(textOf("`5`")), undefined);
});

const hints: Readonly<Record<string, string>> = {
  "3 months": "Months differ in length: write days, such as 30 days.",
  "1,50 EUR": "Decimals are written with a point: 1.50 EUR.",
  "10'000": "Write the number without separators: 10000.",
  "20 min": 'Did you mean "20 minutes"?',
  "20 minuts": 'Did you mean "20 minutes"?',
  "10 mb": 'Did you mean "10 MB"?',
  "€5": "Money is written with its currency's code: 1.50 EUR.",
  "20 percent": "Write 20 %.",
  "`7`": "A value is written out, without backticks.",
};

for (const [written, expected] of Object.entries(hints)) {
  test(`hint for ${written}`, () => assert.equal(valueHint(written), expected));
}

test("of a table, the entry that is wrong is pointed at", () => {
  const wrong = wrongPart(textOf("low: 3 days, high: 2 fortnights"));
  assert.deepEqual([wrong.text, wrong.start], ["2 fortnights", 119]);
});
