// That what a row refers to lies in the same thing as the row is shown by a user who has their role in two of them.
import assert from "node:assert/strict";
import { test } from "node:test";
import { completeDocument } from "../../../language/src/testing/run-cases.ts";
import { products } from "../../../server/src/testing/product.ts";
import { errors, settings } from "../testing/clauses.ts";
import { runPlan } from "../testing/run-plan.ts";
import { catchesMutants } from "../testing/catches-mutants.ts";

const start = products();

const stables = (type: string, must: string) => `
## 3. Entities and their fields

### Stable

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Name | text up to 20 | yes | |

### Groom

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Stable | belongs to Stable | yes | |
| Person | reference to User | yes | |

### Horse

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Stable | belongs to Stable | yes | |
| Name | text up to 20 | yes | |

### Ride

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Stable | belongs to Stable | yes | |
| Horse | ${type} Horse | no | |

## 5. Validation rules

| Rule | For | Must hold | Otherwise |
| --- | --- | --- | --- |
| Of this stable | Ride | \`${must}\` | ELSEWHERE |

## 6. Roles and permissions

| Role | Given by | Within |
| --- | --- | --- |
| Person | signed in | |
| Groom | Groom where \`groom.person != null\` | Stable |

| For | May | Person | Groom |
| --- | --- | --- | --- |
| Stable | create, read | yes | yes |
| Stable | update, delete | no | no |
| Groom | create, read | yes | yes |
| Groom | update, delete | no | no |
| Horse | create, read, update, delete | no | yes |
| Ride | create, read, update, delete | no | yes |
${errors("ELSEWHERE")}
${settings}`;

const one = stables("reference to", "ride.horse == null or ride.horse.stable == ride.stable");
const all = stables("several", "ride.horse.all(h, h.stable == ride.stable)");

for (const [what, fragment] of [
  ["one row", one],
  ["several rows", all],
] as const)
  test(`${what} of another thing are refused where they may be read`, () => {
    catchesMutants("5/Ride/Of this stable", ["left out"], fragment);
  });

test("the database refuses what is of another thing, and tells it with the words of the rule", async () => {
  const { passed, failed } = await runPlan(start, completeDocument(one).source, { only: "5/" });
  assert.deepEqual(failed, []);
  const refused = ["create", "update"].map((deed) => `5/Ride/Of this stable#${deed} refused`);
  assert.deepEqual(
    refused.filter((address) => !passed.includes(address)),
    [],
  );
});
