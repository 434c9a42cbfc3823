// Fields that not every reader may see: nothing that somebody can say in SQL tells them more than the view shows.
import assert from "node:assert/strict";
import { test } from "node:test";
import { completeDocument } from "../../../testing/run-cases.ts";
import { databases, type Answer, type TestDatabase } from "../../../testing/database.ts";

const { open } = databases();
const document = (fragment: string) => open(completeDocument(fragment).source);

const source = `## 3. Entities and their fields

### Talk
- Owner: Speaker

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Title | text, unique | yes | |
| Speaker | reference to User | auto | \`me\` |
| Phone | phone | no | |
| Fee | integer | yes | 0 |
| Notes | list of Note | | |
| Noted | computed integer \`talk.notes.size()\` | | |
| Doubled | computed integer \`talk.fee * 2\` | | |

### Note

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Talk | belongs to Talk | yes | |
| Text | text | yes | |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Speaker | signed in |
| Chair | named at installation |

| For | May | Speaker | Chair |
| --- | --- | --- | --- |
| Talk | create | yes | no |
| Talk | read | yes | yes |
| Talk | update | own | yes |
| Talk | delete | own | no |
| Talk | see Phone | own | yes |
| Talk | see Fee, see Doubled, see Noted | no | yes |
| Talk | set Fee | no | yes |
| Note | create, read, update, delete | no | yes |
`;

async function make(): Promise<{ database: TestDatabase; ann: string; bob: string; chair: string }> {
  const database = await document(source);
  const [ann, bob] = [await database.account("Ann"), await database.account("Bob")];
  const chair = await database.account("Chris", "chair");
  await database.owner(
    "INSERT INTO public.talk (title, speaker, phone, fee) VALUES ('A', $1, '+111', 10), ('B', $2, '+222', 20)",
    [ann, bob],
  );
  await database.owner("INSERT INTO note (talk, text) SELECT id, 'n' FROM public.talk WHERE title = 'A'");
  return { database, ann, bob, chair };
}

const values = (answer: Answer): unknown =>
  "rows" in answer ? answer.rows.map((row) => Object.values(row).join(" ")) : answer.code;

test("who may not see a field finds it empty, however they ask", async () => {
  const { database, ann, chair } = await make();
  const ask = async (sql: string) => values(await database.as(ann, sql));
  assert.deepEqual(await ask("SELECT title, phone, fee, doubled, noted FROM talk ORDER BY title"), [
    "A +111   ",
    "B    ",
  ]);
  assert.deepEqual(
    values(await database.as(chair, "SELECT title, phone, fee, doubled, noted FROM talk ORDER BY title")),
    ["A +111 10 20 1", "B +222 20 40 0"],
  );
  assert.deepEqual(values(await database.as(null, "SELECT title FROM talk")), []);
  // Filters, order, groups and aggregates see the empty value.
  assert.deepEqual(await ask("SELECT title FROM talk WHERE phone = '+222'"), []);
  assert.deepEqual(await ask("SELECT title FROM talk WHERE phone IS NULL"), ["B"]);
  assert.deepEqual(await ask("SELECT title FROM talk WHERE fee > 15 OR doubled = 40 OR noted = 1"), []);
  assert.deepEqual(await ask("SELECT max(phone), sum(fee), count(fee) FROM talk"), ["+111  0"]);
  assert.deepEqual(await ask("SELECT phone, count(*) FROM talk GROUP BY phone ORDER BY 1"), ["+111 1", " 1"]);
  // An error that shows a value shows only what is seen.
  const shown = await database.as(ann, "SELECT (phone || 'x')::integer FROM talk WHERE title = 'B'");
  assert.deepEqual(values(shown), [""]);
  const thrown = await database.as(ann, "SELECT count(*) FROM talk WHERE (phone || 'x')::integer > 0");
  assert.ok("message" in thrown && !thrown.message.includes("+222"));
  // Neither the row as a whole, nor what stands behind the view.
  assert.deepEqual(await ask("SELECT to_jsonb(talk) ->> 'phone' FROM talk WHERE title = 'B'"), [""]);
  assert.equal(await ask("SELECT phone FROM writ_data.talk"), "42501");
  assert.equal(await ask('SELECT writ."sees_talk.phone"(NULL)'), "42501");
  assert.deepEqual(await ask('SELECT writ."shown_talk.noted"(id) FROM talk'), ["", ""]);
});

