// Roles that are assigned within something: given there by whoever may, and nowhere else; they end with the thing.
import assert from "node:assert/strict";
import { test } from "node:test";
import { foundation } from "../../../plan/foundation/foundation.ts";
import { completeDocument } from "../../../testing/run-cases.ts";
import { databases, type Answer } from "../../../testing/database.ts";

const { open } = databases();

const values = (answer: Answer): unknown =>
  "rows" in answer ? answer.rows.map((row) => Object.values(row).join(" ")) : answer.code;

const clubs = `## 3. Entities and their fields

### Club

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Name | text | yes | |

### Team

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Club | belongs to Club | yes | |
| Name | text | yes | |

### Match

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Team | belongs to Team | yes | |
| Name | text | yes | |

### Seat

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Club | belongs to Club | yes | |
| Person | reference to User | yes | |
| Floor | integer | yes | 0 |

## 6. Roles and permissions

| Role | Given by | Within |
| --- | --- | --- |
| Head | named at installation | |
| Chair | named at installation, assigned by Head, Chair | Club |
| Helper | assigned by Chair, Seat where \`seat.floor > 0\` | Club |
| Coach | assigned by Chair | Team |
| Fan | assigned by Helper | |

| Condition | For | Holds when |
| --- | --- | --- |
| high | Match | \`my_seat.floor > 1\` |

| For | May | Head | Chair | Helper | Coach | Fan |
| --- | --- | --- | --- | --- | --- | --- |
| Club | create, update, delete | yes | no | no | no | no |
| Club | read | yes | yes | yes | no | no |
| Team | create, update, delete | no | yes | no | no | no |
| Team | read | no | yes | yes | yes | no |
| Match | create, update | no | no | high | yes | no |
| Match | read | no | yes | no | yes | yes |
| Match | delete | no | yes | no | no | no |
| Seat | create, read, update, delete | yes | no | no | no | no |
`;

const id = (letter: string) => `${letter.repeat(8)}-0000-4000-8000-000000000000`;
const [a, b, team, otherTeam] = [id("a"), id("b"), id("c"), id("d")];

async function story() {
  const database = await open(completeDocument(clubs).source);
  const named = ["Head", "Anna", "Ben", "Cid", "Zoe"] as const;
  const ids: string[] = [];
  for (const name of named) ids.push(await database.account(name, ...(name === "Head" ? ["head"] : [])));
  const [head = "", anna = "", ben = "", cid = "", zoe = ""] = ids;
  await database.owner("INSERT INTO club (id, name) VALUES ($1, 'A'), ($2, 'B')", [a, b]);
  await database.owner("INSERT INTO team (id, club, name) VALUES ($1, $3, 'A1'), ($2, $4, 'B1')", [
    team,
    otherTeam,
    a,
    b,
  ]);
  await database.owner("INSERT INTO match (team, name) VALUES ($1, 'm of A1'), ($2, 'm of B1')", [team, otherTeam]);
  const call = (name: string) => async (who: string | null, person: string, role: string, thing: string | null) =>
    values(await database.as(who, `SELECT ${name}($1, $2, $3)`, [person, role, thing]));
  const ask = async (who: string, sql: string) => values(await database.as(who, sql));
  return { database, head, anna, ben, cid, zoe, assign: call("assign_role"), remove: call("remove_role"), ask };
}

