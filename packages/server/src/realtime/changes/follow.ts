// The feed itself: it runs while a client is connected, begins again when it breaks, and tells those who listen that it
// did.
import { setTimeout as delay } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import type { EndedSessions } from "../../keys/ended-sessions.ts";
import type { RequestPool } from "../../postgres/connections/request-pool.ts";
import type { Log } from "../../telemetry/log.ts";
import type { Hub } from "../hub.ts";
import type { LiveLimits } from "../limits.ts";
import { readLogical, type Logical, type Relation } from "./decode.ts";
import { deliver, type Change, type Listening, type Resolved } from "./deliver.ts";
import type { ChangeFeed, FeedLoad, Subscriber, Subscription, SubscriptionRequest } from "./feed.ts";
import { tellMessage } from "./messages.ts";
import { resolveSubscription } from "./resolve-subscription.ts";
import type { Streams } from "./shared-stream.ts";
import type { Stream } from "./stream.ts";
import { endedSessions, keyOf, publishTables, type LiveTable } from "./tables.ts";
import { untilVisible } from "./visible.ts";

export type Followed = {
  readonly streams: Streams;
  readonly owner: RequestPool;
  readonly log: Log;
  readonly ended: Pick<EndedSessions, "note">;
  /** Called when the catalogue was read anew, until the answer is called: a document that was applied may have brought tables. */
  readonly watchCatalogue: (changed: () => void) => () => void;
};

