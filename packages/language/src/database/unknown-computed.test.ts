// A computed value that is worked out of what is not shown is not known: what reads it answers NOT_SHOWN, and the rest runs.
import assert from "node:assert/strict";
import { test } from "node:test";
import { databases, type Answer } from "../testing/database.ts";
import { completeDocument } from "../testing/run-cases.ts";

const { open } = databases();

const seats = (price: string, rule: string): string =>
  completeDocument(`## 3. Entities and their fields

### Seat

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Row letter | not shown | no | |
| Label | text up to 20 | no | |
| Zone | computed one of: front, back \`seat.row_letter <= 'E' ? 'front' : 'back'\` | | |
| Is near | computed yes/no \`seat.zone == 'front'\` | | |
| Price | integer | auto | ${price} |

## 5. Validation rules

| Rule | For | On | Must hold | Otherwise |
| --- | --- | --- | --- | --- |
| Fits | Seat | update | ${rule} | CONFLICT |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Person | signed in |

| For | May | Person |
| --- | --- | --- |
| Seat | create, read, update, delete | yes |

## 9. Business constants and limits

| Setting | Value |
| --- | --- |
| Sign-in | email and password |
`).source;

const told = (answer: Answer): string =>
  "rows" in answer ? "ok" : answer.problems.map(({ code, clause }) => `${code} ${clause ?? ""}`).join(", ");

for (const field of ["zone == 'front'", "is_near"])
  test(`a default and a rule that read ${field}`, async () => {
    const withDefault = await open(seats(`\`seat.${field} ? 2 : 1\``, "`seat.label != 'x'`"));
    const ann = await withDefault.account("Ann");
    assert.equal(told(await withDefault.as(ann, "INSERT INTO seat (label) VALUES ('a')")), "NOT_SHOWN 3/Seat/Price");
    const withRule = await open(seats("1", `\`seat.${field} or seat.label != 'x'\``));
    const ben = await withRule.account("Ben");
    assert.equal(told(await withRule.as(ben, "INSERT INTO seat (label) VALUES ('a')")), "ok");
    assert.equal(told(await withRule.as(ben, "UPDATE seat SET label = 'b'")), "NOT_SHOWN 5/Seat/Fits/Must hold");
  });
