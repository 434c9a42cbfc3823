// The last half an hour of one process, as the rules of alarms look at it: what was counted within some minutes, and
// what was so in all of them. Nothing of it is kept elsewhere.
import { performance } from "node:perf_hooks";
import type { Counts } from "../../telemetry/metrics.ts";

/** As JSON: other processes send theirs. */
export type Recent = {
  /** In the last five minutes, by service. */
  readonly requests: readonly { readonly service: string; readonly count: number; readonly failed: number }[];
  /** How many minutes these are: fewer in a process that has just begun. */
  readonly minutes: number;
  /** In the last ten minutes: requests by how long they took, as `bounds` of the metrics divides them. */
  readonly durations: readonly {
    readonly service: string;
    readonly counts: readonly number[];
    readonly count: number;
  }[];
  /** In the last half an hour. */
  readonly failedWorks: readonly { readonly kind: string; readonly name: string; readonly count: number }[];
  /** Requests that waited for a connection in each of the last five minutes: the fewest. */
  readonly waiting: number;
  /** The least share of its time that it was busy in the last ten minutes. */
  readonly busy: number;
  readonly memoryBytes: number;
  /** The least that it has had in the last ten minutes. */
  readonly lastingMemoryBytes: number;
  readonly uptimeSeconds: number;
  /** Of those that it may open. */
  readonly openFiles: number | undefined;
  readonly sockets: number;
  /** Clients that found no room in the last five minutes. */
  readonly refused: number;
};

export type RecentSources = {
  readonly counts: () => Counts;
  readonly waiting: () => number;
  readonly openFiles: () => number | undefined;
  readonly sockets: () => number;
  readonly refused: () => number;
  /** Not the time of day, which may jump. */
  readonly now?: () => number;
  readonly memory?: () => number;
  /** Since it was asked last. */
  readonly busy?: () => number;
};

type Sample = {
  readonly at: number;
  readonly counts: Counts;
  readonly waiting: number;
  readonly busy: number;
  readonly memory: number;
  readonly refused: number;
};

const minute = 60_000;
export const sampleMilliseconds = 15_000;
const longest = 30 * minute;

export function createRecent(sources: RecentSources) {
  const {
    counts,
    waiting,
    openFiles,
    sockets,
    refused,
    now = () => performance.now(),
    memory = () => process.memoryUsage.rss(),
  } = sources;
  const { busy = busyShare() } = sources;
  const take = (): Sample => ({
    at: now(),
    counts: counts(),
    waiting: waiting(),
    busy: busy(),
    memory: memory(),
    refused: refused(),
  });
  const began = now();
  // Nothing was counted before.
  let samples: readonly Sample[] = [
    { at: began, counts: { requests: [], durations: [], works: [] }, waiting: 0, busy: 0, memory: 0, refused: 0 },
  ];
  const sample = (): void => {
    samples = [...samples, take()];
    const oldest = samples.findLastIndex(({ at }) => at <= now() - longest);
    if (oldest > 0) samples = samples.slice(oldest);
  };
  /** The last sample that is so old, or the first one. */
  const before = (milliseconds: number): Sample =>
    samples.findLast(({ at }) => at <= now() - milliseconds) ?? (samples[0] as Sample);
  /** The least of all that time; nothing where it has not run for so long. */
  const throughout = (milliseconds: number, of: (one: Sample) => number): number => {
    const since = now() - milliseconds;
    const within = samples.filter(({ at }) => at > since);
    return samples[0] !== undefined && samples[0].at <= since && within.length > 0 ? Math.min(...within.map(of)) : 0;
  };
  const look = (): Recent => {
    const current = counts();
    const [five, ten, thirty] = [before(5 * minute), before(10 * minute), before(longest)];
    return {
      requests: requestsSince(current, five.counts),
      minutes: Math.max((now() - five.at) / minute, 1 / 60),
      durations: durationsSince(current, ten.counts),
      failedWorks: failedSince(current, thirty.counts),
      waiting: throughout(5 * minute, (one) => one.waiting),
      busy: throughout(10 * minute, (one) => one.busy),
      memoryBytes: memory(),
      lastingMemoryBytes: throughout(10 * minute, (one) => one.memory),
      uptimeSeconds: Math.round((now() - began) / 1000),
      openFiles: openFiles(),
      sockets: sockets(),
      refused: refused() - five.refused,
    };
  };
  return { sample, look };
}

function busyShare(): () => number {
  let since = performance.eventLoopUtilization();
  return () => {
    const current = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(current, since);
    since = current;
    return utilization;
  };
}

function requestsSince(now: Counts, then: Counts): Recent["requests"] {
  const services = Map.groupBy(now.requests, ({ service }) => service);
  return [...services].map(([service, all]) => {
    const since = all.map(({ status, count }) => ({
      status,
      count: count - (then.requests.find((one) => one.service === service && one.status === status)?.count ?? 0),
    }));
    const countOf = (some: typeof since) => some.reduce((total, { count }) => total + count, 0);
    return { service, count: countOf(since), failed: countOf(since.filter(({ status }) => status === "5xx")) };
  });
}

const durationsSince = (now: Counts, then: Counts): Recent["durations"] =>
  now.durations.map(({ service, counts, count }) => {
    const old = then.durations.find((one) => one.service === service);
    return {
      service,
      counts: counts.map((one, place) => one - (old?.counts[place] ?? 0)),
      count: count - (old?.count ?? 0),
    };
  });

function failedSince(now: Counts, then: Counts): Recent["failedWorks"] {
  return now.works.flatMap(({ labels, count }) => {
    const [, kind = "", name = "", end] = /^kind="([^"]*)",name="([^"]*)",end="([^"]*)"$/.exec(labels) ?? [];
    const since = count - (then.works.find((one) => one.labels === labels)?.count ?? 0);
    return end === "failed" && since > 0 ? [{ kind, name, count: since }] : [];
  });
}
