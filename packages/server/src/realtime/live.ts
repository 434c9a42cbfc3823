// Everything live, put together: hub, presences, the feed of changes, and the way in.
import { pathOf } from "../gate/exchange.ts";
import type { Upgrade } from "../gate/listen.ts";
import { connectionsFor, openFilesLimit } from "../gate/open-files.ts";
import { partOf, type ProcessSlot } from "../bus/slot.ts";
import { broadcastsTo } from "./broadcast.ts";
import type { ChangeFeed, FeedLoad } from "./changes/feed.ts";
import type { Connected } from "./connection.ts";
import { Entrance, socketAddress } from "./entrance.ts";
import type { ServerModule } from "../module.ts";
import { createHub, type Hub, type Topic } from "./hub.ts";
import { usualLiveLimits, type LiveLimits } from "./limits.ts";
import { createPresences } from "./presence.ts";
import { sharePresences } from "./shared-presence.ts";
import { broadcastRoutes } from "./serve.ts";
import type { LiveService } from "./service.ts";
import { createShares } from "./shares.ts";

export type Live = ServerModule & {
  readonly service: LiveService;
  readonly sockets: Upgrade;
  readonly load: () => { readonly sockets: number; readonly channels: number };
  readonly look: () => LiveLook;
  readonly stop: () => Promise<void>;
};

/** What is there at this moment, in this process. */
export type LiveLook = {
  readonly connections: readonly Connected[];
  readonly topics: readonly (Topic & { readonly members: number; readonly present: readonly string[] })[];
  readonly feed: FeedLoad;
};

type LiveDependencies = Pick<LiveService, "owner" | "checkToken" | "ended" | "proxies" | "log" | "metrics"> & {
  readonly limits: Partial<LiveLimits> | undefined;
  readonly slot: ProcessSlot;
  readonly feed: (hub: Hub, limits: LiveLimits) => ChangeFeed;
};

export function createLive({ feed, limits: given, slot, ...around }: LiveDependencies): Live {
  const { bus, count } = slot;
  const wanted = limitsOfProcess({ ...usualLiveLimits, ...given }, slot);
  // Sockets stay open: a quarter of all connections is left for ordinary requests.
  const limits = { ...wanted, sockets: Math.min(wanted.sockets, Math.floor(connectionsFor(openFilesLimit()) * 0.75)) };
  const hub = createHub();
  const shares = createShares(limits);
  // References are unique among all processes, and as they were where there is one.
  const own = createPresences(hub, limits.presenceBytesOfTopic, count === 1 ? "p" : `p${bus.process}.`);
  const presences = count === 1 ? own : sharePresences(own, bus);
  const { broadcast, stop: stopBroadcasts } = broadcastsTo(hub, bus);
  const changes = feed(hub, limits);
  const service: LiveService = { ...around, limits, hub, broadcast, presences, changes, shareOf: shares.of };
  const entrance = new Entrance(service, shares);
  return {
    name: "live",
    routes: broadcastRoutes(service),
    service,
    sockets: { is: ({ url = "" }) => pathOf(url) === socketAddress, upgrade: entrance.upgrade },
    load: () => entrance.load(),
    look: () => ({
      connections: entrance.connections(),
      topics: hub.topics().map((topic) => ({ ...topic, present: presences.keys(topic) })),
      feed: changes.load(),
    }),
    start: async () => entrance.start(),
    stop: async () => {
      await entrance.stop();
      presences.stop();
      stopBroadcasts();
      await changes.stop();
    },
  };
}

/**
 * What all processes may have together, and what a network may have of it, divided among them: connections are spread
 * evenly. No socket has less than it would have alone.
 */
const limitsOfProcess = (whole: LiveLimits, slot: ProcessSlot): LiveLimits => ({
  ...whole,
  sockets: partOf(whole.sockets, slot),
  socketsOfOne: partOf(whole.socketsOfOne, slot),
  channelsOfOne: partOf(whole.channelsOfOne, slot, whole.channelsOfSocket),
  joinsOfOne: partOf(whole.joinsOfOne, slot, whole.joins),
  messagesOfOne: partOf(whole.messagesOfOne, slot, whole.messages),
  matchingOfOne: partOf(whole.matchingOfOne, slot),
});
