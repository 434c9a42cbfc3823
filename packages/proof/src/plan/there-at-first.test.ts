// What a plan says of rows that are there before anything is tried.
import assert from "node:assert/strict";
import { test } from "node:test";
import { compile } from "@writ/language";
import { completeDocument } from "../../../language/src/testing/run-cases.ts";
import { settings } from "../testing/clauses.ts";
import { planOf } from "./plan.ts";

test("what the one row holds at first is reported as not tried, with the reason", () => {
  const { source } = completeDocument(`
## 3. Entities and their fields

### Desk
- One row: yes

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Opens at | integer 0 to 23 | yes | 9 |
| Fee | money 0 to 100 | no | \`base\` |
| Closes at | integer 0 to 23 | no | |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Person | signed in |

| For | May | Person |
| --- | --- | --- |
| Desk | read, update | yes |
${settings}
| Constant | Value |
| --- | --- |
| Base | 3.00 EUR |
`);
  const compiled = compile(source);
  assert.deepEqual(
    compiled.problems.filter(({ severity }) => severity === "error"),
    [],
  );
  const why = "the one row is there before anything is tried, and nobody makes another";
  assert.deepEqual(
    planOf(compiled).notTried.map((one) => [one.scenario.address, one.why]),
    [
      ["3/Desk/Opens at#default", why],
      ["3/Desk/Fee#default", why],
    ],
  );
});
