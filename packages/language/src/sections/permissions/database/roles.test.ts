// Roles: given and taken back by whom section 6 lets, held within something, and kept where rows move.
import assert from "node:assert/strict";
import { test } from "node:test";
import { completeDocument } from "../../../testing/run-cases.ts";
import { databases, type Answer } from "../../../testing/database.ts";

const { open } = databases();
const document = (fragment: string) => open(completeDocument(fragment).source);

const values = (answer: Answer): unknown =>
  "rows" in answer ? answer.rows.map((row) => Object.values(row).join(" ")) : answer.code;

test("people give and take roles as far as section 6 lets them, and it is remembered", async () => {
  const database = await document(`## 3. Entities and their fields

### Note

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Text | text | yes | |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Reader | signed in |
| Front desk (\`desk\`) | assigned by Lead |
| Lead | named at installation, assigned by Lead |

| For | May | Reader | Front desk | Lead |
| --- | --- | --- | --- | --- |
| Note | read | no | yes | yes |
| Note | create, update, delete | no | no | yes |
`);
  const [ann, bob, lea] = [await database.account("Ann"), await database.account("Bob"), await database.account("Lea")];
  await database.owner("INSERT INTO note (text) VALUES ('n')");
  const assign = (who: string | null, person: string, role: string) =>
    database.as(who, "SELECT assign_role($1, $2)", [person, role]).then(values);
  const remove = (who: string | null, person: string, role: string) =>
    database.as(who, "SELECT remove_role(role => $2, user_id => $1)", [person, role]).then(values);
  // Only the owner names the first one.
  assert.equal(values(await database.as(ann, "SELECT writ.name_role('ann@example.test', 'Lead')")), "42501");
  await assert.rejects(database.owner("SELECT writ.name_role('lea@example.test', 'Front desk')"), /INVALID/);
  await assert.rejects(database.owner("SELECT writ.name_role('nobody@example.test', 'Lead')"), /NOT_FOUND/);
  await database.owner("SELECT writ.name_role('Lea@example.test', 'lead')");
  assert.equal(await assign(null, ann, "desk"), "NOT_SIGNED_IN");
  assert.equal(await assign(ann, ann, "desk"), "FORBIDDEN");
  assert.equal(await assign(lea, ann, "Reader"), "INVALID");
  assert.equal(await assign(lea, "00000000-0000-4000-8000-000000000000", "desk"), "NOT_FOUND");
  assert.deepEqual(values(await database.as(ann, "SELECT text FROM note")), []);
  assert.deepEqual(await assign(lea, ann, "desk"), [""]);
  assert.deepEqual(await assign(lea, ann, "Front desk"), [""]);
  assert.deepEqual(values(await database.as(ann, "SELECT text FROM note")), ["n"]);
  assert.equal(await assign(ann, bob, "desk"), "FORBIDDEN");
  assert.deepEqual(await assign(lea, bob, "Lead"), [""]);
  assert.deepEqual(await remove(bob, ann, "desk"), [""]);
  assert.deepEqual(values(await database.as(ann, "SELECT text FROM note")), []);
  // Nothing says that somebody has to be left.
  assert.deepEqual(await remove(bob, lea, "Lead"), [""]);
  assert.deepEqual(await remove(bob, bob, "Lead"), [""]);
  assert.equal(await assign(bob, bob, "Lead"), "FORBIDDEN");
  const changes = await database.owner("SELECT role, event, by_person FROM writ.role_change ORDER BY id");
  assert.deepEqual(
    changes.map(({ role, event, by_person }) => [role, event, by_person]),
    [
      ["lead", "given", null],
      ["desk", "given", lea],
      ["lead", "given", lea],
      ["desk", "removed", bob],
      ["lead", "removed", bob],
      ["lead", "removed", bob],
    ],
  );
});

