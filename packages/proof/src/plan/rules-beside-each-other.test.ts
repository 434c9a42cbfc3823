// What a plan aims at where rules stand beside each other and count in several ways, and where a timer compares with its own moment.
import assert from "node:assert/strict";
import { test } from "node:test";
import { completeDocument } from "../../../language/src/testing/run-cases.ts";
import { products } from "../../../server/src/testing/product.ts";
import { errors, everything, settings } from "../testing/clauses.ts";
import { runPlan } from "../testing/run-plan.ts";
import { catchesMutants } from "../testing/catches-mutants.ts";

const start = products();

const library = `
## 3. Entities and their fields

### User

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Loans | list of Loan via Borrower | | |

### Copy

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Barcode | text up to 20, unique | yes | |
| Loans | list of Loan | | |

### Loan

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Copy | reference to Copy | yes | |
| Borrower | reference to User | yes | |
| Due on | date | yes | |
| Last reminded at | datetime | auto | |
| State | state | | |

### Hold

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Copy | reference to Copy | yes | |
| State | state | | |

## 4. States and transitions

### Loan
| State | Kind |
| --- | --- |
| Out | start |
| Returned | end |

| Transition | From | To | On | Only if |
| --- | --- | --- | --- | --- |
| Return | Out | Returned | button | |
| Remind | Out | same | at \`loan.due_on\` | \`loan.last_reminded_at == null or loan.last_reminded_at <= now - days(7)\` |

### Hold
| State | Kind |
| --- | --- |
| Waiting | start |
| Ready | |
| Fetched | end |
| Gone | end |

| Transition | From | To | On |
| --- | --- | --- | --- |
| Set aside | Waiting | Ready | button |
| Fetch | Ready | Fetched | button |
| Cancel | any | Gone | button |

### Effects
| For | After | Do | With |
| --- | --- | --- | --- |
| Loan | Remind | set | \`last_reminded_at = now\` |

## 5. Validation rules

| Rule | For | On | Must hold | Otherwise |
| --- | --- | --- | --- | --- |
| One borrower at a time | Loan | create | \`loan.copy.loans.filter(l, l.state == 'out').size() <= 1\` | OUT |
| Not too many | Loan | create | \`loan.borrower.loans.filter(l, l.state == 'out').size() <= 4\` | TOO_MANY |
| One hold a copy | Hold | create | \`Hold.filter(h, h.copy == hold.copy and (h.state == 'waiting' or h.state == 'ready')).size() <= 1\` | WAITING |
${everything("Copy | create, read, update, delete", "Loan | create, read, update, delete, Return", "Hold | create, read, update, delete, Set aside, Fetch, Cancel")}
${errors("OUT", "TOO_MANY", "WAITING")}
${settings}
`;

test("what a rule counts is brought to its edge, and another rule is kept by another row to refer to", () =>
  catchesMutants("5/Loan/Not too many", ["4 is 5", "4 is 3"], library));

test("what is counted in several ways is counted in each of them alone", () =>
  catchesMutants(
    "5/Hold/One hold a copy",
    [
      "without h.state == 'waiting'",
      "without h.state == 'ready'",
      "without h.state == 'waiting' or h.state == 'ready'",
    ],
    library,
  ));

test("what a timer compares with now is at its edge when the timer is due", () =>
  catchesMutants("4/Loan/Remind", ["<= is <", "7 is 8", "7 is 6"], library));

test("a sum that no row reaches alone is reached by several", async () => {
  const { source } = completeDocument(`
## 3. Entities and their fields

### Bid

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Title | text up to 20 | yes | |
| Scores | list of Score | | |
| Total | computed integer \`bid.scores.map(s, s.double ? s.points * 2 : s.points).sum()\` | | |
| State | state | | |

### Score

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Bid | belongs to Bid | yes | |
| Double | yes/no | no | no |
| Points | integer 1 to 3 | yes | |

## 4. States and transitions

### Bid
| State | Kind |
| --- | --- |
| Open | start |
| Offered | end |

| Transition | From | To | On | Only if | Otherwise |
| --- | --- | --- | --- | --- | --- |
| Offer | Open | Offered | button | \`bid.total >= 8\` | TOO_FEW |
${everything("Bid | create, read, update, delete, Offer", "Score | create, read, update, delete")}
${errors("TOO_FEW")}
${settings}
`);
  const { passed, failed } = await runPlan(start, source, { only: "4/Bid/Offer" });
  assert.deepEqual(failed, []);
  assert.ok(passed.includes("4/Bid/Offer#open"), passed.join("\n"));
});
