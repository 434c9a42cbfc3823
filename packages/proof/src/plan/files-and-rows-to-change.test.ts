// A plan changes what nothing is there for yet: a file is brought, and a row is made that a reference can be given.
import assert from "node:assert/strict";
import { test } from "node:test";
import { completeDocument } from "../../../language/src/testing/run-cases.ts";
import { products } from "../../../server/src/testing/product.ts";
import { everything, settings } from "../testing/clauses.ts";
import { runPlan } from "../testing/run-plan.ts";
import { catchesMutants } from "../testing/catches-mutants.ts";

const start = products();

const parcels = `
## 3. Entities and their fields

### Parcel

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Label | text up to 20 | yes | |
| Receipt | image up to 1 MB (png) | no | |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Person | signed in |
| Clerk | named at installation |

| For | May | Person | Clerk |
| --- | --- | --- | --- |
| Parcel | create, read, update, delete | yes | yes |
| Parcel | set Receipt | no | yes |
${settings}`;

test("a file that a role may not give is given by it, with a new row and with one that is there", async () => {
  const { source } = completeDocument(parcels);
  const { passed, failed } = await runPlan(start, source, { only: "6/Parcel/set Receipt" });
  assert.deepEqual(failed, []);
  assert.deepEqual(
    passed,
    ["Person#may not", "Clerk#may"].flatMap((cell) =>
      ["create", "update"].map((on) => `6/Parcel/set Receipt/${cell} on ${on}`),
    ),
  );
  catchesMutants("6/Parcel/set Receipt/Person", ["always"], parcels);
});

for (const [what, type] of [
  ["reference", "reference to Tool"],
  ["choice of several rows", "several Tool"],
] as const)
  test(`a right to change rows of which there is only a ${what} to change is tried with a row that is made`, () => {
    const shelves = `
## 3. Entities and their fields

### Tool

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Name | text up to 20 | yes | |

### Shelf

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Holds | ${type} | no | |

${everything("Tool | create, read, update, delete", "Shelf | create, read, update, delete")}
${settings}`;
    catchesMutants("6/Shelf/update/Person", ["never"], shelves);
  });
