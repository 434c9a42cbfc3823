// Whoever has a connection and means harm: many statements in one transaction, settings, made-up rows, inner functions; long because each attack needs its document.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Client } from "pg";
import { completeDocument } from "../testing/run-cases.ts";
import { databases, refusalIn, type TestDatabase } from "../testing/database.ts";

const { open } = databases();
const document = (fragment: string) => open(completeDocument(fragment).source);

/** Any number of statements in one transaction, as somebody: the rows of the last one, or the code of what is refused. */
async function attempt(database: TestDatabase, person: string | null, ...statements: readonly string[]) {
  const client = await database.connect();
  try {
    await client.query("BEGIN");
    const claims = person === null ? { role: "anon" } : { role: "authenticated", sub: person };
    await client.query(`SET LOCAL ROLE ${claims.role}`);
    await client.query("SELECT set_config('request.jwt.claims', $1, true)", [JSON.stringify(claims)]);
    const rows = await inTurn(client, statements);
    await client.query("COMMIT");
    return rows;
  } catch (failure) {
    if (!(failure instanceof Error) || !("code" in failure)) throw failure;
    return failure.code === "PGRST" ? refusalIn(failure).code : String(failure.code);
  } finally {
    await client.end();
  }
}

async function inTurn(client: Client, statements: readonly string[]): Promise<readonly Record<string, unknown>[]> {
  let rows: readonly Record<string, unknown>[] = [];
  for (const statement of statements) rows = (await client.query(statement)).rows;
  return rows;
}

const invoices = `## 3. Entities and their fields

### Ledger

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Balance | integer | yes | 0 |
| Open | yes/no | no | no |

### Invoice

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Title | text | yes | |
| Issued | yes/no | no | no |
| Ledger | reference to Ledger | no | |

## 4. States and transitions

### Effects

| For | After | On | If | Do | With |
| --- | --- | --- | --- | --- | --- |
| Invoice | update | \`invoice.ledger\` | \`invoice.ledger != null\` | set | \`balance = ledger.balance + 1\` |

## 5. Validation rules

| Rule | For | On | When | Must hold | Otherwise |
| --- | --- | --- | --- | --- | --- |
| Issued stays | Invoice | update | \`old.issued\` | \`invoice.issued\` | ISSUED |
| Issued is kept | Invoice | delete | | \`not invoice.issued\` | ISSUED |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Clerk | signed in |
| Head | named at installation |

| Condition | For | Holds when |
| --- | --- | --- |
| open | Ledger | \`ledger.open\` |

| For | May | Clerk | Head |
| --- | --- | --- | --- |
| Invoice | read, create, update, delete | yes | yes |
| Ledger | read | open | yes |
| Ledger | update | yes | yes |
| Ledger | create, delete | no | no |

## 8. The error catalogue

| Code | When | Status | Message |
| --- | --- | --- | --- |
| ISSUED | | 409 | It is issued. |
`;

test("what an update breaks is not forgotten because the row is deleted next", async () => {
  const database = await document(invoices);
  const clerk = await database.account("Carl");
  const id = "11111111-0000-4000-8000-000000000000";
  await database.owner("INSERT INTO invoice (id, title, issued) VALUES ($1, 'One', true)", [id]);
  const change = `UPDATE invoice SET issued = false WHERE id = '${id}'`;
  const remove = `DELETE FROM invoice WHERE id = '${id}'`;
  assert.equal(await attempt(database, clerk, change), "ISSUED");
  assert.equal(await attempt(database, clerk, remove), "ISSUED");
  assert.equal(await attempt(database, clerk, change, remove), "ISSUED");
  assert.equal(await attempt(database, clerk, "SET CONSTRAINTS ALL DEFERRED", change, remove), "ISSUED");
  assert.equal(await attempt(database, clerk, "SAVEPOINT one", change, "RELEASE one", remove), "ISSUED");
  assert.equal((await database.owner("SELECT FROM invoice")).length, 1);
});

test("naming a row as just written shows nothing that an effect wrote", async () => {
  const database = await document(invoices);
  const clerk = await database.account("Carl");
  const [id, ledger] = ["11111111-0000-4000-8000-000000000000", "22222222-0000-4000-8000-000000000000"];
  await database.owner("INSERT INTO ledger (id, balance) VALUES ($1, 7)", [ledger]);
  await database.owner("INSERT INTO invoice (id, title, ledger) VALUES ($1, 'One', $2)", [id, ledger]);
  const seen = await attempt(
    database,
    clerk,
    `UPDATE invoice SET title = 'Two' WHERE id = '${id}'`,
    `SELECT set_config('writ.written', '${ledger}', true)`,
    "SELECT balance FROM ledger",
  );
  assert.deepEqual(seen, []);
  assert.deepEqual(await database.owner("SELECT balance FROM ledger"), [{ balance: "8" }]);
});

