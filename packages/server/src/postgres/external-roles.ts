// The six roles in a database that is there already: made where they are absent, and refused where they may too much.
import type { Client } from "pg";
import { quoteIdentifier } from "@writ/language/sql-quote";
import type { LoginRights } from "./external.ts";
import { codeOf, failure } from "./failure.ts";
import { noRight, unsafeRole } from "./problems.ts";
import { bounds } from "./roles.ts";

const application = ["anon", "authenticated", "service_role"] as const;
/**
 * The first writes and reads for users what they reach through a view; the second writes what is kept of other rows.
 * Only functions and views that they own run as these roles.
 */
const standIns = ["writ_client", "writ_keeper"] as const;

type Role = {
  readonly rolname: string;
  readonly rolsuper: boolean;
  readonly rolbypassrls: boolean;
  readonly rolcanlogin: boolean;
};

/** Whether `service_role` passes row security afterwards. */
export async function ensureRoles(connection: Client, standing: LoginRights, address: string): Promise<boolean> {
  for (const role of application) await createRole(connection, role, attributesOf(role, standing));
  for (const role of standIns) await createRole(connection, role, "nologin noinherit");
  // Without a password: it logs in only if an operator gives it one.
  await createRole(connection, "authenticator", "login noinherit");
  await boundRequests(connection, standing.version);
  const before = await readRoles(connection);
  refuseUnsafe(before, address);
  if (mayGiveBypass(standing) && !passesRowSecurity(before)) {
    // Its creator could not grant it that, and another role may have to change it.
    await connection.query("alter role service_role bypassrls").catch((error: unknown) => {
      if (codeOf(error) !== "42501") throw error;
    });
  }
  // From 16 on, the creator of a role may grant it but not assume it, unless that is granted too.
  const isSplit = standing.version >= 160_000;
  const how = isSplit ? " with set true, inherit false" : "";
  const kind = isSplit ? "SET" : "MEMBER";
  const wanted = [
    { member: "authenticator", roles: application, how, kind },
    { member: standing.name, roles: application, how, kind },
    // The role that makes all objects also makes, changes and drops those of the stand-ins.
    { member: standing.name, roles: standIns, how: isSplit ? " with set true, inherit true" : "", kind: "USAGE" },
  ];
  const refused: { readonly role: string; readonly grant: string }[] = [];
  for (const { member, roles, how: options, kind: needed } of wanted) {
    const { rows } = await connection.query<{ role: string }>(
      "select role from unnest($1::text[]) role where not pg_has_role($2, role, $3)",
      [roles, member, needed],
    );
    for (const { role } of rows) {
      const grant = `grant ${quoteIdentifier(role)} to ${quoteIdentifier(member)}${options}`;
      await connection.query(grant).catch((error: unknown) => {
        if (codeOf(error) !== "42501") throw error;
        refused.push({ role, grant });
      });
    }
  }
  // To see and end what has lifted its bounds; nothing else needs it.
  const ending = isSplit ? " with set false, inherit true" : "";
  await connection
    .query(`grant authenticator to ${quoteIdentifier(standing.name)}${ending}`)
    .catch((error: unknown) => {
      if (!["42501", "0LP01"].includes(codeOf(error))) throw error;
    });
  if (refused.length > 0) {
    const rights = [...new Set(refused.map(({ role }) => `the right to grant the role ${role}`))];
    throw failure(
      noRight,
      address,
      standing.name,
      rights,
      refused.map(({ grant }) => grant),
    );
  }
  return passesRowSecurity(await readRoles(connection));
}

/**
 * What an operator has set stays, and so does what only a superuser may: requests have the same bounds by the pool, and a
 * deadlock is found after PostgreSQL's own second. No role creates tables in the schema of requests.
 */
async function boundRequests(connection: Client, version: number): Promise<void> {
  const { rows } = await connection.query<{ name: string }>(
    "select split_part(setting, '=', 1) as name from pg_db_role_setting s cross join unnest(s.setconfig) as setting where s.setrole = 'authenticator'::regrole",
  );
  const known = new Set(rows.map(({ name }) => name));
  const wanted = [...bounds, ["deadlock_timeout", 100] as const].filter(
    ([setting]) => !known.has(setting) && (setting !== "transaction_timeout" || version >= 170_000),
  );
  const statements = [
    ...wanted.map(([setting, milliseconds]) => `alter role authenticator set ${setting} = ${milliseconds}`),
    "revoke create on schema public from public",
  ];
  for (const statement of statements) {
    await connection.query(statement).catch((error: unknown) => {
      if (codeOf(error) !== "42501") throw error;
    });
  }
}

const passesRowSecurity = (roles: readonly Role[]) =>
  roles.some(({ rolname, rolbypassrls }) => rolname === "service_role" && rolbypassrls);

/** Until 15 only a superuser grants BYPASSRLS, from 16 on any role that has it. */
const mayGiveBypass = ({ version, is_superuser, bypass_rls }: LoginRights): boolean =>
  is_superuser || (version >= 160_000 && bypass_rls);

function attributesOf(role: (typeof application)[number], standing: LoginRights): string {
  return `nologin noinherit${role === "service_role" && mayGiveBypass(standing) ? " bypassrls" : ""}`;
}

/** Two starts at once may both find it absent; the second to make it finds it there. */
async function createRole(client: Client, name: string, attributes: string): Promise<void> {
  const { rowCount } = await client.query("select from pg_roles where rolname = $1", [name]);
  if (rowCount === 1) return;
  await client.query(`create role ${quoteIdentifier(name)} ${attributes}`).catch((error: unknown) => {
    if (!["42710", "23505"].includes(codeOf(error))) throw error;
  });
}

async function readRoles(client: Client): Promise<readonly Role[]> {
  const { rows } = await client.query<Role>(
    "select rolname, rolsuper, rolbypassrls, rolcanlogin from pg_roles where rolname = any($1)",
    [[...application, "authenticator", ...standIns]],
  );
  return rows;
}

/** Another program may have made a role of this name for another purpose. */
function refuseUnsafe(roles: readonly Role[], address: string): void {
  for (const { rolname, rolsuper, rolbypassrls, rolcanlogin } of roles) {
    const role = quoteIdentifier(rolname);
    const isVisitor = ["anon", "authenticated", ...standIns].includes(rolname);
    if (rolsuper) throw failure(unsafeRole, address, rolname, "is a superuser", `alter role ${role} nosuperuser`);
    if (rolbypassrls && rolname !== "service_role") {
      throw failure(unsafeRole, address, rolname, "bypasses row security", `alter role ${role} nobypassrls`);
    }
    // A client that logs in as one of these could set the claims that say who it is.
    if (rolcanlogin && (isVisitor || rolname === "service_role")) {
      throw failure(unsafeRole, address, rolname, "can log in", `alter role ${role} nologin`);
    }
  }
}
