// Connections for requests: a fixed number, a queue that ends, and none that waits for ever.
import { availableParallelism } from "node:os";
import pg from "pg";
import { cancelQuery } from "./cancel.ts";
import type { Database, Login } from "../database.ts";
import { isAway } from "./away.ts";
import { codeOf } from "../failure.ts";
import { isFull, isOutdated, shareRecent, type RecentStatements } from "./prepared.ts";
import { inSpan, type Tracing } from "../../telemetry/tracing.ts";
import { traceConnection, type TracedConnection } from "./trace-statements.ts";
import { ClientGone, PoolExhausted, createFairQueue, type WaitingRequest } from "./fair-queue.ts";

export { ClientGone, PoolExhausted, type WaitingRequest };

export type RequestPool = {
  /**
   * A connection that no other request uses until the work is done. Its query is cancelled when the client disconnects.
   */
  readonly withConnection: <Result>(
    work: (client: pg.ClientBase) => Promise<Result>,
    asking?: WaitingRequest,
  ) => Promise<Result>;
  /**
   * From now on only connections that begin now: what functions remember is of the tables as they were, and
   * a column that was dropped since is a failure or, worse, nothing.
   */
  readonly renew: () => void;
  readonly load: () => { readonly size: number; readonly busy: number; readonly waiting: number };
  readonly end: () => Promise<void>;
};

/** The database is not there: started again, or stopped. */
export class DatabaseAway extends Error {
  constructor(cause: unknown) {
    super("Database connection error. Retrying the connection.", { cause });
    this.name = "DatabaseAway";
  }
}

export type PoolLimits = {
  readonly connections: number;
  /** How many may wait for one. */
  readonly waiting: number;
  readonly waitMilliseconds: number;
  readonly statementMilliseconds: number;
  readonly lockMilliseconds: number;
};

export const usualLimits: PoolLimits = {
  connections: 4 * availableParallelism(),
  waiting: 1000,
  waitMilliseconds: 5000,
  statementMilliseconds: 15_000,
  lockMilliseconds: 5000,
};

export function requestPool(
  database: Database,
  as: Login,
  limits: PoolLimits = usualLimits,
  tracing?: Tracing,
): RequestPool {
  const pool = new pg.Pool({
    ...database.poolConfig(as),
    max: limits.connections,
    idleTimeoutMillis: 60_000,
    connectionTimeoutMillis: limits.waitMilliseconds,
    statement_timeout: limits.statementMilliseconds,
    lock_timeout: limits.lockMilliseconds,
    // A client that is gone in the middle of a transaction holds its locks and its snapshot no longer than this.
    idle_in_transaction_session_timeout: limits.statementMilliseconds,
    application_name: "writ",
  } as pg.PoolConfig);
  // A connection that breaks while idle is replaced when the next one is needed.
  pool.on("error", () => undefined);
  // While a request uses it, the query of that request fails; no other request needs to know that it broke.
  let age = {};
  const ages = new WeakMap<pg.ClientBase, object>();
  const recent: RecentStatements = new Set();
  const traced = new WeakMap<pg.ClientBase, TracedConnection>();
  pool.on("connect", (client) => {
    ages.set(client, age);
    shareRecent(client.connection, recent);
    client.on("error", () => undefined);
    if (tracing !== undefined) traced.set(client, traceConnection(client, tracing, client.database ?? ""));
  });
  const connect = async (): Promise<pg.PoolClient> => {
    for (;;) {
      const client = await pool.connect();
      if (ages.get(client) === age) return client;
      client.release(true);
    }
  };
  const turns = createFairQueue({ ...limits, places: limits.connections });
  /** Its turn, and a connection. */
  const take = async (asking?: WaitingRequest) => {
    const end = await turns.take(asking);
    try {
      return { client: await connect(), end };
    } catch (failure) {
      end();
      throw spoken(failure);
    }
  };
  const onConnection = async <Result>(
    client: pg.PoolClient,
    work: (client: pg.ClientBase) => Promise<Result>,
    asking?: WaitingRequest,
  ): Promise<Result> => {
    let isBroken = false;
    const stop = () => {
      isBroken = true;
      cancelQuery(client);
    };
    asking?.response?.once("close", stop);
    try {
      // The `close` of a client that left while the connection was opened was missed.
      if (asking?.response?.destroyed === true) throw new ClientGone();
      if (tracing !== undefined) await traced.get(client)?.begin();
      return await work(client);
    } catch (failure) {
      isBroken ||= isAway(failure) || (failure instanceof pg.DatabaseError && isOutdated(failure));
      throw isAway(failure) ? new DatabaseAway(failure) : failure;
    } finally {
      asking?.response?.removeListener("close", stop);
      // The cancel request may still arrive when another request uses the cancelled connection; and whatever kept a
      // transaction from ending, no other work may become a part of it.
      client.release(
        isBroken || ages.get(client) !== age || isFull(client.connection) || client.getTransactionStatus() !== "I",
      );
    }
  };
  return {
    withConnection: async (work, asking) => {
      const { client, end } =
        tracing?.traceparent() === undefined
          ? await take(asking)
          : await inSpan(tracing, { name: "wait for a connection" }, async () => take(asking));
      try {
        return await onConnection(client, work, asking);
      } finally {
        end();
      }
    },
    renew: () => {
      age = {};
    },
    load: () => ({ size: pool.totalCount, ...turns.load() }),
    end: async () => pool.end(),
  };
}

function spoken(failure: unknown): unknown {
  if (failure instanceof Error && failure.message.startsWith("timeout exceeded")) return new PoolExhausted();
  return isAway(failure) || codeOf(failure) === "53300" ? new DatabaseAway(failure) : failure;
}
