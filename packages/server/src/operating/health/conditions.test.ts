// Each condition is found where it holds, and not found just before it does; what is counted is forgotten in time.
import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { createMetrics, serviceOf } from "../../telemetry/metrics.ts";
import { conditions, conditionsIn } from "./conditions.ts";
import { createDiskPace } from "./disk-pace.ts";
import type { DatabaseFacts, HealthFacts } from "./facts.ts";
import { createRecent, type Recent } from "./recent.ts";
import { quantile } from "./totals.ts";

const quiet: Recent = {
  requests: [{ service: "rest", count: 100, failed: 5 }],
  minutes: 5,
  durations: [],
  failedWorks: [{ kind: "function", name: "greet", count: 2 }],
  waiting: 0,
  busy: 0.9,
  memoryBytes: 2e9,
  lastingMemoryBytes: 1e9,
  uptimeSeconds: 1,
  openFiles: 0.8,
  sockets: 0,
  refused: 0,
};
const database: DatabaseFacts = {
  bytes: 1,
  connections: 90,
  mostConnections: 100,
  mails: { late: 0, givenUp: 0 },
  others: { late: 0, givenUp: 0 },
  failingTimers: 0,
  lateSchedules: [],
  operators: 1,
  hasSignIn: true,
  lostSlots: 0,
  appliedAt: null,
  backup: { everySeconds: 86_400, ageSeconds: 2 * 86_400, failingSeconds: 15 * 60, failure: "the disk is full" },
};
const well: HealthFacts = {
  processes: [quiet],
  wantedProcesses: 1,
  diskFreeBytes: 1e9,
  diskFullInSeconds: undefined,
  certificateSeconds: 14 * 86_400,
  missingSettings: [],
  document: { file: "SPEC.md", asApplied: true, isServed: true },
  development: false,
  database,
};
const process = (change: Partial<Recent>): HealthFacts => ({ ...well, processes: [{ ...quiet, ...change }] });
const data = (change: Partial<DatabaseFacts>): HealthFacts => ({ ...well, database: { ...database, ...change } });
/** Fifty requests of which so many took between one second and two and a half. */
const slow = (count: number): Recent["durations"] => [
  { service: "rest", count: 50, counts: [0, 0, 0, 0, 0, 0, 0, 0, 0, 50 - count, count, 0, 0] },
];

const cases: Readonly<Record<string, HealthFacts>> = {
  "database away": { ...well, database: undefined },
  "disk full": { ...well, diskFreeBytes: 1e9 - 1 },
  "answers with errors": process({ requests: [{ service: "rest", count: 99, failed: 5 }] }),
  "certificate has run out": { ...well, certificateSeconds: -1 },
  "backup late": data({ backup: { ...database.backup, ageSeconds: 2 * 86_400 + 1 } }),
  "document not served": { ...well, document: { ...well.document, isServed: false } },
  "refused clients": process({ refused: 1 }),
  "mails given up": data({ mails: { late: 0, givenUp: 1 } }),
  "jobs given up": data({ others: { late: 0, givenUp: 1 } }),
  "mails late": data({ mails: { late: 1, givenUp: 0 } }),
  "jobs late": data({ others: { late: 1, givenUp: 0 } }),
  "work fails": process({ failedWorks: [{ kind: "function", name: "greet", count: 3 }] }),
  "backup fails": data({ backup: { ...database.backup, failingSeconds: 15 * 60 + 1 } }),
  "timers fail": data({ failingTimers: 1 }),
  "schedules late": data({ lateSchedules: ["tidy"] }),
  "connections waiting": process({ waiting: 1 }),
  "connections near limit": data({ connections: 91 }),
  slow: process({ durations: slow(3) }),
  "process missing": { ...well, wantedProcesses: 2 },
  busy: process({ busy: 0.91 }),
  memory: process({ lastingMemoryBytes: 1e9 + 1 }),
  "open files": process({ openFiles: 0.81 }),
  "disk fills": { ...well, diskFullInSeconds: 3 * 86_400 - 1 },
  "setting missing": { ...well, missingSettings: ["A_KEY is not in the environment"] },
  "document file differs": { ...well, document: { ...well.document, asApplied: false } },
  "certificate runs out": { ...well, certificateSeconds: 14 * 86_400 - 1 },
  "live changes lost": data({ lostSlots: 1 }),
  "no operator": data({ operators: 0 }),
};
const found = (facts: HealthFacts) => conditionsIn(facts).map(({ id }) => id);

test("what is well has no entry, up to each limit", () => {
  assert.deepEqual(found(well), []);
  assert.deepEqual(found(process({ durations: slow(2) })), []);
  // Four failures are no share of anything.
  assert.deepEqual(found(process({ requests: [{ service: "rest", count: 4, failed: 4 }] })), []);
  // What an operator tries is no failure of the product.
  for (const path of ["/_", "/_/", "/_/console", "/_/console/api/sql"])
    assert.deepEqual(found(process({ requests: [{ service: serviceOf(path), count: 20, failed: 7 }] })), [], path);
  assert.deepEqual(found({ ...data({ operators: 0 }), development: true }), []);
  assert.deepEqual(found(data({ operators: 0, hasSignIn: false })), []);
});

