// What people give and what the system sets: defaults in their order, and what nobody but the system may say.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { databases, type Answer, type TestDatabase } from "../../../testing/database.ts";
import { completeDocument } from "../../../testing/run-cases.ts";

const { open } = databases();

const { source } = completeDocument(`
## 3. Entities and their fields

### Category

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Name | text | yes | |
| Handler | reference to User | no | |

### Ticket
- Owner: Requester

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Due on | date | yes | \`ticket.begun_on + days(ticket.hours > 5 ? 2 : 1)\` |
| Hours | integer | yes | \`ticket.urgent ? 10 : ticket.size\` |
| Size | integer | yes | 3 |
| Begun on | date | yes | \`today\` |
| Urgent | yes/no | no | |
| Rate | percent | yes | \`div(1, 3, 6)\` |
| Category | belongs to Category | yes | |
| Helper | reference to User | no | \`ticket.category.handler\` |
| Requester | reference to User | auto | \`me\` |
| Checked | yes/no | auto | \`ticket.size > 2\` |
| Number | sequence number \`T-{000}\` | | |
| Code | random code \`{aaaa}{00}\` | | |
| State | state | | |
| Paid | money | no | |

### Settings
- One row: yes

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Answer within | duration | yes | 3 days |

## 4. States and transitions

### Ticket

| State | Kind | Meaning |
| --- | --- | --- |
| Open | start | |
| Done | end | |

| Transition | From | To | On | Asks for |
| --- | --- | --- | --- | --- |
| Finish | Open | Done | button | Paid (required) |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Member | signed in |

| For | May | Member |
| --- | --- | --- |
| Category | create, read, update, delete | yes |
| Ticket | create, read, update, delete | yes |
| Ticket | Finish | yes |
| Settings | read, update | yes |

## 9. Business constants and limits

| Setting | Value |
| --- | --- |
| Currency | EUR |
`);

let desk: TestDatabase;
let ann: string;
let category: string;
before(async () => {
  desk = await open(source);
  ann = await desk.account("Ann");
  const bob = await desk.account("Bob");
  const [row] = await desk.owner("INSERT INTO category (name, handler) VALUES ('Phones', $1) RETURNING id", [bob]);
  category = String(row?.["id"]);
});

const said = (answer: Answer) =>
  "rows" in answer ? answer.rows : answer.problems.map(({ code, field, clause }) => `${code} ${field} ${clause}`);

const create = (columns = "", values = "") =>
  desk.as(
    ann,
    `INSERT INTO ticket (category${columns}) VALUES ('${category}'${values}) RETURNING *, due_on - begun_on AS days`,
  );

test("defaults are filled in the order in which they need each other", async () => {
  const answer = await create();
  assert.ok("rows" in answer, JSON.stringify(answer));
  const { days, hours, size, urgent, rate, requester, checked, number, created_by } = answer.rows[0] ?? {};
  assert.deepEqual(
    { days, hours, size, urgent, rate, requester, checked, number, created_by },
    {
      days: 1,
      hours: "3",
      size: "3",
      urgent: false,
      rate: "0.3333",
      requester: ann,
      checked: true,
      number: "T-001",
      created_by: ann,
    },
  );
  const other = await create(", urgent, due_on", ", true, date '2030-01-01'");
  assert.ok("rows" in other);
  assert.deepEqual([other.rows[0]?.["hours"], new Date(String(other.rows[0]?.["due_on"])).getFullYear()], ["10", 2030]);
});

test("a default may name a row that the writer could not", async () => {
  const bob = String((await desk.owner("SELECT handler FROM category"))[0]?.["handler"]);
  const answer = await create();
  assert.equal("rows" in answer && answer.rows[0]?.["helper"], bob);
  // Who gives the same gives nothing of their own.
  assert.ok("rows" in (await create(", helper", `, '${bob}'`)));
  const eve = await desk.account("Eve");
  assert.deepEqual(said(await create(", helper", `, '${eve}'`)), ["INVALID helper 3/Ticket/Helper"]);
});

