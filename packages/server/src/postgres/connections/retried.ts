// Work beside people who use the database: a lock that they hold, or a deadlock with them, is waited out and tried again.
import { setTimeout } from "node:timers/promises";
import { DatabaseError } from "pg";
import { failure, messageOf } from "../failure.ts";
import { tablesLocked } from "../problems.ts";

/** With the waits of `waitOf` some two minutes. */
const mostAttempts = 60;

/** `attempt` counts from 1. The work leaves nothing behind where it fails. */
export async function retried<Result>(work: (attempt: number) => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work(attempt);
    } catch (met) {
      if (!isContention(met)) throw met;
      if (attempt === mostAttempts) throw failure(tablesLocked, messageOf(met));
      await setTimeout(waitOf(attempt));
    }
  }
}

/** Those who wait for the tables go first; how long is left to chance, so that two do not meet again. */
const waitOf = (attempt: number): number => Math.random() * Math.min(4000, 20 * 1.3 ** attempt);

/**
 * So long one attempt waits for a lock: shorter than PostgreSQL's deadlock timeout, so that no user's transaction fails
 * with a deadlock because of us; where other transactions hold tables for longer, later attempts wait longer.
 */
export const lockMilliseconds = (attempt: number): number => Math.min(2000, Math.round(80 * 1.1 ** (attempt - 1)));

/** A lock timeout, a deadlock, or a row of the catalogue that another transaction has just written. */
function isContention(met: unknown): boolean {
  if (!(met instanceof Error)) return false;
  if (!(met instanceof DatabaseError)) return met.cause !== undefined && isContention(met.cause);
  return (
    met.code === "55P03" ||
    met.code === "40P01" ||
    // PostgreSQL has no code for it, and does not translate its words.
    (met.code === "XX000" && /^tuple (concurrently|already) /.test(met.message))
  );
}