test("each condition is found alone, with what to do", () => {
  assert.deepEqual(
    Object.keys(cases),
    conditions.map(({ id }) => id),
  );
  for (const [id, facts] of Object.entries(cases)) {
    assert.deepEqual(found(facts), [id]);
    for (const { says, todo } of conditionsIn(facts)) {
      assert.match(says, /^(?:\d|[A-Z]).*\.$/, id);
      assert.match(todo, /^[A-Z].*\.$/, id);
    }
  }
});

test("failed pages are called so", () => {
  const [pages] = conditionsIn(process({ requests: [{ service: serviceOf("/_/app/app.js"), count: 20, failed: 7 }] }));
  assert.match(pages?.says ?? "", /^35 % of the requests to pages failed/);
});

test("the most urgent come first", () => {
  const both = { ...well, missingSettings: ["A_KEY is not in the environment"], diskFreeBytes: 1, database: undefined };
  assert.deepEqual(found(both), ["database away", "disk full", "setting missing"]);
  const severities = conditions.map(({ severity }) => severity);
  assert.deepEqual(severities, severities.toSorted());
});

test("requests, failures and what lasts are of the last minutes, of all processes together", () => {
  let now = 0;
  let waiting = 0;
  let busy = 0;
  const metrics = createMetrics();
  const recent = createRecent({
    counts: metrics.counts,
    waiting: () => waiting,
    openFiles: () => undefined,
    sockets: () => 3,
    refused: () => 0,
    now: () => now,
    memory: () => 2e9,
    busy: () => busy,
  });
  const pass = (minutes: number) => {
    for (let n = 0; n < minutes * 4; n++) {
      now += 15_000;
      recent.sample();
    }
  };
  const judged = () => found({ ...well, processes: [recent.look()] });
  assert.deepEqual(judged(), []);
  for (let n = 0; n < 10; n++) metrics.request("rest", 500, 2000);
  for (let n = 0; n < 3; n++) metrics.work("function", "greet", "failed", 1);
  [waiting, busy] = [2, 1];
  pass(1);
  assert.deepEqual(judged(), ["answers with errors", "work fails", "slow"]);
  assert.deepEqual(recent.look().requests, [{ service: "rest", count: 10, failed: 10 }]);
  pass(4);
  // For five minutes, and not yet for ten.
  assert.deepEqual(judged(), ["answers with errors", "work fails", "connections waiting", "slow"]);
  pass(5);
  assert.deepEqual(judged(), ["work fails", "connections waiting", "slow", "busy", "memory"]);
  [waiting, busy] = [0, 0];
  pass(1);
  assert.deepEqual(judged(), ["work fails", "memory"]);
  pass(30);
  assert.deepEqual(judged(), ["memory"]);
  metrics.work("function", "greet", "failed", 1);
  metrics.work("function", "greet", "failed", 1);
  assert.deepEqual(judged(), ["memory"]);
  // What two processes each saw twice, the product saw four times.
  assert.ok(found({ ...well, processes: [recent.look(), recent.look()], wantedProcesses: 2 }).includes("work fails"));
});

test("a quantile lies where Prometheus sees it", () => {
  assert.equal(quantile([quiet], ["rest"], 0.95), undefined);
  assert.equal(quantile([process({ durations: slow(25) }).processes[0] ?? quiet], ["rest"], 0.75), 1.75);
});

test("a disk that shrinks is full at some time, and one that does not is never", () => {
  let now = 0;
  const pace = createDiskPace(() => now);
  let free = 10e9;
  const pass = (minutes: number, each: number) => {
    for (let n = 0; n < minutes; n++) {
      now += 60_000;
      free += each;
      pace.note(free);
    }
  };
  pass(50, -1e6);
  assert.equal(pace.fullInSeconds(), undefined);
  pass(60, -1e6);
  const seconds = pace.fullInSeconds() ?? 0;
  assert.ok(Math.abs(seconds - (free / 1e6) * 60) < 600, String(seconds));
  pass(600, 1e6);
  assert.equal(pace.fullInSeconds(), undefined);
});

test("a time of day that jumps changes nothing", () => {
  mock.timers.enable({ apis: ["Date"], now: 0 });
  const recent = createRecent({
    counts: createMetrics().counts,
    waiting: () => 0,
    openFiles: () => undefined,
    sockets: () => 0,
    refused: () => 0,
  });
  const pace = createDiskPace();
  pace.note(10e9);
  mock.timers.setTime(2 * 3_600_000);
  pace.note(9e9);
  assert.ok(recent.look().uptimeSeconds < 3600);
  assert.equal(pace.fullInSeconds(), undefined);
  mock.timers.reset();
});
