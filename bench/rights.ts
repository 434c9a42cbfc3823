// Measures what row security costs: a help desk of a million tickets, a project tracker of ten thousand organisations.
import { readFileSync } from "node:fs";
import type { Client } from "pg";
import { compile } from "@writ/language";
import { foundation } from "@writ/language/foundation";
import { createObject, databaseOf, inOrder } from "@writ/language/plan";
import { startPostgres, type Postgres } from "../packages/language/src/testing/postgres.ts";

const root = `${import.meta.dirname}/..`;
const tickets = 1_000_000;
const organisations = 10_000;
const rounds = 15;

/** A query of a user, and its values. */
type Question = { readonly what: string; readonly sql: string; readonly values: readonly unknown[] };

export const makeBenchRoles = `DO $$ BEGIN CREATE ROLE writ_owner BYPASSRLS CREATEROLE; CREATE ROLE anon; CREATE ROLE authenticated;
    CREATE ROLE service_role BYPASSRLS; CREATE ROLE writ_client; CREATE ROLE writ_keeper; GRANT writ_client, writ_keeper TO writ_owner; EXCEPTION WHEN duplicate_object THEN NULL; END $$`;

export async function database(postgres: Postgres, name: string, path: string): Promise<Client> {
  await postgres.createDatabase(name);
  const client = await postgres.connect(name);
  await client.query(makeBenchRoles);
  await client.query(
    `ALTER DATABASE ${name} OWNER TO writ_owner; SET ROLE writ_owner; SET check_function_bodies = off`,
  );
  const compiled = compile(readFileSync(`${root}/examples/${path}/SPEC.md`, "utf8"));
  for (const statement of [...foundation("UTC"), ...inOrder(databaseOf(compiled)).flatMap(createObject)])
    await client.query(statement);
  // Rows are laid as they would be; triggers would do the same a million times.
  await client.query("RESET ROLE; SET session_replication_role = replica");
  return client;
}

const id = (kind: number, n: string) =>
  `('${String(kind).padStart(8, "0")}-0000-4000-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`;
export const idOf = (kind: number, n: number) =>
  `${String(kind).padStart(8, "0")}-0000-4000-8000-${n.toString(16).padStart(12, "0")}`;
const people = (count: number) =>
  `INSERT INTO "user" (id, created_at, updated_at, name, email) SELECT ${id(1, "n")}, now(), now(), 'P' || n, 'p' || n || '@example.test' FROM generate_series(1, ${count}) n`;
const when = (n: string) => `timestamptz '2026-01-01' - ${n} * interval '1 minute'`;

/** Of 50,000 people most have twenty tickets; the first has a hundred thousand. */
export async function layTickets(client: Client, count: number): Promise<void> {
  await client.query(people(50_000));
  await client.query(
    `INSERT INTO category (id, created_at, updated_at, name) SELECT ${id(2, "n")}, now(), now(), 'C' || n FROM generate_series(1, 20) n`,
  );
  const required = await requiredColumns(client, "ticket");
  const given: Record<string, string> = {
    id: id(3, "n"),
    created_at: when("n"),
    updated_at: when("n"),
    requester: `CASE WHEN n % 10 = 0 THEN ${id(1, "1")} ELSE ${id(1, "(2 + n % 49999)")} END`,
    category: id(2, "(1 + n % 20)"),
    number: "'T-' || n",
    state: "'new'",
  };
  const columns = { ...required, ...given };
  await client.query(
    `INSERT INTO ticket (${Object.keys(columns)
      .map((name) => `"${name}"`)
      .join(", ")}) SELECT ${Object.values(columns).join(", ")} FROM generate_series(1, ${count}) n`,
  );
  const comment = {
    ...(await requiredColumns(client, "comment")),
    id: id(4, "n"),
    created_at: when("n"),
    updated_at: when("n"),
    ticket: id(3, "n"),
  };
  await client.query(
    `INSERT INTO comment (${Object.keys(comment)
      .map((name) => `"${name}"`)
      .join(", ")}) SELECT ${Object.values(comment).join(", ")} FROM generate_series(1, ${count}, 4) n`,
  );
  await client.query(`INSERT INTO writ.assigned_role (person, role) VALUES ('${idOf(1, 50_000)}', 'agent')`);
  await client.query("VACUUM ANALYZE");
}

