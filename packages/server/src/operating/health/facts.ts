// What the health of a product is judged by: all processes, the machine, the database, the document.
import type { ClientBase } from "pg";
import { readBackupHealth, type BackupHealth } from "../../backup/state.ts";
import type { Recent } from "./recent.ts";

export type HealthFacts = {
  readonly processes: readonly Recent[];
  readonly wantedProcesses: number;
  readonly diskFreeBytes: number | undefined;
  /** At the pace of the last hours; undefined where it does not shrink. */
  readonly diskFullInSeconds: number | undefined;
  readonly certificateSeconds: number | undefined;
  /** In words. */
  readonly missingSettings: readonly string[];
  /** `asApplied`: whether its file says what is served. `isServed`: whether what was applied last is. */
  readonly document: { readonly file: string; readonly asApplied: boolean; readonly isServed: boolean };
  readonly development: boolean;
  /** Undefined where it does not answer. */
  readonly database: DatabaseFacts | undefined;
};

export type OutboxFacts = { readonly late: number; readonly givenUp: number };

export type DatabaseFacts = {
  readonly bytes: number;
  readonly connections: number;
  readonly mostConnections: number;
  readonly mails: OutboxFacts;
  /** Calls and notices. */
  readonly others: OutboxFacts;
  readonly failingTimers: number;
  readonly lateSchedules: readonly string[];
  readonly operators: number;
  readonly hasSignIn: boolean;
  /** The slot that live changes are read from. */
  readonly lostSlots: number;
  readonly appliedAt: string | null;
  readonly backup: BackupHealth;
};

/** What is late has waited for so long, though it was due. */
const late = "now() - interval '1 hour'";

export async function readDatabaseFacts(client: ClientBase, hasSignIn: boolean): Promise<DatabaseFacts> {
  const { rows } = await client.query<
    Omit<DatabaseFacts, "mails" | "others" | "hasSignIn" | "backup"> &
      Readonly<Record<"mailsLate" | "mailsGivenUp" | "othersLate" | "othersGivenUp", number>>
  >(
    `SELECT
       pg_database_size(current_database())::float8 AS bytes,
       (SELECT count(*)::int FROM pg_stat_activity WHERE backend_type = 'client backend') AS connections,
       current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
         - COALESCE(current_setting('reserved_connections', true)::int, 0) AS "mostConnections",
       o.*,
       (SELECT count(*)::int FROM writ.timer_failure) AS "failingTimers",
       (SELECT COALESCE(array_agg(name ORDER BY name), '{}') FROM writ.schedule
         WHERE next_at < writ.now() - interval '5 minutes') AS "lateSchedules",
       (SELECT count(*)::int FROM writ.operator WHERE person IS NOT NULL) AS operators,
       (SELECT count(*)::int FROM pg_replication_slots
         WHERE database = current_database() AND wal_status = 'lost') AS "lostSlots",
       (SELECT max(applied_at) FROM writ.applied) AS "appliedAt"
     FROM (
       SELECT
         count(*) FILTER (WHERE is_mail AND is_late)::int AS "mailsLate",
         count(*) FILTER (WHERE is_mail AND due_at = 'infinity')::int AS "mailsGivenUp",
         count(*) FILTER (WHERE NOT is_mail AND is_late)::int AS "othersLate",
         count(*) FILTER (WHERE NOT is_mail AND due_at = 'infinity')::int AS "othersGivenUp"
       FROM (
         SELECT due_at, kind IN ('mail', 'account') AS is_mail, due_at < 'infinity' AND made_at < ${late} AS is_late
         FROM writ.outbox WHERE done_at IS NULL LIMIT 100000
       ) AS waiting
     ) AS o`,
  );
  const [found] = rows;
  if (found === undefined) throw new Error("the database says nothing");
  const { mailsLate, mailsGivenUp, othersLate, othersGivenUp, ...facts } = found;
  return {
    ...facts,
    backup: await readBackupHealth(client),
    hasSignIn,
    mails: { late: mailsLate, givenUp: mailsGivenUp },
    others: { late: othersLate, givenUp: othersGivenUp },
  };
}
