// The feed itself: it runs while somebody is connected, begins again when it breaks, and tells those who listen that it did.
import { setTimeout as delay } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import type { EndedSessions } from "../../keys/ended-sessions.ts";
import type { Database } from "../../postgres/index.ts";
import type { RequestPool } from "../../postgres/request-pool.ts";
import type { Log } from "../../telemetry/log.ts";
import type { Hub } from "../hub.ts";
import type { LiveLimits } from "../limits.ts";
import { LiveRefusal } from "../service.ts";
import type { Logical, Relation } from "./decode.ts";
import { deliver, type Change, type Listening, type Resolved } from "./deliver.ts";
import type { ChangeFeed, Subscriber, Wish } from "./feed.ts";
import { readFilter } from "./filter.ts";
import { readSelect, selectIn } from "./select.ts";
import { tellMessage } from "./messages.ts";
import { openStream, type Stream } from "./stream.ts";
import { endedSessions, keyOf, publishTables, type LiveTable } from "./tables.ts";
import { untilVisible } from "./visible.ts";

type Around = {
  readonly database: Database;
  readonly owner: RequestPool;
  readonly log: Log;
  readonly ended: Pick<EndedSessions, "note">;
};

/** The changes of one table that come one after the other, as far as they fit into one question. */
type Batch = { readonly relation: Relation; readonly changes: Change[]; bytes: number };
type Waiting = { readonly transactions: Set<number> } & (
  | ({ readonly kind: "rows" } & Batch)
  /** Of rows that are not named nobody can say who might have read them. */
  | { readonly kind: "emptied"; readonly tables: readonly string[] }
);

const mostTogether = 100;
const mostBytes = 16 * 2 ** 20;
/** A question for a hundred changes and a thousand people would hold up everything behind it. */
const mostAnswers = 5000;
const idleMilliseconds = 30_000;
const againMilliseconds = 500;
const againWords = "Subscribed to PostgreSQL";
const lostWords = "Changes were missed: fetch again what is shown";

export type FollowedFeed = ChangeFeed & { readonly changed: () => void };