/** The first organisation has 100,000 issues, the others some ten each. */
async function layIssues(client: Client): Promise<void> {
  await client.query(people(20_000));
  const lay = async (table: string, given: Record<string, string>, count: number) => {
    const columns = {
      ...(await requiredColumns(client, table)),
      created_at: when("n"),
      updated_at: when("n"),
      ...given,
    };
    await client.query(
      `INSERT INTO ${table} (${Object.keys(columns)
        .map((name) => `"${name}"`)
        .join(", ")}) SELECT ${Object.values(columns).join(", ")} FROM generate_series(1, ${count}) n`,
    );
  };
  await lay("organisation", { id: id(2, "n"), name: "'O' || n", slug: "'o' || n" }, organisations);
  const member = {
    organisation: id(2, "(1 + n % 10000)"),
    person: id(1, "(1 + n % 20000)"),
    email: "'p' || (1 + n % 20000) || '@example.test'",
  };
  await lay("membership", { id: id(5, "n"), ...member, role: "'member'" }, 20_000);
  await lay("project", { id: id(6, "n"), organisation: id(2, "n"), key: "'P'", name: "'P' || n" }, organisations);
  const project = `CASE WHEN n % 2 = 0 THEN 1 ELSE 1 + n % ${organisations} END`;
  const issue = {
    project: id(6, `(${project})`),
    _organisation: id(2, `(${project})`),
    state: "'backlog'",
    number: "n",
    title: "'I' || n",
  };
  await lay("issue", { id: id(7, "n"), ...issue }, 200_000);
  await client.query("VACUUM ANALYZE");
}

/** A plain value for every column that may not be empty. */
async function requiredColumns(client: Client, table: string): Promise<Record<string, string>> {
  const { rows } = await client.query(
    "SELECT column_name, data_type FROM information_schema.columns WHERE table_schema = 'public' AND table_name = $1 AND is_nullable = 'NO' AND is_generated = 'NEVER'",
    [table],
  );
  const value = (type: string) =>
    ({ boolean: "false", uuid: id(1, "1"), date: "current_date", ARRAY: "'{}'", numeric: "0", bigint: "0" })[type] ??
    (type.startsWith("timestamp") ? "now()" : "'normal'");
  return Object.fromEntries(rows.map((row) => [String(row.column_name), value(String(row.data_type))]));
}

/** One statement in one transaction as a request has it; for the owner the same, with nothing to decide. */
async function time(
  client: Client,
  person: string | null,
  { sql, values }: Question,
): Promise<{ ms: number; rows: number }> {
  const claims = JSON.stringify(person === null ? {} : { sub: person, role: "authenticated" });
  await client.query("BEGIN");
  await client.query(`SET LOCAL ROLE ${person === null ? "writ_owner" : "authenticated"}`);
  await client.query("SELECT set_config('request.jwt.claims', $1, true)", [claims]);
  const began = performance.now();
  const { rows } = await client.query(sql, [...values]);
  const ms = performance.now() - began;
  await client.query("COMMIT");
  return { ms, rows: rows.length === 1 ? Number(rows[0]?.count ?? 1) : rows.length };
}

async function compare(
  client: Client,
  who: string,
  person: string,
  asked: readonly Question[],
  free: readonly Question[],
): Promise<void> {
  for (const [index, question] of asked.entries()) {
    const without = free[index] ?? question;
    const [bound, unbound]: [number[], number[]] = [[], []];
    let found = 0;
    const began = performance.now();
    for (let round = 0; round < rounds && performance.now() - began < 12_000; round++) {
      const one = await time(client, person, question);
      found = one.rows;
      bound.push(one.ms);
      unbound.push((await time(client, null, without)).ms);
    }
    const median = (some: number[]) => some.sort((a, b) => a - b)[Math.floor(some.length / 2)] ?? 0;
    const [a, b] = [median(bound), median(unbound)];
    console.log(
      `| ${who} | ${question.what} | ${found} | ${a.toFixed(2)} ms | ${b.toFixed(2)} ms | ${(a / b).toFixed(2)} |`,
    );
  }
}

