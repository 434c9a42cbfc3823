// What waits to be done, what failed and when it is tried again.
import type { ClientBase } from "pg";
import type { JobView, JobsView, ScheduleView, TimerView } from "./response-types.ts";

/** Of each; the newest and what has not been done come first. */
const most = 100;

export async function jobsOf(client: ClientBase): Promise<JobsView> {
  // The text of a mail and its link are not sent here: only what became of it.
  const jobs = await client.query<JobView>(
    `SELECT id::text, kind, name, clause, tries, made_at AS "madeAt", done_at AS "doneAt", failure,
       CASE WHEN due_at < 'infinity' THEN due_at END AS "dueAt",
       CASE WHEN done_at IS NOT NULL THEN 'done' WHEN due_at = 'infinity' THEN 'given up' WHEN failure IS NOT NULL THEN 'failed' ELSE 'waiting' END AS is,
       done_at IS NULL AND (kind <> 'account' OR payload ? 'link' OR payload ? 'code') AS "mayRetry"
     FROM writ.outbox ORDER BY done_at IS NOT NULL, outbox.id DESC LIMIT ${most}`,
  );
  const timers = await client.query<TimerView>(
    `SELECT timer, row_id AS row, clause, tries, next_at AS "nextAt", failure FROM writ.timer_failure ORDER BY next_at LIMIT ${most}`,
  );
  const schedules = await client.query<ScheduleView>(
    `SELECT name, clause, next_at AS "nextAt", last_at AS "lastAt" FROM writ.schedule ORDER BY next_at LIMIT ${most}`,
  );
  const next = await client.query<{ at: string | null }>("SELECT writ.next_due() AS at");
  return { jobs: jobs.rows, timers: timers.rows, schedules: schedules.rows, nextTimer: next.rows[0]?.at ?? null };
}

/** Due at once; a mail that was given up has all of its tries again. False where there is nothing to be tried. */
export async function retryJob(client: ClientBase, id: string): Promise<boolean> {
  const { rowCount } = await client.query(
    `UPDATE writ.outbox SET due_at = clock_timestamp(), tries = CASE WHEN due_at = 'infinity' THEN 0 ELSE tries END
     WHERE id::text = $1 AND done_at IS NULL AND (kind <> 'account' OR payload ? 'link' OR payload ? 'code')`,
    [id],
  );
  return rowCount === 1;
}

export async function retryTimer(client: ClientBase, timer: string, row: string): Promise<boolean> {
  const { rowCount } = await client.query(
    "UPDATE writ.timer_failure SET next_at = writ.now() WHERE timer = $1 AND row_id::text = $2",
    [timer, row],
  );
  return rowCount === 1;
}
