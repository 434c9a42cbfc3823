// A database that is there already: whether it will do, what it can, and the roles that it must have.
import type { Client, ClientConfig } from "pg";
import { quoteIdentifier } from "@writ/language/sql-quote";
import { connectionFailure, trackClients } from "./clients.ts";
import type { Database } from "./database.ts";
import { ensureRoles } from "./external-roles.ts";
import { DatabaseFailure, codeOf, failure, messageOf } from "./failure.ts";
import { noRight, tooOld, unreachable, wrongAddress } from "./problems.ts";

/** What the user of the address is and may. */
export type LoginRights = {
  readonly version: number;
  readonly shown_version: string;
  readonly name: string;
  readonly database: string;
  readonly is_superuser: boolean;
  readonly may_create_roles: boolean;
  readonly may_create: boolean;
  readonly bypass_rls: boolean;
  readonly replication: boolean;
  readonly logical_wal: boolean;
};

const oldest = 150_000;

export async function openExternal(url: string): Promise<Database> {
  const address = addressWithoutSecrets(url);
  const clients = trackClients();
  const config: ClientConfig = { connectionString: url };
  try {
    const client = await clients.connect(config).catch((error: unknown) => {
      throw failure(unreachable, address, messageOf(error));
    });
    const standing = await readLoginRights(client);
    checkLoginRights(standing, address);
    const servicePasses = await ensureRoles(client, standing, address);
    await client.end();
    let isStopped = false;
    return {
      url,
      capabilities: {
        superuser: false,
        majorVersion: Math.floor(standing.version / 10_000),
        bypassRls: standing.bypass_rls && servicePasses,
        replication: standing.replication,
        logicalWal: standing.logical_wal,
      },
      // Its operator starts it again; a refused connection reports that it is down.
      state: () => ({ is: isStopped ? "stopped" : "ready" }),
      connect: async (options = {}) => {
        try {
          return await clients.connect({ ...config, ...options });
        } catch (error) {
          throw connectionFailure(error);
        }
      },
      poolConfig: () => config,
      stop: async () => {
        isStopped = true;
        await clients.end();
      },
    };
  } catch (error) {
    await clients.end();
    throw error instanceof DatabaseFailure || codeOf(error) === ""
      ? error
      : failure(unreachable, address, messageOf(error));
  }
}

/** Messages and logs show where, never how to get in. */
function addressWithoutSecrets(url: string): string {
  try {
    const { protocol, hostname, port, pathname, searchParams } = new URL(url.replace("@/", "@socket/"));
    if (!/^postgres(?:ql)?:$/.test(protocol)) throw failure(wrongAddress);
    const host = searchParams.get("host") ?? (hostname === "" ? "socket" : hostname);
    return `${host}${port === "" ? "" : `:${port}`}${pathname}`;
  } catch {
    throw failure(wrongAddress);
  }
}

async function readLoginRights(client: Client): Promise<LoginRights> {
  const { rows } = await client.query<LoginRights>(`
    select current_setting('server_version_num')::int as version,
      current_setting('server_version') as shown_version,
      current_user as name,
      current_database() as database,
      rolsuper as is_superuser,
      rolsuper or rolcreaterole as may_create_roles,
      has_database_privilege(current_database(), 'CREATE') as may_create,
      rolsuper or rolbypassrls as bypass_rls,
      rolsuper or rolreplication as replication,
      current_setting('wal_level') = 'logical' as logical_wal
    from pg_roles where rolname = current_user`);
  const [standing] = rows;
  if (standing === undefined) throw new Error("the current user is no role");
  return standing;
}

export function checkLoginRights(standing: LoginRights, address: string): void {
  if (standing.version < oldest) throw failure(tooOld, address, standing.shown_version);
  const user = quoteIdentifier(standing.name);
  const lacking = [
    {
      has: standing.may_create_roles,
      right: "the right to create roles (CREATEROLE)",
      mend: `alter role ${user} createrole`,
    },
    {
      has: standing.may_create,
      right: "the right to create schemas (CREATE on the database)",
      mend: `grant create on database ${quoteIdentifier(standing.database)} to ${user}`,
    },
  ].filter(({ has }) => !has);
  if (lacking.length === 0) return;
  throw failure(
    noRight,
    address,
    standing.name,
    lacking.map(({ right }) => right),
    lacking.map(({ mend }) => mend),
  );
}
