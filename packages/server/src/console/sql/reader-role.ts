// The role that an operator's SQL runs as: a login of its own for each database, which reads what the product's service
// role reads, past row security, and is a member of nothing more. Its session cannot become another one.
import { createHash, createHmac, pbkdf2Sync, randomBytes } from "node:crypto";
import pg from "pg";
import { allOrNothing } from "../../postgres/connections/transaction.ts";
import type { Database } from "../../postgres/index.ts";
import { codeOf } from "../../postgres/failure.ts";
import type { RequestPool } from "../../postgres/connections/request-pool.ts";

export type ReaderRole = {
  /** A connection of its own. */
  readonly connect: (settings: pg.ClientConfig) => Promise<pg.Client>;
  /** Ends the session of such a connection, also where that is lost. Whether PostgreSQL has no such session any more. */
  readonly isEnded: (client: pg.Client) => Promise<boolean>;
};

/** SQL is not offered here, and why. */
export class NoReader extends Error {}

type Options = {
  readonly database: Pick<Database, "poolConfig">;
  readonly owner: Pick<RequestPool, "withConnection">;
  /** What all processes know, and no client. */
  readonly secret: () => Uint8Array;
  /** Schemas that are served besides the product's own. */
  readonly schemas: readonly string[];
};

const connections = 4;
const wrongPassword = new Set(["28P01", "28000"]);

export function readerRole({ database, owner, secret, schemas }: Options): ReaderRole {
  const passwordOf = (role: string) => createHmac("sha256", secret()).update(role).digest("base64url");
  const prepare = async (isNew: boolean): Promise<string> =>
    owner.withConnection(async (client) =>
      allOrNothing(client, async () => prepareRole(client, passwordOf, schemas, isNew), begin),
    );
  const open = async (role: string, settings: pg.ClientConfig): Promise<pg.Client> => {
    // As the owner reaches it, whether by an address or by its parts.
    const { host, port, database: name, ssl } = new pg.Client(database.poolConfig("owner"));
    const client = new pg.Client({
      ...settings,
      host,
      port,
      ssl,
      ...(name === undefined ? {} : { database: name }),
      user: role,
      password: passwordOf(role),
    });
    client.on("error", () => undefined);
    await client.connect();
    return client;
  };
  return {
    connect: async (settings) => {
      try {
        return await open(await prepare(false), settings);
      } catch (failure) {
        if (!wrongPassword.has(codeOf(failure))) throw failure;
        // The secret is another one than when the role was made.
        return open(await prepare(true), settings);
      }
    },
    isEnded: async (client) => owner.withConnection(async (by) => endSession(by, client)),
  };
}

/** As the role itself, which ends only its own sessions: the number may be another session's by now. */
async function endSession(by: pg.ClientBase, client: pg.Client): Promise<boolean> {
  const { processID } = client as pg.Client & { readonly processID: number | null };
  const { rows } = await by.query<{ setRole: string }>(
    `SELECT format('SET LOCAL ROLE %I', usename) AS "setRole" FROM pg_stat_activity WHERE pid = $1 AND usename = $2`,
    [processID, client.user],
  );
  const [session] = rows;
  if (session === undefined) return true;
  await allOrNothing(by, async () => {
    await by.query(session.setRole);
    await by.query("SELECT pg_terminate_backend($1)", [processID]);
  });
  return false;
}

/** Under a lock, because several processes may make it at once. */
const begin = "BEGIN; SELECT pg_advisory_xact_lock(7765841)";

type Standing = {
  readonly role: string;
  readonly isThere: boolean;
  readonly mayConnect: boolean;
  readonly mayEnd: boolean;
  readonly passes: boolean;
  readonly isSuper: boolean;
  readonly version: number;
};

