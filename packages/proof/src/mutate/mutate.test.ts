// Documents that differ in one clause, on real databases: a plan that is whole catches each by a case of its own clause, and
// one that lacks a case has its survivor.
import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { compile } from "@writ/language";
import { mutantsOf, type Mutant } from "@writ/language/mutants";
import { completeDocument } from "../../../language/src/testing/run-cases.ts";
import { products } from "../../../server/src/testing/product.ts";
import type { Case } from "../plan/search/find.ts";
import { planOf } from "../plan/plan.ts";
import { junitOf } from "../report/junit.ts";
import { mutantReportOf, type MutantReport } from "../report/mutants.ts";
import { mutantsText } from "../report/mutants-text.ts";
import { runCases } from "../run/run-cases.ts";
import { workshopOf } from "../testing/workshop.ts";
import { runMutants, type MutantResult } from "./run-mutants.ts";

const start = products();

const { source } = completeDocument(`
## 3. Entities and their fields

### Loan
- Owner: Borrower

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Title | text | yes | |
| Days | integer | yes | |
| Borrower | reference to User | auto | \`me\` |
| Remark | text | no | |
| Given at | datetime | auto | |
| State | state | | |

## 4. States and transitions

### Loan
| State | Kind |
| --- | --- |
| Asked | start |
| Kept | |
| Out | |
| Back | end |

| Transition | From | To | On | Only if | Otherwise | Asks for |
| --- | --- | --- | --- | --- | --- | --- |
| Give | Asked, Kept | Out | button | \`loan.days <= longest and loan.remark != 'no'\` | NOT_THIS_ONE | |
| Keep | Asked | Kept | button | | | Remark (required) |
| Return | Out | Back | button | | | |

| For | After | Do | With |
| --- | --- | --- | --- |
| Loan | Give | set | \`given_at = now\` |

## 5. Validation rules

| Rule | For | When | Must hold | Otherwise |
| --- | --- | --- | --- | --- |
| Long ones say why | Loan | \`loan.days > 10\` | \`loan.remark != null\` | SAY_WHY |
| Some days | Loan | | \`loan.days >= 1\` | NO_DAYS |

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
| Loan | create | yes | yes |
| Loan | read | own | yes |
| Loan | update | own and still asked | yes |
| Loan | delete | no | yes |
| Loan | Give, Keep, Return | no | yes |
| Loan | see Remark | no | yes |

## 8. The error catalogue

| Code | When | Status | Message |
| --- | --- | --- | --- |
| NOT_THIS_ONE | Too long, or never | 422 | Not this one. |
| SAY_WHY | A long one without a remark | 422 | Say why. |
| NO_DAYS | Less than a day | 422 | At least a day. |

## 9. Business constants and limits

| Setting | Value |
| --- | --- |
| Time zone | Europe/Paris |
| Sign-in | email and password |

| Constant | Value |
| --- | --- |
| Longest | 20 |
`);

type Part = { readonly cases: (one: Case) => boolean; readonly mutants: (one: Mutant, index: number) => boolean };

async function mutate(part: Part): Promise<MutantReport> {
  const workshop = await workshopOf(start, source);
  const compiled = compile(source);
  const cases: Case[] = [];
  const plan = planOf(compiled);
  const chosen = plan.cases.filter(part.cases);
  const site = await runCases(chosen, workshop, ({ case: one, outcome, evidence }) => {
    assert.equal(outcome, "passed", `${one.scenario.address}: ${evidence}`);
    cases.push(one);
  });
  const tried: MutantResult[] = [];
  const mutants = mutantsOf(compiled).filter(part.mutants);
  await runMutants(
    mutants,
    { compiled, cases, notTried: plan.notTried, workshop, site },
    (one) => void tried.push(one),
  );
  return mutantReportOf(tried);
}

/** One of each kind that a section has; all of them in the long run. */
function isChosen(): (one: Mutant) => boolean {
  const seen = new Set<string>();
  return ({ clause, what }) => {
    const kind = `${clause[0]} ${what.split(" ").slice(0, 2).join(" ")}`;
    const isNew = !seen.has(kind);
    seen.add(kind);
    return isNew || process.env["WRIT_LONG"] === "1";
  };
}

test("every kind of mutant is caught, or proven to come to the same", async (context: TestContext) => {
  const report = await mutate({ cases: () => true, mutants: isChosen() });
  const not = report.mutants.filter(({ fate }) => fate !== "caught");
  context.diagnostic(`${report.caught} of ${report.mutants.length} caught by a case of their own clause`);
  const expected: readonly (readonly [string, string])[] = [
    // Every clerk is a person too; and what is not one's own cannot be read.
    ["6/Loan/create/Clerk~never", "equivalent"],
    ["6/Loan/update/Person~without own", "equivalent"],
  ];
  const some = expected.filter(([address]) => report.mutants.some((one) => one.address === address));
  assert.deepEqual(
    not.map(({ address, fate }) => [address, fate]),
    some,
  );
  assert.ok(report.caught > 20, `${report.caught}`);
});

test("where the cases that would tell are taken away, the mutants survive and are shown with what was changed", async () => {
  const report = await mutate({
    cases: ({ scenario }) => scenario.clause === "5/Loan/Some days" && scenario.expected.kind === "done",
    mutants: ({ clause }) => clause === "5/Loan/Some days",
  });
  assert.deepEqual(
    report.mutants.map(({ what, fate }) => [what, fate]),
    [
      ["left out", "survived"],
      ["never kept", "caught"],
      ["1 is 2", "caught"],
      ["1 is 0", "survived"],
    ],
  );
  const told = mutantsText(report, 1, { colour: false, visible: (text) => text });
  assert.match(
    told,
    /survived 5\/Loan\/Some days~1 is 0\n.*\n +before: loan\.days >= 1\n +after: {2}loan\.days >= 0\n/,
  );
  assert.match(
    told,
    /2 caught by a case of their own clause, 0 caught elsewhere, 2 survived, 0 equivalent, 0 no document/,
  );
  assert.match(
    junitOf({ passed: 0, failed: 0, notTried: 0, cases: [] }, report),
    /mutants of section 5" tests="4" failures="2"/,
  );
});
