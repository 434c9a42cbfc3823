// Reading: each kind of arm, as real roles, and that indexes are used where the document's rights allow it.
import assert from "node:assert/strict";
import { test } from "node:test";
import { completeDocument } from "../../../testing/run-cases.ts";
import { databases, type TestDatabase } from "../../../testing/database.ts";

const { open } = databases();
const document = (fragment: string) => open(completeDocument(fragment).source);

async function titles(database: TestDatabase, who: string | null, sql: string): Promise<readonly unknown[]> {
  const answer = await database.as(who, sql);
  if (!("rows" in answer)) return [answer.code];
  return answer.rows.map((row) => Object.values(row)[0]);
}

const desk = `## 3. Entities and their fields

### Settings
- One row: yes

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Shown | one of: low, high | yes | low |

### Ticket
- Owner: Requester

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Title | text | yes | |
| Kind | one of: low, high | yes | low |
| Closed on | date | yes | \`today\` |
| Requester | reference to User | yes | \`me\` |
| Watchers | several User | no | |
| Comments | list of Comment | | |

### Comment

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Ticket | belongs to Ticket | yes | |
| Text | text | yes | |
| Internal | yes/no | no | no |
| Written on | date | yes | \`today\` |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Visitor | anyone |
| Customer | signed in |
| Agent | named at installation |
| Auditor | named at installation |

| Condition | For | Holds when |
| --- | --- | --- |
| mine | Comment | \`comment.ticket.requester == me and not comment.internal\` |
| on a low one | Comment | \`comment.ticket.kind == 'low'\` |
| late | Comment | \`comment.written_on > comment.ticket.closed_on\` |
| watched | Ticket | \`me in ticket.watchers\` |
| talked about | Ticket | \`ticket.comments.exists(c, c.text == me.name)\` |
| as set | Ticket | \`ticket.kind == Settings.shown\` |

| For | May | Visitor | Customer | Agent | Auditor |
| --- | --- | --- | --- | --- | --- |
| Settings | read | no | no | yes | no |
| Settings | update | no | no | yes | no |
| Ticket | read | no | own or watched or talked about | yes | as set |
| Ticket | create, update | no | yes | yes | no |
| Ticket | delete | no | no | no | no |
| Comment | read | no | mine | not on a low one | late |
| Comment | create | no | yes | yes | no |
| Comment | update, delete | no | no | yes | no |
`;

const notes = `## 3. Entities and their fields

### Ticket

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Title | text | yes | |
| Requester | reference to User | yes | \`me\` |

### Comment

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Ticket | belongs to Ticket | yes | |
| Text | text | yes | |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Customer | signed in |

| Condition | For | Holds when |
| --- | --- | --- |
| mine | Comment | \`comment.ticket.requester == me\` |

| For | May | Customer |
| --- | --- | --- |
| Ticket | read, create, update, delete | yes |
| Comment | read | mine |
| Comment | create, update, delete | yes |
`;

test("who writes a row is not asked for all the rows that they could see it by", async () => {
  const database = await document(notes);
  const ann = await database.account("Ann");
  const [ticket] = await database.owner("INSERT INTO ticket (title, requester) VALUES ('a', $1) RETURNING id", [ann]);
  const write = `INSERT INTO comment (ticket, text) VALUES ('${String(ticket?.["id"])}', 'b')`;
  const plan = (await titles(database, ann, `EXPLAIN (ANALYZE, COSTS off) ${write} RETURNING id`)).join("\n");
  const walks = plan.split("\n").filter((line) => / on ticket _found /.test(line));
  assert.ok(walks.length > 0, plan);
  for (const walk of walks) assert.match(walk, /never executed/, plan);
  assert.deepEqual(await titles(database, ann, "SELECT text FROM comment"), ["b"]);
});

test("rows are read by what they are, by what leads to them, and by what lists of them hold", async () => {
  const database = await document(desk);
  const [ann, bob] = [await database.account("Ann"), await database.account("Bob")];
  const [agent, auditor] = [await database.account("Agnes", "agent"), await database.account("Aud", "auditor")];
  const ids = ["a", "b", "c", "d"].map((letter) => `${letter.repeat(8)}-0000-4000-8000-000000000000`);
  await database.owner(
    `INSERT INTO ticket (id, title, kind, requester, watchers, closed_on) VALUES
      ($1, 'own', 'low', $5, '{}', '2020-01-01'), ($2, 'watched', 'high', $6, ARRAY[$5::uuid], '2020-01-01'),
      ($3, 'talked about', 'high', $6, '{}', '2020-01-01'), ($4, 'other', 'high', $6, '{}', '2020-01-01')`,
    [...ids, ann, bob],
  );
  await database.owner(
    `INSERT INTO comment (ticket, text, internal, written_on) VALUES ($1, 'open', false, '2019-01-01'),
      ($1, 'inner', true, '2021-01-01'), ($2, 'high', false, '2019-01-01'), ($3, 'Ann', false, '2021-01-01')`,
    ids.slice(0, 3),
  );
  await database.owner("INSERT INTO settings (shown) SELECT 'low' WHERE NOT EXISTS (SELECT FROM settings)");
  const tickets = "SELECT title FROM ticket ORDER BY title";
  assert.deepEqual(await titles(database, ann, tickets), ["own", "talked about", "watched"]);
  assert.deepEqual(await titles(database, bob, tickets), ["other", "talked about", "watched"]);
  assert.deepEqual(await titles(database, agent, tickets), ["other", "own", "talked about", "watched"]);
  assert.deepEqual(await titles(database, auditor, tickets), ["own"]);
  assert.deepEqual(await titles(database, null, tickets), []);
  const comments = "SELECT text FROM comment ORDER BY text";
  assert.deepEqual(await titles(database, ann, comments), ["open"]);
  // Everybody signed in is a customer too.
  assert.deepEqual(await titles(database, bob, comments), ["Ann", "high"]);
  assert.deepEqual(await titles(database, agent, comments), ["Ann", "high"]);
  assert.deepEqual(await titles(database, auditor, comments), ["Ann", "inner"]);
  assert.deepEqual(await titles(database, null, comments), []);
  // What nobody reads nobody changes, without a word.
  assert.deepEqual(
    await titles(database, bob, "UPDATE ticket SET title = 'x' WHERE title = 'own' RETURNING title"),
    [],
  );
  // What one reads and may not delete is refused aloud.
  assert.deepEqual(await titles(database, agent, "DELETE FROM ticket WHERE title = 'own'"), ["FORBIDDEN"]);
});