const columns = "id, created_at";
const question = (what: string, sql: string, ...values: readonly unknown[]): Question => ({ what, sql, values });

if (import.meta.main) {
  const postgres = await startPostgres();
  try {
    console.log("| who | asks | rows | with rights | without | ratio |\n| --- | --- | --- | --- | --- | --- |");
    const desk = await database(postgres, "desk", "help-desk");
    await layTickets(desk, tickets);
    for (const [who, person, key] of [
      ["customer of 18", idOf(1, 7), 5],
      ["customer of 100,000", idOf(1, 1), 10],
      ["agent", idOf(1, 50_000), 10],
    ] as const) {
      const mine = who === "agent" ? "true" : `requester = '${person}'`;
      await compare(
        desk,
        who,
        person,
        [
          question("a ticket by key", `SELECT * FROM ticket WHERE id = $1`, idOf(3, key)),
          question("20 newest tickets", `SELECT ${columns} FROM ticket ORDER BY created_at DESC, id LIMIT 20`),
          question(
            "20 newest tickets, own arm added",
            `SELECT ${columns} FROM ticket WHERE ${mine} ORDER BY created_at DESC, id LIMIT 20`,
          ),
          question("count of tickets", `SELECT count(*)::int FROM ticket`),
          question("comments of a ticket", `SELECT ${columns} FROM comment WHERE ticket = $1`, idOf(3, 5)),
          question("count of comments", `SELECT count(*)::int FROM comment`),
        ],
        [
          question("", `SELECT * FROM ticket WHERE id = $1`, idOf(3, key)),
          question("", `SELECT ${columns} FROM ticket WHERE ${mine} ORDER BY created_at DESC, id LIMIT 20`),
          question("", `SELECT ${columns} FROM ticket WHERE ${mine} ORDER BY created_at DESC, id LIMIT 20`),
          question("", `SELECT count(*)::int FROM ticket WHERE ${mine}`),
          question("", `SELECT ${columns} FROM comment WHERE ticket = $1`, idOf(3, 5)),
          question(
            "",
            who === "agent"
              ? `SELECT count(*)::int FROM comment`
              : `SELECT count(*)::int FROM comment c JOIN ticket t ON t.id = c.ticket WHERE t.${mine} AND NOT c.internal`,
          ),
        ],
      );
    }
    await desk.end();
    const tracker = await database(postgres, "tracker", "project-tracker");
    await layIssues(tracker);
    for (const [who, person, organisation] of [
      ["member of a small organisation", idOf(1, 78), 78],
      ["member of the largest", idOf(1, 1), 1],
    ] as const) {
      const [row] = (
        await tracker.query(`SELECT id FROM issue WHERE _organisation = $1 LIMIT 1`, [idOf(2, organisation)])
      ).rows;
      const inside = `_organisation = '${idOf(2, organisation)}'`;
      await compare(
        tracker,
        who,
        person,
        [
          question("an issue by key", `SELECT * FROM issue WHERE id = $1`, row?.id),
          question("20 newest issues", `SELECT ${columns} FROM issue ORDER BY created_at DESC, id LIMIT 20`),
          question(
            "20 newest issues, own arm added",
            `SELECT ${columns} FROM issue WHERE ${inside} ORDER BY created_at DESC, id LIMIT 20`,
          ),
          question("count of issues", `SELECT count(*)::int FROM issue`),
          question("organisations", `SELECT ${columns} FROM organisation`),
        ],
        [
          question("", `SELECT * FROM issue WHERE id = $1`, row?.id),
          question("", `SELECT ${columns} FROM issue WHERE ${inside} ORDER BY created_at DESC, id LIMIT 20`),
          question("", `SELECT ${columns} FROM issue WHERE ${inside} ORDER BY created_at DESC, id LIMIT 20`),
          question("", `SELECT count(*)::int FROM issue WHERE ${inside}`),
          question("", `SELECT ${columns} FROM organisation WHERE id = '${idOf(2, organisation)}'`),
        ],
      );
    }
    await tracker.end();
  } finally {
    await postgres.stop();
  }
}
