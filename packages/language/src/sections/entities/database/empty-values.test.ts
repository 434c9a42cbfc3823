// An empty value at creation is a value: the default fills only what is not given.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { databases, type Answer, type TestDatabase } from "../../../testing/database.ts";
import { completeDocument } from "../../../testing/run-cases.ts";

const { open } = databases();

const document = (see = "") =>
  completeDocument(`
## 3. Entities and their fields

### Order

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Title | text | yes | untitled |
| Customer | reference to User | no | \`me\` |
| Note | text | no | \`order.title + '!'\` |
| Amount | money | no | 1.50 EUR |
| Copies | integer | no | 2 |
| Wait | duration | no | 3 days |
| Due | date | no | \`today\` |
| Sent | datetime | no | \`now\` |
| Opens | time | no | 08:30 |
| Colours | several of: red, green | no | red |
| Urgent | yes/no | no | yes |
| Rank | integer | auto | 7 |
| Level | integer | auto | 5 |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Member | signed in |
| Clerk | named at installation, assigned by Clerk |

| For | May | Clerk | Member |
| --- | --- | --- | --- |
| Order | create, read, update, delete | yes | yes |
| Order | set Level | yes | no |
${see}
## 9. Business constants and limits

| Setting | Value |
| --- | --- |
| Currency | EUR |
`).source;

let desk: TestDatabase;
let masked: TestDatabase;
let ann: string;
let eve: string;
before(async () => {
  desk = await open(document());
  masked = await open(document("| Order | see Note | yes | no |\n"));
  await desk.account("Clerk");
  ann = await desk.account("Ann");
  await masked.account("Clerk");
  eve = await masked.account("Eve");
});

const said = (answer: Answer) =>
  "rows" in answer ? answer.rows : answer.problems.map(({ code, field }) => `${code} ${field}`);

const names = ["customer", "note", "amount", "copies", "wait", "due", "sent", "opens", "colours"] as const;

for (const [what, place] of [
  ["a table", () => [desk, ann] as const],
  ["a view", () => [masked, eve] as const],
] as const) {
  test(`${what}: what is given as empty stays empty, and what is left out takes its default`, async () => {
    const [database, who] = place();
    const empty = await database.as(
      who,
      `INSERT INTO "order" (title, ${names.join(", ")}) VALUES ('x', ${names.map(() => "NULL").join(", ")}) RETURNING id`,
    );
    assert.ok("rows" in empty, JSON.stringify(empty));
    const [row] = await database.owner(`SELECT ${names.join(", ")} FROM "order" WHERE id = $1`, [
      empty.rows[0]?.["id"],
    ]);
    assert.deepEqual(row, { ...Object.fromEntries(names.map((name) => [name, null])), colours: [] });
    const left = await database.as(who, `INSERT INTO "order" (title) VALUES ('x') RETURNING id`);
    assert.ok("rows" in left, JSON.stringify(left));
    const [full] = await database.owner(
      `SELECT customer, note, amount, copies, wait, due = writ.today() AS due, sent = created_at AS sent, opens, colours, urgent, rank, level FROM "order" WHERE id = $1`,
      [left.rows[0]?.["id"]],
    );
    assert.deepEqual(full, {
      customer: who,
      note: "x!",
      amount: "1.50",
      copies: "2",
      wait: String(3 * 86_400_000),
      due: true,
      sent: true,
      opens: "08:30:00",
      colours: ["red"],
      urgent: true,
      rank: "7",
      level: "5",
    });
  });

  test(`${what}: what has to be there is asked for where it is given as empty`, async () => {
    const [database, who] = place();
    assert.deepEqual(said(await database.as(who, `INSERT INTO "order" (title) VALUES (NULL)`)), ["REQUIRED title"]);
  });

  test(`${what}: rows of one statement are told apart`, async () => {
    const [database, who] = place();
    const answer = await database.as(
      who,
      `INSERT INTO "order" (title, copies) VALUES ('x', DEFAULT), ('y', NULL), ('z', 4) RETURNING title, copies`,
    );
    assert.deepEqual(said(answer), [
      { title: "x", copies: "2" },
      { title: "y", copies: null },
      { title: "z", copies: "4" },
    ]);
  });

  test(`${what}: what somebody may not set they may not give as empty, and what nobody gives is not given`, async () => {
    const [database, who] = place();
    assert.deepEqual(said(await database.as(who, `INSERT INTO "order" (title, level) VALUES ('x', NULL)`)), [
      "FORBIDDEN level",
      "REQUIRED level",
    ]);
    const reserved = await database.as(
      who,
      `INSERT INTO "order" (rank, urgent) VALUES (NULL, NULL) RETURNING rank, urgent`,
    );
    assert.deepEqual(said(reserved), [{ rank: "7", urgent: true }]);
  });
}
