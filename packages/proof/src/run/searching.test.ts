// Of what lists search: rows are looked for by what stands in them, and not by what no one knows ahead.
import assert from "node:assert/strict";
import { test } from "node:test";
import { completeDocument } from "../../../language/src/testing/run-cases.ts";
import { products } from "../../../server/src/testing/product.ts";
import { everything, settings } from "../testing/clauses.ts";
import { runPlan } from "../testing/run-plan.ts";

const start = products();

const parcels = completeDocument(`
## 2. Screens and routes

| Screen | Route | Kind | For | Menu |
| --- | --- | --- | --- | --- |
| Parcels | \`/\` | list of Parcel | Person | yes |

### Parcels
- Search: Code

## 3. Entities and their fields

### Parcel

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Code | random code \`P{aa}{00}\` | | |
| Weight | integer | yes | |

${everything("Parcel | create, read, update, delete")}
${settings}`).source;

test("no row is looked for by a code that is drawn", async () => {
  const { passed, failed } = await runPlan(start, parcels, { only: "6/Parcel/read/Person" });
  assert.deepEqual(failed, []);
  assert.deepEqual(passed, ["6/Parcel/read/Person#may"]);
});