const houses = `## 3. Entities and their fields

### House

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Name | text | yes | |

### Stay

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| House | belongs to House | yes | |
| Guest | reference to User | yes | |
| Kind | one of: short, long, manager | yes | short |
| Floor | integer | yes | 0 |

### Room

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| House | belongs to House | yes | |
| Name | text | yes | |
| Floor | integer | yes | 0 |

### Bed

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Room | belongs to Room | yes | |
| Name | text | yes | |

### Move

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Source (\`source\`) | reference to House | yes | |
| Target (\`target\`) | reference to House | yes | |

### Box

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Move | belongs to Move | yes | |
| Name | text | yes | |

## 6. Roles and permissions

| Role | Given by | Within |
| --- | --- | --- |
| Boss | named at installation | |
| Guest | Stay where \`stay.kind != 'manager'\` | House |
| Manager | named at installation, Stay where \`stay.kind == 'manager'\` | House |
| Receiver | Stay where \`stay.kind == 'manager'\` | House via Target |

| Condition | For | Holds when | Otherwise |
| --- | --- | --- | --- |
| long | Room | \`my_stay.kind == 'long'\` | |
| on my floor | Room | \`my_stay.floor == room.floor\` | |

| For | May | Boss | Guest | Manager | Receiver |
| --- | --- | --- | --- | --- | --- |
| House | create, delete | yes | no | no | no |
| House | read, update | yes | no | yes | no |
| Stay | read | yes | no | yes | no |
| Stay | create, update, delete | yes | no | yes | no |
| Room | read | yes | long or on my floor | yes | no |
| Room | create, update, delete | yes | no | yes | no |
| Room | set House | yes | no | yes | no |
| Bed | read | yes | yes | yes | no |
| Bed | create, update, delete | no | no | yes | no |
| Move | read | yes | no | no | yes |
| Move | create, update, delete | yes | no | no | no |
| Box | read | yes | no | no | yes |
| Box | create, update, delete | yes | no | no | no |
| User | read | yes | no | yes | no |
`;

test("a role that is held within something counts there and nowhere else", async () => {
  const database = await document(houses);
  const [ann, mia, zoe] = [
    await database.account("Ann"),
    await database.account("Mia"),
    await database.account("Zoe", "manager"),
  ];
  const [a, b] = ["aaaaaaaa-0000-4000-8000-000000000000", "bbbbbbbb-0000-4000-8000-000000000000"];
  await database.owner("INSERT INTO house (id, name) VALUES ($1, 'A'), ($2, 'B')", [a, b]);
  await database.owner(
    "INSERT INTO stay (house, guest, kind, floor) VALUES ($1, $3, 'short', 1), ($1, $4, 'manager', 0), ($2, $3, 'long', 0)",
    [a, b, ann, mia],
  );
  await database.owner("INSERT INTO room (house, name, floor) VALUES ($1, 'A1', 1), ($1, 'A2', 2), ($2, 'B5', 5)", [
    a,
    b,
  ]);
  await database.owner("INSERT INTO bed (room, name) SELECT id, name FROM room");
  await database.owner("INSERT INTO move (source, target) VALUES ($1, $2), ($2, $1)", [a, b]);
  await database.owner(
    "INSERT INTO box (move, name) SELECT id, CASE target WHEN $1 THEN 'to A' ELSE 'to B' END FROM move",
    [a],
  );
  const ask = async (who: string, sql: string) => values(await database.as(who, sql));
  const rooms = "SELECT name FROM room ORDER BY name";
  assert.deepEqual(await ask(ann, rooms), ["A1", "B5"]);
  assert.deepEqual(await ask(mia, rooms), ["A1", "A2"]);
  assert.deepEqual(await ask(ann, "SELECT name FROM bed ORDER BY name"), ["A1", "A2", "B5"]);
  assert.deepEqual(await ask(mia, "SELECT name FROM bed ORDER BY name"), ["A1", "A2"]);
  // Named at installation, it is held everywhere; by a row of one house, in that house alone.
  assert.deepEqual(await ask(zoe, rooms), ["A1", "A2", "B5"]);
  assert.deepEqual(await ask(mia, "SELECT name FROM house"), ["A"]);
  assert.deepEqual(await ask(mia, "SELECT name FROM box"), ["to A"]);
  assert.equal(await ask(mia, `INSERT INTO room (house, name) VALUES ('${b}', 'B6')`), "FORBIDDEN");
  assert.deepEqual(await ask(mia, `INSERT INTO room (house, name) VALUES ('${a}', 'A3') RETURNING name`), ["A3"]);
  assert.equal(await ask(ann, "UPDATE room SET name = 'x' WHERE name = 'A1'"), "FORBIDDEN");
});

