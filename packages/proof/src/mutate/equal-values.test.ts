// A bound that is moved to where both branches give the same is proven to come to the same, and one that is moved further is caught.
import assert from "node:assert/strict";
import { test } from "node:test";
import { compile } from "@writ/language";
import { mutantsOf } from "@writ/language/mutants";
import { completeDocument } from "../../../language/src/testing/run-cases.ts";
import { products } from "../../../server/src/testing/product.ts";
import { planOf } from "../plan/plan.ts";
import { runCases } from "../run/run-cases.ts";
import { settings } from "../testing/clauses.ts";
import { workshopOf } from "../testing/workshop.ts";
import { runMutants, type MutantResult } from "./run-mutants.ts";

const start = products();

const { source } = completeDocument(`
## 3. Entities and their fields

### Parcel

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Pieces | integer 0 to 90 | yes | |
| Paid | computed integer \`parcel.pieces > 3 ? parcel.pieces - 3 : 0\` | | |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Person | signed in |

| For | May | Person |
| --- | --- | --- |
| Parcel | create, read, update, delete | yes |
${settings}
`);

test("a bound is moved to where both branches give the same, and further", async () => {
  const workshop = await workshopOf(start, source);
  const compiled = compile(source);
  const { cases } = planOf(compiled, "3/Parcel/Paid");
  const site = await runCases(cases, workshop, ({ outcome, evidence }) => assert.equal(outcome, "passed", evidence));
  const mutants = mutantsOf(compiled).filter(({ clause }) => clause === "3/Parcel/Paid");
  const tried: MutantResult[] = [];
  await runMutants(
    mutants,
    { compiled, cases, notTried: planOf(compiled).notTried, workshop, site },
    (one) => void tried.push(one),
  );
  assert.deepEqual(
    tried.map(({ mutant, fate }) => [mutant.after.replace("computed integer ", ""), fate]),
    [
      ["(parcel.pieces - 3)", "caught"],
      ["(0)", "caught"],
      ["parcel.pieces > 4 ? parcel.pieces - 3 : 0", "caught"],
      ["parcel.pieces > 2 ? parcel.pieces - 3 : 0", "equivalent"],
      ["parcel.pieces > 3 ? parcel.pieces - 4 : 0", "caught"],
      ["parcel.pieces > 3 ? parcel.pieces - 2 : 0", "caught"],
      ["parcel.pieces > 3 ? parcel.pieces - 3 : 1", "caught"],
      ["parcel.pieces > 3 ? parcel.pieces - 3 : -1", "caught"],
    ],
  );
});
