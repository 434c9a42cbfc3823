// A document as a real database for tests, and people who use it: every statement runs as the role that a request has.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { after, before } from "node:test";
import type { Client } from "pg";
import { compile } from "../compile.ts";
import { databaseOf } from "../database/database.ts";
import { foundation } from "../plan/foundation/foundation.ts";
import { inOrder } from "../database/order.ts";
import { createObject } from "../database/sql.ts";
import { startPostgres, type Postgres, type Template } from "./postgres.ts";

/** The roles that the server makes in a database of its own. */
const makeRoles = `DO $$ BEGIN
  CREATE ROLE writ_owner NOSUPERUSER BYPASSRLS CREATEROLE NOLOGIN;
  CREATE ROLE anon NOLOGIN; CREATE ROLE authenticated NOLOGIN; CREATE ROLE service_role NOLOGIN BYPASSRLS;
  CREATE ROLE writ_client NOLOGIN; CREATE ROLE writ_keeper NOLOGIN;
  GRANT writ_client, writ_keeper TO writ_owner;
EXCEPTION WHEN duplicate_object THEN NULL; END $$;
REVOKE CREATE ON SCHEMA public FROM PUBLIC`;

const usual = foundation("UTC");

/** What every database stands on, whatever its document says. */
const founded: Template = {
  name: "founded",
  edition: createHash("sha256")
    .update([makeRoles, ...usual].join("\n"))
    .digest("hex")
    .slice(0, 16),
  make: async (client) => {
    await client.query(`${makeRoles}; REVOKE ALL ON DATABASE founded FROM PUBLIC`);
    await client.query("ALTER DATABASE founded OWNER TO writ_owner; SET ROLE writ_owner");
    await run(client, usual);
  },
};

export type Answer =
  | { readonly rows: readonly Record<string, unknown>[] }
  | { readonly code: string; readonly status: number; readonly message: string; readonly problems: readonly Problem[] };
type Problem = { readonly code: string; readonly field?: string; readonly clause?: string };

export type TestDatabase = {
  /** As the owner: fixtures, and looking at what came of it. */
  readonly owner: (sql: string, values?: readonly unknown[]) => Promise<readonly Record<string, unknown>[]>;
  /** An account; the answer is its id. */
  readonly account: (name: string, ...roles: readonly string[]) => Promise<string>;
  /** One statement in one transaction, as a user (null: not signed in). */
  readonly as: (person: string | null, sql: string, values?: readonly unknown[]) => Promise<Answer>;
  readonly connect: () => Promise<Client>;
  /** Where a file of tests makes more databases than a cluster has connections. */
  readonly close: () => Promise<void>;
};

/** One cluster for a file of tests; `open` makes a database of a document. */
export function databases(): { readonly open: (source: string) => Promise<TestDatabase> } {
  // A file's own `before` may run while the cluster is still starting.
  let started: Promise<Postgres>;
  let count = 0;
  before(async () => {
    started = startPostgres(founded);
    await started;
  });
  after(async () => (await started).stop());
  return {
    open: async (source) => {
      const postgres = await started;
      const name = `document_${++count}`;
      await postgres.createDatabase(name, { template: founded.name });
      const client = await postgres.connect(name);
      await client.query(
        `REVOKE ALL ON DATABASE ${name} FROM PUBLIC; ALTER DATABASE ${name} OWNER TO writ_owner; SET ROLE writ_owner`,
      );
      await apply(client, source).catch(async (failure: unknown) => {
        await client.end();
        throw failure;
      });
      return people(client, () => postgres.connect(name));
    },
  };
}

async function apply(client: Client, source: string): Promise<void> {
  const compiled = compile(source);
  const errors = compiled.problems.filter(({ severity }) => severity === "error");
  assert.deepEqual(
    errors.map(({ code, address, message }) => `${code} ${address}: ${message}`),
    [],
  );
  const zone = compiled.model.constants.settings.timeZone?.name ?? "UTC";
  // Where the clock is another one, the functions that depend on it are made anew.
  const own = foundation(zone).filter((statement) => !usual.includes(statement));
  await run(client, [...own, ...inOrder(databaseOf(compiled)).flatMap(createObject)]);
}

async function run(client: Client, statements: readonly string[]): Promise<void> {
  await client.query("BEGIN");
  // Functions may call each other in any circle, so bodies are looked into once all of them are there.
  await client.query("SET LOCAL check_function_bodies = off");
  // All at once takes a fraction of the time; which one fails is found out when one does.
  const isDone = await client.query(`SAVEPOINT whole; ${statements.join(";\n")}`).then(
    () => true,
    () => false,
  );
  if (!isDone) await client.query("ROLLBACK TO whole");
  for (const statement of isDone ? [] : statements) {
    try {
      await client.query(statement);
    } catch (failure) {
      throw new Error(`${failure instanceof Error ? failure.message : String(failure)}\n${statement}`, {
        cause: failure,
      });
    }
  }
  await client.query("COMMIT");
}

function people(client: Client, connect: () => Promise<Client>): TestDatabase {
  return {
    owner: async (sql, values = []) => (await client.query(sql, [...values])).rows,
    account: async (name, ...roles) => {
      const { rows } = await client.query(
        "INSERT INTO auth.users (email, email_confirmed_at, raw_user_meta_data) VALUES ($1, now(), $2) RETURNING id",
        [`${name.toLowerCase()}@example.test`, { name }],
      );
      const id = String(rows[0].id);
      for (const role of roles)
        await client.query("INSERT INTO writ.assigned_role (person, role) VALUES ($1, $2)", [id, role]);
      return id;
    },
    as: async (person, sql, values = []) => asPerson(client, person, sql, values),
    connect,
    close: async () => client.end(),
  };
}

/** What a server does for a request: the role, the claims, the statement, and the outcome of COMMIT itself. */
export async function asPerson(
  client: Client,
  person: string | null,
  sql: string,
  values: readonly unknown[] = [],
): Promise<Answer> {
  const claims = person === null ? { role: "anon" } : { role: "authenticated", sub: person };
  await client.query("BEGIN");
  try {
    await client.query(`SET LOCAL ROLE ${claims.role}`);
    await client.query("SELECT set_config('request.jwt.claims', $1, true)", [JSON.stringify(claims)]);
    const { rows } = await client.query(sql, [...values]);
    await client.query("COMMIT");
    return { rows };
  } catch (failure) {
    await client.query("ROLLBACK");
    return refusalOf(failure);
  }
}

export function refusalOf(failure: unknown): Answer {
  if (!(failure instanceof Error) || !("code" in failure)) throw failure;
  if (failure.code !== "PGRST")
    return { code: String(failure.code), status: 0, message: failure.message, problems: [] };
  const { code, message, status, problems } = refusalIn(failure);
  // The words of each problem are in the catalogue; tests of the other slices need only its code and place.
  const places = problems.map((one) => ({
    code: one.code,
    ...(one.field === undefined ? {} : { field: one.field }),
    ...(one.clause === undefined ? {} : { clause: one.clause }),
  }));
  return { code, status, message, problems: places };
}

export type Refusal = {
  readonly code: string;
  readonly message: string;
  readonly hint: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly problems: readonly (Problem & { readonly message: string; readonly row?: string })[];
};

/** A refusal as the server reads it. */
export function refusalIn(failure: Error): Refusal {
  const { code, message, details, hint } = JSON.parse(failure.message);
  const { status, headers } = JSON.parse("detail" in failure ? String(failure.detail) : "{}");
  return { code, message, hint, status, headers, problems: JSON.parse(details) };
}