test("rows go with what they belong to, and no client writes the column that says where they are", async () => {
  const database = await document(houses);
  const [ann, boss] = [await database.account("Ann"), await database.account("Bo", "boss")];
  const [a, b] = ["aaaaaaaa-0000-4000-8000-000000000000", "bbbbbbbb-0000-4000-8000-000000000000"];
  await database.owner("INSERT INTO house (id, name) VALUES ($1, 'A'), ($2, 'B')", [a, b]);
  await database.owner("INSERT INTO stay (house, guest) VALUES ($1, $2)", [b, ann]);
  await database.owner("INSERT INTO room (house, name) VALUES ($1, 'R')", [a]);
  await database.owner("INSERT INTO bed (room, name, created_at) SELECT id, 'bed', '2020-01-01' FROM room");
  const before = await database.owner("SELECT _house, updated_at FROM bed");
  assert.equal(before[0]?.["_house"], a);
  const ask = async (who: string, sql: string) => values(await database.as(who, sql));
  assert.deepEqual(await ask(ann, "SELECT name FROM bed"), []);
  assert.deepEqual(await ask(boss, `UPDATE room SET house = '${b}' RETURNING name`), ["R"]);
  const after = await database.owner("SELECT _house, updated_at FROM bed");
  assert.deepEqual(after, [{ _house: b, updated_at: before[0]?.["updated_at"] }]);
  assert.deepEqual(await ask(ann, "SELECT name FROM bed"), ["bed"]);
  for (const write of [database.owner, (sql: string) => database.as(boss, sql)])
    await write(`UPDATE bed SET _house = '${a}'`);
  assert.deepEqual(await database.owner("SELECT _house FROM bed"), [{ _house: b }]);
});

test("a person's name shows where a readable row names them, and nowhere else", async () => {
  const database = await document(`## 3. Entities and their fields

### Note
- Owner: Writer

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Text | text | yes | |
| Writer | reference to User | auto | \`me\` |
| Public | yes/no | no | no |

### Secret

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Of (\`of_note\`) | belongs to Note | yes | |
| Keeper | reference to User | auto | \`me\` |
| Word | text | no | |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Visitor | anyone |
| Person | signed in |
| Boss | named at installation |

| Condition | For | Holds when |
| --- | --- | --- |
| public | Note | \`note.public\` |

| For | May | Visitor | Person | Boss |
| --- | --- | --- | --- | --- |
| Note | create | no | yes | no |
| Note | read | public | own or public | no |
| Note | update, delete | no | own | no |
| Secret | create | no | no | yes |
| Secret | read | no | no | yes |
| Secret | see Word | no | no | yes |
| Secret | update, delete | no | no | no |
| User | read | no | own | yes |
`);
  const [ann, bob] = [await database.account("Ann"), await database.account("Bob")];
  const boss = await database.account("Bo", "boss");
  await database.as(ann, "INSERT INTO note (text, public) VALUES ('open', true), ('closed', false)");
  const ask = async (who: string | null, sql: string) => values(await database.as(who, sql));
  assert.deepEqual(await ask(bob, 'SELECT name FROM "user"'), ["Bob"]);
  assert.deepEqual(await ask(boss, 'SELECT name FROM "user" ORDER BY name'), ["Ann", "Bo", "Bob"]);
  assert.deepEqual(
    await ask(bob, "SELECT text, (writer(note)).name AS writer, (created_by(note)).name AS maker FROM note"),
    ["open Ann Ann"],
  );
  assert.deepEqual(await ask(null, "SELECT text, (writer(note)).name FROM note"), ["open Ann"]);
  // A row that is made up is nobody's, and one that is not readable says nothing.
  const [closed] = await database.owner("SELECT id FROM note WHERE text = 'closed'");
  const made = (id: unknown) =>
    `SELECT name FROM writer(jsonb_populate_record(NULL::note, '{"id": "${String(id)}", "writer": "${ann}"}'))`;
  assert.deepEqual(await ask(bob, made(closed?.["id"])), []);
  assert.deepEqual(await ask(bob, made("00000000-0000-4000-8000-000000000000")), []);
  assert.deepEqual(await ask(ann, made(closed?.["id"])), ["Ann"]);
  assert.equal(await ask(boss, "SELECT * FROM _person"), "42501");
  // Behind a view too.
  await database.owner("INSERT INTO public.secret (of_note, keeper, word) SELECT id, $1, 'w' FROM note", [ann]);
  assert.deepEqual(await ask(boss, "SELECT DISTINCT (keeper(secret)).name, word FROM secret"), ["Ann w"]);
  assert.deepEqual(await ask(bob, "SELECT (keeper(secret)).name FROM secret"), []);
});