const circles = `## 3. Entities and their fields

### Circle

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Name | text | yes | |
| Members | several User | no | |

## 5. Validation rules

| Rule | For | On | When | Must hold | Otherwise |
| --- | --- | --- | --- | --- | --- |
| Members stay | Circle | update | | \`old.members.all(m, m in circle.members)\` | STAY |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Person | signed in |

| Condition | For | Holds when |
| --- | --- | --- |
| of two | Circle | \`circle.members.size() == 2\` |
| mine | Circle | \`me in circle.members\` |

| For | May | Person |
| --- | --- | --- |
| Circle | create | of two and mine |
| Circle | read | mine |
| Circle | update | mine |
| Circle | delete | no |
| User | read | yes |

## 8. The error catalogue

| Code | When | Status | Message |
| --- | --- | --- | --- |
| STAY | | 409 | Members stay. |
`;

test("a row that is being written is judged by its own lists, and by those that it had", async () => {
  const database = await document(circles);
  const [ann, bob, eve] = [await database.account("Ann"), await database.account("Bob"), await database.account("Eve")];
  const create = (...members: readonly string[]) =>
    `INSERT INTO circle (name, members) VALUES ('C', ARRAY[${members.map((id) => `'${id}'`).join(", ")}]::uuid[]) RETURNING name`;
  assert.deepEqual(await attempt(database, ann, create(ann, bob)), [{ name: "C" }]);
  assert.equal(await attempt(database, ann, create(ann)), "FORBIDDEN");
  assert.equal(await attempt(database, ann, create(bob, eve)), "FORBIDDEN");
  assert.equal(await attempt(database, ann, create(ann, bob, eve)), "FORBIDDEN");
  assert.equal(await attempt(database, ann, `UPDATE circle SET members = ARRAY['${ann}']::uuid[]`), "STAY");
  assert.deepEqual(
    await attempt(database, ann, `UPDATE circle SET members = members || '${eve}'::uuid RETURNING name`),
    [{ name: "C" }],
  );
  assert.deepEqual(await attempt(database, null, "SELECT FROM circle"), []);
});

const steps = `## 3. Entities and their fields

### Ticket

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Name | text | yes | |
| State | state | | |

## 4. States and transitions

### Ticket

| State | Kind |
| --- | --- |
| New | start |
| Away | end |
| Deleted | end |

| Transition | From | To | On |
| --- | --- | --- | --- |
| Delete | New | Deleted | button |
| Go away | New | Away | effect |

### Effects

| For | After | On | If | Do | With |
| --- | --- | --- | --- | --- | --- |
| Ticket | change of Name | | | do Go away | |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Person | signed in |

| For | May | Person |
| --- | --- | --- |
| Ticket | read, create, update | yes |
| Ticket | delete | no |
| Ticket | Delete | yes |
`;

test("a transition is never taken for a right of the same name", async () => {
  const database = await document(steps);
  const ann = await database.account("Ann");
  const [one, two] = ["11111111-0000-4000-8000-000000000000", "22222222-0000-4000-8000-000000000000"];
  await database.owner("INSERT INTO ticket (id, name) VALUES ($1, 'One'), ($2, 'Two')", [one, two]);
  assert.equal(await attempt(database, ann, "DELETE FROM ticket"), "FORBIDDEN");
  assert.deepEqual(await attempt(database, ann, `SELECT state FROM ticket_delete('${one}')`), [{ state: "deleted" }]);
  assert.equal(await attempt(database, ann, `SELECT ticket_delete('${one}')`), "CONFLICT");
  assert.deepEqual(
    await attempt(database, ann, `UPDATE ticket SET name = 'Three' WHERE id = '${two}' RETURNING 1 AS one`),
    [{ one: 1 }],
  );
  assert.deepEqual(await attempt(database, ann, `SELECT state FROM ticket WHERE id = '${two}'`), [{ state: "away" }]);
});

