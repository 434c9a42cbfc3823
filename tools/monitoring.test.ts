// What the alarms and the board of `deploy/` ask for is what a server prints, and each alarm is explained and tried.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { conditions, seenFromOutside } from "../packages/server/src/operating/health/conditions.ts";
import { gaugesOf, readyGauge } from "../packages/server/src/operating/loads.ts";
import { machineGauges } from "../packages/server/src/operating/machine.ts";
import { createMetrics, serviceOf, type Gauge } from "../packages/server/src/telemetry/metrics.ts";
import { printMetrics } from "../packages/server/src/telemetry/print-metrics.ts";
import { alarmCases } from "./monitoring/alarm-cases.ts";
import { readAlarms, readBoard, selectorsIn, type Selector } from "./monitoring/deployed.ts";

const alarms = readAlarms();
const board = readBoard();
const targets = board.panels.flatMap((panel) => panel.targets);
const page = readFileSync(join(import.meta.dirname, "../docs/production/alarms.md"), "utf8");

/** Prometheus adds them. */
const added = ["job", "instance"];

type Printed = ReadonlyMap<string, readonly ReadonlyMap<string, string>[]>;

/** All series of two processes that have done something of everything. */
async function printed(): Promise<Printed> {
  const gauges: readonly Gauge[] = [
    await readyGauge(async () => true),
    ...gaugesOf({
      live: () => ({ sockets: 0, channels: 0 }),
      outbox: () => ({ waiting: 0, givenUp: 0 }),
      backup: () => ({ everySeconds: 1, ageSeconds: 0, failingSeconds: 0, failure: null }),
      refused: () => 0,
      certificate: { secondsLeft: () => 0 },
      pool: { load: () => ({ size: 0, busy: 0, waiting: 0 }) },
    }),
    // Other systems than Linux do not say all of it.
    ...machineGauges(undefined).map((gauge): Gauge => ({ ...gauge, read: () => 0 })),
  ];
  const readings = [1, 2].map((number) => {
    const metrics = createMetrics(number);
    for (const service of ["rest", "auth", "storage", "realtime", "functions", "other"])
      metrics.request(serviceOf(`/${service}/v1/`), number === 1 ? 200 : 500, 1);
    metrics.request(serviceOf("/_/console/"), 200, 1);
    metrics.work("schedule", "tidy", number === 1 ? "done" : "failed", 1);
    return metrics.read(gauges);
  });
  const series = [...printMetrics(readings).matchAll(/^(writ_\w+)(?:\{(.*)\})? \S+$/gm)].map(
    ([, name = "", said = ""]) => ({
      name,
      labels: new Map([...said.matchAll(/(\w+)="([^"]*)"/g)].map(([, label = "", value = ""]) => [label, value])),
    }),
  );
  const grouped = Map.groupBy(series, ({ name }) => name);
  return new Map([...grouped].map(([name, all]) => [name, all.map(({ labels }) => labels)]));
}

const hasLabel = (series: readonly ReadonlyMap<string, string>[], label: string) =>
  added.includes(label) || series.some((labels) => labels.has(label));

/** What of a query no server prints. */
function unknownIn(query: string, known: Printed): readonly string[] {
  const selectors = selectorsIn(query);
  const unknown = selectors.flatMap(({ name, labels }: Selector) => {
    const series = known.get(name) ?? [];
    if (series.length === 0) return [name];
    return labels
      .filter(({ label }) => !added.includes(label))
      .flatMap(({ label, how, value }) => {
        const wanted = how === "=~" ? value.split("|") : [value];
        return wanted
          .filter((one) => !series.some((own) => own.get(label) === one))
          .map((one) => `${name}{${label}="${one}"}`);
      });
  });
  const series = selectors.flatMap(({ name }) => known.get(name) ?? []);
  const grouped = [...query.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, names = ""]) => names.split(/,\s*/));
  return [...unknown, ...grouped.filter((label) => !hasLabel(series, label)).map((label) => `by (${label})`)];
}

