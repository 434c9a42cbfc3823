// What is told of a case for which no rows were found: always a reason.
import assert from "node:assert/strict";
import { test } from "node:test";
import { compile } from "@writ/language";
import { completeDocument } from "../../../language/src/testing/run-cases.ts";
import { everything, settings } from "../testing/clauses.ts";
import { planOf } from "./plan.ts";

test("rows that no product could hold are reported as such", () => {
  const { source } = completeDocument(`
## 3. Entities and their fields

### Box

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Items | list of Item | | |
| Many | computed yes/no \`box.items.exists(i, i.number > 'R-2026-9')\` | | |

### Item

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Number | sequence number \`R-{year}-{0}\` per year | | |
| Box | belongs to Box | yes | |
${everything("Box | create, read, update, delete", "Item | create, read, update, delete")}
${settings}
`);
  const { notTried } = planOf(compile(source), "3/Box/Many");
  assert.deepEqual(
    notTried.map(({ scenario, why }) => [scenario.address, why.replace(/^no row found among \d+: /, "")]),
    [["3/Box/Many#yes", "it needs rows that cannot exist"]],
  );
});