test("a role within something is given in a thing, by those who may there", async () => {
  const { database, head, anna, ben, cid, zoe, assign, remove, ask } = await story();
  // The thing is needed where there is one, and refused where there is none.
  assert.equal(values(await database.as(head, "SELECT assign_role($1, 'chair')", [anna])), "REQUIRED");
  assert.equal(await remove(head, anna, "chair", null), "REQUIRED");
  assert.equal(await assign(head, anna, "fan", a), "INVALID");
  assert.equal(await assign(head, anna, "chair", id("e")), "NOT_FOUND");
  assert.deepEqual(await assign(head, anna, "chair", a), [""]);
  const clubsOf = (who: string) => ask(who, "SELECT name FROM club ORDER BY name");
  assert.deepEqual(await clubsOf(anna), ["A"]);
  assert.deepEqual(await ask(anna, "SELECT name FROM match"), ["m of A1"]);
  assert.deepEqual(await ask(anna, "DELETE FROM match WHERE name = 'm of B1' RETURNING name"), []);
  assert.deepEqual(await ask(anna, "SELECT role, within FROM my_roles() ORDER BY 1"), [`chair ${a}`]);
  // Whoever holds it in A gives it in A, and learns nothing of whether anything else is there.
  assert.deepEqual(await assign(anna, ben, "chair", a), [""]);
  assert.equal(await assign(anna, ben, "chair", b), "FORBIDDEN");
  assert.equal(await assign(anna, ben, "chair", id("e")), "FORBIDDEN");
  assert.equal(await assign(zoe, zoe, "chair", a), "FORBIDDEN");
  assert.equal(await assign(null, zoe, "chair", a), "NOT_SIGNED_IN");
  assert.equal(await remove(ben, anna, "chair", b), "FORBIDDEN");
  // What lies in A too, and not what lies in B.
  assert.deepEqual(await assign(anna, cid, "coach", team), [""]);
  assert.equal(await assign(anna, cid, "coach", otherTeam), "FORBIDDEN");
  assert.equal(await assign(anna, cid, "coach", a), "FORBIDDEN");
  assert.deepEqual(await ask(cid, "SELECT name FROM match"), ["m of A1"]);
  const play = (where: string) => ask(cid, `INSERT INTO match (team, name) VALUES ('${where}', 'new') RETURNING name`);
  assert.deepEqual(await play(team), ["new"]);
  assert.equal(await play(otherTeam), "FORBIDDEN");
  // In two things at once; taken in one, it stays in the other.
  assert.deepEqual(await assign(head, anna, "chair", b), [""]);
  assert.deepEqual(await clubsOf(anna), ["A", "B"]);
  assert.deepEqual(await remove(ben, anna, "chair", a), [""]);
  assert.deepEqual(await clubsOf(anna), ["B"]);
  assert.equal(await assign(anna, ben, "helper", a), "FORBIDDEN");
  // Nobody writes it past the two functions.
  const past = `INSERT INTO writ.assigned_role (person, role, thing) VALUES ('${zoe}', 'chair', '${a}')`;
  assert.equal(await ask(zoe, past), "42501");
});

test("named at installation it is held everywhere; a condition on the giving row needs that row", async () => {
  const { database, anna, ben, zoe, assign, ask } = await story();
  await database.owner("SELECT writ.name_role('zoe@example.test', 'Chair')");
  assert.deepEqual(await ask(zoe, "SELECT name FROM club ORDER BY name"), ["A", "B"]);
  assert.deepEqual(await ask(zoe, "SELECT role, within IS NULL FROM my_roles()"), ["chair true"]);
  assert.deepEqual(await assign(zoe, anna, "helper", a), [""]);
  assert.deepEqual(await assign(zoe, ben, "coach", otherTeam), [""]);
  await database.owner("INSERT INTO seat (club, person, floor) VALUES ($1, $2, 2)", [b, ben]);
  assert.deepEqual(await ask(anna, "SELECT name FROM team"), ["A1"]);
  const play = (who: string, where: string) => ask(who, `INSERT INTO match (team, name) VALUES ('${where}', 'new')`);
  assert.equal(await play(anna, team), "FORBIDDEN");
  assert.deepEqual(await play(ben, otherTeam), []);
  assert.deepEqual(await database.owner("SELECT writ.people_of_role('helper', $1) AS held", [a]), [{ held: [anna] }]);
  assert.deepEqual(await database.owner("SELECT writ.people_of_role('helper', $1) AS held", [b]), [{ held: [ben] }]);
  // A role that is held nowhere in particular is given by whoever holds the other one anywhere.
  assert.deepEqual(await assign(anna, zoe, "fan", null), [""]);
});