test("what is written through the view is guarded, and comes back as its writer sees it", async () => {
  const { database, ann, bob, chair } = await make();
  const ask = async (sql: string, who: string | null = ann) => values(await database.as(who, sql));
  assert.deepEqual(
    await ask("INSERT INTO talk (title, phone) VALUES ('C', '+333') RETURNING title, phone, fee, speaker"),
    [`C +333  ${ann}`],
  );
  assert.equal(await ask("INSERT INTO talk (title, fee) VALUES ('D', 5)"), "FORBIDDEN");
  assert.equal(await ask("INSERT INTO talk (title) VALUES ('D')", null), "NOT_SIGNED_IN");
  assert.deepEqual(await ask("UPDATE talk SET phone = '+12345' WHERE title = 'A' RETURNING phone, fee, doubled"), [
    "+12345  ",
  ]);
  assert.equal(await ask("UPDATE talk SET phone = '+12345' WHERE title = 'B'"), "FORBIDDEN");
  // What looks empty is not emptied by sending the row back.
  assert.deepEqual(
    await ask("UPDATE talk SET title = 'A2', fee = fee, phone = phone WHERE title = 'A' RETURNING title"),
    ["A2"],
  );
  assert.deepEqual(await database.owner("SELECT fee::int, phone FROM talk WHERE title = 'A2'"), [
    { fee: 10, phone: "+12345" },
  ]);
  assert.deepEqual(await ask("UPDATE talk SET fee = 30 WHERE title = 'B' RETURNING fee", chair), ["30"]);
  assert.equal(await ask("DELETE FROM talk WHERE title = 'B'"), "FORBIDDEN");
  assert.deepEqual(await ask("DELETE FROM talk WHERE title = 'A2' RETURNING title, fee"), ["A2 "]);
  assert.deepEqual(await ask("DELETE FROM talk WHERE title = 'B' RETURNING phone, fee", bob), ["+222 "]);
  // A key that is taken is told by name, and not by its value.
  const twice = await database.as(bob, "INSERT INTO talk (title) VALUES ('C')");
  assert.equal(values(twice), "23505");
});

test("an upsert through the view is refused", async () => {
  const { database, ann } = await make();
  const upsert = "INSERT INTO talk (title) VALUES ('A') ON CONFLICT";
  assert.equal(values(await database.as(ann, `${upsert} (title) DO UPDATE SET phone = '+9'`)), "42P10");
  assert.equal(values(await database.as(ann, `${upsert} (id) DO NOTHING`)), "42P10");
});

test("the service and the owner read and write all of it", async () => {
  const { database } = await make();
  const client = await database.connect();
  await client.query("SET ROLE service_role");
  const read = await client.query("SELECT phone, fee::int, noted::int FROM talk ORDER BY title");
  assert.deepEqual(read.rows, [
    { phone: "+111", fee: 10, noted: 1 },
    { phone: "+222", fee: 20, noted: 0 },
  ]);
  const written = await client.query(
    "UPDATE talk SET fee = 99 WHERE title = 'A' RETURNING fee::int, speaker IS NOT NULL AS kept",
  );
  assert.deepEqual(written.rows, [{ fee: 99, kept: true }]);
  assert.equal((await client.query("DELETE FROM talk WHERE title = 'B'")).rowCount, 1);
  await client.end();
});

const secret = `## 3. Entities and their fields

### Report
- History: kept

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Text | text | yes | |
| Price | integer | yes | 1 |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Reader | signed in |
| Chair | named at installation |

| For | May | Reader | Chair |
| --- | --- | --- | --- |
| Report | create, read, update | yes | yes |
| Report | delete | no | yes |
| Report | see Created by, see Updated at, see Price | no | yes |
`;

test("who wrote a row stays hidden in names and in its history, and so does that a hidden field was hit upon", async () => {
  const database = await open(completeDocument(secret).source);
  const [ann, bob] = [await database.account("Ann"), await database.account("Bob")];
  const chair = await database.account("Chris", "chair");
  await database.as(ann, "INSERT INTO report (text) VALUES ('x')");
  const names = "SELECT person.name FROM report, created_by(report) AS person";
  assert.deepEqual(values(await database.as(bob, names)), []);
  assert.deepEqual(values(await database.as(chair, names)), ["Ann"]);
  const history =
    "SELECT event, person IS NULL AND history_report.name IS NULL AS hidden FROM report, history_report(report.id)";
  assert.deepEqual(values(await database.as(bob, history)), ["create true"]);
  assert.deepEqual(values(await database.as(chair, history)), ["create false"]);
  for (const price of [1, 2]) {
    assert.ok("rows" in (await database.as(bob, `UPDATE report SET price = ${price}`)));
    assert.deepEqual(values(await database.as(bob, history)), ["create true"], String(price));
  }
  assert.deepEqual(values(await database.as(chair, history)), ["create false", "update false"]);
  assert.deepEqual(
    values(await database.as(bob, "SELECT happened_at IS NULL FROM report, history_report(report.id)")),
    ["false"],
  );
  await database.as(bob, "UPDATE report SET text = 'y'");
  const moments = "SELECT event, happened_at IS NULL AS hidden FROM report, history_report(report.id)";
  assert.deepEqual(values(await database.as(bob, moments)), ["create false", "update true"]);
});
