// Edges that no case reaches because a rule refuses there too: that nothing but this rule refuses is tried, or why not is told.
import assert from "node:assert/strict";
import { test } from "node:test";
import { compile } from "@writ/language";
import { completeDocument } from "../../../../language/src/testing/run-cases.ts";
import { products } from "../../../../server/src/testing/product.ts";
import { errors, everything, settings } from "../../testing/clauses.ts";
import { shows } from "../../testing/shows.ts";
import { catchesMutants } from "../../testing/catches-mutants.ts";
import { planOf } from "../plan.ts";

const start = products();

const loans = `
## 3. Entities and their fields

### Loan

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Title | text up to 20 | yes | |
| Days | integer 1 to 30 | yes | |
| State | state | | |

## 4. States and transitions

### Loan

| State | Kind |
| --- | --- |
| Open | start |
| Done | end |

| Transition | From | To | On | Only if | Otherwise |
| --- | --- | --- | --- | --- | --- |
| Close | Open | Done | button | \`loan.days <= 12\` | OPEN |

## 5. Validation rules

| Rule | For | Must hold | Otherwise |
| --- | --- | --- | --- |
| Short | Loan | \`loan.days <= 20\` | LONG |
| Shorter | Loan | \`loan.days <= 10\` | LONGER |
${everything("Loan | create, read, update, delete, Close")}
${errors("LONG", "LONGER", "OPEN")}
${settings}
`;

test("a bound of a type beyond what rules allow is noticed where it is moved", () =>
  catchesMutants("3/Loan/Days", ["30 is 29", "30 is 31"], loans));

test("so is a bound of a rule beyond that of another one", () =>
  catchesMutants("5/Loan/Short", ["20 is 19", "20 is 21"], loans));

test("so is a bound of a guard", () => catchesMutants("4/Loan/Close", ["12 is 11", "12 is 13"], loans));

test("each of them is tried where another rule alone refuses", () =>
  shows(start, completeDocument(loans).source, {
    "5/Loan/Short": [
      "create refused",
      "create allowed",
      "create allowed, at its edge",
      "update refused",
      "update allowed",
      "update allowed, at its edge",
    ],
    "4/Loan/Close": ["from open", "not from done", "open", "open, at its edge", "closed"],
  }));

test("a guard that rejects before a rule is evaluated is reported", () => {
  const closing = loans
    .replace("| Rule | For |", "| Rule | For | On |")
    .replace("| --- | --- | --- | --- |\n| Short | Loan |", "| --- | --- | --- | --- | --- |\n| Short | Loan | Close |")
    .replace("| Shorter | Loan |", "| Shorter | Loan | create |");
  const { notTried } = planOf(compile(completeDocument(closing).source), "5/Loan/Short#close allowed");
  assert.deepEqual(
    notTried.map(({ scenario, why }) => [scenario.address, why]),
    [["5/Loan/Short#close allowed, at its edge", "OPEN of 4/Loan/Close comes first"]],
  );
});

const slots = `
## 3. Entities and their fields

### Slot

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Starts at | datetime | yes | |
| Ends at | datetime | yes | |

## 5. Validation rules

| Rule | For | Must hold | Otherwise |
| --- | --- | --- | --- |
| Short | Slot | \`slot.starts_at < slot.ends_at and slot.ends_at <= slot.starts_at + hours(2) and slot.starts_at > now\` | LONG |
${everything("Slot | create, read, update, delete")}
${errors("LONG")}
${settings}
`;

test("of two edges that cannot be reached at once each has a case", () => {
  const changes = ["without slot.starts_at < slot.ends_at", "< is <=", "<= is <", "2 is 3", "2 is 1", "> is >="];
  catchesMutants("5/Slot/Short", changes, slots);
  const { cases } = planOf(compile(completeDocument(slots).source), "5/Slot/Short#create allowed");
  assert.deepEqual(
    cases.slice(1).map(({ scenario }) => scenario.sentence.replace(/^.* is /, "")),
    ["allowed at the edge of slot.ends_at <= slot.starts_at + hours(2)", "allowed at the edge of slot.starts_at > now"],
  );
});

test("each of them passes on a product", () => shows(start, completeDocument(slots).source, {}));
