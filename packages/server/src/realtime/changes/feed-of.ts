// The feed of changes that a database has; one that does not tell what changes refuses every subscription, and says why.
import type { Capabilities } from "../../postgres/database.ts";
import type { Hub } from "../hub.ts";
import type { LiveLimits } from "../limits.ts";
import { LiveRefusal } from "../service.ts";
import type { ChangeFeed } from "./feed.ts";
import { FollowedFeed, type Followed } from "./follow.ts";

export const feedOf =
  (followed: Followed) =>
  (hub: Hub, limits: LiveLimits): ChangeFeed => {
    const lacking = missingCapability(followed.database.capabilities);
    return lacking === undefined ? new FollowedFeed(followed, hub, limits) : refusedFeed(lacking);
  };

export const refusedFeed = (why: string): ChangeFeed => ({
  subscribe: async () => {
    throw new LiveRefusal("RealtimeDisabledForConfiguration", why);
  },
  keep: () => () => undefined,
  // Nothing is ever listened to: there is nothing to wait for.
  settled: async () => true,
  load: () => ({ slot: undefined, lacking: why, subscriptions: [], waitingBytes: 0 }),
  stop: async () => undefined,
});

/** What an operator has to give a database that is not ours; undefined where nothing is missing. */
function missingCapability({ logicalWal, replication }: Capabilities): string | undefined {
  if (!logicalWal) return "The database does not tell what changes: it needs wal_level = logical";
  if (!replication) return "The database does not tell what changes: its user needs REPLICATION";
  return undefined;
}
