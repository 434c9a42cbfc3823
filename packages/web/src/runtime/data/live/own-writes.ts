// Which changes are this tab's own: a query sent after the response to a write has them in its result already.
import type { OwnWrite } from "../live.ts";

/** A change as the channel tells it. `at`: when the row was written; undefined where it is gone. */
export type Change = {
  readonly id: string;
  readonly at: number | undefined;
  readonly by: unknown;
  readonly committed: string;
};

/** Older writes are forgotten: their changes have arrived. */
const memory = 10_000;
const most = 200;

export type OwnWrites = {
  readonly told: (change: Change) => void;
  /** When the response to the change's own write came; undefined where it is another user's, or unknown. */
  readonly answeredAt: (change: Change) => number | undefined;
};

export function createOwnWrites(writes: () => readonly OwnWrite[]): OwnWrites {
  let recent: readonly (Change & { readonly toldAt: number })[] = [];
  const written = ({ id, at }: Change) => writes().find((one) => one.id === id && one.at === at)?.answeredAt;
  return {
    told: (change) => {
      const now = performance.now();
      recent = [...recent.filter(({ toldAt }) => now - toldAt < memory).slice(-most), { ...change, toldAt: now }];
    },
    answeredAt: (change) => {
      const own = written(change);
      if (own !== undefined || change.at === undefined || typeof change.by !== "string") return own;
      // What follows from a write has its time, its author and its end.
      const along = recent.filter(
        ({ at, by, committed }) => at === change.at && by === change.by && committed === change.committed,
      );
      return along.map(written).find((answered) => answered !== undefined);
    },
  };
}