test("a thing that is deleted takes its roles along, and that is remembered", async () => {
  const { database, head, anna, ben, assign, ask } = await story();
  await assign(head, anna, "chair", a);
  await assign(head, anna, "chair", b);
  await assign(anna, ben, "coach", team);
  await database.owner("DELETE FROM match");
  assert.deepEqual(await ask(anna, "DELETE FROM team WHERE name = 'A1' RETURNING name"), ["A1"]);
  assert.deepEqual(await ask(head, "DELETE FROM club WHERE name = 'A' RETURNING name"), ["A"]);
  assert.deepEqual(await database.owner("SELECT person, role, thing FROM writ.assigned_role WHERE thing IS NOT NULL"), [
    { person: anna, role: "chair", thing: b },
  ]);
  const changes = await database.owner("SELECT role, thing, event, by_person FROM writ.role_change ORDER BY id");
  assert.deepEqual(changes.map(Object.values), [
    ["chair", a, "given", head],
    ["chair", b, "given", head],
    ["coach", team, "given", anna],
    ["coach", team, "removed", anna],
    ["chair", a, "removed", head],
  ]);
  // One that comes with the same id is another one.
  await database.owner("INSERT INTO club (id, name) VALUES ($1, 'A again')", [a]);
  assert.deepEqual(await ask(anna, "SELECT name FROM club"), ["B"]);
});

test("a thing stays while a role is given in it", async () => {
  const { database, head, anna } = await story();
  const giving = await database.connect();
  await giving.query("SET ROLE writ_owner; BEGIN");
  await giving.query("SELECT set_config('request.jwt.claims', $1, true)", [JSON.stringify({ sub: head })]);
  await giving.query("SELECT assign_role($1, 'chair', $2)", [anna, a]);
  // Whoever went on here would leave a role in a thing that is gone.
  await database.owner("SET lock_timeout = '50ms'");
  await assert.rejects(database.owner("DELETE FROM club WHERE id = $1", [a]), { code: "55P03" });
  await giving.query("COMMIT");
  await giving.end();
  await database.owner("DELETE FROM club WHERE id = $1", [a]);
  assert.deepEqual(await database.owner("SELECT FROM writ.assigned_role WHERE thing = $1", [a]), []);
});

test("a user who may assign a role in one place sees its holders there, and not elsewhere", async () => {
  const { database, head, anna, ben, assign } = await story();
  await assign(head, anna, "chair", a);
  await assign(head, ben, "chair", a);
  await assign(head, ben, "chair", b);
  const held = async (who: string, role: string | null) => {
    const found = await database.as(who, "SELECT name, in_things FROM people_of_roles(role => $1)", [role]);
    return "rows" in found ? found.rows.map(({ name, in_things }) => [name, in_things]) : found.code;
  };
  const inA = [{ role: "chair", within: a }];
  assert.deepEqual(await held(anna, "chair"), [
    ["Anna", inA],
    ["Ben", inA],
  ]);
  assert.deepEqual((await held(head, "chair"))[1], ["Ben", [...inA, { role: "chair", within: b }]]);
  assert.deepEqual(await held(anna, "coach"), []);
});

test("what was given before roles were held in things is kept and counts as the document says now", async () => {
  const { database, anna, ben, ask } = await story();
  await database.owner("DROP INDEX writ.assigned_role_once, writ.assigned_role_thing");
  await database.owner("ALTER TABLE writ.assigned_role DROP COLUMN thing, ADD PRIMARY KEY (person, role)");
  await database.owner("ALTER TABLE writ.role_change DROP COLUMN thing");
  await database.owner("INSERT INTO writ.assigned_role (person, role) VALUES ($1, 'chair'), ($2, 'coach')", [
    anna,
    ben,
  ]);
  for (const round of ["once", "and again"]) {
    for (const statement of foundation("UTC").filter((one) => /writ\.(?:assigned_role|role_change)\b/.test(one)))
      await database.owner(statement);
    // Somebody may be named at installation for every thing; a role that is only assigned in things is to be given again.
    assert.deepEqual(await ask(anna, "SELECT name FROM club ORDER BY name"), ["A", "B"], round);
    assert.deepEqual(await ask(ben, "SELECT name FROM match"), [], round);
    assert.deepEqual(await ask(ben, "SELECT role FROM my_roles()"), [], round);
  }
  const twice = database.owner("INSERT INTO writ.assigned_role (person, role) VALUES ($1, 'chair')", [anna]);
  await assert.rejects(twice, /assigned_role_once/);
});
