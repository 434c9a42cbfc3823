// Who is present on a topic, and the changes of that, sent to every client there in one message for several changes.
import { keyOf, type Hub, type Topic } from "./hub.ts";

export type Meta = Readonly<Record<string, unknown>>;
type Metas = Readonly<Record<string, { readonly metas: readonly Meta[] }>>;

export type Tracked = { readonly key: string; readonly ref: string; readonly meta: Meta };

export type Presences = {
  /** `before`: what the same one said earlier. Undefined where there is no room for it. */
  readonly track: (topic: Topic, key: string, said: object, before: Tracked | undefined) => Tracked | undefined;
  readonly untrack: (topic: Topic, tracked: Pick<Tracked, "key" | "ref">) => void;
  /** One that another process has let in. */
  readonly add: (topic: Topic, tracked: Tracked) => void;
  readonly state: (topic: Topic) => Metas;
  /** Under which keys clients are present; reading it sends no message. */
  readonly keys: (topic: Topic) => readonly string[];
  readonly stop: () => void;
};

type TopicPresence = {
  readonly topic: Topic;
  /** By key, by reference. */
  readonly keys: Map<string, Map<string, { readonly meta: Meta; readonly bytes: number }>>;
  bytes: number;
  readonly joins: [string, Meta][];
  readonly leaves: [string, Meta][];
  /** A client was sent who is there since the last message. */
  isShown: boolean;
  timer: NodeJS.Timeout | undefined;
};

/** What happens within it is one message: a hundred who arrive together are not ten thousand messages. */
const together = 20;

/** `prefix`: of the references that are given out here. */
export function createPresences(hub: Hub, mostBytes: number, prefix = "p"): Presences {
  const rooms = new Map<string, TopicPresence>();
  let count = 0;
  const roomOf = (topic: Topic): TopicPresence => {
    const key = keyOf(topic);
    let room = rooms.get(key);
    if (room === undefined)
      rooms.set(
        key,
        (room = { topic, keys: new Map(), bytes: 0, joins: [], leaves: [], isShown: false, timer: undefined }),
      );
    return room;
  };
  const tell = (room: TopicPresence) => {
    room.timer = undefined;
    room.isShown = false;
    const diff = { joins: grouped(room.joins.splice(0)), leaves: grouped(room.leaves.splice(0)) };
    hub.tell(room.topic, { event: "presence_diff", text: JSON.stringify(diff) }, "presence");
    if (room.keys.size === 0) rooms.delete(keyOf(room.topic));
  };
  const later = (room: TopicPresence) => void (room.timer ??= setTimeout(() => tell(room), together));
  const remove = (room: TopicPresence, { key, ref }: Pick<Tracked, "key" | "ref">) => {
    const metas = room.keys.get(key);
    const found = metas?.get(ref);
    if (metas === undefined || found === undefined) return;
    metas.delete(ref);
    if (metas.size === 0) room.keys.delete(key);
    room.bytes -= found.bytes;
    // A client that came and went before any other was sent its presence has never been there.
    const told = room.isShown ? -1 : room.joins.findIndex(([, { phx_ref: joined }]) => joined === ref);
    if (told >= 0) room.joins.splice(told, 1);
    else room.leaves.push([key, found.meta]);
    later(room);
  };
  const enter = (room: TopicPresence, { key, ref, meta }: Tracked, bytes: number) => {
    const metas = room.keys.get(key) ?? new Map();
    room.keys.set(key, metas.set(ref, { meta, bytes }));
    room.bytes += bytes;
    room.joins.push([key, meta]);
    later(room);
  };
  return {
    track: (topic, key, said, before) => {
      const room = roomOf(topic);
      const ref = `${prefix}${(count++).toString(36)}`;
      const meta = { ...said, phx_ref: ref, ...(before === undefined ? {} : { phx_ref_prev: before.ref }) };
      const bytes = sizeOf(key, meta);
      if (room.bytes + bytes > mostBytes) {
        if (room.keys.size === 0) rooms.delete(keyOf(topic));
        return undefined;
      }
      if (before !== undefined) remove(room, before);
      enter(room, { key, ref, meta }, bytes);
      return { key, ref, meta };
    },
    add: (topic, tracked) => {
      const room = roomOf(topic);
      if (room.keys.get(tracked.key)?.has(tracked.ref) !== true)
        enter(room, tracked, sizeOf(tracked.key, tracked.meta));
    },
    untrack: (topic, tracked) => {
      const room = rooms.get(keyOf(topic));
      if (room !== undefined) remove(room, tracked);
    },
    state: (topic) => {
      const room = rooms.get(keyOf(topic));
      if (room !== undefined) room.isShown = true;
      const all = [...(room?.keys ?? [])].flatMap(([key, metas]) =>
        [...metas.values()].map(({ meta }) => [key, meta] as const),
      );
      return grouped(all);
    },
    keys: (topic) => [...(rooms.get(keyOf(topic))?.keys.keys() ?? [])],
    stop: () => {
      for (const { timer } of rooms.values()) clearTimeout(timer);
      rooms.clear();
    },
  };
}

const sizeOf = (key: string, meta: Meta): number => Buffer.byteLength(key) + JSON.stringify(meta).length + 100;

/** Clients choose the keys: an object without a prototype has no keys of its own. */
function grouped(entries: readonly (readonly [string, Meta])[]): Metas {
  const groups: Record<string, { readonly metas: Meta[] }> = Object.create(null);
  for (const [key, meta] of entries) (groups[key] ??= { metas: [] }).metas.push(meta);
  return groups;
}
