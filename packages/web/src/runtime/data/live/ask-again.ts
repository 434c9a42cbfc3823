// What has changed is asked for again: what comes together in one request, and never one request after the other.
import type { Query, QueryClient } from "@tanstack/react-query";
import type { Watch } from "../watch.ts";

export type Asking = {
  /** A row of an entity has changed; without an id, any of them may have. */
  readonly changed: (entity: string, id: unknown) => void;
  /** Anything may have changed. */
  readonly everything: () => void;
};

/** Everybody hears of a change at once: they do not all ask at once. */
const collected = () => 50 + Math.random() * 100;

export function openAsking(queries: QueryClient): Asking {
  const cache = queries.getQueryCache();
  const due = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  const round = () => {
    timer = undefined;
    const ready = new Set<string>();
    let wait = Number.POSITIVE_INFINITY;
    for (const hash of due) {
      const query = cache.get(hash);
      if (query?.isActive() !== true) {
        due.delete(hash);
        continue;
      }
      const left = document.hidden ? 0 : restOf(query);
      if (left > 0) wait = Math.min(wait, left);
      else ready.add(hash);
    }
    for (const hash of ready) due.delete(hash);
    const those = { predicate: ({ queryHash }: Query) => ready.has(queryHash) };
    // Nobody looks: it is asked for when somebody does.
    void queries.invalidateQueries(
      { ...those, refetchType: document.hidden ? "none" : "active" },
      { cancelRefetch: false },
    );
    if (due.size > 0) later(wait);
  };
  const later = (milliseconds: number) => {
    timer ??= setTimeout(round, milliseconds);
  };
  const mark = (is: (watches: readonly Watch[]) => boolean) => {
    for (const query of cache.getAll())
      if (query.meta?.watches !== undefined && query.isActive() && is(query.meta.watches)) due.add(query.queryHash);
    if (due.size > 0) later(collected());
  };
  return {
    changed: (entity, id) =>
      mark((watches) =>
        watches.some((one) => one.entity === entity && (one.id === undefined || id === undefined || one.id === id)),
      ),
    everything: () => mark(() => true),
  };
}

/** What is on its way may have been read before the change, so it is asked for after it. */
function restOf({ state, meta }: Query): number {
  if (state.fetchStatus !== "idle") return 100;
  return Math.max(state.dataUpdatedAt, state.errorUpdatedAt) + (meta?.rest ?? 0) - Date.now();
}
