// One socket a tab, and on it one channel for all that is on the screen: queries that a change concerns are refetched.
import { RealtimeClient, type RealtimeChannel } from "@supabase/realtime-js";
import type { QueryClient } from "@tanstack/react-query";
import type { Backend } from "../backend.ts";
import { createRefetching, type Refetching } from "./ask-again.ts";

/** What was looked at before is listened to as well, so that going to and fro joins nothing: up to so many entities. */
const mostEntities = 30;
/** What a screen is about is known when it has been drawn. */
const together = 100;
/** A channel that does not receive changes by then is opened anew. */
const patience = 10_000;
/** Without an answer to a heartbeat for so long, the machine was asleep. */
const asleep = 60_000;

type SystemMessage = { readonly extension?: unknown; readonly status?: unknown };
type Changed = {
  readonly table: string;
  readonly commit_timestamp: string;
  readonly new: { readonly id?: unknown; readonly updated_at?: unknown; readonly updated_by?: unknown };
  readonly old: { readonly id?: unknown };
};

export const followChanges = (backend: Backend, queries: QueryClient): void =>
  new LiveConnection(backend, queries).start();

class LiveConnection {
  readonly #backend: Backend;
  readonly #queries: QueryClient;
  readonly #asking: Refetching;
  readonly #socket: RealtimeClient;
  #heartbeatAt = Date.now();
  /** What the channel listens to. */
  #entities: ReadonlySet<string> = new Set();
  #channel: RealtimeChannel | undefined;
  #joinTimer: ReturnType<typeof setTimeout> | undefined;
  #retryTimer: ReturnType<typeof setTimeout> | undefined;
  #person: string | undefined;

  constructor(backend: Backend, queries: QueryClient) {
    const { live, accounts, socketAddress, key } = backend;
    this.#backend = backend;
    this.#queries = queries;
    this.#asking = createRefetching(queries, live.ownWrites);
    this.#socket = new RealtimeClient(socketAddress, {
      params: { apikey: key },
      accessToken: async () => (await accounts.session())?.access_token ?? null,
    });
  }

  start(): void {
    const { live, accounts } = this.#backend;
    live.become("down");
    live.begin(this.#socket);
    this.#socket.onHeartbeat((status) => {
      if (status === "ok") this.#heartbeatAt = Date.now();
    });
    this.#queries.getQueryCache().subscribe(({ type }) => {
      if (type === "observerAdded" && this.#joinTimer === undefined)
        this.#joinTimer = setTimeout(() => this.#joinWatched(), together);
    });
    this.#joinWatched();
    accounts.follow((_event, session) => {
      const isAnother = this.#person !== undefined && this.#person !== (session?.user.id ?? "");
      this.#person = session?.user.id ?? "";
      // The client waits for its listeners, and `setAuth` would ask it for its token meanwhile.
      setTimeout(() => void (isAnother ? this.#reconnect() : this.#socket.setAuth()), 0);
    });
    addEventListener("offline", () => this.#lost());
    addEventListener("online", () => void this.#reconnect());
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden && Date.now() - this.#heartbeatAt > asleep) void this.#reconnect();
    });
  }

  /** A channel for what is watched on the screen, where the one that is there does not listen to all of it. */
  #joinWatched(): void {
    this.#joinTimer = undefined;
    const active = this.#queries
      .getQueryCache()
      .getAll()
      .filter((query) => query.isActive());
    const watched = active.flatMap(({ meta }) => (meta?.watches ?? []).map(({ entity }) => entity));
    if (watched.every((entity) => this.#entities.has(entity))) return;
    const all = new Set([...this.#entities, ...watched]);
    void this.#join(all.size > mostEntities ? new Set(watched) : all);
  }

  async #join(entities: ReadonlySet<string>): Promise<void> {
    const before = this.#channel;
    this.#entities = entities;
    await this.#socket.setAuth();
    if (this.#entities !== entities || entities.size === 0) return;
    // No other client knows its name, so their broadcasts do not come here.
    const channel = this.#socket.channel(`rows:${crypto.getRandomValues(new Uint32Array(4)).join("-")}`);
    this.#channel = channel;
    const leaveBefore = () => {
      if (before !== undefined) void this.#socket.removeChannel(before);
    };
    for (const table of entities)
      channel.on("postgres_changes", { event: "*", schema: "public", table }, (change: Changed) =>
        this.#changed(table, change),
      );
    channel.on("system" as never, {}, (({ extension, status }: SystemMessage) => {
      if (channel !== this.#channel) return;
      if (extension === "postgres_changes" && status === "ok") {
        leaveBefore();
        this.#connected();
      } else if (status === "error") this.#lost();
    }) as never);
    channel.subscribe((status) => {
      if (channel !== this.#channel || status === "SUBSCRIBED") return;
      leaveBefore();
      this.#lost();
      // The token may have expired meanwhile.
      if (status === "CHANNEL_ERROR") void this.#socket.setAuth();
    });
  }

  #changed(table: string, { new: now, old: gone, commit_timestamp: committed }: Changed): void {
    const id = now.id ?? gone.id;
    const at = now.id === undefined ? undefined : Date.parse(String(now.updated_at));
    this.#asking.changed(table, typeof id === "string" ? { id, at, by: now.updated_by, committed } : undefined);
  }

  #connected(): void {
    clearTimeout(this.#retryTimer);
    this.#retryTimer = undefined;
    this.#backend.live.become("heard");
    // The channel does not send what happened before.
    this.#asking.everything();
  }

  #lost(): void {
    const { live } = this.#backend;
    if (live.now() !== "down") {
      live.become("down");
      // The clock goes faster from now on, and what is drawn has to know.
      void this.#queries.invalidateQueries({
        predicate: ({ meta }) => meta?.watches !== undefined,
        refetchType: "none",
      });
    }
    this.#retryTimer ??= setTimeout(() => {
      this.#retryTimer = undefined;
      if (live.now() === "heard") return;
      if (navigator.onLine && this.#socket.isConnected()) void this.#join(this.#entities);
      else this.#lost();
    }, patience);
  }

  async #reconnect(): Promise<void> {
    this.#heartbeatAt = Date.now();
    this.#lost();
    await this.#socket.disconnect();
    await this.#join(new Set(this.#entities));
    // Without a socket, what is on the screen is still refetched.
    setTimeout(() => this.#backend.live.now() === "heard" || this.#asking.everything(), 2000);
  }
}
