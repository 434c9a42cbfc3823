// A transition that no effect does, and no one by hand: only code could, which is said in its place.
import assert from "node:assert/strict";
import { test } from "node:test";
import { compile } from "@writ/language";
import { mutantsOf } from "@writ/language/mutants";
import { completeDocument } from "../../../language/src/testing/run-cases.ts";
import { planOf } from "./plan.ts";

const { source } = completeDocument(`
## 3. Entities and their fields

### Parcel

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Weight | integer 1 to 30 | yes | |
| State | state | | |

## 4. States and transitions

### Parcel
| State | Kind |
| --- | --- |
| Sent | start |
| Here | |
| Gone | end |

| Transition | From | To | On |
| --- | --- | --- | --- |
| Arrive | Sent | Here | effect |
| Fetch | Here | Gone | button |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Person | signed in |

| For | May | Person |
| --- | --- | --- |
| Parcel | create, read, update, delete, Fetch | yes |

## 7. The calls it makes

| Call | Kind | On | Code |
| --- | --- | --- | --- |
| Scanned | webhook in | \`POST /hooks/scanned\` | below |

### Scanned
- In: Parcel
- Signature: header \`X-Sig\`, secret \`SCANNER\`
\`\`\`ts
await system.parcel.arrive(input.parcel, {});
\`\`\`

## 9. Business constants and limits

| Setting | Value |
| --- | --- |
| Sign-in | email and password |
`);

test("a transition that code alone does is not tried, and has no mutants that no case could tell", () => {
  const compiled = compile(source);
  assert.deepEqual(
    compiled.problems.filter(({ severity }) => severity === "error").map(({ message }) => message),
    [],
  );
  const { cases, notTried } = planOf(compiled, "4/Parcel/Arrive");
  assert.deepEqual(cases, []);
  assert.deepEqual(
    notTried.map(({ scenario, why }) => [scenario.address, why]),
    [["4/Parcel/Arrive#by code", "no effect does it, only code of section 7, which is not tried"]],
  );
  const clauses = mutantsOf(compiled).map(({ clause }) => clause);
  assert.deepEqual([clauses.includes("4/Parcel/Arrive"), clauses.includes("4/Parcel/Fetch")], [false, true]);
});
