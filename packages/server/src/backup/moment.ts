// The moment of a backup: a point in the log of changes, and what the tables held right then.
import type { Client } from "pg";
import { setTimeout as delay } from "node:timers/promises";
import { lsnOf } from "../postgres/connections/replication.ts";
import { codeOf } from "../postgres/failure.ts";
import type { Table } from "./repository.ts";

export type Moment = {
  readonly at: Date;
  /** The log is needed up to there. */
  readonly lsn: bigint;
  /** Counts what the tables held at that moment; undefined where writers never paused for it. */
  readonly count: () => Promise<readonly Table[] | undefined>;
};

type Connect = () => Promise<Client>;

/** At first nobody is held up; if someone always writes, they wait behind the lock for a moment. */
const triesAtOnce = 20;
const mostTries = 100;
const pauseMilliseconds = 15;
/** For less than PostgreSQL waits before it looks for a deadlock: it is this one that gives way. */
const waitMilliseconds = 30;

const namesOfTables = `
  SELECT format('%I.%I', n.nspname, c.relname) AS name
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE c.relkind = 'r' AND c.relpersistence = 'p' AND n.nspname !~ '^pg_' AND n.nspname <> 'information_schema'
  ORDER BY 1`;

/**
 * For the length of a few statements nobody writes, so that the point in the log and what is counted are one moment.
 * What a writer holds is asked for again later, so that others wait for moments only. `point`: the name of it in the log. `connect`: as the superuser.
 */
export async function markMoment(connect: Connect, point: string): Promise<Moment> {
  const [marking, counting] = [await connect(), await connect()];
  for (let tries = 0; tries < mostTries; tries++) {
    const names = (await marking.query<{ name: string }>(namesOfTables)).rows.map(({ name }) => name);
    await marking.query("BEGIN");
    try {
      await marking.query(`SET LOCAL lock_timeout = ${waitMilliseconds}`);
      const isPatient = tries >= triesAtOnce;
      if (names.length > 0)
        await marking.query(`LOCK TABLE ${names.join(", ")} IN SHARE MODE${isPatient ? "" : " NOWAIT"}`);
    } catch (error) {
      await marking.query("ROLLBACK");
      // Held, or just gone.
      if (!["55P03", "42P01"].includes(codeOf(error))) throw error;
      await delay(pauseMilliseconds * (1 + Math.random()));
      continue;
    }
    await counting.query("BEGIN ISOLATION LEVEL REPEATABLE READ");
    await counting.query("SELECT 1");
    const marked = await mark(marking, point);
    return { ...marked, count: async () => countRows(counting, names) };
  }
  await marking.query("BEGIN");
  return { ...(await mark(marking, point)), count: async () => undefined };
}

/** Within a transaction of its own, which brings the log to the disk at its end. */
async function mark(client: Client, point: string): Promise<{ readonly at: Date; readonly lsn: bigint }> {
  const { rows } = await client.query<{ at: Date; lsn: string }>(
    "SELECT pg_create_restore_point($1)::text AS lsn, clock_timestamp() AS at, pg_current_xact_id()",
    [point],
  );
  await client.query("COMMIT");
  const [marked] = rows;
  if (marked === undefined) throw new Error("a point in the log has a place");
  return { at: marked.at, lsn: lsnOf(marked.lsn) };
}

async function countRows(client: Client, names: readonly string[]): Promise<readonly Table[]> {
  const tables: Table[] = [];
  for (const name of names) {
    const { rows } = await client.query<{ rows: string }>(`SELECT count(*) AS rows FROM ${name}`);
    tables.push({ name, rows: Number(rows[0]?.rows) });
  }
  return tables;
}
