// References: who may be named, what cannot go, what goes along, and lists of rows that are kept in step.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { errorsByConstraint } from "../../../database/errors-by-constraint.ts";
import { databaseOf } from "../../../database/database.ts";
import { compile } from "../../../compile.ts";
import { databases, type Answer, type TestDatabase } from "../../../testing/database.ts";
import { completeDocument } from "../../../testing/run-cases.ts";

const { open } = databases();

const { source } = completeDocument(`
## 3. Entities and their fields

### Project

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Name | text, unique ignoring case | yes | |
| Secret | yes/no | no | |
| Members | several User | | |
| Labels | several Label, among \`Label.filter(l, l.project == project)\` | | |
| Tickets | list of Ticket via Project | | |

### Label
- Unique together: Project, Name

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Project | belongs to Project | yes | |
| Name | text | yes | |

### Ticket

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Project | belongs to Project | yes | |
| Label | reference to Label | no | |
| Next | reference to Ticket, cleared on delete | no | |
| Assignee | reference to User, among \`ticket.project.members\` | no | |
| Author | reference to User, among \`ticket.project.members\` | no | \`me\` |
| Cover | reference to Project, among \`Project.filter(p, p.name == 'Cover')\` | no | |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Member | signed in |

| Condition | For | Holds when |
| --- | --- | --- |
| open | Project | \`not project.secret\` |

| For | May | Member |
| --- | --- | --- |
| Project | create | yes |
| Project | read, update, delete | open |
| Label | create, read, update, delete | yes |
| Ticket | create, read, update, delete | yes |
| User | read | yes |
`);

let board: TestDatabase;
let ann: string;
let bob: string;
before(async () => {
  board = await open(source);
  ann = await board.account("Ann");
  bob = await board.account("Bob");
});

const said = (answer: Answer) =>
  "rows" in answer ? answer.rows : answer.problems.map(({ code, field, clause }) => `${code} ${field} ${clause}`);
const asAnn = async (sql: string, ...values: readonly unknown[]) => said(await board.as(ann, sql, values));
const one = async (sql: string, ...values: readonly unknown[]) => String((await board.owner(sql, values))[0]?.["id"]);
const project = (name: string, more = "") =>
  one(`INSERT INTO project (name${more === "" ? "" : ", secret"}) VALUES ($1${more}) RETURNING id`, name);

test("a user names only rows that they may read, and gets the same answer for a missing one", async () => {
  const [seen, unseen] = [await project("Seen"), await project("Unseen", ", true")];
  assert.equal((await asAnn("INSERT INTO ticket (project) VALUES ($1) RETURNING id", seen)).length, 1);
  const refused = ["INVALID project 3/Ticket/Project"];
  assert.deepEqual(await asAnn("INSERT INTO ticket (project) VALUES ($1)", unseen), refused);
  assert.deepEqual(await asAnn("INSERT INTO ticket (project) VALUES (gen_random_uuid())"), refused);
  assert.equal(await one("INSERT INTO ticket (project) VALUES ($1) RETURNING project AS id", unseen), unseen);
});

test("and only rows that are among those offered", async () => {
  const id = await project("Among");
  const ticket = await one("INSERT INTO ticket (project) VALUES ($1) RETURNING id", id);
  const assign = () => asAnn("UPDATE ticket SET assignee = $1 WHERE id = $2 RETURNING assignee", bob, ticket);
  assert.deepEqual(await assign(), ["INVALID assignee 3/Ticket/Assignee"]);
  await board.owner("UPDATE project SET members = ARRAY[$1::uuid] WHERE id = $2", [bob, id]);
  assert.deepEqual(await assign(), [{ assignee: bob }]);
  // What is there stays, although it would no longer be offered.
  await board.owner("UPDATE project SET members = '{}' WHERE id = $1", [id]);
  assert.deepEqual(await assign(), [{ assignee: bob }]);
});

test("what would be set anyway may be given, also where it is not offered", async () => {
  const id = await project("Authors");
  const create = async (author: string) =>
    asAnn("INSERT INTO ticket (project, author) VALUES ($1, $2) RETURNING author", id, author);
  assert.deepEqual(await create(ann), [{ author: ann }]);
  assert.deepEqual(await create(bob), ["INVALID author 3/Ticket/Author"]);
});

test("the user who sets the field may choose an offered row, also where they could not read it", async () => {
  const [id, cover, hidden] = [
    await project("Open"),
    await project("Cover", ", true"),
    await project("Hidden", ", true"),
  ];
  const ticket = await one("INSERT INTO ticket (project) VALUES ($1) RETURNING id", id);
  const choose = (chosen: string) =>
    asAnn("UPDATE ticket SET cover = $1 WHERE id = $2 RETURNING cover", chosen, ticket);
  assert.deepEqual(await asAnn("SELECT id FROM project WHERE id = $1", cover), []);
  assert.deepEqual(await choose(cover), [{ cover }]);
  assert.deepEqual(await choose(hidden), ["INVALID cover 3/Ticket/Cover"]);
});

