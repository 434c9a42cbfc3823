// The feed of a database that does not tell what changes: every subscription is refused, and says what is missing.
import { LiveRefusal } from "../service.ts";
import type { Capabilities } from "../../postgres/database.ts";
import type { ChangeFeed } from "./feed.ts";

export const refusedFeed = (why: string): ChangeFeed => ({
  subscribe: async () => {
    throw new LiveRefusal("RealtimeDisabledForConfiguration", why);
  },
  keep: () => () => undefined,
  // Nothing is ever listened to: nobody waits for it.
  settled: async () => true,
  load: () => ({ slot: undefined, lacking: why, subscriptions: [], waitingBytes: 0 }),
  stop: async () => undefined,
});

/** What an operator has to give a database that is not ours; undefined where nothing is missing. */
export function lackingIn({ logicalWal, replication }: Capabilities): string | undefined {
  if (!logicalWal) return "The database does not tell what changes: it needs wal_level = logical";
  if (!replication) return "The database does not tell what changes: its user needs REPLICATION";
  return undefined;
}
