// What a plan aims at where a number or one of two sides is to make a difference: where both come to the same, nothing is shown.
import assert from "node:assert/strict";
import { test } from "node:test";
import { compile } from "@writ/language";
import { completeDocument } from "../../../language/src/testing/run-cases.ts";
import { products } from "../../../server/src/testing/product.ts";
import { everything, settings } from "../testing/clauses.ts";
import { runPlan } from "../testing/run-plan.ts";
import { catchesMutants } from "../testing/catches-mutants.ts";
import { planOf } from "./plan.ts";

const start = products();

/** `left`: what is left of a bill that is closed. */
const bills = (left: string) => `
## 3. Entities and their fields

### Bill

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Total | money 0 to 1000 | yes | |
| Paid | money 0 to 1000 | yes | 0 EUR |
| Left | money | auto | |
| Owes | computed money \`max(money(0), bill.total - bill.paid)\` | | |
| State | state | | |

## 4. States and transitions

### Bill

| State | Kind |
| --- | --- |
| Open | start |
| Done | end |

| Transition | From | To | On |
| --- | --- | --- | --- |
| Close | Open | Done | button |

### Effects

| For | After | Do | With |
| --- | --- | --- | --- |
| Bill | Close | set | \`left = ${left}\` |
${everything("Bill | create, read, update, delete, Close")}
${settings}
`;

const owed = "max(money(0), bill.total - bill.paid)";

test("what is at least nothing is tried where it would be less, so that one less would be noticed", () =>
  catchesMutants("4/Effects/Bill/Close/set", ["0 is 1", "0 is -1"], bills(owed)));

test("what is worked out at least as nothing is tried where it would be less", () =>
  catchesMutants("3/Bill/Owes", ["0 is 1", "0 is -1"], bills(owed)));

test("of two sides each is the one, and neither where they come to the same", async () => {
  const { source } = completeDocument(bills(owed));
  const sides = planOf(compile(source), "4/Effects").cases.filter(({ scenario }) => scenario.address.includes("side"));
  assert.deepEqual(
    sides.map(({ scenario: { where } }) =>
      where.map((fact) => ("tree" in fact && "operator" in fact.tree ? fact.tree.operator : fact.kind)),
    ),
    [
      ["follows", "<"],
      ["follows", ">"],
    ],
  );
  assert.deepEqual((await runPlan(start, source, { only: "4/Effects" })).failed, []);
});

test("a side that is never the one is reported as not tried", () => {
  const { notTried } = planOf(compile(completeDocument(bills("max(money(0), bill.total)")).source), "4/Effects");
  assert.deepEqual(
    notTried.map(({ scenario, why }) => [scenario.address, why.replace(/^no row found among \d+: /, "")]),
    [["4/Effects/Bill/Close/set#follows by side 2", "no row where in the end money(0) > bill.total"]],
  );
});
