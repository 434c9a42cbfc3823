// A document with one thing that is not shown, for each such thing: the plan is tried on the real product, nothing fails, and the gap is told.
import assert from "node:assert/strict";
import { test } from "node:test";
import { compile } from "@writ/language";
import { completeDocument } from "../../../language/src/testing/run-cases.ts";
import { products } from "../../../server/src/testing/product.ts";
import { planOf } from "../plan/plan.ts";
import { reportOf } from "../report/report.ts";
import { barn } from "../testing/barn.ts";
import { settings } from "../testing/clauses.ts";
import { withEachGap, type WithGap } from "../testing/gap-cells.ts";
import { runPlan } from "../testing/run-plan.ts";
import { groundOf } from "../testing/workshop.ts";
import { runCases } from "./run-cases.ts";
import type { Result } from "./run.ts";

const start = products();

const isLong = process.env["WRIT_LONG"] === "1";

/** Where all of them would take too long: one of each kind of what is refused, and whose cases are tried of it. */
const some: ReadonlyMap<string, string> = new Map([
  ["3 Field Name: Required", "3"],
  ["3 Field State: Default", "4/Box"],
  ["3 ### Box: Unique together", "3/Box"],
  ["4 Transition Test: To", ""],
  ["5 Rule Light: When", "5"],
  ["6 Condition untested: Holds when", "6/Box"],
  ["6 Role Chief: Given by", "6"],
  ["7 Mail Over: Subject", "4"],
  ["8 Code WRONG: Status", "5"],
  ["9 Limit Heavy boxes: Value", "9"],
]);

/** Whatever would only tell that something is missing is no product. */
const isProduct = ({ source }: WithGap): boolean =>
  compile(source).problems.every(({ severity }) => severity !== "error");

const wanted = withEachGap(barn).filter((one) => isLong || some.has(one.what));
const all = wanted.filter(isProduct);

test("there is a document for every kind of cell that may be not shown", () => {
  assert.ok(withEachGap(barn).length > 200, String(withEachGap(barn).length));
  if (isLong) assert.ok(all.length > 200, String(all.length));
  assert.deepEqual(
    [...some.keys()].filter((what) => !all.some((one) => one.what === what)),
    [],
  );
});

for (const { what, source } of all)
  test(`${what}: not shown`, async () => {
    const compiled = compile(source);
    const plan = planOf(compiled, isLong ? "" : some.get(what));
    const running = await start(source, { development: true, jobs: "asked" });
    const results: Result[] = [];
    await runCases(plan.cases, await groundOf(running), (result) => void results.push(result));
    const { cases } = reportOf(compiled, plan, results);
    const failed = cases.filter(({ outcome }) => outcome === "failed");
    assert.deepEqual(
      failed.map(({ address, evidence }) => `${address}: ${evidence}`),
      [],
    );
    assert.ok(cases.some(({ outcome }) => outcome === "passed"));
    assert.ok(cases.some(({ outcome, evidence }) => outcome === "not tried" && evidence === "not shown"));
    await running.stop();
    await running.database.stop();
  });

const paid = (email: string, kind: string) =>
  completeDocument(`
## 3. Entities and their fields

### Bill

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Email | ${email} | yes | |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Person | signed in |
| Clerk | named at installation |

| Condition | For | Holds when |
| --- | --- | --- |
| theirs | Bill | \`bill.email == me.email\` |

| For | May | Person | Clerk |
| --- | --- | --- | --- |
| Bill | create, read, update, delete | yes | yes |
| Pay | call | theirs | no |

## 7. The calls it makes

| Call | Kind | On | Code | Errors |
| --- | --- | --- | --- | --- |
| Pay | ${kind} | button | below | |

### Pay
- In: Bill
\`\`\`ts
await Promise.resolve();
\`\`\`
${settings}`).source;

test("a call whose right is not shown is refused with the address of that right", async () => {
  const source = paid("not shown", "function");
  const plan = planOf(compile(source), "6/Pay");
  assert.deepEqual(await runPlan(start, source, { plan }), {
    passed: ["6/Pay/call/Clerk#may not", "6/Pay/call#not signed in"],
    failed: [],
  });
});

test("who may make a call is tried where its kind is shown", () => {
  assert.ok(planOf(compile(paid("email", "function")), "6/Pay").cases.length > 3);
  assert.deepEqual(planOf(compile(paid("email", "not shown")), "6/Pay").cases, []);
});
