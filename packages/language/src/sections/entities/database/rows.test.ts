// Rows that come with the product, and what is kept of rows that change.
import assert from "node:assert/strict";
import { test } from "node:test";
import { compile } from "../../../compile.ts";
import { databaseOf } from "../../../database/database.ts";
import { inOrder } from "../../../database/order.ts";
import { samplesOf } from "../../../database/samples.ts";
import { createObject } from "../../../database/sql.ts";
import { databases, type Answer, type TestDatabase } from "../../../testing/database.ts";
import { completeDocument } from "../../../testing/run-cases.ts";

const { open } = databases();
const said = (answer: Answer) => ("rows" in answer ? answer.rows : answer.code);

const { source: seeded } = completeDocument(`
## 3. Entities and their fields

### User

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Phone | phone | no | |

### Area

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Name | text | yes | |
| Inside | reference to Area | no | |
| Near | several Area | | |

### Visit

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Area | belongs to Area | yes | |
| Guest | reference to User | auto | \`me\` |
| At | datetime | yes | |
| Price | money | yes | 1.50 EUR |
| Kinds | several of: long, late | no | |
| Lasts | duration | yes | 2 days |

### Settings
- One row: yes

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Open | yes/no | no | yes |

### Seed: Area

| Key | Name | Inside | Near |
| --- | --- | --- | --- |
| a | North | b | b, c |
| b | South | a | |
| c | It's "east" | | |

### Seed: Settings

| Key | Open |
| --- | --- |
| s | no |

### Sample: User

| Key | Name | Email | Phone |
| --- | --- | --- | --- |
| ada | Ada | Ada@example.test | +33 1 23 45 67 89 |

### Sample: Visit

| Key | Area | Guest | At | Price | Kinds | Lasts | Created at |
| --- | --- | --- | --- | --- | --- | --- | --- |
| v1 | a | ada | 2026-01-31 08:30 | 2.25 EUR | long, late | 3 hours | 2026-01-01 00:00 |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Member | signed in |

| For | May | Member |
| --- | --- | --- |
| Area | create, read, update, delete | yes |
| Visit | create, read, update, delete | yes |
| Settings | read, update | yes |

## 9. Business constants and limits

| Setting | Value |
| --- | --- |
| Currency | EUR |
| Time zone | Europe/Paris |
| Sign-in | email and password |
`);

const seedAgain = async (database: TestDatabase) => {
  await database.owner("BEGIN");
  for (const object of inOrder(databaseOf(compile(seeded))))
    if (object.kind === "seed") for (const statement of createObject(object)) await database.owner(statement);
  await database.owner("COMMIT");
};

test("seeds are there, name each other, and are written once", async () => {
  const park = await open(seeded);
  const ann = await park.account("Ann");
  const areas = () =>
    park.owner(
      "SELECT a.name, b.name AS inside, (SELECT array_agg(n.name ORDER BY n.name) FROM area n WHERE n.id = ANY (a.near)) AS near FROM area a LEFT JOIN area b ON b.id = a.inside ORDER BY a.name",
    );
  const all = [
    { name: 'It\'s "east"', inside: null, near: null },
    { name: "North", inside: "South", near: ['It\'s "east"', "South"] },
    { name: "South", inside: "North", near: null },
  ];
  assert.deepEqual(await areas(), all);
  assert.deepEqual(said(await park.as(ann, "SELECT open FROM settings")), [{ open: false }]);
  await seedAgain(park);
  assert.deepEqual(await areas(), all);
  // What people change stays changed, and what they delete stays gone.
  await park.as(ann, "UPDATE area SET name = 'Far north' WHERE name = 'North'");
  await park.as(ann, "DELETE FROM area WHERE name LIKE 'It%'");
  await park.as(ann, "UPDATE settings SET open = true");
  await seedAgain(park);
  assert.deepEqual(await areas(), [
    { name: "Far north", inside: "South", near: ["South"] },
    { name: "South", inside: "Far north", near: null },
  ]);
  assert.deepEqual(said(await park.as(ann, "SELECT open FROM settings")), [{ open: true }]);
});

test("samples are no part of the database, and come when they are asked for, once", async () => {
  const park = await open(seeded);
  assert.deepEqual(await park.owner("SELECT FROM visit"), []);
  for (let turn = 0; turn < 2; turn++) {
    await park.owner("BEGIN");
    for (const statement of samplesOf(compile(seeded))) await park.owner(statement);
    await park.owner("COMMIT");
  }
  const visits = await park.owner(
    "SELECT a.name AS area, u.name AS guest, u.email, u.phone, v.at, v.price, v.kinds, v.lasts, v.created_at FROM visit v JOIN area a ON a.id = v.area JOIN public.user u ON u.id = v.guest",
  );
  assert.deepEqual(visits, [
    {
      area: "North",
      guest: "Ada",
      email: "ada@example.test",
      phone: "+33 1 23 45 67 89",
      at: new Date("2026-01-31T07:30:00Z"),
      price: "2.25",
      kinds: ["long", "late"],
      lasts: String(3 * 3_600_000),
      created_at: new Date("2025-12-31T23:00:00Z"),
    },
  ]);
  assert.equal((await park.owner("SELECT FROM auth.users WHERE email_confirmed_at IS NOT NULL")).length, 1);
});