test("every series and label of the alarms is printed", async () => {
  const known = await printed();
  for (const { alert, expr, annotations } of alarms) {
    assert.deepEqual(unknownIn(expr, known), [], alert);
    const series = selectorsIn(expr).flatMap(({ name }) => known.get(name) ?? []);
    const told = [...annotations.summary.matchAll(/\$labels\.(\w+)/g)].map(([, label = ""]) => label);
    for (const label of told) assert.ok(hasLabel(series, label), `${alert} tells of ${label}`);
  }
});

test("every series and label of the board is printed", async () => {
  const known = await printed();
  for (const { expr, legendFormat } of targets) {
    assert.deepEqual(unknownIn(expr, known), [], expr);
    const series = selectorsIn(expr).flatMap(({ name }) => known.get(name) ?? []);
    const told = [...legendFormat.matchAll(/\{\{(\w+)\}\}/g)].map(([, label = ""]) => label);
    for (const label of told) assert.ok(hasLabel(series, label), `${legendFormat} of ${expr}`);
  }
  for (const { definition } of board.templating.list)
    if (definition !== undefined) assert.deepEqual(unknownIn(definition, known), []);
});

test("what no server prints is found", async () => {
  const known = await printed();
  assert.deepEqual(
    unknownIn('sum by (job, kind) (writ_gone) + writ_requests_total{status="5xx",service=~"rest|on"}', known),
    ["writ_gone", 'writ_requests_total{service="on"}', "by (kind)"],
  );
});

test("the board shows every gauge, and its panels lie beside each other", async () => {
  const shown = new Set(targets.flatMap(({ expr }) => selectorsIn(expr).map(({ name }) => name)));
  const known = [...(await printed()).keys()].filter((name) => !/_(?:sum|count)$/.test(name));
  assert.deepEqual(
    known.filter((name) => !shown.has(name)),
    [],
  );
  for (const { title, gridPos: one } of board.panels)
    for (const { title: other, gridPos: two } of board.panels) {
      const apart =
        one.x + one.w <= two.x || two.x + two.w <= one.x || one.y + one.h <= two.y || two.y + two.h <= one.y;
      assert.ok(title === other || apart, `${title} lies on ${other}`);
    }
});

test("every alarm says how urgent it is, and has its entry: what it means, where to look, what helps", () => {
  const entries = page.split(/^## /m).slice(1);
  assert.deepEqual(
    entries.map((entry) => entry.split("\n")[0]),
    alarms.map(({ alert }) => alert),
  );
  for (const [at, { alert, for: after, labels, annotations }] of alarms.entries()) {
    const entry = entries[at] ?? "";
    const [, severity = "", time = ""] =
      /^\n\n(Critical|Warning)(, after [^.]*)?/.exec(entry.slice(alert.length)) ?? [];
    assert.equal(labels.severity, severity.toLowerCase(), alert);
    assert.equal(time !== "", after !== undefined, `${alert} says after what time`);
    assert.match(entry, /\n\nLook first/, alert);
    assert.match(entry, /\n\nWhat usually helps:/, alert);
    assert.equal(annotations.link, `docs/production/alarms.md#${alert.toLowerCase()}`);
    assert.match(annotations.summary, /^(?:\{\{|[A-Z]).*\.$/, alert);
  }
});

test("every alarm has a case in which it fires, and one in which it does not", () => {
  for (const { alert } of alarms)
    for (const fires of [true, false])
      assert.ok(
        alarmCases.some((one) => one.alarm === alert && one.fires === fires),
        `npm run test:monitoring has no case in which ${alert} ${fires ? "fires" : "does not fire"}`,
      );
  for (const { alarm } of alarmCases)
    assert.ok(
      alarms.some(({ alert }) => alert === alarm),
      alarm,
    );
});

test("the health of the console finds what the alarms find, as urgent as they are", () => {
  const outside: readonly string[] = seenFromOutside;
  const found = conditions.flatMap(({ alarm, severity }) => (alarm === undefined ? [] : [[alarm, severity] as const]));
  const named = new Map(found);
  assert.deepEqual(
    alarms.filter(({ alert, labels }) => !outside.includes(alert) && named.get(alert) !== labels.severity),
    [],
  );
  const known = new Set(alarms.map(({ alert }) => alert));
  assert.deepEqual(
    [...outside, ...named.keys()].filter((name) => !known.has(name)),
    [],
  );
});