test("what the system sets, people may not give", async () => {
  for (const [column, value, clause] of [
    ["created_at", "'2020-01-01'", "3/Ticket"],
    ["created_by", "gen_random_uuid()", "3/Ticket"],
    ["updated_by", "gen_random_uuid()", "3/Ticket"],
    ["requester", "gen_random_uuid()", "3/Ticket/Requester"],
    ["checked", "false", "3/Ticket/Checked"],
    ["number", "'T-999'", "3/Ticket/Number"],
    ["code", "'aaaa00'", "3/Ticket/Code"],
    ["state", "'done'", "3/Ticket/State"],
    ["_state_since", "'2020-01-01'", "4/Ticket"],
  ] as const) {
    assert.deepEqual(said(await create(`, ${column}`, `, ${value}`)), [`FORBIDDEN ${column} ${clause}`], column);
    const changed = await desk.as(ann, `UPDATE ticket SET ${column} = ${value} WHERE number = 'T-001'`);
    assert.deepEqual(said(changed), [`FORBIDDEN ${column} ${clause}`], column);
  }
});

test("unless it is what would be set, or what is there", async () => {
  assert.equal(said(await create(", requester, created_by, checked", `, '${ann}', '${ann}', true`)).length, 1);
  const same = await desk.as(
    ann,
    "UPDATE ticket SET number = number, code = code, created_at = created_at, updated_at = updated_at, requester = requester, size = 4 WHERE number = 'T-001' RETURNING size, created_at <= updated_at AS later",
  );
  assert.deepEqual(said(same), [{ size: "4", later: true }]);
});

test("an input of a step is a value that a user gives: it is not rounded for them", async () => {
  const made = await create();
  const id = "rows" in made ? made.rows[0]?.["id"] : undefined;
  const finish = (paid: string) => desk.as(ann, "SELECT state, paid FROM public.ticket_finish($1, $2)", [id, paid]);
  assert.deepEqual(said(await finish("1.005")), ["INVALID paid 4/Ticket/Finish/Asks for"]);
  assert.deepEqual(said(await finish("1.5")), [{ state: "done", paid: "1.50" }]);
});

test("an id may be chosen at creation and never changed", async () => {
  const id = "00000000-0000-4000-8000-000000000001";
  assert.equal(said(await create(", id", `, '${id}'`)).length, 1);
  const moved = await desk.as(ann, "UPDATE ticket SET id = gen_random_uuid() WHERE id = $1", [id]);
  assert.deepEqual(said(moved), ["FORBIDDEN id 3/Ticket"]);
});

test("what belongs to a row stays there", async () => {
  const [other] = await desk.owner("INSERT INTO category (name) VALUES ('Screens') RETURNING id");
  const moved = await desk.as(ann, "UPDATE ticket SET category = $1 WHERE number = 'T-001'", [other?.["id"]]);
  assert.deepEqual(said(moved), ["FORBIDDEN category 3/Ticket/Category"]);
  assert.deepEqual(
    await desk.owner("UPDATE ticket SET category = $1 WHERE number = 'T-001' RETURNING number", [other?.["id"]]),
    [{ number: "T-001" }],
  );
});

test("settings have one row from the beginning: people change it, and make and delete none", async () => {
  assert.deepEqual(said(await desk.as(ann, "SELECT answer_within FROM settings")), [
    { answer_within: String(3 * 86_400_000) },
  ]);
  assert.deepEqual(said(await desk.as(ann, "UPDATE settings SET answer_within = 5 RETURNING answer_within")), [
    { answer_within: "5" },
  ]);
  assert.deepEqual(said(await desk.as(ann, "INSERT INTO settings (answer_within) VALUES (1)")), [
    "FORBIDDEN undefined 3/Settings",
  ]);
  assert.deepEqual(said(await desk.as(ann, "DELETE FROM settings")), ["FORBIDDEN undefined 3/Settings"]);
  const visitor = [
    await desk.as(null, "INSERT INTO settings (answer_within) VALUES (1)"),
    await desk.as(null, "DELETE FROM settings"),
  ];
  assert.deepEqual(visitor.map(said), [["NOT_SIGNED_IN undefined 3/Settings"], []]);
  await assert.rejects(desk.owner("INSERT INTO settings (answer_within) VALUES (1)"), /unique/);
  await assert.rejects(desk.owner("DELETE FROM settings"), /FORBIDDEN/);
});