/** The changes of one table that come one after the other, as far as they fit into one question. */
type Batch = { readonly relation: Relation; readonly changes: Change[]; bytes: number };
type Waiting = { readonly transactions: Set<number> } & (
  | ({ readonly kind: "rows" } & Batch)
  /** A truncation names no rows, so their readers are unknown. */
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

export class FollowedFeed implements ChangeFeed {
  readonly #followed: Followed;
  readonly #hub: Hub;
  readonly #limits: LiveLimits;
  readonly #listening = new Set<Listening>();
  readonly #relations = new Map<number, Relation>();
  readonly #waiting: Waiting[] = [];
  readonly #stopWatching: () => void;
  #tables: ReadonlyMap<string, LiveTable> = new Map();
  /** Of all that waits. */
  #bytes = 0;
  #committedAt = new Date(0);
  #transaction = 0;
  #users = 0;
  #stream: Stream | undefined;
  #starting: Promise<void> | undefined;
  #idle: NodeJS.Timeout | undefined;
  #isStopped = false;
  #isDelivering = false;

  constructor(followed: Followed, hub: Hub, limits: LiveLimits) {
    this.#followed = followed;
    this.#hub = hub;
    this.#limits = limits;
    this.#stopWatching = followed.watchCatalogue(() => {
      if (this.#stream !== undefined)
        this.#publish().catch((failure: unknown) => followed.log.failure(failure, { during: "publication" }));
    });
  }

  keep(): () => void {
    this.#users++;
    clearTimeout(this.#idle);
    this.#ready().catch((failure: unknown) => {
      this.#followed.log.failure(failure, { during: "live changes" });
      this.#beginAgain();
    });
    let isKept = true;
    return () => {
      if (!isKept) return;
      isKept = false;
      if (--this.#users > 0) return;
      this.#idle = setTimeout(() => void (this.#users === 0 && this.#rest()), idleMilliseconds);
      this.#idle.unref();
    };
  }

  async settled(): Promise<boolean> {
    // A slot is not there before whatever is being written ends.
    const isThere = this.#ready().then(
      () => true,
      async () => delay(againMilliseconds, false, { ref: false }),
    );
    return Promise.race([isThere, delay(this.#limits.startMilliseconds, false, { ref: false })]);
  }

  async subscribe(subscriber: Subscriber, wishes: readonly SubscriptionRequest[]): Promise<Subscription> {
    await this.#ready();
    const resolved: Resolved[] = [];
    for (const wish of wishes) resolved.push(await resolveSubscription(wish, this.#tables, this.#followed.owner));
    const one: Listening = { subscriber, wishes: resolved };
    this.#listening.add(one);
    return { end: () => void this.#listening.delete(one) };
  }

  load(): FeedLoad {
    const counts = new Map<string | undefined, number>();
    for (const { wishes } of this.#listening)
      for (const { table } of wishes) counts.set(table, (counts.get(table) ?? 0) + 1);
    const subscriptions = [...counts].map(([table, count]) => ({ table, count }));
    return { slot: this.#stream?.slot, subscriptions, waitingBytes: this.#bytes };
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#stopWatching();
    clearTimeout(this.#idle);
    await this.#starting?.catch(() => undefined);
    await this.#rest();
    await this.#followed.streams.end();
  }

  async #publish(): Promise<void> {
    this.#tables = await this.#followed.owner.withConnection(async (client) => publishTables(client));
  }

  async #ready(): Promise<void> {
    if (this.#stream !== undefined) return;
    this.#starting ??= this.#begin().finally(() => (this.#starting = undefined));
    await this.#starting;
  }

  async #begin(): Promise<void> {
    await this.#publish();
    this.#relations.clear();
    this.#stream = await this.#followed.streams.open({
      change: (message) => this.#read(readLogical(message), message.length),
      end: () => this.#endBroken(),
    });
    if (this.#isStopped || this.#users === 0) await this.#rest();
  }

  async #rest(): Promise<void> {
    const last = this.#stream;
    this.#stream = undefined;
    await last?.stop();
  }

  #endBroken(): void {
    this.#stream = undefined;
    this.#waiting.length = 0;
    this.#bytes = 0;
    this.#tellAll("error", lostWords);
    this.#beginAgain();
  }

  #beginAgain(): void {
    if (this.#isStopped || this.#users === 0) return;
    setTimeout(() => {
      this.#ready().then(
        () => this.#tellAll("ok", againWords),
        () => this.#beginAgain(),
      );
    }, againMilliseconds).unref();
  }

  #read(message: Logical, size: number): void {
    if (message.kind === "begin") {
      this.#committedAt = message.committedAt;
      this.#transaction = message.transaction;
    } else if (message.kind === "relation") this.#relations.set(message.relation.id, message.relation);
    else if (message.kind === "truncate") {
      const gone = message.relations.flatMap((id) => this.#relations.get(id)?.name ?? []);
      this.#waiting.push({ kind: "emptied", tables: gone, transactions: new Set([this.#transaction]) });
      void this.#work();
    } else if (message.kind === "row") this.#readRow(message, size);
  }

  #readRow(message: Extract<Logical, { readonly kind: "row" }>, size: number): void {
    const relation = this.#relations.get(message.relation);
    if (relation === undefined) return;
    if (keyOf(relation) === keyOf(endedSessions)) {
      const { id } = message.read(relation.columns).new ?? {};
      if (typeof id === "string") this.#followed.ended.note(id);
      return;
    }
    if (!this.#isWanted(relation)) return;
    this.#queue(relation, { rows: message.read(relation.columns), committedAt: this.#committedAt }, size);
    this.#bytes += size;
    if (this.#bytes > mostBytes) this.#stream?.pause();
    void this.#work();
  }

  #isWanted(relation: Relation): boolean {
    if (relation.schema === "realtime") return true;
    if (!this.#tables.has(keyOf(relation))) return false;
    // Asked for each row: no list is made of them.
    for (const listening of this.#listening) if (listensTo(listening, [relation.name])) return true;
    return false;
  }

  /** Changes of one table that follow each other are asked together. */
  #queue(relation: Relation, change: Change, size: number): void {
    const last = this.#waiting.at(-1);
    if (last?.kind === "rows" && last.relation === relation && last.changes.length < mostTogether) {
      last.changes.push(change);
      last.transactions.add(this.#transaction);
      last.bytes += size;
      return;
    }
    const transactions = new Set([this.#transaction]);
    this.#waiting.push({ kind: "rows", relation, changes: [change], bytes: size, transactions });
  }

  /** One after the other: what was committed first arrives first. */
  async #work(): Promise<void> {
    if (this.#isDelivering) return;
    this.#isDelivering = true;
    // What comes with it is asked together.
    await new Promise(setImmediate);
    for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift()) {
      if (next.kind === "rows") this.#bytes -= next.bytes;
      if (this.#bytes < mostBytes / 2) this.#stream?.resume();
      await this.#tell(next).catch((failure: unknown) => {
        this.#followed.log.failure(failure, { during: "live changes" });
        this.#tellAll("error", lostWords);
      });
    }
    this.#isDelivering = false;
  }

  async #tell(next: Waiting): Promise<void> {
    await untilVisible(next.transactions, this.#followed.owner);
    if (next.kind === "rows") await this.#tellRows(next);
    else this.#tellMissed(next.tables);
  }

  async #tellRows({ relation, changes }: Batch): Promise<void> {
    if (relation.schema === "realtime")
      return changes.forEach(({ rows }) => rows.new && tellMessage(rows.new, this.#hub, this.#limits.bytes));
    const table = this.#tables.get(keyOf(relation));
    const listeners = this.#listenersOf([relation.name]);
    if (table === undefined || listeners.length === 0) return;
    const step = Math.max(1, Math.floor(mostAnswers / listeners.length));
    try {
      for (let at = 0; at < changes.length; at += step)
        await deliver(table, changes.slice(at, at + step), listeners, this.#followed.owner);
    } catch (failure) {
      await this.#publish();
      if (isDeepStrictEqual(this.#tables.get(keyOf(relation)), table)) throw failure;
      // A document that was applied after these rows gave their table another shape: their readers are unknown.
      this.#tellMissed([relation.name]);
    }
  }

  #listenersOf(tables: readonly string[]): readonly Listening[] {
    return [...this.#listening].filter((listening) => listensTo(listening, tables));
  }

  /** Subscribers to one of these tables fetch anew, and get the changes after that. */
  #tellMissed(tables: readonly string[]): void {
    for (const { subscriber } of this.#listenersOf(tables)) {
      subscriber.tell("error", lostWords);
      subscriber.tell("ok", againWords);
    }
  }

  #tellAll(status: "ok" | "error", words: string): void {
    for (const { subscriber } of this.#listening) subscriber.tell(status, words);
  }
}

const listensTo = ({ wishes }: Listening, tables: readonly string[]): boolean =>
  wishes.some(({ table }) => table === undefined || tables.includes(table));