async function prepareRole(
  client: pg.ClientBase,
  passwordOf: (role: string) => string,
  schemas: readonly string[],
  isNew: boolean,
): Promise<string> {
  const { rows } = await client.query<Standing>(
    `SELECT n.role, r.oid IS NOT NULL AS "isThere", has_database_privilege(COALESCE(r.oid, 0), n.oid, 'CONNECT') AS "mayConnect",
       pg_has_role(COALESCE(r.oid, 0), CASE WHEN current_setting('server_version_num')::int < 160000 THEN 'MEMBER' ELSE 'SET' END)
         AS "mayEnd",
       (SELECT rolbypassrls OR rolsuper FROM pg_roles WHERE rolname = current_user) AS passes,
       (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) AS "isSuper",
       current_setting('server_version_num')::int AS version
     FROM (SELECT oid, 'writ_sql_' || oid AS role FROM pg_database WHERE datname = current_database()) AS n
       LEFT JOIN pg_roles r ON r.rolname = n.role`,
  );
  const [standing] = rows;
  if (standing === undefined) throw new NoReader("The database does not name itself.");
  const { role, isThere, mayConnect, mayEnd, passes, isSuper, version } = standing;
  if (!passes)
    throw new NoReader("The user of this database cannot make a role that reads all rows: it lacks BYPASSRLS.");
  const run = async (template: string, ...values: readonly string[]) => {
    const { rows: made } = await client.query<{ text: string }>("SELECT format($1, VARIADIC $2::text[]) AS text", [
      template,
      values,
    ]);
    await client.query(made[0]?.text ?? "");
  };
  if (!isThere) {
    await run(
      `CREATE ROLE %I LOGIN INHERIT BYPASSRLS NOCREATEDB NOCREATEROLE NOREPLICATION CONNECTION LIMIT ${connections}`,
      role,
    );
    await run(`GRANT service_role TO %I${version >= 160_000 ? " WITH INHERIT TRUE, SET FALSE" : ""}`, role);
    await run("ALTER ROLE %I SET default_transaction_read_only = on", role);
    // Only a superuser may.
    if (isSuper) await run("ALTER ROLE %I SET temp_file_limit = '1GB'", role);
  }
  // The owner ends its sessions as the role itself.
  if (!mayEnd) await run(`GRANT %I TO CURRENT_USER${version >= 160_000 ? " WITH INHERIT FALSE, SET TRUE" : ""}`, role);
  // As a verifier: the password itself stands in no log of the database.
  if (!isThere || isNew) await run("ALTER ROLE %I PASSWORD %L", role, verifierOf(passwordOf(role)));
  if (!mayConnect) await run("GRANT CONNECT ON DATABASE %I TO %I", await nameOf(client), role);
  await refuseSecrets(client, role, schemas);
  return role;
}

async function nameOf(client: pg.ClientBase): Promise<string> {
  const { rows } = await client.query<{ name: string }>("SELECT current_database() AS name");
  return rows[0]?.name ?? "";
}

/** Another program may have given the service role more than Writ does: then nothing is read at all. */
async function refuseSecrets(client: pg.ClientBase, role: string, schemas: readonly string[]): Promise<void> {
  const { rows } = await client.query<{ table: string }>(
    `SELECT c.oid::regclass::text AS table FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE c.relkind IN ('r', 'v', 'm', 'p', 'f') AND n.nspname <> ALL ($2::text[])
       AND n.nspname NOT IN ('public', 'storage', 'realtime', 'information_schema') AND n.nspname !~ '^pg_'
       AND has_schema_privilege($1, n.oid, 'USAGE') AND has_any_column_privilege($1, c.oid, 'SELECT')
     ORDER BY 1 LIMIT 3`,
    [role, [...schemas]],
  );
  if (rows.length > 0)
    throw new NoReader(
      `SQL is not offered on this database, because service_role may read ${rows.map(({ table }) => table).join(", ")}.`,
    );
}

/** As PostgreSQL stores it for SCRAM-SHA-256. */
function verifierOf(password: string): string {
  const [salt, rounds] = [randomBytes(16), 4096];
  const salted = pbkdf2Sync(password, salt, rounds, 32, "sha256");
  const keyed = (word: string) => createHmac("sha256", salted).update(word).digest();
  const stored = createHash("sha256").update(keyed("Client Key")).digest("base64");
  return `SCRAM-SHA-256$${rounds}:${salt.toString("base64")}$${stored}:${keyed("Server Key").toString("base64")}`;
}
