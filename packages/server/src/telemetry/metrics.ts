// What operators watch: requests and work, how long they took, connections, memory. `print-metrics.ts` puts it into words.
import { performance } from "node:perf_hooks";

export type Metrics = {
  readonly request: (service: string, status: number, milliseconds: number) => void;
  /** What is done besides answering: calls with their names, mails, notices. */
  readonly work: (kind: WorkKind, name: string, end: WorkEnd, milliseconds: number) => void;
  /** `gauges`: what is looked at in that moment. */
  readonly read: (gauges: readonly Gauge[]) => Reading;
  /** What was counted so far, and no gauge. */
  readonly counts: () => Counts;
};

export type WorkKind = "function" | "schedule" | "webhook in" | "webhook out" | "API" | "mail" | "notice";
export type WorkEnd = "done" | "refused" | "failed";

/**
 * `among`: what it is of several processes: the sum of theirs; of each its own; or the same thing, which each of them
 * looks at.
 */
export type Gauge = {
  readonly name: string;
  readonly help: string;
  readonly among: "sum" | "each" | "same";
  /** It only goes up while the process runs. */
  readonly counts?: true;
  /** Undefined where nothing is known of it: then it is not printed. */
  readonly read: () => number | undefined;
};

/** All that one process has counted, as JSON. */
export type Reading = {
  readonly process: number;
  readonly requests: readonly RequestCount[];
  readonly durations: readonly (Histogram & { readonly service: string })[];
  readonly works: readonly WorkCount[];
  readonly gauges: readonly (Omit<Gauge, "read"> & { readonly value: number })[];
};

export type Counts = Pick<Reading, "requests" | "durations" | "works">;

export type RequestCount = { readonly service: string; readonly status: string; readonly count: number };
export type Histogram = { readonly counts: readonly number[]; readonly sum: number; readonly count: number };
export type WorkCount = { readonly labels: string; readonly count: number; readonly sum: number };

/** Upper bounds, in seconds. */
export const bounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** `number`: of this process. */
export function createMetrics(number = 1): Metrics {
  const requests: { readonly service: string; readonly status: string; count: number }[] = [];
  const durations = new Map<string, { readonly counts: number[]; sum: number; count: number }>();
  const works = new Map<string, WorkCount>();
  let since = performance.eventLoopUtilization();
  const counts = (): Counts => ({
    requests: requests.map((one) => ({ ...one })),
    durations: [...durations].map(([service, one]) => ({ service, ...one, counts: [...one.counts] })),
    works: [...works.values()],
  });
  return {
    counts,
    request: (service, status, milliseconds) => {
      const group = groups[Math.floor(status / 100)] ?? "other";
      let counted = requests.find((one) => one.service === service && one.status === group);
      if (counted === undefined) requests.push((counted = { service, status: group, count: 0 }));
      counted.count++;
      let histogram = durations.get(service);
      if (histogram === undefined)
        durations.set(service, (histogram = { counts: bounds.map(() => 0), sum: 0, count: 0 }));
      const seconds = milliseconds / 1000;
      const place = bounds.findIndex((bound) => seconds <= bound);
      if (place >= 0) histogram.counts[place] = (histogram.counts[place] ?? 0) + 1;
      histogram.sum += seconds;
      histogram.count++;
    },
    work: (kind, name, end, milliseconds) => {
      // Names are identifiers of the document, so there are few, and none of them has to be escaped.
      const labels = `kind="${kind}",name="${name}",end="${end}"`;
      const one = works.get(labels) ?? { labels, count: 0, sum: 0 };
      works.set(labels, { labels, count: one.count + 1, sum: one.sum + milliseconds / 1000 });
    },
    read: (gauges) => {
      const now = performance.eventLoopUtilization();
      const busy = performance.eventLoopUtilization(now, since).utilization;
      since = now;
      const own: readonly Gauge[] = [
        {
          name: "writ_memory_bytes",
          help: "Memory of this process, as the system counts it.",
          among: "each",
          read: () => process.memoryUsage.rss(),
        },
        {
          name: "writ_busy_ratio",
          help: "How much of its time this process was busy since it was last asked.",
          among: "each",
          read: () => busy,
        },
        {
          name: "writ_uptime_seconds",
          help: "Since this process began.",
          among: "each",
          read: () => process.uptime(),
        },
      ];
      return {
        process: number,
        ...counts(),
        gauges: [...gauges, ...own].flatMap(({ read, ...gauge }) => {
          const value = read();
          return value === undefined ? [] : [{ ...gauge, value }];
        }),
      };
    },
  };
}

const groups = ["", "1xx", "2xx", "3xx", "4xx", "5xx"];

/** Which part of the server an address belongs to; few enough for a label. `other`: mostly pages. */
export const serviceOf = (path: string): string =>
  services.find((name) => path.startsWith(`/${name}/v1`)) ?? (consoles.test(path) ? "console" : "other");

const consoles = /^\/_(?:\/(?:console(?:\/.*)?)?)?$/;

const services = ["rest", "auth", "storage", "import", "realtime", "functions"];
