// Whoever has a connection and means harm: many statements in one transaction, settings, made-up rows, inner functions.
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
