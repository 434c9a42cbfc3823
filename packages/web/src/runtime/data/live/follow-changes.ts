// One socket a tab, and on it one channel for all that is on the screen: what it tells of is asked for again.
import { RealtimeClient, type RealtimeChannel } from "@supabase/realtime-js";
import type { QueryClient } from "@tanstack/react-query";
import type { Backend } from "../backend.ts";
import { openAsking } from "./ask-again.ts";

/** What was looked at before is listened to as well, so that going to and fro joins nothing: up to so many entities. */
const mostEntities = 30;
/** What a screen is about is known when it has been drawn. */
const together = 100;
/** A channel that is not told of changes by then is opened anew. */
const patience = 10_000;
/** Without an answer to a heartbeat for so long, the machine was asleep. */
const asleep = 60_000;

type Said = { readonly extension?: unknown; readonly status?: unknown };
type Changed = {
  readonly table: string;
  readonly commit_timestamp: string;
  readonly new: { readonly id?: unknown; readonly updated_at?: unknown; readonly updated_by?: unknown };
  readonly old: { readonly id?: unknown };
};

export function followChanges({ live, accounts, socketAddress, key }: Backend, queries: QueryClient): void {
  const asking = openAsking(queries, live.ownWrites);
  const socket = new RealtimeClient(socketAddress, {
    params: { apikey: key },
    accessToken: async () => (await accounts.session())?.access_token ?? null,
  });
  let heardAt = Date.now();
  let entities: ReadonlySet<string> = new Set();
  let channel: RealtimeChannel | undefined;
  let opening: ReturnType<typeof setTimeout> | undefined;
  let waiting: ReturnType<typeof setTimeout> | undefined;

  const isOpen = (one: RealtimeChannel) => one === channel;
  const down = () => {
    if (live.now() !== "down") {
      live.become("down");
      // The clock goes faster from now on, and what is drawn has to know.
      void queries.invalidateQueries({ predicate: ({ meta }) => meta?.watches !== undefined, refetchType: "none" });
    }
    waiting ??= setTimeout(() => {
      waiting = undefined;
      if (live.now() === "heard") return;
      if (navigator.onLine && socket.isConnected()) void open(entities);
      else down();
    }, patience);
  };
  const heard = () => {
    clearTimeout(waiting);
    waiting = undefined;
    live.become("heard");
    // Whatever happened before is not told of.
    asking.everything();
  };

  const open = async (next: ReadonlySet<string>): Promise<void> => {
    const before = channel;
    entities = next;
    await socket.setAuth();
    if (entities !== next || next.size === 0) return;
    // Nobody else knows its name: what they say on channels of theirs does not come here.
    const opened = socket.channel(`rows:${crypto.getRandomValues(new Uint32Array(4)).join("-")}`);
    channel = opened;
    const leave = () => {
      if (before !== undefined) void socket.removeChannel(before);
    };
    for (const table of next)
      opened.on("postgres_changes", { event: "*", schema: "public", table }, (change: Changed) => {
        const { new: now, old: gone, commit_timestamp: committed } = change;
        const id = now.id ?? gone.id;
        const at = now.id === undefined ? undefined : Date.parse(String(now.updated_at));
        asking.changed(table, typeof id === "string" ? { id, at, by: now.updated_by, committed } : undefined);
      });
    opened.on("system" as never, {}, (({ extension, status }: Said) => {
      if (!isOpen(opened)) return;
      if (extension === "postgres_changes" && status === "ok") {
        leave();
        heard();
      } else if (status === "error") down();
    }) as never);
    opened.subscribe((status) => {
      if (!isOpen(opened) || status === "SUBSCRIBED") return;
      leave();
      down();
      // A token may have ended while nobody was there.
      if (status === "CHANNEL_ERROR") void socket.setAuth();
    });
  };

  /** What is watched on the screen, and nobody listens to yet. */
  const look = () => {
    opening = undefined;
    const active = queries
      .getQueryCache()
      .getAll()
      .filter((query) => query.isActive());
    const wanted = active.flatMap(({ meta }) => (meta?.watches ?? []).map(({ entity }) => entity));
    if (wanted.every((entity) => entities.has(entity))) return;
    const all = new Set([...entities, ...wanted]);
    void open(all.size > mostEntities ? new Set(wanted) : all);
  };
  const again = async () => {
    heardAt = Date.now();
    down();
    await socket.disconnect();
    await open(new Set(entities));
    // Where no socket can be had, what is on the screen is asked for all the same.
    setTimeout(() => live.now() === "heard" || asking.everything(), 2000);
  };

  live.become("down");
  live.begin(socket);
  socket.onHeartbeat((status) => {
    if (status === "ok") heardAt = Date.now();
  });
  queries.getQueryCache().subscribe(({ type }) => {
    if (type === "observerAdded") opening ??= setTimeout(look, together);
  });
  look();
  let person: string | undefined;
  accounts.follow((_event, session) => {
    const isAnother = person !== undefined && person !== (session?.user.id ?? "");
    person = session?.user.id ?? "";
    // The client waits for whoever is told, and would be asked for its token meanwhile.
    setTimeout(() => void (isAnother ? again() : socket.setAuth()), 0);
  });
  addEventListener("offline", down);
  addEventListener("online", () => void again());
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden && Date.now() - heardAt > asleep) void again();
  });
}
