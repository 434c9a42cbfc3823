// A database that another process of this machine has opened, and stops: used by an address that only it can tell.
import type { ClientConfig } from "pg";
import { connectionFailure, trackClients } from "./clients.ts";
import type { Capabilities, Database } from "./database.ts";

/** As JSON. It holds passwords: it goes to a process that this one has started, and nowhere else. */
export type DatabaseAddress = {
  readonly url: string;
  readonly capabilities: Capabilities;
  readonly owner: ClientConfig;
  readonly authenticator: ClientConfig;
};

export const addressOf = ({ url, capabilities, poolConfig }: Database): DatabaseAddress => ({
  url,
  capabilities,
  owner: poolConfig("owner"),
  authenticator: poolConfig("authenticator"),
});

export function joinDatabase({ url, capabilities, ...configs }: DatabaseAddress): Database {
  const clients = trackClients();
  let isStopped = false;
  return {
    url,
    capabilities,
    state: () => ({ is: isStopped ? "stopped" : "ready" }),
    connect: async ({ as = "owner", ...options } = {}) => {
      if (as === "superuser") throw new Error("only the process that has the database knows its superuser");
      try {
        return await clients.connect({ ...configs[as], ...options });
      } catch (failure) {
        throw connectionFailure(failure);
      }
    },
    poolConfig: (as) => configs[as],
    stop: async () => {
      isStopped = true;
      await clients.end();
    },
  };
}

/** How many connections our users may have at once. */
export async function allowedConnections(database: Database): Promise<number> {
  const client = await database.connect();
  try {
    // Kept for superusers and, from PostgreSQL 16 on, for others.
    const { rows } = await client.query<{ allowed: number }>(
      `SELECT current_setting('max_connections')::integer - current_setting('superuser_reserved_connections')::integer
         - COALESCE(current_setting('reserved_connections', true)::integer, 0) AS allowed`,
    );
    return rows[0]?.allowed ?? 0;
  } finally {
    await client.end();
  }
}
