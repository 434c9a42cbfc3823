// Documents in which a condition compares with something else, and what is worked out comes to the same, or does not.
import assert from "node:assert/strict";
import { test } from "node:test";
import { compile } from "../compile.ts";
import { completeDocument } from "../testing/run-cases.ts";
import { haveEqualValues } from "./same-values.ts";

const documentOf = (type: string, expression: string) =>
  compile(
    completeDocument(`
## 3. Entities and their fields

### Parcel

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Pieces | integer | yes | |
| Free | integer | yes | |
| Weight | number | yes | |
| Worth | money | yes | |
| Insured | money | yes | |
| Due on | date | yes | |
| Due at | datetime | yes | |
| Fast | yes/no | no | no |
| Lines | list of Line | | |
| Result | computed ${type} \`${expression}\` | | |

### Line

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Parcel | belongs to Parcel | yes | |
| Amount | integer | yes | |

## 9. Business constants and limits

| Setting | Value |
| --- | --- |
| Currency | EUR |

| Constant | Value |
| --- | --- |
| Included | 3 |
`).source,
  );

/** The type, what stands there, what stands there instead, and whether it is the same. */
const pairs: readonly (readonly [string, string, string, boolean])[] = [
  ["integer", "parcel.pieces > 3 ? parcel.pieces - 3 : 0", "parcel.pieces > 2 ? parcel.pieces - 3 : 0", true],
  ["integer", "parcel.pieces > 3 ? parcel.pieces - 3 : 0", "parcel.pieces > 4 ? parcel.pieces - 3 : 0", false],
  ["integer", "parcel.pieces > 3 ? parcel.pieces - 3 : 0", "parcel.pieces > 1 ? parcel.pieces - 3 : 0", false],
  ["integer", "parcel.pieces > 3 ? parcel.pieces - 3 : 0", "parcel.pieces > 2 ? parcel.pieces - 3 : 1", false],
  ["integer", "parcel.pieces >= 3 ? parcel.pieces - 3 : 0", "parcel.pieces >= 4 ? parcel.pieces - 3 : 0", true],
  ["integer", "parcel.pieces >= 3 ? parcel.pieces - 3 : 0", "parcel.pieces >= 2 ? parcel.pieces - 3 : 0", false],
  ["integer", "parcel.pieces <= 3 ? 0 : parcel.pieces - 3", "parcel.pieces <= 2 ? 0 : parcel.pieces - 3", true],
  ["integer", "parcel.pieces < 3 ? 0 : parcel.pieces - 3", "parcel.pieces < 4 ? 0 : parcel.pieces - 3", true],
  ["integer", "3 < parcel.pieces ? parcel.pieces - 3 : 0", "2 < parcel.pieces ? parcel.pieces - 3 : 0", true],
  ["integer", "3 < parcel.pieces ? parcel.pieces - 3 : 0", "4 < parcel.pieces ? parcel.pieces - 3 : 0", false],
  [
    "integer",
    "parcel.pieces > parcel.free ? parcel.pieces - parcel.free : 0",
    "parcel.pieces >= parcel.free ? parcel.pieces - parcel.free : 0",
    true,
  ],
  [
    "integer",
    "parcel.pieces > included ? parcel.pieces - included : 0",
    "parcel.pieces >= included ? parcel.pieces - included : 0",
    true,
  ],
  [
    "integer",
    "parcel.pieces > parcel.free ? parcel.pieces - parcel.free : 1",
    "parcel.pieces >= parcel.free ? parcel.pieces - parcel.free : 1",
    false,
  ],
  [
    "integer",
    "parcel.pieces > parcel.free ? parcel.pieces : parcel.free",
    "parcel.pieces >= parcel.free ? parcel.pieces : parcel.free",
    true,
  ],
  [
    "integer",
    "parcel.pieces > parcel.free ? parcel.pieces - parcel.free : 0",
    "parcel.pieces < parcel.free ? parcel.pieces - parcel.free : 0",
    false,
  ],
  ["number", "parcel.weight > 3 ? parcel.weight - 3 : 0", "parcel.weight > 2 ? parcel.weight - 3 : 0", false],
  ["number", "parcel.weight > 3 ? parcel.weight - 3 : 0", "parcel.weight >= 3 ? parcel.weight - 3 : 0", true],
  [
    "money",
    "parcel.worth > parcel.insured ? parcel.worth - parcel.insured : money(0)",
    "parcel.worth >= parcel.insured ? parcel.worth - parcel.insured : money(0)",
    true,
  ],
  [
    "money",
    "parcel.pieces > 3 ? money(parcel.pieces - 3) * 2 : money(0)",
    "parcel.pieces > 2 ? money(parcel.pieces - 3) * 2 : money(0)",
    true,
  ],
  [
    "integer",
    "parcel.due_on < today ? days_between(parcel.due_on, today) : 0",
    "parcel.due_on <= today ? days_between(parcel.due_on, today) : 0",
    true,
  ],
  [
    "duration",
    "parcel.due_at < now ? now - parcel.due_at : days(0)",
    "parcel.due_at <= now ? now - parcel.due_at : days(0)",
    true,
  ],
  [
    "integer",
    "parcel.fast and parcel.pieces > 3 ? parcel.pieces - 3 : 0",
    "parcel.fast and parcel.pieces > 2 ? parcel.pieces - 3 : 0",
    true,
  ],
  [
    "integer",
    "parcel.fast and parcel.pieces > 3 ? parcel.pieces - 3 : 0",
    "parcel.pieces > 3 ? parcel.pieces - 3 : 0",
    false,
  ],
  [
    "integer",
    "parcel.lines.map(l, l.amount > 3 ? l.amount - 3 : 0).sum() + 7",
    "parcel.lines.map(l, l.amount > 2 ? l.amount - 3 : 0).sum() + 7",
    true,
  ],
  [
    "integer",
    "parcel.lines.map(l, l.amount > 3 ? l.amount - 3 : 0).sum() + 7",
    "parcel.lines.map(l, l.amount > 2 ? l.amount - 3 : 0).sum() + 8",
    false,
  ],
  [
    "integer",
    "parcel.lines.map(l, l.amount > parcel.pieces ? parcel.pieces : 3).sum()",
    "parcel.lines.map(l, l.amount >= parcel.pieces ? parcel.pieces : 3).sum()",
    false,
  ],
];

for (const [type, one, other, isSame] of pairs)
  test(`${one}: ${other} is ${isSame ? "" : "not "}the same`, () => {
    const [before, after] = [documentOf(type, one), documentOf(type, other)];
    for (const { problems } of [before, after])
      assert.deepEqual(
        problems.filter(({ severity }) => severity === "error").map(({ message }) => message),
        [],
      );
    assert.equal(haveEqualValues(before, after), isSame);
  });

test("what differs elsewhere too is not the same", () => {
  const before = documentOf("integer", "parcel.pieces > 3 ? parcel.pieces - 3 : 0");
  const { source } = documentOf("integer", "parcel.pieces > 2 ? parcel.pieces - 3 : 0").document;
  assert.equal(haveEqualValues(before, compile(source)), true);
  assert.equal(
    haveEqualValues(before, compile(source.replace("Fast | yes/no | no | no", "Fast | yes/no | no | yes"))),
    false,
  );
});
