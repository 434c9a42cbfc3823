// A visitor with SQL access may lift the timeouts of their own transaction, and lock a table in it: the server ends it.
import type { ClientBase } from "pg";

/** Requests have a minute at most (`postgres/roles.ts`): what goes on for longer has lifted its bounds. */
export const longestMilliseconds = 90_000;

/** How many were ended. Without the right to end them, which an operator may keep to themselves, none are seen. */
export async function endOverlong(client: ClientBase, milliseconds = longestMilliseconds): Promise<number> {
  const { rowCount } = await client.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE usename = 'authenticator' AND datname = current_database() AND pg_has_role(current_user, 'authenticator', 'USAGE')
       AND xact_start < clock_timestamp() - make_interval(secs => $1)`,
    [milliseconds / 1000],
  );
  return rowCount ?? 0;
}
