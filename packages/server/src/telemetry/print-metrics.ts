// What one process has counted, or several together, in Prometheus' text form.
import { bounds, type Histogram, type Reading } from "./metrics.ts";

export function printMetrics(readings: readonly Reading[]): string {
  const lines: string[] = [];
  const metric = (name: string, kind: string, help: string) =>
    lines.push(`# HELP ${name} ${help}`, `# TYPE ${name} ${kind}`);
  metric("writ_requests_total", "counter", "Requests that were answered.");
  const requests = together(
    readings.flatMap((one) => one.requests),
    ({ service, status }) => `service="${service}",status="${status}"`,
  );
  for (const [labels, all] of requests) lines.push(`writ_requests_total{${labels}} ${sum(all, ({ count }) => count)}`);
  metric("writ_request_seconds", "histogram", "How long requests took.");
  const durations = together(
    readings.flatMap((one) => one.durations),
    ({ service }) => service,
  );
  for (const [service, all] of durations) lines.push(...histogramOf(service, all));
  metric(
    "writ_work_seconds",
    "summary",
    "Calls, webhooks, schedules, mails and notices: how many, and how long they took.",
  );
  const works = together(
    readings.flatMap((one) => one.works),
    ({ labels }) => labels,
  );
  for (const [labels, all] of works) {
    lines.push(`writ_work_seconds_sum{${labels}} ${sum(all, (one) => one.sum)}`);
    lines.push(`writ_work_seconds_count{${labels}} ${sum(all, ({ count }) => count)}`);
  }
  for (const { name, help, among, counts } of readings[0]?.gauges ?? []) {
    metric(name, counts === true ? "counter" : "gauge", help);
    const values = readings.flatMap(({ process, gauges }) =>
      gauges.filter((gauge) => gauge.name === name).map(({ value }) => ({ process, value })),
    );
    if (among === "same") lines.push(`${name} ${values[0]?.value}`);
    else if (among === "sum" || readings.length === 1) lines.push(`${name} ${sum(values, ({ value }) => value)}`);
    else for (const { process, value } of values) lines.push(`${name}{process="${process}"} ${value}`);
  }
  return `${lines.join("\n")}\n`;
}

const together = <One>(all: readonly One[], by: (one: One) => string): ReadonlyMap<string, readonly One[]> =>
  Map.groupBy(all, by);

const sum = <One>(all: readonly One[], of: (one: One) => number): number =>
  all.reduce((total, one) => total + of(one), 0);

function histogramOf(service: string, all: readonly Histogram[]): readonly string[] {
  const name = "writ_request_seconds";
  const count = sum(all, (one) => one.count);
  let below = 0;
  const buckets = bounds.map((bound, place) => {
    below += sum(all, ({ counts }) => counts[place] ?? 0);
    return `${name}_bucket{service="${service}",le="${bound}"} ${below}`;
  });
  return [
    ...buckets,
    `${name}_bucket{service="${service}",le="+Inf"} ${count}`,
    `${name}_sum{service="${service}"} ${sum(all, (one) => one.sum)}`,
    `${name}_count{service="${service}"} ${count}`,
  ];
}
