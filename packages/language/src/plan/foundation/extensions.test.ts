// Extensions stand where no client calls their functions, also where an earlier version has put them elsewhere.
import assert from "node:assert/strict";
import { test } from "node:test";
import { databases, type TestDatabase } from "../../testing/database.ts";
import { completeDocument } from "../../testing/run-cases.ts";
import { foundation } from "./foundation.ts";

const { open } = databases();

const { source } = completeDocument(`
## 2. Screens and routes

| Screen | Route | Kind | For | Menu |
| --- | --- | --- | --- | --- |
| Stays | \`/stays\` | list of Stay | signed in | yes |

### Stays
- Search: Guest

## 3. Entities and their fields

### Stay

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Room | integer | yes | |
| Guest | text | yes | |
| Starts on | date | yes | |
| Ends on | date | yes | |

## 5. Validation rules

| Rule | For | On | When | Must hold | Otherwise |
| --- | --- | --- | --- | --- | --- |
| Alone | Stay | | | no overlap: Starts on to Ends on, per Room | TAKEN |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Member | signed in |

| For | May | Member |
| --- | --- | --- |
| Stay | create, read, update, delete | yes |

## 8. The error catalogue

| Code | When | Status | Message |
| --- | --- | --- | --- |
| TAKEN | the room is taken | 409 | Taken. |

## 9. Business constants and limits

| Setting | Value |
| --- | --- |
| Sign-in | email and password |
`);

const places = async ({ owner }: TestDatabase) =>
  (
    await owner(
      "SELECT extname || ' ' || extnamespace::regnamespace AS is FROM pg_extension WHERE extname <> 'plpgsql' ORDER BY 1",
    )
  ).map(({ is }) => is);
const moved = ["btree_gist writ_extensions", "pg_trgm writ_extensions"];

/** What stands on them, with the clause that each is of. */
const standing = async ({ owner }: TestDatabase) =>
  owner(
    `SELECT c.conname AS name, pg_get_constraintdef(c.oid) AS is, obj_description(c.oid, 'pg_constraint') AS clause, c.condeferrable AS waits FROM pg_constraint c WHERE c.contype = 'x'
      UNION ALL SELECT i.relname, am.amname, obj_description(i.oid, 'pg_class'), x.indisvalid FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid JOIN pg_am am ON am.oid = i.relam WHERE am.amname = 'gin' ORDER BY 1`,
  );

const stay = (room: number, day: number) =>
  `INSERT INTO stay (room, guest, starts_on, ends_on) VALUES (${room}, 'Somebody', '2026-01-0${day}', '2026-01-0${day + 1}')`;

/** As an earlier version left it. */
async function before(database: TestDatabase): Promise<void> {
  const superuser = await database.connect();
  await superuser.query("ALTER EXTENSION btree_gist SET SCHEMA public; ALTER EXTENSION pg_trgm SET SCHEMA public");
  await superuser.end();
}

async function again(database: TestDatabase): Promise<void> {
  await database.owner("BEGIN");
  for (const statement of foundation("UTC")) await database.owner(statement);
  await database.owner("COMMIT");
}

test("no client calls a function of an extension", async () => {
  const database = await open(source);
  const ann = await database.account("Ann");
  assert.deepEqual(await places(database), moved);
  const callable = await database.owner(
    "SELECT proname FROM pg_proc p WHERE pronamespace = 'public'::regnamespace AND EXISTS (SELECT FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e')",
  );
  assert.deepEqual(callable, []);
  for (const person of [ann, null]) {
    const answer = await database.as(person, "SELECT writ_extensions.similarity('a', 'b')");
    assert.equal("code" in answer && answer.code, "42501");
  }
  const found = await database.as(ann, "SELECT guest FROM public.search_stay('some')");
  assert.deepEqual("rows" in found && found.rows, []);
});

test("those that stand in public are moved, with all that stands on them", async () => {
  const database = await open(source);
  const ann = await database.account("Ann");
  const was = await standing(database);
  assert.equal(was.length, 2);
  await before(database);
  assert.ok("rows" in (await database.as(ann, stay(1, 1))));
  await again(database);
  assert.deepEqual(await places(database), moved);
  assert.deepEqual(await standing(database), was);
  const taken = await database.as(ann, stay(1, 1));
  assert.equal("code" in taken && taken.code, "TAKEN");
  await assert.rejects(database.owner(`BEGIN; SET LOCAL session_replication_role = origin; ${stay(1, 1)}; COMMIT`));
  await database.owner("ROLLBACK");
  assert.ok("rows" in (await database.as(ann, stay(1, 4))));
  const found = await database.as(ann, "SELECT count(*)::integer AS count FROM public.search_stay('some')");
  assert.deepEqual("rows" in found && found.rows, [{ count: 2 }]);
  // And a second time nothing happens.
  await again(database);
  assert.deepEqual(await standing(database), was);
});

test("an object that depends on one keeps it where it is", async () => {
  const database = await open(source);
  const was = await standing(database);
  await before(database);
  await database.owner("CREATE VIEW public.close AS SELECT public.similarity('a', 'b') AS how");
  await again(database);
  assert.deepEqual(await places(database), ["btree_gist writ_extensions", "pg_trgm public"]);
  assert.deepEqual(await standing(database), was);
});