const desk = `## 3. Entities and their fields

### Room

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Name | text | yes | |
| Open | yes/no | no | no |

### Ticket

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Name | text up to 20 | yes | |
| Room | reference to Room | no | |
| Rooms | several Room | no | |
| Price | money | no | |
| Paid on | date | no | |
| Points | integer | auto | 0 |
| Kind | one of: low, high | yes | low |
| Code | text matching \`^[0-9]{3}$\` | no | |
| State | state | | |

## 4. States and transitions

### Ticket

| State | Kind |
| --- | --- |
| New | start |
| Paid | |
| Over | end |

| Transition | From | To | On | Asks for |
| --- | --- | --- | --- | --- |
| Pay | New | Paid | button | Price (required), Paid on (required), Code (optional), Room (optional), Rooms (optional) |
| Close | Paid | Over | button | |

### Effects

| For | After | On | If | Do | With |
| --- | --- | --- | --- | --- | --- |
| Ticket | Pay | | | set | \`points = ticket.points + 1\` |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Person | signed in |

| Condition | For | Holds when |
| --- | --- | --- |
| open | Room | \`room.open\` |

| For | May | Person |
| --- | --- | --- |
| Room | read | open |
| Room | create, update, delete | no |
| Ticket | read, create, update, delete | own |
| Ticket | Pay, Close | own |

## 9. Business constants and limits

| Setting | Value |
| --- | --- |
| Currency | EUR |

| Limit | Value | Counts | Otherwise |
| --- | --- | --- | --- |
| Payments | 3 per hour per user | Pay | RATE_LIMITED |
`;

const [shut, mine, theirs] = ["1", "2", "3"].map((digit) => `${digit.repeat(8)}-0000-4000-8000-000000000000`);
const somebody = "99999999-0000-4000-8000-000000000000";
const insert = (column: string, value: string) => `INSERT INTO ticket (name, ${column}) VALUES ('x', ${value})`;
const pay = (rest: string) => `SELECT ticket_pay('${mine}', ${rest})`;
const well = "price => 1, paid_on => '2026-01-01'";

/** What is refused, and how: statements of one transaction, of whoever owns the ticket `mine`. */
const refused: readonly (readonly [code: string, ...statements: readonly string[]])[] = [
  ["FORBIDDEN", insert("created_by", `'${somebody}'`)],
  ["FORBIDDEN", insert("updated_at", "'2000-01-01'")],
  ["FORBIDDEN", insert("state", "'over'")],
  ["FORBIDDEN", insert("_did", "'pay'")],
  ["FORBIDDEN", insert("_state_since", "'2000-01-01'")],
  ["FORBIDDEN", insert("points", "100")],
  ["INVALID", insert("price", "'NaN'")],
  ["INVALID", insert("price", "'-Infinity'")],
  ["INVALID", insert("paid_on", "'-infinity'")],
  ["INVALID", insert("room", `'${shut}'`)],
  ["INVALID", insert("rooms", `ARRAY['${shut}']::uuid[]`)],
  ["INVALID", insert("rooms", "ARRAY[NULL]::uuid[]")],
  ["INVALID", insert("rooms", `'[5:5]={${shut}}'::uuid[]`)],
  ["INVALID", insert("code", "E'123\\n'")],
  ["INVALID", insert("code", "'１２３'")],
  ["INVALID", "SET standard_conforming_strings = off", insert("code", "'ddd'")],
  ["INVALID", insert("kind", "'LOW'")],
  // Other ways to write.
  ["FORBIDDEN", `MERGE INTO ticket USING (SELECT) AS s ON id = '${mine}' WHEN MATCHED THEN UPDATE SET state = 'over'`],
  [
    "FORBIDDEN",
    `MERGE INTO ticket USING (SELECT) AS s ON id = '${theirs}' WHEN NOT MATCHED THEN INSERT (name, points) VALUES ('x', 9)`,
  ],
  ["FORBIDDEN", `INSERT INTO ticket (id, name) VALUES ('${mine}', 'x') ON CONFLICT (id) DO UPDATE SET points = 5`],
  ["42501", `INSERT INTO ticket (id, name) VALUES ('${theirs}', 'x') ON CONFLICT (id) DO UPDATE SET name = 'taken'`],
  ["FORBIDDEN", `UPDATE ticket SET id = '${shut}'`],
  ["FORBIDDEN", `UPDATE ticket SET created_by = '${somebody}' FROM (SELECT) AS s`],
  ["FORBIDDEN", "UPDATE ticket SET _did = 'pay'"],
  // What a transition asks for, and when.
  ["INVALID", pay("price => 'NaN', paid_on => '2026-01-01'")],
  ["INVALID", pay("price => 'Infinity', paid_on => '2026-01-01'")],
  ["INVALID", pay("price => 1.001, paid_on => '2026-01-01'")],
  ["INVALID", pay("price => 1, paid_on => 'infinity'")],
  ["INVALID", pay(`${well}, code => '12'`)],
  ["INVALID", "SET standard_conforming_strings = off", pay(`${well}, code => 'ddd'`)],
  ["INVALID", pay(`${well}, room => '${shut}'`)],
  ["INVALID", pay(`${well}, rooms => ARRAY['${shut}']::uuid[]`)],
  ["INVALID", pay(`${well}, rooms => ARRAY[NULL]::uuid[]`)],
  ["CONFLICT", `SELECT ticket_close('${mine}')`],
  ["NOT_FOUND", `SELECT ticket_pay('${theirs}', ${well})`],
  ["CONFLICT", pay(well), pay(well)],
  ["CONFLICT", `SELECT ticket_pay(id, ${well}), ticket_pay(id, ${well}) FROM ticket`],
  // The system's own.
  ["42501", "SELECT FROM writ.outbox"],
  ["42501", "SELECT FROM writ.secret"],
  ["42501", "SELECT FROM auth.users"],
  ["42501", "SELECT writ.name_written(gen_random_uuid())"],
  ["42501", "SELECT writ.signature(gen_random_uuid())"],
  ["42501", "SELECT nextval('writ.outbox_id_seq')"],
  ["42501", "CREATE TEMP TABLE ticket (id uuid)"],
  ["42501", "CREATE FUNCTION public.x() RETURNS integer LANGUAGE sql AS 'SELECT 1'"],
  ["42501", "DO $$ BEGIN EXECUTE 'CREATE SCHEMA mine'; END $$"],
  ["42501", "COPY ticket TO '/tmp/tickets'"],
  ["42501", "TRUNCATE ticket"],
  ["42501", "ALTER TABLE ticket DISABLE TRIGGER ALL"],
  ["42501", "SET session_replication_role = replica"],
  ["42501", "SET row_security = off", "SELECT FROM ticket"],
];