export function followChanges({ database, owner, log, ended }: Around, hub: Hub, limits: LiveLimits): FollowedFeed {
  let tables: ReadonlyMap<string, LiveTable> = new Map();
  const listening = new Set<Listening>();
  const relations = new Map<number, Relation>();
  const waiting: Waiting[] = [];
  let bytes = 0;
  let committedAt = new Date(0);
  let transaction = 0;
  let users = 0;
  let stream: Stream | undefined;
  let starting: Promise<void> | undefined;
  let idle: NodeJS.Timeout | undefined;
  let isStopped = false;
  let isDelivering = false;

  const heard = (message: Logical, size: number) => {
    if (message.kind === "begin") ({ committedAt, transaction } = message);
    else if (message.kind === "relation") relations.set(message.relation.id, message.relation);
    else if (message.kind === "truncate") {
      const gone = message.relations.flatMap((id) => relations.get(id)?.name ?? []);
      waiting.push({ kind: "emptied", tables: gone, transactions: new Set([transaction]) });
      void work();
    } else if (message.kind === "row") {
      const relation = relations.get(message.relation);
      if (relation === undefined) return;
      if (keyOf(relation) === keyOf(endedSessions)) {
        const { id } = message.read(relation.columns).new ?? {};
        if (typeof id === "string") ended.note(id);
        return;
      }
      if (!isWanted(relation)) return;
      const last = waiting.at(-1);
      const change = { rows: message.read(relation.columns), committedAt };
      if (last?.kind === "rows" && last.relation === relation && last.changes.length < mostTogether) {
        last.changes.push(change);
        last.transactions.add(transaction);
        last.bytes += size;
      } else
        waiting.push({
          kind: "rows",
          relation,
          changes: [change],
          bytes: size,
          transactions: new Set([transaction]),
        });
      bytes += size;
      if (bytes > mostBytes) stream?.pause();
      void work();
    }
  };
  const isWanted = (relation: Relation) => {
    if (relation.schema === "realtime") return true;
    if (!tables.has(keyOf(relation))) return false;
    for (const { wishes } of listening)
      if (wishes.some(({ table }) => table === undefined || table === relation.name)) return true;
    return false;
  };
  /** One after the other: what was committed first arrives first. */
  const work = async () => {
    if (isDelivering) return;
    isDelivering = true;
    // What comes with it is asked together.
    await new Promise(setImmediate);
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      if (next.kind === "rows") bytes -= next.bytes;
      if (bytes < mostBytes / 2) stream?.resume();
      await tell(next).catch((failure: unknown) => {
        log.failure(failure, { during: "live changes" });
        lost();
      });
    }
    isDelivering = false;
  };
  const tell = async (next: Waiting) => {
    await untilVisible(next.transactions, owner);
    return next.kind === "rows" ? tellRows(next) : missed(next.tables);
  };
  /** Who listens to one of these tables fetches anew, and is told of what comes after. */
  const missed = (names: readonly string[]) => {
    for (const { subscriber, wishes } of listening)
      if (wishes.some(({ table }) => table === undefined || names.includes(table))) {
        subscriber.tell("error", lostWords);
        subscriber.tell("ok", againWords);
      }
  };
  const tellRows = async ({ relation, changes }: Batch) => {
    if (relation.schema === "realtime")
      return changes.forEach(({ rows }) => rows.new && tellMessage(rows.new, hub, limits.bytes));
    const table = tables.get(keyOf(relation));
    if (table === undefined) return;
    const those = [...listening].filter(({ wishes }) =>
      wishes.some((wish) => wish.table === undefined || wish.table === relation.name),
    );
    if (those.length === 0) return;
    const step = Math.max(1, Math.floor(mostAnswers / those.length));
    try {
      for (let at = 0; at < changes.length; at += step)
        await deliver(table, changes.slice(at, at + step), those, owner);
    } catch (failure) {
      await publish();
      if (isDeepStrictEqual(tables.get(keyOf(relation)), table)) throw failure;
      // A document that was applied after these rows gave their table another shape: nobody can say who may read them.
      missed([relation.name]);
    }
  };
  const everybody = (status: "ok" | "error", words: string) => {
    for (const { subscriber } of listening) subscriber.tell(status, words);
  };
  const lost = () => everybody("error", lostWords);

  const publish = async () => {
    tables = await owner.withConnection(async (client) => publishTables(client));
  };
  const begin = async () => {
    await publish();
    relations.clear();
    stream = await openStream(database, { change: heard, end: broken });
    if (isStopped || users === 0) await rest();
  };
  const ready = async (): Promise<void> => {
    if (stream !== undefined) return;
    starting ??= begin().finally(() => (starting = undefined));
    await starting;
  };
  const broken = () => {
    stream = undefined;
    waiting.length = 0;
    bytes = 0;
    lost();
    again();
  };
  const again = () => {
    if (isStopped || users === 0) return;
    setTimeout(() => {
      ready().then(() => everybody("ok", againWords), again);
    }, againMilliseconds).unref();
  };
  const rest = async () => {
    const last = stream;
    stream = undefined;
    await last?.stop();
  };

  return {
    changed: () => {
      if (stream !== undefined) publish().catch((failure: unknown) => log.failure(failure, { during: "publication" }));
    },
    keep: () => {
      users++;
      clearTimeout(idle);
      ready().catch((failure: unknown) => {
        log.failure(failure, { during: "live changes" });
        again();
      });
      let isKept = true;
      return () => {
        if (!isKept) return;
        isKept = false;
        if (--users > 0) return;
        idle = setTimeout(() => void (users === 0 && rest()), idleMilliseconds);
        idle.unref();
      };
    },
    settled: async () => {
      // A slot is not there before whatever is being written ends.
      const isThere = ready().then(
        () => true,
        async () => delay(againMilliseconds, false, { ref: false }),
      );
      return Promise.race([isThere, delay(limits.startMilliseconds, false, { ref: false })]);
    },
    subscribe: async (subscriber: Subscriber, wishes: readonly Wish[]) => {
      await ready();
      const resolved: Resolved[] = [];
      for (const wish of wishes) resolved.push(await resolve(wish));
      const one: Listening = { subscriber, wishes: resolved };
      listening.add(one);
      return { end: () => void listening.delete(one) };
    },
    load: () => {
      const counts = new Map<string | undefined, number>();
      for (const { wishes } of listening)
        for (const { table } of wishes) counts.set(table, (counts.get(table) ?? 0) + 1);
      const subscriptions = [...counts].map(([table, count]) => ({ table, count }));
      return { slot: stream?.slot, subscriptions, waitingBytes: bytes };
    },
    stop: async () => {
      isStopped = true;
      clearTimeout(idle);
      await starting?.catch(() => undefined);
      await rest();
    },
  };

  /** Fails with a `LiveRefusal`. */
  async function resolve({ id, asked }: Wish): Promise<Resolved> {
    const word = typeof asked["event"] === "string" ? asked["event"].toUpperCase() : "*";
    const event = (["INSERT", "UPDATE", "DELETE", "*"] as const).find((one) => one === word);
    if (event === undefined) throw new LiveRefusal("MalformedSubscription", "There is no such event");
    const { schema = "public", table, filter, select } = asked;
    if (schema !== "public" && schema !== "*")
      throw new LiveRefusal("MalformedSubscription", "Only tables of the schema public are told of");
    if (table === undefined || table === "" || table === "*") {
      if (filter !== undefined && filter !== "")
        throw new LiveRefusal("MalformedSubscription", "A filter needs a table");
      if (readSelect(select) !== undefined)
        throw new LiveRefusal("MalformedSubscription", "A selection of columns needs a table");
      return { id, event, table: undefined, conditions: [], select: undefined };
    }
    const found = typeof table === "string" && [`public.${table}`, `writ_data.${table}`].map((key) => tables.get(key));
    const known = found ? found.find((one) => one !== undefined) : undefined;
    if (known === undefined) throw new LiveRefusal("MalformedSubscription", "There is no such table to listen to");
    if (filter !== undefined && filter !== null && typeof filter !== "string")
      throw new LiveRefusal("MalformedSubscription", "A filter is text");
    const conditions = await owner.withConnection(async (client) => readFilter(filter ?? "", known, client));
    return { id, event, table: known.place.name, conditions, select: selectIn(select, known) };
  }
}
