// Whether changes of others are heard as they happen; the socket for it is loaded when the first rows are on the screen.
import type { RealtimeClient } from "@supabase/realtime-js";
import type { QueryClient } from "@tanstack/react-query";
import type { Backend } from "./backend.ts";

/** "heard": changes arrive. "down": they will again. "not followed": nobody has begun to listen. */
export type Hearing = "not followed" | "down" | "heard";

export type Live = {
  readonly now: () => Hearing;
  readonly become: (hearing: Hearing) => void;
  /** The one socket of the tab: it comes when rows are on the screen. */
  readonly socket: Promise<RealtimeClient>;
  readonly begin: (socket: RealtimeClient) => void;
};

export function openLive(): Live {
  let hearing: Hearing = "not followed";
  const { promise, resolve } = Promise.withResolvers<RealtimeClient>();
  return {
    now: () => hearing,
    become: (next) => {
      hearing = next;
    },
    socket: promise,
    begin: resolve,
  };
}

/** Nobody waits for a socket to see a list. */
export function followWhenShown(backend: Backend, queries: QueryClient): void {
  const stop = queries.getQueryCache().subscribe(({ query }) => {
    if (query.meta?.watches === undefined || query.state.data === undefined) return;
    stop();
    setTimeout(() => {
      import("./live/follow-changes.ts").then(
        ({ followChanges }) => followChanges(backend, queries),
        // A clock asks meanwhile, and the next page that is opened tries it again.
        () => undefined,
      );
    }, 500);
  });
}