test("a row that others refer to cannot be deleted, and goes with what it belongs to", async () => {
  const id = await project("Uses");
  const label = await one("INSERT INTO label (project, name) VALUES ($1, 'red') RETURNING id", id);
  await board.owner("INSERT INTO ticket (project, label) VALUES ($1, $2)", [id, label]);
  assert.deepEqual(await asAnn("DELETE FROM label WHERE id = $1", label), ["STILL_USED undefined 3/Ticket/Label"]);
  assert.equal((await board.owner("SELECT FROM label WHERE id = $1", [label])).length, 1);
  // The ticket that uses the label goes too.
  assert.deepEqual(await asAnn("DELETE FROM project WHERE id = $1 RETURNING name", id), [{ name: "Uses" }]);
  assert.equal((await board.owner("SELECT FROM ticket WHERE project = $1", [id])).length, 0);
});

test("a reference that is cleared on delete is cleared", async () => {
  const id = await project("Clears");
  const last = await one("INSERT INTO ticket (project) VALUES ($1) RETURNING id", id);
  const first = await one("INSERT INTO ticket (project, next) VALUES ($1, $2) RETURNING id", id, last);
  assert.equal((await asAnn("DELETE FROM ticket WHERE id = $1 RETURNING id", last)).length, 1);
  assert.deepEqual(await board.owner("SELECT next FROM ticket WHERE id = $1", [first]), [{ next: null }]);
});

test("several: an array of ids, of rows that may be read and are offered, each once", async () => {
  const [id, other] = [await project("Several"), await project("Other")];
  const red = await one("INSERT INTO label (project, name) VALUES ($1, 'red') RETURNING id", id);
  const blue = await one("INSERT INTO label (project, name) VALUES ($1, 'blue') RETURNING id", id);
  const foreign = await one("INSERT INTO label (project, name) VALUES ($1, 'red') RETURNING id", other);
  const set = (...labels: readonly string[]) =>
    asAnn("UPDATE project SET labels = $1 WHERE id = $2 RETURNING labels", labels, id);
  const pairs = async () =>
    (await board.owner('SELECT other FROM writ."pairs_project.labels" WHERE own = $1', [id]))
      .map(({ other: each }) => each)
      .sort();
  assert.deepEqual(await set(red, blue), [{ labels: [red, blue] }]);
  assert.deepEqual(await pairs(), [red, blue].sort());
  assert.deepEqual(await set(red, foreign), ["INVALID labels 3/Project/Labels"]);
  assert.deepEqual(await set(red, red), ["INVALID labels 3/Project/Labels"]);
  assert.deepEqual(await set(blue), [{ labels: [blue] }]);
  assert.deepEqual(await pairs(), [blue]);
  // Deleting the other row takes it out of the list.
  await asAnn("DELETE FROM label WHERE id = $1", blue);
  assert.deepEqual(await board.owner("SELECT labels FROM project WHERE id = $1", [id]), [{ labels: [] }]);
  assert.deepEqual(await pairs(), []);
});

test("unique values stay unique, ignoring case where it is said, and together where they are", async () => {
  const id = await project("Árbol");
  const refused = await board.as(ann, "INSERT INTO project (name) VALUES ('árbol')");
  assert.equal("code" in refused && refused.code, "23505");
  await asAnn("INSERT INTO label (project, name) VALUES ($1, 'a')", id);
  const twice = await board.as(ann, "INSERT INTO label (project, name) VALUES ($1, 'a')", [id]);
  assert.equal("code" in twice && twice.code, "23505");
});

test("PostgreSQL's own refusals have the document's words by the name of what was broken", async () => {
  const errors = errorsByConstraint(databaseOf(compile(source)));
  const names = await board.owner(
    "SELECT conname AS name FROM pg_constraint WHERE contype = 'f' AND connamespace = 'public'::regnamespace UNION SELECT indexrelid::regclass::text FROM pg_index WHERE indisunique AND NOT indisprimary AND indrelid::regclass::text IN ('project', 'label')",
  );
  const missing = names.map(({ name }) => String(name).replaceAll('"', "")).filter((name) => !errors.has(name));
  assert.deepEqual(missing, []);
  assert.deepEqual(errors.get("project.name_unique"), { code: "NOT_UNIQUE", field: "name", clause: "3/Project/Name" });
  assert.deepEqual(errors.get("ticket.label_refers"), {
    code: "STILL_USED",
    field: "label",
    missing: "INVALID",
    clause: "3/Ticket/Label",
  });
});

test("rows that come in one transaction may name each other in a circle", async () => {
  const client = await board.connect();
  await client.query("SET ROLE writ_owner");
  const id = await project("Circle");
  const [a, b] = ["00000000-0000-4000-8000-00000000000a", "00000000-0000-4000-8000-00000000000b"];
  await client.query("BEGIN");
  await client.query("INSERT INTO ticket (id, project, next) VALUES ($1, $2, $3)", [a, id, b]);
  await client.query("INSERT INTO ticket (id, project, next) VALUES ($1, $2, $3)", [b, id, a]);
  await client.query("COMMIT");
  await client.query("BEGIN");
  await client.query("INSERT INTO ticket (project, next) VALUES ($1, gen_random_uuid())", [id]);
  await assert.rejects(client.query("COMMIT"), { code: "23503" });
});
