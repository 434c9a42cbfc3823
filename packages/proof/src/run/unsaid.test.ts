// Rules that share an error are told apart by the clause that a refusal names: one of which the other always tells too is missed.
import assert from "node:assert/strict";
import { test } from "node:test";
import { completeDocument } from "../../../language/src/testing/run-cases.ts";
import { products } from "../../../server/src/testing/product.ts";
import { errors, everything, settings } from "../testing/clauses.ts";
import { runPlan } from "../testing/run-plan.ts";
import { catchesMutants } from "../testing/catches-mutants.ts";

const start = products();

const shorter = "| Not for one | Table | `table.guests <= 8` | TOO_MANY |\n";
const rules = (some: string) => `
## 3. Entities and their fields

### Table

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Guests | integer 1 to 20 | yes | |

## 5. Validation rules

| Rule | For | Must hold | Otherwise |
| --- | --- | --- | --- |
| Not for two | Table | \`table.guests <= 4\` | TOO_MANY |
${some}
${everything("Table | create, read, update, delete")}
${errors("TOO_MANY")}
${settings}`;

test("a rule that is broken only together with another one of the same error is missed where it is gone", async () => {
  const { source } = completeDocument(rules(shorter));
  assert.ok(source.includes(shorter));
  const of = source.replace(shorter, "");
  assert.deepEqual((await runPlan(start, source, { only: "5/" })).failed, []);
  const { failed } = await runPlan(start, source, { of, only: "5/" });
  assert.deepEqual(
    failed,
    ["create", "update"].map(
      (deed) =>
        `5/Table/Not for one#${deed} refused: TOO_MANY (422 TOO_MANY It is so.); it names 5/Table/Not for two, and not 5/Table/Not for one`,
    ),
  );
  // At eight guests the other rule alone refuses it.
  catchesMutants("5/Table/Not for one", ["left out", "8 is 7"], rules(shorter));
});
