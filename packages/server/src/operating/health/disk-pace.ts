// When a disk will be full, in a straight line through what was free in the last six hours.
import { performance } from "node:perf_hooks";

const hour = 3_600_000;
const span = 6 * hour;
const apart = 5 * 60_000;

export type DiskPace = {
  readonly note: (freeBytes: number | undefined) => void;
  /** Undefined where it does not shrink, or was not looked at for an hour. */
  readonly fullInSeconds: () => number | undefined;
};

/** `now`: not the time of day, which may jump. */
export function createDiskPace(now: () => number = () => performance.now()): DiskPace {
  let points: readonly { readonly at: number; readonly free: number }[] = [];
  return {
    note: (free) => {
      const last = points.at(-1);
      if (free === undefined || (last !== undefined && now() - last.at < apart)) return;
      points = [...points.filter(({ at }) => at > now() - span), { at: now(), free }];
    },
    fullInSeconds: () => {
      const [first, last] = [points[0], points.at(-1)];
      if (first === undefined || last === undefined || last.at - first.at < hour) return undefined;
      const mean = (of: (one: (typeof points)[number]) => number) =>
        points.reduce((total, one) => total + of(one), 0) / points.length;
      const [at, free] = [mean((one) => one.at), mean((one) => one.free)];
      const slope = mean((one) => (one.at - at) * (one.free - free)) / mean((one) => (one.at - at) ** 2);
      return slope < 0 ? Math.max(0, -last.free / slope / 1000) : undefined;
    },
  };
}
