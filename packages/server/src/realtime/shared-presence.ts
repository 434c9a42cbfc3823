// Who is present on a topic in all processes: each tells the others who comes and goes at its own sockets.
import type { Bus } from "../bus/bus.ts";
import type { Topic } from "./hub.ts";
import type { Presences, Tracked } from "./presence.ts";

type Placed = { readonly topic: Topic; readonly tracked: Tracked };
type Left = { readonly topic: Topic; readonly key: string; readonly ref: string };

const came = "presence.came";
const left = "presence.left";
const asked = "presence.asked";

/** In one message to a process that has just begun. */
const atOnce = 200;

/** `presences`: of this process, which from now on has those of all others too. */
export function sharePresences(presences: Presences, bus: Bus): Presences {
  /** Those at sockets of this process, by their references. */
  const own = new Map<string, Placed>();
  const others = new Map<string, Map<string, Left>>();
  const stops = [
    bus.subscribe<readonly Placed[]>(came, (all, from) => {
      const theirs = others.get(from) ?? new Map<string, Left>();
      others.set(from, theirs);
      for (const { topic, tracked } of all) {
        theirs.set(tracked.ref, { topic, key: tracked.key, ref: tracked.ref });
        presences.add(topic, tracked);
      }
    }),
    bus.subscribe<Left>(left, ({ topic, ...one }, from) => {
      others.get(from)?.delete(one.ref);
      presences.untrack(topic, one);
    }),
    bus.subscribe(asked, () => {
      const all = [...own.values()];
      for (let at = 0; at < all.length; at += atOnce) bus.publish(came, all.slice(at, at + atOnce));
    }),
    bus.watchGone((gone) => {
      for (const { topic, ...one } of others.get(gone)?.values() ?? []) presences.untrack(topic, one);
      others.delete(gone);
    }),
  ];
  const untrack: Presences["untrack"] = (topic, { key, ref }) => {
    presences.untrack(topic, { key, ref });
    if (own.delete(ref)) bus.publish(left, { topic, key, ref } satisfies Left);
  };
  // A client that is let in before the answers are there is told of them as of people who have just come.
  bus.publish(asked, null);
  return {
    ...presences,
    untrack,
    track: (topic, key, said, before) => {
      const tracked = presences.track(topic, key, said, before);
      if (tracked === undefined) return undefined;
      // The same one, who says something else: others are told of both at once.
      if (before !== undefined && own.delete(before.ref))
        bus.publish(left, { topic, key: before.key, ref: before.ref } satisfies Left);
      const placed = { topic, tracked };
      own.set(tracked.ref, placed);
      bus.publish(came, [placed]);
      return tracked;
    },
    stop: () => {
      for (const stop of stops) stop();
      presences.stop();
    },
  };
}
