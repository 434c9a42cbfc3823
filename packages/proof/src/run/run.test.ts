// A plan on a running product: all of it is shown where the product is what the document says, and its own clause is
// not where the product is of a document that says something else.
import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { compile } from "@writ/language";
import { completeDocument } from "../../../language/src/testing/run-cases.ts";
import { products } from "../../../server/src/testing/product.ts";
import { planOf } from "../plan/plan.ts";
import { reportOf, type Report } from "../report/report.ts";
import { runCases } from "./run-cases.ts";
import type { Result } from "./run.ts";
import { groundOf } from "../testing/workshop.ts";

const start = products();

const { source } = completeDocument(`
## 3. Entities and their fields

### House
- One row: yes

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Longest title | integer 1 to 40 | yes | 30 |

### Loan
- Owner: Borrower

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Number | sequence number \`L-{000}\` | | |
| Title | text up to 40, unique | yes | |
| Days | integer 1 to 30 | yes | |
| Borrower | reference to User | auto | \`me\` |
| Due at | datetime | auto | \`now + duration_of_loan\` |
| Remark | text up to 40 | no | |
| State | state | | |

## 4. States and transitions

### Loan
| State | Kind |
| --- | --- |
| Asked | start |
| Out | |
| Back | end |

| Transition | From | To | On | Only if | Otherwise |
| --- | --- | --- | --- | --- | --- |
| Give | Asked | Out | button | \`loan.days <= 20\` | TOO_LONG_FOR_US |
| Return | Out | Back | button | \`now <= loan.due_at\` | TOO_LATE |
| Lapse | Asked | Back | after \`patience\` | | |

| For | After | If | Do | With |
| --- | --- | --- | --- | --- |
| Loan | Give | | set | \`remark = 'given'\` |
| Loan | Return | \`loan.days > 15\` | set | \`remark = 'long'\` |

## 5. Validation rules

| Rule | For | When | Must hold | Otherwise |
| --- | --- | --- | --- | --- |
| Long ones say why | Loan | \`loan.days > 10\` | \`loan.remark != null\` | SAY_WHY |
| Short title | Loan | | \`size(loan.title) <= House.longest_title\` | TITLE_TOO_LONG |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Person | signed in |
| Clerk | named at installation |

| Condition | For | Holds when |
| --- | --- | --- |
| still asked | Loan | \`loan.state == 'asked'\` |

| For | May | Person | Clerk |
| --- | --- | --- | --- |
| House | read | yes | yes |
| House | update | no | yes |
| Loan | create | yes | yes |
| Loan | read | own | yes |
| Loan | update | own and still asked | yes |
| Loan | delete | no | yes |
| Loan | Give, Return | no | yes |
| Loan | see Remark | no | yes |

## 8. The error catalogue

| Code | When | Status | Message |
| --- | --- | --- | --- |
| TOO_LONG_FOR_US | More than twenty days | 422 | Twenty days at most. |
| TOO_LATE | It is over | 422 | Too late. |
| TITLE_TOO_LONG | More than the house takes | 422 | A shorter title, please. |
| SAY_WHY | A long one without a remark | 422 | Say why. |
| TOO_MANY | Too much in an hour | 429 | {loans_an_hour} an hour are enough. |

## 9. Business constants and limits

| Setting | Value |
| --- | --- |
| Time zone | Europe/Paris |
| Sign-in | email and password |

| Constant | Value |
| --- | --- |
| Duration of loan | 14 days |
| Patience | 3 days |
| Loans an hour | 3 |

| Limit | Value | Counts | Otherwise |
| --- | --- | --- | --- |
| New loans | \`loans_an_hour\` per hour per user | create Loan | TOO_MANY |
`);

/** The plan of the document on a product of another one. */
async function tryOn(product: string): Promise<Report> {
  const running = await start(product, { development: true, jobs: "asked" });
  const compiled = compile(source);
  const plan = planOf(compiled);
  const results: Result[] = [];
  await runCases(plan.cases, await groundOf(running), (result) => void results.push(result));
  return reportOf(compiled, plan, results);
}

const failedClauses = (report: Report): readonly string[] => [
  ...new Set(report.cases.filter(({ outcome }) => outcome === "failed").map(({ clause }) => clause)),
];

test("all is shown of a product that is what its document says", async (context: TestContext) => {
  const report = await tryOn(source);
  assert.deepEqual(
    report.cases.filter(({ outcome }) => outcome !== "passed").map(({ address, outcome }) => [address, outcome]),
    [["3/House/Longest title#default", "not tried"]],
  );
  context.diagnostic(`${report.passed} cases`);
  assert.ok(report.passed > 30);
});

/** What the product's document says instead, and the clause whose cases tell. */
const changes: readonly (readonly [string, string, string])[] = [
  ["`loan.days <= 20`", "`loan.days <= 21`", "4/Loan/Give"],
  ["`now <= loan.due_at`", "`now < loan.due_at`", "4/Loan/Return"],
  ["| Give | Asked | Out |", "| Give | Asked, Back | Out |", "4/Loan/Give"],
  ["`loan.days > 10`", "`loan.days > 11`", "5/Loan/Long ones say why"],
  ["`loan.remark != null` | SAY_WHY", "`true` | SAY_WHY", "5/Loan/Long ones say why"],
  ["| Loan | read | own | yes |", "| Loan | read | yes | yes |", "6/Loan/read/Person"],
  ["| own and still asked |", "| own |", "6/Loan/update/Person"],
  ["| Loan | delete | no | yes |", "| Loan | delete | own | yes |", "6/Loan/delete/Person"],
  ["| Loan | see Remark | no | yes |", "| Loan | see Remark | yes | yes |", "6/Loan/see Remark/Person"],
  ["| Title | text up to 40, unique | yes |", "| Title | text up to 40, unique | no |", "3/Loan/Title"],
  ["| Title | text up to 40, unique |", "| Title | text up to 40 |", "3/Loan/Title"],
  ["| Title | text up to 40,", "| Title | text up to 41,", "3/Loan/Title"],
  ["integer 1 to 30", "integer 1 to 31", "3/Loan/Days"],
  ["| Duration of loan | 14 days |", "| Duration of loan | 15 days |", "3/Loan/Due at"],
  ["| Patience | 3 days |", "| Patience | 4 days |", "4/Loan/Lapse"],
  ["`loan.days > 15`", "`loan.days > 16`", "4/Effects/Loan/Return/set"],
  ["| Loans an hour | 3 |", "| Loans an hour | 4 |", "9/New loans"],
  ["| 422 | Too late. |", "| 409 | Too late. |", "8/TOO_LATE"],
  ["an hour are enough.", "an hour would be enough.", "8/TOO_MANY"],
  ["`remark = 'given'`", "`remark = 'gone'`", "4/Loan/Give"],
];

test("a product that differs is detected by the clause that is different", async () => {
  // Each needs a product of its own.
  for (const [from, to, clause] of process.env["WRIT_LONG"] === "1"
    ? changes
    : changes.filter((_, at) => at % 5 === 0)) {
    const changed = source.replace(from, to);
    assert.notEqual(changed, source);
    const failed = failedClauses(await tryOn(changed));
    assert.ok(failed.includes(clause), `${to}: ${failed.join(", ")}`);
  }
});
