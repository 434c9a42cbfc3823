// Which roles a database of ours has, and what they may before any document says so: nothing.
import { createHash } from "node:crypto";
import type { Client } from "pg";
import { quoteText } from "@writ/language/sql-quote";
import type { Passwords } from "./passwords.ts";

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
  // Who has only a password of the wire's role has no business in the other databases, and no tables of its own here.
  await superuser.query(`
    revoke all on database ${databaseName}, postgres, template1 from public;
    grant connect on database ${databaseName} to authenticator;
  `);
}

/** In the database itself. */
export async function closePublic(superuser: Client): Promise<void> {
  await superuser.query("revoke create on schema public from public");
}

const createRole = (name: string) =>
  `do $$ begin create role ${name}; exception when duplicate_object or unique_violation then null; end $$`;

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
    -- Writes and reads for people what they reach through a view; every policy binds it.
    ${createRole("writ_client")};
    alter role writ_client nologin noinherit;
    -- Writes what is kept of other rows, and nothing else. No request takes it on: by it triggers know that nobody has
    -- changed the row.
    ${createRole("writ_keeper")};
    alter role writ_keeper nologin noinherit;
    grant writ_client, writ_keeper to writ_owner with set true, inherit true, admin true;
    grant anon, authenticated, service_role to authenticator with set true, inherit false;
    grant anon, authenticated, service_role to writ_owner with set true, inherit false, admin true;
  `;
}

/** Another one as soon as a role changes here: then what an earlier version of Writ made is brought up to date. */
export const rolesMark = createHash("sha256")
  .update(rolesAs({ postgres: "", writ_owner: "", authenticator: "" }))
  .digest("hex")
  .slice(0, 16);