const { source: kept } = completeDocument(`
## 3. Entities and their fields

### Note
- History: kept

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Text | text | yes | |
| Secret | text | no | |
| Shared | yes/no | no | |
| State | state | | |

### Draft

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Text | text | yes | |

## 4. States and transitions

### Note

| State | Kind | Meaning |
| --- | --- | --- |
| Open | start | |
| Out | end | |

| Transition | From | To | On |
| --- | --- | --- | --- |
| Publish | Open | Out | button |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Member | signed in |

| Condition | For | Holds when |
| --- | --- | --- |
| shared | Note | \`note.shared\` |

| For | May | Member |
| --- | --- | --- |
| Note | create | yes |
| Note | read | own or shared |
| Note | update, delete | own |
| Note | see Secret | own |
| Note | Publish | own |
| Draft | create, read, update, delete | yes |
`);

test("history shows who changed what to the row's current readers, except for hidden fields", async () => {
  const book = await open(kept);
  const [ann, bob] = [await book.account("Ann"), await book.account("Bob")];
  const made = await book.as(ann, "INSERT INTO note (text, secret) VALUES ('a', 'x') RETURNING id");
  const id = "rows" in made ? made.rows[0]?.["id"] : undefined;
  await book.as(ann, "UPDATE note SET text = 'a'");
  await book.as(ann, "UPDATE note SET text = 'b', secret = 'y'");
  await book.owner("UPDATE writ_data.note SET shared = true");
  const read = (person: string | null) =>
    book.as(person, "SELECT event, changes, person FROM public.history_note($1)", [id]);
  const secret = (old: string | null, to: string) => ({ secret: { old, new: to } });
  assert.deepEqual(said(await book.as(bob, "SELECT DISTINCT name FROM public.history_note($1) ORDER BY name", [id])), [
    { name: "Ann" },
    { name: null },
  ]);
  assert.deepEqual(said(await read(ann)), [
    {
      event: "create",
      changes: {
        text: { old: null, new: "a" },
        ...secret(null, "x"),
        shared: { old: null, new: false },
        state: { old: null, new: "open" },
      },
      person: ann,
    },
    { event: "update", changes: { text: { old: "a", new: "b" }, ...secret("x", "y") }, person: ann },
    { event: "update", changes: { shared: { old: false, new: true } }, person: null },
  ]);
  assert.deepEqual(said(await read(bob)), [
    {
      event: "create",
      changes: { text: { old: null, new: "a" }, shared: { old: null, new: false }, state: { old: null, new: "open" } },
      person: ann,
    },
    { event: "update", changes: { text: { old: "a", new: "b" } }, person: ann },
    { event: "update", changes: { shared: { old: false, new: true } }, person: null },
  ]);
  await book.owner("UPDATE writ_data.note SET shared = false");
  assert.deepEqual(said(await read(bob)), []);
  assert.deepEqual(said(await read(null)), []);
  assert.equal(said(await book.as(ann, "SELECT FROM writ.history")), "42501");
  await book.as(ann, "DELETE FROM note");
  assert.deepEqual(said(await read(ann)), []);
  assert.deepEqual(
    await book.owner("SELECT event FROM writ.history WHERE row_id = $1 ORDER BY id DESC LIMIT 1", [id]),
    [{ event: "delete" }],
  );
});

test("a step has its name there, and nothing is kept where nothing is said", async () => {
  const book = await open(kept);
  const ann = await book.account("Ann");
  const made = await book.as(ann, "INSERT INTO note (text) VALUES ('a') RETURNING id");
  const id = "rows" in made ? made.rows[0]?.["id"] : undefined;
  await book.as(ann, "SELECT public.note_publish($1)", [id]);
  await book.as(ann, "UPDATE note SET text = 'b'");
  const events = await book.as(ann, "SELECT event FROM public.history_note($1)", [id]);
  assert.deepEqual(said(events), [{ event: "create" }, { event: "publish" }, { event: "update" }]);
  await book.as(ann, "INSERT INTO draft (text) VALUES ('a')");
  assert.deepEqual(await book.owner("SELECT FROM writ.history WHERE entity = 'draft'"), []);
});
