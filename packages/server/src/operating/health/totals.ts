// What all processes together have counted lately.
import { bounds } from "../../telemetry/metrics.ts";
import type { Recent } from "./recent.ts";

export const sum = (processes: readonly Recent[], of: (one: Recent) => number): number =>
  processes.reduce((total, one) => total + of(one), 0);

export function byService(processes: readonly Recent[]): Recent["requests"] {
  const services = Map.groupBy(
    processes.flatMap(({ requests }) => requests),
    ({ service }) => service,
  );
  return [...services].map(([service, all]) => ({
    service,
    count: all.reduce((total, { count }) => total + count, 0),
    failed: all.reduce((total, { failed }) => total + failed, 0),
  }));
}

export function failedWorks(processes: readonly Recent[]): Recent["failedWorks"] {
  const works = Map.groupBy(
    processes.flatMap((one) => one.failedWorks),
    ({ kind, name }) => `${kind} ${name}`,
  );
  return [...works.values()].flatMap((all) => {
    const [one] = all;
    const count = all.reduce((total, each) => total + each.count, 0);
    return one !== undefined && count >= 3 ? [{ ...one, count }] : [];
  });
}

/** As Prometheus' `histogram_quantile`: in a straight line within a bucket. Undefined where nothing was answered. */
export function quantile(processes: readonly Recent[], services: readonly string[], share: number): number | undefined {
  const durations = processes.flatMap((one) => one.durations).filter(({ service }) => services.includes(service));
  const rank = share * durations.reduce((total, { count }) => total + count, 0);
  if (rank === 0) return undefined;
  let below = 0;
  for (const [place, bound] of bounds.entries()) {
    const here = durations.reduce((total, { counts }) => total + (counts[place] ?? 0), 0);
    const from = bounds[place - 1] ?? 0;
    if (below + here >= rank) return from + (bound - from) * ((rank - below) / here);
    below += here;
  }
  return bounds.at(-1);
}