test("whatever a person says, a row is written as the document says", async () => {
  const database = await document(desk);
  const [ann, bob] = [await database.account("Ann"), await database.account("Bob")];
  await database.owner("INSERT INTO room (id, name) VALUES ($1, 'Shut')", [shut]);
  for (const [person, id] of [
    [ann, mine],
    [bob, theirs],
  ] as const) {
    assert.deepEqual(await attempt(database, person, `INSERT INTO ticket (id, name) VALUES ('${id}', 'T')`), []);
  }
  const before = await database.owner("SELECT * FROM ticket ORDER BY id");
  for (const [code, ...statements] of refused) {
    assert.equal(await attempt(database, ann, ...statements), code, statements.join("; "));
  }
  assert.deepEqual(await database.owner("SELECT * FROM ticket ORDER BY id"), before);
  assert.deepEqual(
    await attempt(database, ann, "SELECT FROM pg_stats WHERE schemaname IN ('public', 'writ_data')"),
    [],
  );
  const paid = await attempt(database, ann, `SELECT state, points::text FROM ticket_pay('${mine}', ${well})`);
  assert.deepEqual(paid, [{ state: "paid", points: "1" }]);
});

test("a limit counts each row of a statement, whatever savepoints there are", async () => {
  const database = await document(desk);
  const ann = await database.account("Ann");
  const add = "INSERT INTO ticket (name) SELECT 'T' FROM generate_series(1, 4)";
  assert.deepEqual(await attempt(database, ann, add), []);
  assert.equal(await attempt(database, ann, `SELECT ticket_pay(id, ${well}) FROM ticket`), "RATE_LIMITED");
  const one = `SELECT count(ticket_pay(id, ${well}))::integer AS done FROM (SELECT id FROM ticket WHERE state = 'new' LIMIT 1) AS t`;
  const nested = ["SAVEPOINT a", one, "RELEASE a", "SAVEPOINT b", one, "RELEASE b", "SAVEPOINT c", one];
  assert.equal(await attempt(database, ann, ...nested, "SET CONSTRAINTS ALL IMMEDIATE", one), "RATE_LIMITED");
  assert.deepEqual(await attempt(database, ann, ...nested), [{ done: 1 }]);
  assert.equal(await attempt(database, ann, one), "RATE_LIMITED");
});
