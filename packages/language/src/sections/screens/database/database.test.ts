// Searches find what the caller reads and nothing else; orders, filters and routes have their indexes.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { databases, type Answer, type TestDatabase } from "../../../testing/database.ts";
import { completeDocument } from "../../../testing/run-cases.ts";

const { open } = databases();
const said = (answer: Answer) => ("rows" in answer ? answer.rows : answer.code);

const { source } = completeDocument(`
## 2. Screens and routes

| Screen | Route | Kind | For | Menu |
| --- | --- | --- | --- | --- |
| Tickets | \`/tickets\` | list of Ticket | signed in | yes |
| Open ones | \`/open\` | list of Ticket | signed in | yes |
| Ticket | \`/t/:ticket.code\` | detail of Ticket | signed in | |
| New | \`/new\` | new Ticket | signed in | |
| Days | \`/days\` | calendar of Ticket on Due on | signed in | yes |
| Board | \`/board\` | board of Ticket by Priority | signed in | yes |
| Rooms | \`/rooms\` | list of Room | signed in | yes |

### Tickets
- Search: Subject, Secret, Requester.Name, Room.Label
- Filter by: Priority, Price, Room
- Sort: Due on descending

### Open ones
- Where: \`ticket.priority == 'high' and ticket.due_on != null\`
- Sort: Due on, Subject descending

### Rooms
- Search: Label

## 3. Entities and their fields

### Room
- Ordered by: Label

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Label | text | yes | |
| Hidden | yes/no | no | |

### Ticket
- Owner: Requester

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Code | random code \`{aaaaaa}\` | | |
| Subject | text up to 200 | yes | |
| Secret | text | no | |
| Priority | one of: low, high | yes | low |
| Price | money | no | |
| Due on | date | no | |
| Room | reference to Room | no | |
| Public | yes/no | no | |
| Requester | reference to User | auto | \`me\` |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Member | signed in |

| Condition | For | Holds when |
| --- | --- | --- |
| public | Ticket | \`ticket.public\` |
| shown | Room | \`not room.hidden\` |

| For | May | Member |
| --- | --- | --- |
| Room | read | shown |
| Room | create, update, delete | no |
| Ticket | create | yes |
| Ticket | read | own or public |
| Ticket | update, delete | own |
| Ticket | see Secret | own |
`);

let desk: TestDatabase;
let ann: string;
let bob: string;
before(async () => {
  desk = await open(source);
  [ann, bob] = [await desk.account("Ann"), await desk.account("Bob")];
  const [cellar] = await desk.owner("INSERT INTO room (label) VALUES ('Cellar') RETURNING id");
  const [vault] = await desk.owner("INSERT INTO room (label, hidden) VALUES ('Vault', true) RETURNING id");
  const add = (subject: string, isPublic: boolean, room: unknown) =>
    desk.owner(
      "INSERT INTO writ_data.ticket (subject, secret, public, room, requester) VALUES ($1, 'xyzzy', $2, $3, $4)",
      [subject, isPublic, room, bob],
    );
  await add("The screen is dark", true, cellar?.["id"]);
  await add("100 % of screens_are dark", true, vault?.["id"]);
  await add("My own screen", false, null);
});

const find = async (person: string | null, words: string) =>
  said(await desk.as(person, "SELECT subject, secret FROM public.search_ticket($1) ORDER BY subject", [words]));
const subjects = async (person: string | null, words: string) => {
  const rows = await find(person, words);
  return typeof rows === "string" ? rows : rows.map(({ subject }) => subject);
};

test("a search finds parts of words in rows that the caller reads", async () => {
  assert.deepEqual(await subjects(ann, "SCREEN"), ["100 % of screens_are dark", "The screen is dark"]);
  assert.deepEqual(await subjects(bob, "screen"), ["100 % of screens_are dark", "My own screen", "The screen is dark"]);
  assert.deepEqual(await subjects(ann, "own screen"), []);
  assert.deepEqual(await subjects(null, "screen"), []);
});

test("what people type is no pattern", async () => {
  assert.deepEqual(await subjects(bob, "0 %"), ["100 % of screens_are dark"]);
  assert.deepEqual(await subjects(bob, "screens_are"), ["100 % of screens_are dark"]);
  assert.deepEqual(await subjects(bob, "screen_is"), []);
  assert.deepEqual(await subjects(bob, "\\\\"), []);
});

test("a field that the caller may not see finds nothing, and is not shown", async () => {
  assert.deepEqual(await subjects(ann, "xyzzy"), []);
  assert.equal((await subjects(bob, "xyzzy")).length, 3);
  assert.deepEqual(await find(ann, "The screen"), [{ subject: "The screen is dark", secret: null }]);
  assert.deepEqual(await find(bob, "The screen"), [{ subject: "The screen is dark", secret: "xyzzy" }]);
});

test("rows are found by what they refer to, as far as the caller reads that", async () => {
  assert.deepEqual(await subjects(ann, "cellar"), ["The screen is dark"]);
  assert.deepEqual(await subjects(ann, "vault"), []);
  // The name of an account shows wherever a row that can be read refers to it.
  assert.deepEqual(await subjects(ann, "bob"), ["100 % of screens_are dark", "The screen is dark"]);
});

test("no client calls a function that finds rows past all rights", async () => {
  assert.equal(said(await desk.as(ann, "SELECT writ.found_ticket('x')")), "42501");
  assert.equal(said(await desk.as(ann, "SELECT writ.names_found('%')")), "42501");
});

test("indexes follow from orders, filters, boards, calendars and routes", async () => {
  const rows = await desk.owner(
    "SELECT regexp_replace(indexdef, '^.* USING ', '') AS index FROM pg_indexes WHERE tablename IN ('ticket', 'room') AND indexname ~ '_(order|search)$' ORDER BY 1",
  );
  assert.deepEqual(
    rows.map(({ index }) => index),
    [
      "btree (due_on, id)",
      "btree (label, id)",
      "btree (price, due_on, id)",
      "btree (priority, due_on, id)",
      "btree (priority, due_on, subject DESC, id)",
      "btree (priority, id)",
      "btree (room, due_on, id)",
      "gin (label writ_extensions.gin_trgm_ops)",
      "gin (secret writ_extensions.gin_trgm_ops)",
      "gin (subject writ_extensions.gin_trgm_ops)",
    ],
  );
});

test("the index of texts serves what a search asks", async () => {
  await desk.owner(
    "INSERT INTO writ_data.ticket (subject, requester) SELECT md5(n::text), $1 FROM generate_series(1, 5000) AS n",
    [bob],
  );
  await desk.owner("VACUUM ANALYZE writ_data.ticket");
  const [plan] = await desk.owner(
    "EXPLAIN (FORMAT JSON) SELECT id FROM writ_data.ticket WHERE subject ILIKE '%screen is%'",
  );
  assert.match(JSON.stringify(plan), /ticket\.subject_search/);
});
