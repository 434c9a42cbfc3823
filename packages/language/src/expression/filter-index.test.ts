// The filter form is there for the indexes: PostgreSQL uses them for it, and for the strict form it cannot.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Client } from "pg";
import { rowScope } from "../model/scopes.ts";
import { plainTarget } from "../testing/plain-target.ts";
import { startPostgres, type Postgres } from "../testing/postgres.ts";
import { sampleSchema } from "../testing/sample-schema.ts";
import { checkExpression } from "./check.ts";
import { readExpression } from "./parsing/read.ts";
import { policySql } from "../testing/agreement/policy.ts";
import { type SqlForm } from "./sql.ts";
import { arithmetic } from "../plan/foundation/foundation.ts";

const me = "00000000-0000-4000-8000-000000000007";

let postgres: Postgres;
let client: Client;
before(async () => {
  postgres = await startPostgres();
  client = await postgres.connect();
  await client.query(
    [
      "CREATE SCHEMA writ",
      ...arithmetic,
      `CREATE FUNCTION writ.me() RETURNS uuid LANGUAGE sql STABLE RETURN '${me}'::uuid`,
      "CREATE FUNCTION writ.today() RETURNS date LANGUAGE sql STABLE RETURN date '2026-01-31'",
      "CREATE TABLE ticket (id uuid PRIMARY KEY DEFAULT gen_random_uuid(), assignee uuid, severity text, due_on date, effort bigint, parent uuid)",
      'CREATE TABLE ticket_watchers (ticket uuid, "user" uuid)',
      `INSERT INTO ticket (assignee, severity, due_on, effort)
        SELECT ('00000000-0000-4000-8000-' || lpad((n % 4000)::text, 12, '0'))::uuid,
          CASE n % 1000 WHEN 0 THEN 'urgent' WHEN 1 THEN NULL ELSE 'low' END, date '2026-02-01' + n / 100, n
        FROM generate_series(1, 20000) n`,
      ...["assignee", "severity", "due_on", "effort"].map((column) => `CREATE INDEX ON ticket (${column})`),
      "CREATE ROLE reader",
      "GRANT USAGE ON SCHEMA writ TO reader",
      "GRANT SELECT ON ticket TO reader",
      "ALTER TABLE ticket ENABLE ROW LEVEL SECURITY",
      "ANALYZE ticket",
    ].join(";\n"),
  );
});
after(() => postgres.stop());

function print(text: string, form: SqlForm): string {
  const expression = readExpression({ text, start: 0, end: text.length }, "6/Ticket/read", []);
  const { typed, problems, reads } = checkExpression(expression, sampleSchema, rowScope("ticket", { me: "present" }), {
    kind: "any",
  });
  assert.ok(typed, problems[0]?.message ?? text);
  return policySql({ typed, me: reads.me }, plainTarget(sampleSchema), form);
}

async function plan(query: string): Promise<string> {
  const { rows } = await client.query<{ "QUERY PLAN": string }>(`EXPLAIN (COSTS OFF) ${query}`);
  return rows.map((row) => row["QUERY PLAN"]).join("\n");
}

const planOf = (text: string, form: SqlForm) => plan(`SELECT * FROM ticket WHERE ${print(text, form)}`);

describe("an index serves the filter form", () => {
  for (const text of [
    "ticket.assignee == me",
    "ticket.severity == 'urgent'",
    "ticket.severity in ['urgent', 'high']",
    "ticket.due_on != null and ticket.due_on < today + days(2)",
    "ticket.effort == 5",
    "ticket.assignee == me and ticket.severity == 'urgent'",
    "ticket.assignee == me or ticket.severity == 'urgent'",
  ]) {
    test(text, async () => assert.match(await planOf(text, "filter"), /Index (?:Only )?Scan|Bitmap Index Scan/));
  }
});

describe("no index serves the strict form of what may be empty", () => {
  for (const text of [
    "ticket.assignee == me",
    "ticket.severity == 'urgent'",
    "ticket.severity in ['urgent', 'high']",
  ]) {
    test(text, async () => assert.match(await planOf(text, "strict"), /Seq Scan/));
  }
});

test("a policy in the filter form keeps the index", async () => {
  await client.query(`CREATE POLICY p ON ticket TO reader USING (${print("ticket.assignee == me", "filter")})`);
  await client.query("SET ROLE reader");
  const shown = await plan("SELECT * FROM ticket");
  await client.query("RESET ROLE; DROP POLICY p ON ticket");
  assert.match(shown, /Bitmap Index Scan on ticket_assignee_idx/);
});

test("who asks is asked once, not for every row", async () => {
  assert.match(await planOf("ticket.assignee == me", "filter"), /InitPlan/);
});
