// Whether changes of others are heard as they happen; the socket for it is loaded when the first rows are on the screen.
import type { RealtimeClient } from "@supabase/realtime-js";
import type { QueryClient } from "@tanstack/react-query";
import type { Backend } from "./backend.ts";

/** "heard": changes arrive. "down": they will again. "not followed": listening has not begun. */
export type LiveStatus = "not followed" | "down" | "heard";

/** A row that this tab has written. `at`: its time, as the answer gave it; undefined where it was deleted. */
export type OwnWrite = { readonly id: string; readonly at: number | undefined; readonly answeredAt: number };

export type Live = {
  readonly now: () => LiveStatus;
  readonly become: (status: LiveStatus) => void;
  /** The one socket of the tab: it comes when rows are on the screen. */
  readonly socket: Promise<RealtimeClient>;
  readonly begin: (socket: RealtimeClient) => void;
  /** The last of them. */
  readonly ownWrites: () => readonly OwnWrite[];
  /** The response to a write of this tab, before any query is refetched because of it. */
  readonly wrote: (method: string, answer: unknown) => void;
};

const mostWrites = 100;

export function createLive(): Live {
  let status: LiveStatus = "not followed";
  let writes: readonly OwnWrite[] = [];
  const { promise, resolve } = Promise.withResolvers<RealtimeClient>();
  return {
    now: () => status,
    become: (next) => {
      status = next;
    },
    socket: promise,
    begin: resolve,
    ownWrites: () => writes,
    wrote: (method, answer) => {
      const answeredAt = performance.now();
      const rows = [answer].flat().flatMap((row): readonly OwnWrite[] => {
        if (typeof row !== "object" || row === null || !("id" in row)) return [];
        const at = "updated_at" in row ? Date.parse(String(row.updated_at)) : undefined;
        return (at === undefined) === (method === "DELETE") ? [{ id: String(row.id), at, answeredAt }] : [];
      });
      writes = [...writes, ...rows].slice(-mostWrites);
    },
  };
}

/** Some time after the first rows are there; ends with what it gives back. */
export function whenShown(queries: QueryClient, time: number, then: () => void): () => void {
  let waiting: ReturnType<typeof setTimeout> | undefined;
  const stop = queries.getQueryCache().subscribe(({ query }) => {
    if (query.meta?.watches === undefined || query.state.data === undefined) return;
    stop();
    waiting = setTimeout(then, time);
  });
  return () => {
    stop();
    clearTimeout(waiting);
  };
}

/** A list must not wait for a socket. */
export function followWhenShown(backend: Backend, queries: QueryClient): void {
  whenShown(queries, 500, () => {
    import("./live/follow-changes.ts").then(
      ({ followChanges }) => followChanges(backend, queries),
      // A clock asks meanwhile, and the next page that is opened tries it again.
      () => undefined,
    );
  });
}
