// What waits to be done, what failed and when it is tried again; when schedules run, and how they ended last.
import type { ClientBase } from "pg";
import type { Call } from "@writ/language/model";
import type { AllProcesses, CallLoad } from "../all-processes.ts";
import type { CallJobView, JobsView, JobView, LastRunView, ScheduleView, TimerView } from "../response-types.ts";
import { fate, isOfFate, mayDismiss, mayRetry } from "./fate.ts";

/** Of each; the newest and what has not been done come first. */
const most = 100;

export type JobSearch = { readonly fate: string; readonly kind: string; readonly text: string };

export async function jobsOf(
  client: ClientBase,
  { fate: wanted, kind, text }: JobSearch,
  calls: readonly Call[],
  runsOf: AllProcesses["calls"],
): Promise<JobsView> {
  // The text of a mail and its link are not sent here: only what became of it.
  const jobs = await client.query<JobView>(
    `SELECT id::text, kind, name, clause, tries, made_at AS "madeAt", done_at AS "doneAt", failure,
       CASE WHEN due_at < 'infinity' THEN due_at END AS "dueAt", ${fate} AS is,
       ${mayRetry} AS "mayRetry", ${mayDismiss} AS "mayDismiss"
     FROM writ.outbox
     WHERE ${isOfFate("$1")} AND ($2 = '' OR kind = $2)
       AND ($3 = '' OR strpos(lower(concat_ws(' ', name, clause, failure)), lower($3)) > 0)
     ORDER BY done_at IS NOT NULL, outbox.id DESC LIMIT ${most}`,
    [wanted, kind, text.trim()],
  );
  const counts = await client.query<{ is: JobView["is"]; count: number }>(
    `SELECT ${fate} AS is, count(*)::int AS count
     FROM (SELECT due_at, done_at, failure FROM writ.outbox WHERE done_at IS NULL LIMIT 100000) AS few GROUP BY 1`,
  );
  const timers = await client.query<TimerView>(
    `SELECT timer, row_id AS row, clause, tries, next_at AS "nextAt", failure FROM writ.timer_failure ORDER BY next_at LIMIT ${most}`,
  );
  const next = await client.query<{ at: string | null }>("SELECT writ.next_due() AS at");
  const schedules = await schedulesOf(client, runsOf);
  return {
    jobs: jobs.rows,
    counts: Object.fromEntries(counts.rows.map(({ is, count }) => [is, count])),
    timers: timers.rows,
    schedules,
    calls: await callsOf(
      calls.filter(({ name }) => !schedules.some((one) => one.name === name.id)),
      runsOf,
    ),
    nextTimer: next.rows[0]?.at ?? null,
  };
}

type Schedule = Omit<ScheduleView, "lastRun">;

/** The last run is what processes remember of it; a failure that is tried again stands in the database. */
async function schedulesOf(client: ClientBase, runsOf: AllProcesses["calls"]): Promise<readonly ScheduleView[]> {
  const { rows } = await client.query<Schedule>(
    `SELECT name, clause, next_at AS "nextAt", last_at AS "lastAt",
       (SELECT o.failure FROM writ.outbox o WHERE o.kind = 'call' AND o.name = s.name AND o.done_at IS NULL
        ORDER BY o.id DESC LIMIT 1) AS failure
     FROM writ.schedule s ORDER BY next_at LIMIT ${most}`,
  );
  if (rows.length === 0) return [];
  const loads = await runsOf(rows.map(({ name }) => ({ call: name, version: undefined })));
  return rows.map((schedule, at) => ({ ...schedule, lastRun: lastOf(loads[at]) }));
}

function lastOf(load: CallLoad | undefined): LastRunView | null {
  const run = load?.last[0];
  if (run === undefined) return null;
  const { beganAt, milliseconds = null, end = null, said = null } = run;
  return { beganAt, milliseconds, end, said };
}

async function callsOf(calls: readonly Call[], runsOf: AllProcesses["calls"]): Promise<readonly CallJobView[]> {
  const loads = await runsOf(calls.map(({ name }) => ({ call: name.id, version: undefined })));
  return calls.map(({ name, kind, address }, at) => ({
    name: name.id,
    label: name.label,
    kind: kind ?? "not shown",
    clause: address,
    count: loads[at]?.count ?? 0,
    failed: loads[at]?.failed ?? 0,
    lastRun: lastOf(loads[at]),
  }));
}

export async function retryTimer(client: ClientBase, timer: string, row: string): Promise<string | undefined> {
  const { rowCount } = await client.query(
    "UPDATE writ.timer_failure SET next_at = writ.now() WHERE timer = $1 AND row_id::text = $2",
    [timer, row],
  );
  return rowCount === 1 ? `timer ${timer}, ${row}` : undefined;
}

/** Due now, and then again as its rule says. One that never runs has no time, and is left alone. */
export async function runSchedule(client: ClientBase, name: string): Promise<string | undefined> {
  const { rowCount } = await client.query(
    "UPDATE writ.schedule SET next_at = writ.now() WHERE name = $1 AND next_at IS NOT NULL",
    [name],
  );
  return rowCount === 1 ? `schedule ${name}` : undefined;
}
