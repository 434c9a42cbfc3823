// The feed of changes that a database has; one that does not tell what changes refuses every subscription, and says why.
import type { Bus } from "../../bus/bus.ts";
import type { Capabilities, Database } from "../../postgres/database.ts";
import type { Hub } from "../hub.ts";
import type { LiveLimits } from "../limits.ts";
import { LiveRefusal } from "../service.ts";
import type { ChangeFeed } from "./feed.ts";
import { FollowedFeed, type Followed } from "./follow.ts";
import { ownStreams, SharedStreams } from "./shared-stream.ts";

type Feed = Omit<Followed, "streams"> & {
  readonly database: Database;
  /** To other processes, which read the changes together. */
  readonly bus: Bus | undefined;
};

export const feedOf =
  ({ database, bus, ...followed }: Feed) =>
  (hub: Hub, limits: LiveLimits): ChangeFeed => {
    const lacking = missingCapability(database.capabilities);
    if (lacking !== undefined) return refusedFeed(lacking);
    const streams = bus === undefined ? ownStreams(database) : new SharedStreams(database, bus);
    return new FollowedFeed({ ...followed, streams }, hub, limits);
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