test("a right is decided in the same way for one row and for many", async () => {
  const database = await document(desk);
  const people = [null, await database.account("Ann"), await database.account("Agnes", "agent", "auditor")];
  await database.owner("SELECT set_config('request.jwt.claims', '', false)");
  await database.owner(
    `INSERT INTO ticket (title, kind, requester, closed_on)
      SELECT 'n' || n, CASE n % 2 WHEN 0 THEN 'low' ELSE 'high' END, $1, date '2020-01-01' + n % 3 FROM generate_series(1, 12) n`,
    [people[1]],
  );
  await database.owner(
    `INSERT INTO comment (ticket, text, internal, written_on)
      SELECT id, CASE n WHEN 1 THEN 'Ann' ELSE 'x' END, n = 2, date '2020-01-02' FROM ticket, generate_series(1, 3) n`,
  );
  for (const person of people) {
    for (const entity of ["ticket", "comment"]) {
      const seen = await titles(database, person, `SELECT id FROM ${entity} ORDER BY id`);
      const claims = JSON.stringify(person === null ? {} : { sub: person });
      await database.owner("SELECT set_config('request.jwt.claims', $1, false)", [claims]);
      const allowed = await database.owner(
        `SELECT id FROM ${entity} WHERE writ.may_read_${entity}(${entity}) ORDER BY id`,
      );
      assert.deepEqual(
        seen,
        allowed.map(({ id }) => id),
        `${entity} of ${person}`,
      );
      await database.owner("SELECT set_config('request.jwt.claims', '', false)");
    }
  }
});

test("the list of one person among many uses an index", async () => {
  const database = await document(`## 3. Entities and their fields

### Note

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Text | text | yes | |
| Reader | reference to User | yes | \`me\` |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Writer | signed in |

| Condition | For | Holds when |
| --- | --- | --- |
| to me | Note | \`note.reader == me\` |

| For | May | Writer |
| --- | --- | --- |
| Note | create | yes |
| Note | read, update, delete | to me |
`);
  const [ann, bob] = [await database.account("Ann"), await database.account("Bob")];
  await database.owner("INSERT INTO note (text, reader) SELECT 'n', $1 FROM generate_series(1, 2000)", [bob]);
  await database.owner("INSERT INTO note (text, reader) VALUES ('mine', $1)", [ann]);
  await database.owner("ANALYZE note");
  const plan = await titles(database, ann, "EXPLAIN SELECT * FROM note");
  assert.match(plan.join("\n"), /note_reader_index|note\.reader_index/);
  assert.doesNotMatch(plan.join("\n"), /Seq Scan on note/);
  // Somebody else's becomes theirs, and the writer is told of the row as they left it.
  const given = await database.as(ann, "UPDATE note SET reader = $1 WHERE text = 'mine' RETURNING text", [bob]);
  assert.deepEqual("rows" in given ? given.rows : given.code, "INVALID");
  const gone = await database.as(
    bob,
    "UPDATE note SET reader = $1 WHERE text = 'n' AND id = (SELECT id FROM note LIMIT 1)",
    [bob],
  );
  assert.deepEqual("rows" in gone && gone.rows, []);
});

test("where section 6 is not shown, no user may do anything", async () => {
  const database = await document(`## 3. Entities and their fields

### Note

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Text | text | yes | |

## 6. Roles and permissions

not shown.
`);
  const ann = await database.account("Ann");
  await database.owner("INSERT INTO note (text) VALUES ('x')");
  assert.deepEqual(await titles(database, ann, "SELECT text FROM note"), []);
  assert.deepEqual(await titles(database, ann, "INSERT INTO note (text) VALUES ('y')"), ["NOT_SHOWN"]);
  assert.deepEqual(await titles(database, null, "INSERT INTO note (text) VALUES ('y')"), ["NOT_SHOWN"]);
});
