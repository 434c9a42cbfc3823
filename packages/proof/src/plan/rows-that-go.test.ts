// What a plan asks of rows that go: a condition of theirs is looked at when they are no longer there, and neither is what went with them.
import assert from "node:assert/strict";
import { test } from "node:test";
import { compile } from "@writ/language";
import { haveEqualValues, mutantsOf } from "@writ/language/mutants";
import { completeDocument } from "../../../language/src/testing/run-cases.ts";
import { products } from "../../../server/src/testing/product.ts";
import { errors, everything, settings } from "../testing/clauses.ts";
import { shows } from "../testing/shows.ts";
import { planOf } from "./plan.ts";

const start = products();

const tools = (...rules: readonly string[]) =>
  completeDocument(`
## 3. Entities and their fields

### Tool

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Spare | yes/no | no | no |
| Loans | list of Loan | | |

### Loan

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Tool | belongs to Tool | yes | |
| Out | yes/no | no | no |

## 5. Validation rules

| Rule | For | On | Must hold | Otherwise |
| --- | --- | --- | --- | --- |
${rules.map((rule, index) => `| R${index} | Tool | delete | \`${rule}\` | NO |`).join("\n")}
${everything("Tool | create, read, update, delete", "Loan | create, read, update, delete")}
${errors("NO")}
${settings}`).source;

const nobody = "when the row has gone, no other one refers to it, and none of its lists holds anything";

test("what no row can be when it has gone is not asked for, or said to be beyond all", async () => {
  const source = tools(
    "Tool.exists(t, t.spare and t != tool)",
    "tool.spare or Tool.exists(t, t.spare and not (t != tool))",
    "not Loan.exists(l, l.out and l.tool == tool)",
    "tool.loans.size() == 0",
  );
  await shows(
    start,
    source,
    {
      "5/Tool/R0": ["delete refused", "delete allowed"],
      "5/Tool/R1": ["delete refused", "delete allowed"],
      "5/Tool/R2": ["delete allowed"],
      "5/Tool/R3": ["delete allowed"],
    },
    { "5/Tool/R2#delete refused": nobody, "5/Tool/R3#delete refused": nobody },
  );
});

test("a part that says nothing of a row that has gone is proven to say nothing", () => {
  const compiled = compile(
    tools("Tool.exists(t, t.spare and t != tool)", "not Loan.exists(l, l.out and l.tool == tool)"),
  );
  const proven = mutantsOf(compiled)
    .filter(({ clause }) => clause.startsWith("5/"))
    .filter(({ same, source }) => same !== undefined || haveEqualValues(compiled, compile(source)));
  assert.deepEqual(
    proven.map(({ address }) => address),
    ["5/Tool/R0~without t != tool", "5/Tool/R1~left out", "5/Tool/R1~without l.out"],
  );
});

const cups = (condition: string) =>
  completeDocument(`
## 3. Entities and their fields

### Shelf

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Old | yes/no | no | no |
| Cups | list of Cup | | |

### Cup

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Shelf | reference to Shelf, cleared on delete | no | |
| Red | yes/no | no | no |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Person | signed in |

| Condition | For | Holds when |
| --- | --- | --- |
| free | Shelf | \`${condition}\` |

| For | May | Person |
| --- | --- | --- |
| Shelf | create, read, update | yes |
| Shelf | delete | free |
| Cup | create, read, update, delete | yes |
${settings}`).source;

test("where nobody may delete what is referred to, that it is emptied is beyond all, and not to is the same", () => {
  const told = (condition: string) => {
    const compiled = compile(cups(condition));
    const { cases, notTried } = planOf(compiled, "3/Cup/Shelf#gone");
    const { same } = mutantsOf(compiled).find(({ what }) => what === 'without "cleared on delete"') ?? assert.fail();
    return [cases.length, notTried.map(({ why }) => why), same];
  };
  const never = "nobody may delete one that is referred to";
  for (const condition of [
    "shelf.cups.size() == 0",
    "shelf.old and size(shelf.cups) < 1",
    "not Cup.exists(c, c.shelf == shelf)",
    "Cup.filter(c, shelf == c.shelf).size() == 0 and shelf.old",
  ])
    assert.deepEqual(told(condition), [0, [never], never], condition);
  for (const condition of [
    "shelf.cups.size() < 2",
    "not shelf.cups.exists(c, c.red)",
    "shelf.cups.size() == 0 or shelf.old",
    "not Cup.exists(c, c.red and c.shelf == shelf)",
  ])
    assert.deepEqual(told(condition), [1, [], undefined], condition);
});
