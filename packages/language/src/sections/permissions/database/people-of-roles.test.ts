// Who is shown to whoever gives roles, and that nobody else is shown anybody.
import assert from "node:assert/strict";
import { test } from "node:test";
import { completeDocument } from "../../../testing/run-cases.ts";
import { databases, type Answer } from "../../../testing/database.ts";

const { open } = databases();

const values = (answer: Answer): unknown =>
  "rows" in answer ? answer.rows.map(({ name, email, roles }) => [name, email, roles]) : answer.code;

const fragment = (see = "") => `## 3. Entities and their fields

### Note

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Text | text | yes | |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Reader | signed in |
| Agent | assigned by Lead |
| Lead | named at installation, assigned by Lead |

| For | May | Reader | Agent | Lead |
| --- | --- | --- | --- | --- |
| Note | read | no | yes | yes |
| Note | create, update, delete | no | no | yes |
${see}`;

test("a user who may assign a role finds people and their roles, page by page; no one else does", async () => {
  const database = await open(completeDocument(fragment()).source);
  const [ann, bob, lea] = [await database.account("Ann"), await database.account("Bob"), await database.account("Lea")];
  await database.owner("SELECT writ.name_role('lea@example.test', 'Lead')");
  await database.owner("INSERT INTO auth.users (is_anonymous) VALUES (true)");
  const find = async (who: string | null, asked = "", given: readonly unknown[] = []) =>
    values(await database.as(who, `SELECT * FROM people_of_roles(${asked})`, given));
  assert.equal(await find(null), "NOT_SIGNED_IN");
  assert.equal(await find(ann), "FORBIDDEN");
  await database.as(lea, "SELECT assign_role($1, 'Agent')", [bob]);
  // An agent gives nobody anything.
  assert.equal(await find(bob), "FORBIDDEN");
  const everybody = [
    ["Ann", "ann@example.test", []],
    ["Bob", "bob@example.test", ["agent"]],
    ["Lea", "lea@example.test", ["lead"]],
  ];
  assert.deepEqual(await find(lea), everybody);
  assert.deepEqual(await find(lea, "search => $1", ["BOB@"]), [everybody[1]]);
  assert.deepEqual(await find(lea, "search => $1", ["%"]), []);
  assert.deepEqual(await find(lea, "role => $1", ["agent"]), [everybody[1]]);
  assert.deepEqual(await find(lea, "after => $1, after_id => $2", ["Ann", ann]), everybody.slice(1));
  // An address that nobody has confirmed is not shown, and not found.
  await database.owner("UPDATE public.\"user\" SET email = NULL WHERE name = 'Ann'");
  assert.deepEqual(await find(lea, "search => $1", ["ann@"]), []);
  await database.owner("DELETE FROM auth.users WHERE id = $1", [bob]);
  assert.deepEqual(await find(lea), [["Ann", null, []], everybody[2]]);
});

test("what section 6 shows to some readers only is not shown here", async () => {
  const { source } = completeDocument(fragment("| User | read | no | no | no |\n| User | see Email | no | no | no |"));
  const database = await open(source);
  const lea = await database.account("Lea");
  await database.owner("SELECT writ.name_role('lea@example.test', 'Lead')");
  const rows = async (search: string) =>
    values(await database.as(lea, "SELECT * FROM people_of_roles(search => $1)", [search]));
  assert.deepEqual(await rows(""), [["Lea", null, ["lead"]]]);
  assert.deepEqual(await rows("example.test"), []);
});
