// Which roles a database of ours has, and what they may do before any document grants it: nothing.
import { createHash } from "node:crypto";
import type { Client } from "pg";
import { readSql } from "@writ/language/foundation";
import { quoteText } from "@writ/language/sql-quote";
import type { Passwords } from "./embedded/passwords.ts";
import { usualLimits } from "./connections/request-pool.ts";

/** The database, and who owns what documents make there. */
export const databaseName = "writ";

/**
 * Makes what is missing, so that it can be done again where it was interrupted.
 *
 * The superuser makes the roles and is then left alone: a mistake in what is derived from a document, which runs as
 * `writ_owner`, cannot reach the machine's files or programs through the database.
 */
export async function makeRoles(superuser: Client, passwords: Passwords): Promise<void> {
  await superuser.query(rolesAs(passwords));
  const { rows } = await superuser.query("select from pg_database where datname = $1", [databaseName]);
  if (rows.length === 0) await superuser.query(`create database ${databaseName} owner writ_owner`);
  await superuser.query(closedTo(databaseName));
}

/** A client with only the password of the wire's role may not use the other databases, nor make tables here. */
const closedTo = (name: string): string => `
  revoke all on database ${name}, postgres, template1 from public;
  grant connect on database ${name} to authenticator;
`;

/** One that holds what ours does, for the same roles. Ours must have no connections meanwhile. */
export async function copyOurs(superuser: Client, name: string): Promise<void> {
  await superuser.query(`create database ${name} template ${databaseName} owner writ_owner`);
  await superuser.query(closedTo(name));
}

/** In the database itself. */
export async function closePublic(superuser: Client): Promise<void> {
  await superuser.query(closed);
}

const closed = readSql(new URL("./close-public.sql", import.meta.url));

const createRole = (name: string) =>
  `do $$ begin create role ${name}; exception when duplicate_object or unique_violation then null; end $$`;

/**
 * A role that may change rows may lock a table, and a long transaction keeps its locks and its moment: "within a day"
 * is judged by when it began. SQL access is enough to lift these timeouts, so they only stop what hangs: here only the
 * server speaks SQL, and requests choose none of it. Where another client does, `jobs/overlong.ts` ends longer ones.
 */
export const bounds: readonly (readonly [string, number])[] = [
  ["statement_timeout", usualLimits.statementMilliseconds],
  ["lock_timeout", usualLimits.lockMilliseconds],
  ["idle_in_transaction_session_timeout", usualLimits.statementMilliseconds],
  // However many statements it has.
  ["transaction_timeout", 60_000],
];

function rolesAs(passwords: Passwords): string {
  const login = (role: "writ_owner" | "authenticator") => `login password ${quoteText(passwords[role])}`;
  return `
    ${createRole("writ_owner")};
    alter role writ_owner ${login("writ_owner")} nosuperuser bypassrls createrole createdb replication;
    ${createRole("anon")};
    ${createRole("authenticated")};
    ${createRole("service_role")};
    alter role anon nologin noinherit;
    alter role authenticated nologin noinherit;
    alter role service_role nologin noinherit bypassrls;
    ${createRole("authenticator")};
    -- It may nothing by itself: a statement that slips out of its transaction is refused.
    alter role authenticator ${login("authenticator")} noinherit;
    ${bounds.map(([setting, milliseconds]) => `alter role authenticator set ${setting} = ${milliseconds};`).join("\n    ")}
    -- Writes and reads for people what they reach through a view; every policy binds it.
    ${createRole("writ_client")};
    alter role writ_client nologin noinherit;
    -- Writes what is kept of other rows, and nothing else. No request takes it on: by it triggers know that nobody has
    -- changed the row.
    ${createRole("writ_keeper")};
    alter role writ_keeper nologin noinherit;
    grant writ_client, writ_keeper to writ_owner with set true, inherit true, admin true;
    grant anon, authenticated, service_role to authenticator with set true, inherit false;
    -- Whoever has lifted the bounds of a request is seen, and ended.
    grant authenticator to writ_owner with set false, inherit true;
    grant anon, authenticated, service_role to writ_owner with set true, inherit false, admin true;
  `;
}

/** Another one as soon as a role changes here: then what an earlier version of Writ made is brought up to date. */
export const rolesMark = createHash("sha256")
  .update(rolesAs({ postgres: "", writ_owner: "", authenticator: "" }))
  .update(closed)
  .digest("hex")
  .slice(0, 16);
