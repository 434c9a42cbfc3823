// What a plan asks of rows that go: a condition of theirs is looked at when they are no longer there, and neither is what went with them.
import assert from "node:assert/strict";
import { test } from "node:test";
import { compile } from "@writ/language";
import { haveEqualValues, mutantsOf } from "@writ/language/mutants";
import { completeDocument } from "../../../language/src/testing/run-cases.ts";
import { products } from "../../../server/src/testing/product.ts";
import { errors, everything, settings } from "../testing/clauses.ts";
import { shows } from "../testing/shows.ts";

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
