// Fields that are called as the product's own SQL calls rows and variables: nothing of it takes the one for the other.
import assert from "node:assert/strict";
import { test } from "node:test";
import { products } from "../../../server/src/testing/product.ts";
import { completeDocument } from "../../../language/src/testing/run-cases.ts";
import { runPlan } from "../testing/run-plan.ts";

const start = products();

const names =
  "Item, Due, Given, One, Found, Row, Rows, Pattern, Stored, Place, Key, Other, Chosen, Held, Kept, Answer, Value";
const fields = names
  .split(", ")
  .map((name) => `| ${name} | text up to 20 | no | |`)
  .join("\n");

const seats = completeDocument(`
## 2. Screens and routes

| Screen | Route | Kind | For | Menu |
| --- | --- | --- | --- | --- |
| Seats | \`/\` | list of Seat | Guest | yes |

### Seats
- Search: Name

## 3. Entities and their fields

### User

| Field | Type | Required | Default |
| --- | --- | --- | --- |
${fields}

### Seat
- Shown as: \`seat.name\`
- History: kept

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Name | text up to 20 | yes | |
| Keeper | reference to User, among \`User.filter(u, u.has_role('Usher'))\` | no | |
| Picture | image up to 1 KB (png) | no | |
| Guests | several User | | |
| Free from | datetime | no | |
| Is free | computed yes/no \`seat.free_from == null\` | | |
| State | state | | |
${fields}

## 4. States and transitions

### Seat

| State | Kind |
| --- | --- |
| Taken | start |
| Free | end |

| Transition | From | To | On | Only if |
| --- | --- | --- | --- | --- |
| Become free | Taken | Free | at \`seat.free_from\` | \`seat.keeper == null\` |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Guest | signed in |
| Usher | named at installation, assigned by Usher |

| For | May | Guest | Usher |
| --- | --- | --- | --- |
| Seat | read, create, update | own | yes |
| Seat | delete | no | yes |
| Seat | see Given | no | yes |
| User | read | no | yes |
| User | see Found | no | own |
`).source;

test("fields may be called as the product's own SQL calls rows and variables", async () => {
  const { passed, failed } = await runPlan(start, seats);
  assert.deepEqual(failed, []);
  assert.ok(passed.length > 100, String(passed.length));
});
