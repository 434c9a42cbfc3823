// What a plan aims at where rows are counted, chosen from a list, changed all at once, or there is one of a kind.
import assert from "node:assert/strict";
import { test } from "node:test";
import { compile } from "@writ/language";
import { completeDocument } from "../../../language/src/testing/run-cases.ts";
import { textOf } from "../agreement/texts.ts";
import { findRow } from "../interpreter/world/world.ts";
import { errors, settings } from "../testing/clauses.ts";
import { catchesMutants } from "../testing/catches-mutants.ts";
import { planOf } from "./plan.ts";

const school = (rule: string, most = "") => `
## 3. Entities and their fields

### Terms
- One row: yes

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Notice | integer 1 to 30 | yes | 7 |

### School

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Name | text up to 20 | yes | |
| Closed | yes/no | no | no |
| Instruments | list of Instrument | | |

### Instrument

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| School | belongs to School | yes | |
| Broken | yes/no | no | no |

### Lesson

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| School | belongs to School | yes | |
| Instrument | reference to Instrument, among \`lesson.school.instruments.filter(i, not i.broken)\` | no | |
| Rank | one of: junior, senior | yes | |
| Pay | computed money \`rate[lesson.rank]\` | | |
| On | date | yes | |
| Note | text up to 20 | no | |

## 4. States and transitions

### Effects
| For | After | On | If | Do | With |
| --- | --- | --- | --- | --- | --- |
| School | update | on \`Lesson.filter(l, l.school == school)\` | \`school.closed and lesson.rank == 'junior'\` | set | \`note = 'closed'\` |

## 5. Validation rules

| Rule | For | Must hold | Otherwise |
| --- | --- | --- | --- |
| Few | Lesson | \`${rule}\` | TAKEN |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Person | signed in |

| For | May | Person |
| --- | --- | --- |
| Terms | read, update | yes |
| School | create, read, update, delete | yes |
| Instrument | create, read, update, delete | yes |
| Lesson | create, read, update, delete | yes |
${errors("TAKEN")}
${settings}
| Constant | Value |
| --- | --- |
| Rate | junior: 15.00 EUR, senior: 25.00 EUR |
${most}`;

const counted = "Lesson.filter(l, l.school == lesson.school and l.on == lesson.on and l.rank == 'junior').size()";
const parts = ["l.school == lesson.school", "l.on == lesson.on", "l.rank == 'junior'"].map((part) => `without ${part}`);

test("each part of what is counted decides once, on whichever side the number stands", () => {
  catchesMutants("5/Lesson/Few", parts, school(`${counted} <= 3`));
  catchesMutants("5/Lesson/Few", parts, school(`not (3 < ${counted})`));
});

test("where all that there are may be chosen, there is one that may not", () => {
  catchesMutants(
    "3/Lesson/Instrument",
    ['without "among `lesson.school.instruments.filter(i, not i.broken)`"'],
    school("true"),
  );
});

test("an effect on some of all rows is tried by what lets these in and by its If", () => {
  const told = ["left out", "happens always", "without school.closed", "without lesson.rank == 'junior'"];
  catchesMutants("4/Effects/School/update/set", told, school("true"));
});

test("each entry of a table is shown where a value is worked out from it", () => {
  const { cases } = planOf(compile(completeDocument(school("true")).source), "3/Lesson/Pay");
  const told = cases.map(({ scenario, situation: { world, attempt } }) => {
    const rank = textOf(findRow(world, attempt.entity, attempt.id)?.values.get("rank") ?? null);
    return [scenario.address, rank];
  });
  assert.deepEqual(told.slice(1), [
    ["3/Lesson/Pay#worked out by junior", "junior"],
    ["3/Lesson/Pay#worked out by senior", "senior"],
  ]);
});

test("what there is one of is tried at its edges by changing it", () => {
  // What it has at first is there before anybody tries it.
  catchesMutants("3/Terms/Notice", ["1 is 2", "30 is 31"], school("true"), ["no default"]);
});
