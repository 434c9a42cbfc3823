// Schedules on a real database: when each comes next, and that what was missed happens once.
import assert from "node:assert/strict";
import { test } from "node:test";
import { completeDocument } from "../../../testing/run-cases.ts";
import { databases } from "../../../testing/database.ts";
import type { Schedule } from "../model.ts";
import { ruleOf } from "./schedule-rule.ts";

const { open } = databases();

const document = completeDocument(`
## 7. The calls it makes

| Call | Kind | On | Code |
| --- | --- | --- | --- |
| Remind | schedule | every day at 07:30 | \`calls/remind.ts\` |
| Count | schedule | every 15 minutes | \`calls/count.ts\` |

## 9. Business constants and limits

| Setting | Value |
| --- | --- |
| Time zone | Europe/Paris |
`).source;

const weekdays: Schedule = { kind: "weekly", days: [1, 2, 3, 4, 5], at: "07:30" };
const cron = (line: string): Schedule => ({ kind: "cron", line });

/** The schedule, a moment, and the next three runs after it, in Paris. */
const runs: readonly (readonly [Schedule, string, string])[] = [
  [{ kind: "every", count: 15, unit: "minutes" }, "2030-01-01 10:00", "10:15, 10:30, 10:45"],
  [{ kind: "every", count: 1, unit: "hours" }, "2030-01-01 10:59", "11:00, 12:00, 13:00"],
  [{ kind: "every", count: 2, unit: "hours" }, "2030-03-31 00:30", "03:00, 04:00, 06:00"],
  [weekdays, "2030-01-04 07:29", "01-04 07:30, 01-07 07:30, 01-08 07:30"],
  [{ kind: "weekly", days: [7], at: "00:00" }, "2030-01-05 12:00", "01-06 00:00, 01-13 00:00, 01-20 00:00"],
  [{ kind: "monthly", day: 31, at: "09:00" }, "2030-01-31 09:00", "03-31 09:00, 05-31 09:00, 07-31 09:00"],
  [cron("30 7 * * 1"), "2030-01-07 07:30", "01-14 07:30, 01-21 07:30, 01-28 07:30"],
  [cron("*/20 9-10 * * *"), "2030-01-01 10:20", "01-01 10:40, 01-02 09:00, 01-02 09:20"],
  [cron("0 0 13 * 5"), "2030-01-01 00:00", "01-04 00:00, 01-11 00:00, 01-13 00:00"],
  [cron("0 12 29 2 *"), "2030-01-01 00:00", "2032-02-29 12:00, 2036-02-29 12:00, 2040-02-29 12:00"],
  // At two in the night the clock goes on to three; the day after it is two again.
  [
    { kind: "weekly", days: [1, 2, 3, 4, 5, 6, 7], at: "02:30" },
    "2030-03-30 12:00",
    "03-31 03:30, 04-01 02:30, 04-02 02:30",
  ],
  // In October half past two comes twice.
  [
    { kind: "weekly", days: [1, 2, 3, 4, 5, 6, 7], at: "02:30" },
    "2030-10-26 12:00",
    "10-27 02:30, 10-28 02:30, 10-29 02:30",
  ],
];

test("when each schedule comes next", async () => {
  const { owner } = await open(document);
  for (const [schedule, from, expected] of runs) {
    const found: string[] = [];
    let [row] = await owner("SELECT ($1::timestamp AT TIME ZONE 'Europe/Paris')::text AS moment", [from]);
    for (let count = 0; count < 3; count++) {
      [row] = await owner(
        "SELECT next::text AS moment, (next AT TIME ZONE 'Europe/Paris')::text AS shown FROM writ.next_run($1, 'Europe/Paris', $2::timestamptz) AS next",
        [JSON.stringify(ruleOf(schedule)), row?.["moment"]],
      );
      found.push(String(row?.["shown"]));
    }
    const shape = expected.split(", ").map((one) => one.length);
    assert.equal(
      found.map((one, index) => one.slice(0, 16).slice(-(shape[index] ?? 0))).join(", "),
      expected,
      JSON.stringify(schedule),
    );
  }
});

test("a schedule that cannot come never does", async () => {
  const { owner } = await open(document);
  const rule = JSON.stringify(ruleOf(cron("0 0 30 2 *")));
  assert.deepEqual(await owner("SELECT writ.next_run($1, 'UTC', now()) AS next", [rule]), [{ next: null }]);
});

test("what was missed happens once, and then goes on as if nothing had been", async () => {
  const { owner } = await open(document);
  const asked = async () => (await owner("SELECT name FROM writ.outbox ORDER BY name")).map(({ name }) => name);
  assert.deepEqual(await owner("SELECT writ.due_schedules() AS due"), [{ due: 0 }]);
  assert.deepEqual(await owner("SELECT writ.next_due() = (SELECT min(next_at) FROM writ.schedule) AS same"), [
    { same: true },
  ]);
  await owner("INSERT INTO writ.clock (moves) VALUES ('3 days')");
  assert.deepEqual(await owner("SELECT writ.due_schedules() AS due"), [{ due: 2 }]);
  assert.deepEqual(await owner("SELECT writ.due_schedules() AS due"), [{ due: 0 }]);
  assert.deepEqual(await asked(), ["count", "remind"]);
  const ahead =
    "SELECT bool_and(next_at > writ.now() AND next_at <= writ.now() + interval '25 hours') AS ahead FROM writ.schedule";
  assert.deepEqual(await owner(ahead), [{ ahead: true }]);
});

test("two servers that ask at once run it once", async () => {
  const { owner, connect } = await open(document);
  await owner("INSERT INTO writ.clock (moves) VALUES ('3 days')");
  const servers = await Promise.all(Array.from({ length: 8 }, () => connect()));
  await Promise.all(servers.map((server) => server.query("SELECT writ.due_schedules()")));
  assert.deepEqual(await owner("SELECT count(*)::int AS n FROM writ.outbox"), [{ n: 2 }]);
});
