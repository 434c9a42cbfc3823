// What people learn of roles: their own, and nobody else's.
import assert from "node:assert/strict";
import { test } from "node:test";
import { completeDocument } from "../../../testing/run-cases.ts";
import { databases, type Answer } from "../../../testing/database.ts";

const { open } = databases();

const values = (answer: Answer): unknown =>
  "rows" in answer ? answer.rows.map((row) => Object.values(row).join(" ")) : answer.code;

test("users learn of their own roles, and of no one else's", async () => {
  const database = await open(
    completeDocument(`## 3. Entities and their fields

### Club

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Name | text | yes | |

### Member

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Club | belongs to Club | yes | |
| Person | reference to User | yes | |

## 6. Roles and permissions

| Role | Given by | Within |
| --- | --- | --- |
| Guest | anyone | |
| Reader | signed in | |
| Lead | named at installation | |
| Insider | Member where \`member.person != null\` | Club |

| For | May | Guest | Reader | Lead | Insider |
| --- | --- | --- | --- | --- | --- |
| Club | read | no | yes | yes | yes |
| Club | create, update, delete | no | no | yes | no |
| Member | read | no | no | yes | yes |
| Member | create, update, delete | no | no | yes | no |
`).source,
  );
  const [ann, lea] = [await database.account("Ann"), await database.account("Lea")];
  await database.owner("SELECT writ.name_role('lea@example.test', 'Lead')");
  const clubs = await database.owner("INSERT INTO club (name) VALUES ('Chess') RETURNING id");
  const club = String(clubs[0]?.["id"]);
  await database.owner(`INSERT INTO member (club, person) VALUES ('${club}', '${ann}')`);
  const roles = async (who: string | null) =>
    values(await database.as(who, "SELECT role, within FROM my_roles() ORDER BY 1", []));
  assert.deepEqual(await roles(null), ["guest "]);
  assert.deepEqual(await roles(lea), ["guest ", "lead ", "reader "]);
  assert.deepEqual(await roles(ann), ["guest ", `insider ${club}`, "reader "]);
});
