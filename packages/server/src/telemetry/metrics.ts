// What operators watch, in Prometheus' text form: requests and work, how long they took, connections, memory.
import { eventLoopUtilization } from "node:perf_hooks";

export type Metrics = {
  readonly request: (service: string, status: number, milliseconds: number) => void;
  /** What is done besides answering: calls with their names, mails, notices. */
  readonly work: (kind: WorkKind, name: string, end: WorkEnd, milliseconds: number) => void;
  /** `gauges`: what is looked at in that moment. */
  readonly print: (gauges: readonly Gauge[]) => string;
};

export type WorkKind = "function" | "schedule" | "webhook in" | "webhook out" | "API" | "mail" | "notice";
export type WorkEnd = "done" | "refused" | "failed";

export type Gauge = { readonly name: string; readonly help: string; readonly read: () => number };

/** Upper bounds, in seconds. */
const bounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

type Histogram = { readonly counts: number[]; sum: number; count: number };

export function createMetrics(): Metrics {
  const requests: { readonly service: string; readonly status: string; count: number }[] = [];
  const durations = new Map<string, Histogram>();
  const works = new Map<string, { readonly labels: string; count: number; sum: number }>();
  let since = eventLoopUtilization();
  return {
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
    print: (gauges) => {
      const lines: string[] = [];
      const metric = (name: string, kind: string, help: string) =>
        lines.push(`# HELP ${name} ${help}`, `# TYPE ${name} ${kind}`);
      metric("writ_requests_total", "counter", "Requests that were answered.");
      for (const { service, status, count } of requests)
        lines.push(`writ_requests_total{service="${service}",status="${status}"} ${count}`);
      metric("writ_request_seconds", "histogram", "How long requests took.");
      for (const [service, { counts, sum, count }] of durations) {
        let below = 0;
        bounds.forEach((bound, place) => {
          below += counts[place] ?? 0;
          lines.push(`writ_request_seconds_bucket{service="${service}",le="${bound}"} ${below}`);
        });
        lines.push(`writ_request_seconds_bucket{service="${service}",le="+Inf"} ${count}`);
        lines.push(
          `writ_request_seconds_sum{service="${service}"} ${sum}`,
          `writ_request_seconds_count{service="${service}"} ${count}`,
        );
      }
      metric(
        "writ_work_seconds",
        "summary",
        "Calls, webhooks, schedules, mails and notices: how many, and how long they took.",
      );
      for (const { labels, count, sum } of works.values())
        lines.push(`writ_work_seconds_sum{${labels}} ${sum}`, `writ_work_seconds_count{${labels}} ${count}`);
      const now = eventLoopUtilization();
      const busy = eventLoopUtilization(now, since).utilization;
      since = now;
      const own: readonly Gauge[] = [
        {
          name: "writ_memory_bytes",
          help: "Memory of this process, as the system counts it.",
          read: () => process.memoryUsage.rss(),
        },
        {
          name: "writ_busy_ratio",
          help: "How much of its time this process was busy since it was last asked.",
          read: () => busy,
        },
        { name: "writ_uptime_seconds", help: "Since this process began.", read: () => process.uptime() },
      ];
      for (const { name, help, read } of [...gauges, ...own]) {
        metric(name, "gauge", help);
        lines.push(`${name} ${read()}`);
      }
      return `${lines.join("\n")}\n`;
    },
  };
}

const groups = ["", "1xx", "2xx", "3xx", "4xx", "5xx"];

/** Which part of the server an address belongs to; few enough for a label. */
export const serviceOf = (path: string): string => services.find((name) => path.startsWith(`/${name}/v1`)) ?? "other";

const services = ["rest", "auth", "storage", "realtime", "functions"];
