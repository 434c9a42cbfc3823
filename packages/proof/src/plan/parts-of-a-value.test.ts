// What a plan aims at where a value is worked out: one that is another value if any part of what works it out were otherwise.
import assert from "node:assert/strict";
import { test } from "node:test";
import { compile } from "@writ/language";
import { completeDocument } from "../../../language/src/testing/run-cases.ts";
import { products } from "../../../server/src/testing/product.ts";
import { errors, everything, settings } from "../testing/clauses.ts";
import { runPlan } from "../testing/run-plan.ts";
import { catchesMutants } from "../testing/catches-mutants.ts";
import { planOf } from "./plan.ts";

const start = products();

const items = `
## 3. Entities and their fields

### Item

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Kind | one of: retail, trade | yes | |
| Pieces | integer 0 to 99 | yes | |
| Rebate | integer 0 to 50 | yes | |
| Member | yes/no | no | no |
| Over | computed integer \`item.pieces > 3 ? item.pieces - 2 : 1\` | | |
| Price | computed integer \`item.member ? item.pieces * 10 - item.rebate : item.pieces * 10\` | | |
| Bulk | computed integer \`item.pieces > 10 and item.member ? item.rebate : 0\` | | |
| Worth | computed yes/no \`item.member and item.rebate > 2 ? item.pieces > 7 : item.pieces > 30\` | | |
| Quarter | computed number \`div(item.pieces, 4, 1)\` | | |
| Third | computed integer \`round(item.pieces / 3, 0)\` | | |
| Capped | computed integer \`min(item.pieces, 20)\` | | |
| Share | computed money \`surcharge[item.kind] * item.pieces + unit * (item.pieces + 5)\` | | |
| Lines | list of Line | | |
| Goods | computed money \`item.lines.filter(l, not l.free).map(l, l.price * l.pieces).sum()\` | | |
| Level | computed text \`item.goods > money(100) ? 'big' : 'small'\` | | |

### Line

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Item | belongs to Item | yes | |
| Price | money 0 to 500 | yes | |
| Pieces | integer 1 to 99 | yes | |
| Free | yes/no | no | no |
${everything("Item | create, read, update, delete", "Line | create, read, update, delete")}
${settings}
| Constant | Value |
| --- | --- |
| Surcharge | retail: 1.50 EUR, trade: 0.50 EUR |
| Unit | 0.20 EUR |
`;

test("a branch is read with a value by which the other branch would give another one", () => {
  catchesMutants("3/Item/Over", ["3 is 4", "2 is 1", "always item.pieces - 2", "always 1"], items, ["3 is 2"]);
  catchesMutants("3/Item/Price", ["always item.pieces * 10 - item.rebate", "always item.pieces * 10"], items);
  catchesMutants("3/Item/Bulk", ["without item.pieces > 10", "without item.member", "10 is 11", "10 is 9"], items);
  const says = ["always item.pieces > 7", "always item.pieces > 30", "without item.member", "2 is 3", "2 is 1"];
  catchesMutants("3/Item/Worth", says, items);
});

test("a number is shown where it makes a difference to what is kept", () => {
  catchesMutants("3/Item/Quarter", ["4 is 5", "4 is 3", "1 is 2", "1 is 0"], items);
  catchesMutants("3/Item/Third", ["3 is 4", "3 is 2"], items, ["0 is 1"]);
  catchesMutants("3/Item/Capped", ["20 is 21", "20 is 19"], items);
  catchesMutants("9/Surcharge", ["1.50 EUR is 1.51 EUR", "0.50 EUR is 0.49 EUR"], items);
  catchesMutants("9/Unit", ["0.20 EUR is 0.21 EUR", "0.20 EUR is 0.19 EUR"], items);
});

test("what is compared is brought to its edge through what is worked out of rows", () =>
  catchesMutants("3/Item/Level", ["> is >=", "100 is 101", "100 is 99"], items));

test("a rule of two branches is kept also where the other branch always holds", () => {
  const rule = `
## 5. Validation rules

| Rule | For | Must hold | Otherwise |
| --- | --- | --- | --- |
| Some | Item | \`item.member ? item.pieces >= 1 : item.pieces >= 0\` | NONE |
`;
  const { cases } = planOf(compile(completeDocument(`${items}${rule}${errors("NONE")}`).source), "5/Item/Some");
  const addresses = cases.map(({ scenario }) => scenario.address);
  assert.ok(addresses.includes("5/Item/Some#create allowed"));
  assert.ok(addresses.includes("5/Item/Some#create refused"));
});

test("all of it is found, and passes on a product", async () => {
  const { source } = completeDocument(items);
  const { notTried } = planOf(compile(source), "3/Item");
  assert.deepEqual(
    notTried.map(({ scenario, why }) => `${scenario.address}: ${why}`),
    [],
  );
  const { passed, failed } = await runPlan(start, source, { only: "3/Item" });
  assert.deepEqual(failed, []);
  const own = (field: string) =>
    passed.filter((one) => one.startsWith(`3/Item/${field}#`)).map((one) => one.split("#")[1]);
  assert.deepEqual(own("Quarter"), ["worked out", "worked out with 4", "worked out with 1"]);
  assert.deepEqual(own("Bulk"), ["then", "else", "else 2"]);
});
