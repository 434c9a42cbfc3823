// A change is in PostgreSQL's log before others see it: a client that got it then and queried would find it missing.
import { setTimeout as pause } from "node:timers/promises";
import type { RequestPool } from "../../postgres/connections/request-pool.ts";

const longestPause = 100;

/**
 * Ends when every new query sees what these transactions wrote. A transaction that waits for a standby is visible to
 * no query until then.
 */
export async function untilVisible(transactions: ReadonlySet<number>, owner: RequestPool): Promise<void> {
  for (let wait = 1; ; wait = Math.min(2 * wait, longestPause)) {
    const { rows } = await owner.withConnection(async (client) =>
      client.query<{ readonly snapshot: string }>("SELECT pg_current_snapshot()::text AS snapshot"),
    );
    if (isVisible(transactions, rows[0]?.snapshot ?? "")) return;
    await pause(wait);
  }
}

/** The log has the low half of a transaction's number, and a snapshot the whole: `first:next:running,running,…`. */
export function isVisible(transactions: ReadonlySet<number>, snapshot: string): boolean {
  const [, next = "", running = ""] = snapshot.split(":");
  if (next === "") return false;
  const nextLow = lowHalf(next);
  const going = new Set(running === "" ? [] : running.split(",").map(lowHalf));
  // Numbers run in a circle: what is ahead of the next one by less than half of it has yet to be.
  return [...transactions].every((one) => !going.has(one) && ((one - nextLow) | 0) < 0);
}

const lowHalf = (whole: string): number => Number(BigInt(whole) & 0xffff_ffffn);
