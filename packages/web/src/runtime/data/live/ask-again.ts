// Refetches what has changed: changes that come together in one request, and never one request after the other.
import type { Query, QueryClient } from "@tanstack/react-query";
import type { OwnWrite } from "../live.ts";
import type { Watch } from "../watch.ts";
import { createOwnWrites, type Change } from "./own-writes.ts";

export type Refetching = {
  /** A row of an entity has changed; without `change`, any of its rows may have. */
  readonly changed: (entity: string, change: Change | undefined) => void;
  /** Anything may have changed. */
  readonly everything: () => void;
};

/** All clients hear of a change at once: this spreads their requests. */
const collected = () => 50 + Math.random() * 100;

/** With so many changes it is not checked whose they were. */
const mostChanges = 50;

export function createRefetching(queries: QueryClient, writes: () => readonly OwnWrite[]): Refetching {
  const cache = queries.getQueryCache();
  const own = createOwnWrites(writes);
  /** By query: the changes for which it is refetched; "anything" cannot be one's own. */
  const due = new Map<string, readonly Change[] | "anything">();
  /** When the data that is shown was requested. */
  const began = new WeakMap<Query, number>();
  const asked = new WeakMap<Query, number>();
  cache.subscribe((event) => {
    if (event.type !== "updated") return;
    const { query, action } = event;
    if (action.type === "fetch") began.set(query, performance.now());
    if (action.type === "success" && action.manual !== true) asked.set(query, began.get(query) ?? 0);
  });
  /** A query sent after the response to one's own write includes that, and with it all that followed from it. */
  const isIn = (query: Query) => (change: Change) =>
    (own.answeredAt(change) ?? Number.POSITIVE_INFINITY) < (asked.get(query) ?? 0);
  let timer: ReturnType<typeof setTimeout> | undefined;

  const round = () => {
    timer = undefined;
    const ready = new Set<string>();
    let wait = Number.POSITIVE_INFINITY;
    for (const [hash, changes] of due) {
      const query = cache.get(hash);
      if (query?.isActive() !== true) {
        due.delete(hash);
        continue;
      }
      if (changes !== "anything" && query.state.fetchStatus === "idle" && changes.every(isIn(query))) {
        due.delete(hash);
        continue;
      }
      const left = document.hidden ? 0 : restOf(query);
      if (left > 0) wait = Math.min(wait, left);
      else ready.add(hash);
    }
    for (const hash of ready) due.delete(hash);
    const those = { predicate: ({ queryHash }: Query) => ready.has(queryHash) };
    // A hidden tab refetches once a user looks at it.
    void queries.invalidateQueries(
      { ...those, refetchType: document.hidden ? "none" : "active" },
      { cancelRefetch: false },
    );
    if (due.size > 0) later(wait);
  };
  const later = (milliseconds: number) => {
    timer ??= setTimeout(round, milliseconds);
  };
  const mark = (is: (watches: readonly Watch[]) => boolean, change: Change | undefined) => {
    for (const query of cache.getAll()) {
      if (query.meta?.watches === undefined || !is(query.meta.watches)) continue;
      if (!query.isActive()) {
        outdate(query);
        continue;
      }
      const before = due.get(query.queryHash) ?? [];
      const isMany = before === "anything" || before.length >= mostChanges;
      due.set(query.queryHash, change === undefined || isMany ? "anything" : [...before, change]);
    }
    if (due.size > 0) later(collected());
  };
  return {
    changed: (entity, change) => {
      if (change !== undefined) own.told(change);
      const isAbout = ({ entity: of, id }: Watch) =>
        of === entity && (id === undefined || change === undefined || id === change.id);
      mark((watches) => watches.some(isAbout), change);
    },
    everything: () => mark(() => true, undefined),
  };
}

/** A query without an observer is refetched when a user comes to it. Its response may be from before. */
function outdate(query: Query): void {
  const done = query.state.fetchStatus === "idle" ? undefined : query.promise;
  query.invalidate();
  done?.then(
    () => query.invalidate(),
    () => undefined,
  );
}

/** A request under way may have read before the change, so the query is refetched after it. */
function restOf({ state, meta }: Query): number {
  if (state.fetchStatus !== "idle") return 100;
  return Math.max(state.dataUpdatedAt, state.errorUpdatedAt) + (meta?.rest ?? 0) - Date.now();
}
