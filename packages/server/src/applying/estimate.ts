// How long those who write have to wait for a step: said before it is done, and while it is.
import type { ClientBase } from "pg";
import type { Step } from "@writ/language/plan";

/** Seconds for a million rows, on a machine with two cores (`bench/changing.ts`). */
const perMillion: readonly { readonly sql: RegExp; readonly seconds: number }[] = [
  { sql: /^UPDATE (\S+) AS (?:given|kept) /, seconds: 20 },
  { sql: /^ALTER TABLE (\S+) ADD COLUMN .* GENERATED ALWAYS /, seconds: 3 },
  { sql: /^ALTER TABLE (\S+) ALTER COLUMN \S+ TYPE /, seconds: 3 },
];

/** Shorter waits are not worth a word. */
const leastSeconds = 1;

/** Undefined where nobody notices. */
export async function secondsOf(client: ClientBase, step: Step): Promise<number | undefined> {
  let seconds = 0;
  for (const statement of step.sql)
    for (const { sql, seconds: each } of perMillion) {
      const table = sql.exec(statement)?.[1];
      if (table !== undefined) seconds += ((await rowsOf(client, table)) / 1e6) * each;
    }
  return seconds >= leastSeconds ? Math.round(seconds) : undefined;
}

/** As many as PostgreSQL believes; of a table that it has not counted yet, it goes by the size. */
export async function rowsOf(client: ClientBase, table: string): Promise<number> {
  const { rows } = await client.query("SELECT reltuples FROM pg_class WHERE oid = to_regclass($1)", [table]);
  const counted = Number(rows[0]?.reltuples ?? 0);
  if (counted >= 0) return counted;
  const { rows: plans } = await client.query(`EXPLAIN (FORMAT JSON) SELECT FROM ${table}`);
  return Number(plans[0]?.["QUERY PLAN"]?.[0]?.Plan?.["Plan Rows"] ?? 0);
}
