// Which server has claimed which entry of the outbox: each by a number, on which its PostgreSQL session holds a lock.
import { randomInt } from "node:crypto";
import type { Client, ClientBase } from "pg";
import type { Database } from "../postgres/index.ts";

export type Claims = {
  /** The number of this server; undefined while it has no session, and takes nothing. */
  readonly own: () => number | undefined;
  /** What this server has taken and not written down the end of. */
  readonly going: Set<string>;
  /** Numbers of servers that are gone, with something left of theirs. */
  readonly gone: (client: ClientBase) => Promise<readonly number[]>;
  /** Writes down what became of one; again in each `settle` until that succeeds. */
  readonly end: (id: string, write: () => Promise<void>) => Promise<void>;
  readonly settle: () => Promise<void>;
  readonly start: () => Promise<void>;
  readonly stop: () => Promise<void>;
};

/** The class of the advisory locks, so that no other program's number is taken for a server's. */
export const claimLock = 7_765_830;

/**
 * A session ends with its process, and also when the database is started again or a line breaks: a server that lives has
 * another one within a second. Only one that has none for this long is taken for gone.
 */
export const usualGrace = 10_000;

const reconnectMilliseconds = 500;

/** A condition on `writ.outbox`; `$1`: the own number, `$2`: those that are gone, `$3`: what is going on here. */
export const takeable = `done_at IS NULL AND id <> ALL ($3::bigint[])
  AND (claimed_by = ANY ($2::integer[]) OR due_at <= clock_timestamp() AND COALESCE(claimed_by = $1, true))`;

/** Locks of other users' sessions prove nothing: any user with SQL access may take any advisory lock. */
const missingQuestion = `SELECT DISTINCT claimed_by AS number FROM writ.outbox
  WHERE done_at IS NULL AND claimed_by <> $1 AND claimed_by NOT IN (
    SELECT l.objid::bigint FROM pg_locks l JOIN pg_stat_activity a ON a.pid = l.pid
    WHERE l.locktype = 'advisory' AND l.classid = ${claimLock} AND l.objsubid = 2 AND l.granted AND a.usename = current_user
      AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database()))`;

const anyNumber = (): number => randomInt(1, 2 ** 31 - 1);

/** Where PostgreSQL has not seen yet that the last session is over, another number is ours, and what we are at with it. */
async function hold(client: Client, number: number, going: readonly string[]): Promise<number> {
  const lock = async (one: number) =>
    (await client.query<{ got: boolean }>("SELECT pg_try_advisory_lock($1, $2) AS got", [claimLock, one])).rows[0]?.got;
  if ((await lock(number)) === true) return number;
  const other = anyNumber();
  if ((await lock(other)) !== true) throw new Error("another server has this number");
  await client.query("UPDATE writ.outbox SET claimed_by = $1 WHERE claimed_by = $2 AND id = ANY ($3::bigint[])", [
    other,
    number,
    going,
  ]);
  return other;
}

export function createClaims(
  database: Database,
  { grace = usualGrace, now = () => performance.now() }: { readonly grace?: number; readonly now?: () => number } = {},
): Claims {
  let number = anyNumber();
  const going = new Set<string>();
  const unwritten = new Map<string, () => Promise<void>>();
  /** Since when each was missed. */
  let missed = new Map<number, number>();
  let session: Client | undefined;
  let isStopped = false;

  const begin = async (): Promise<void> => {
    const client = await database.connect({ as: "owner", application_name: "writ claims" });
    let isOver = false;
    client.once("end", () => {
      isOver = true;
      // Until then the call that began it tries again.
      if (session !== client) return;
      session = undefined;
      again();
    });
    try {
      number = await hold(client, number, [...going]);
      // What ended the last one may have ended those of other servers too: they have all their time again.
      missed = new Map();
      if (isStopped || isOver) throw new Error("the session is over");
      session = client;
    } catch (failure) {
      await client.end().catch(() => undefined);
      throw failure;
    }
  };
  const again = (): void => {
    if (!isStopped) setTimeout(() => void begin().catch(again), reconnectMilliseconds).unref();
  };

  const end: Claims["end"] = async (id, write) => {
    unwritten.set(id, write);
    await write();
    unwritten.delete(id);
    going.delete(id);
  };
  return {
    own: () => (session === undefined ? undefined : number),
    going,
    gone: async (client) => {
      const { rows } = await client.query<{ number: number }>(missingQuestion, [number]);
      const since = now();
      missed = new Map(rows.map(({ number: one }) => [one, missed.get(one) ?? since]));
      return [...missed].flatMap(([one, at]) => (since - at >= grace ? [one] : []));
    },
    end,
    // One that cannot be written, which was logged when it failed first, does not hold up the others.
    settle: async () => {
      await Promise.allSettled([...unwritten].map(async ([id, write]) => end(id, write)));
    },
    start: begin,
    stop: async () => {
      isStopped = true;
      await session?.end();
    },
  };
}
