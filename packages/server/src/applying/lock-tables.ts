// Before a document is applied: all tables that it touches are locked, in one order, for a short wait at a time.
import type { ClientBase } from "pg";
import { lockMilliseconds } from "../postgres/connections/retried.ts";
import type { Plan } from "./plan.ts";

/**
 * A reader or writer takes part in one document as a whole: transactions that began before end before anything changes,
 * and those that begin meanwhile wait for the end of it. A right is worked out by several functions and policies, and
 * half of them from one document with half of them from the other could give more than either. So a change of what
 * enforces locks all tables of the product, and any other change those that it is about.
 */
export async function tablesToLock(client: ClientBase, plan: Plan): Promise<readonly string[]> {
  const { steps, foundation, isFirst, objects } = plan;
  if (isFirst) return [];
  const done = steps.filter(({ sql }) => sql.length > 0);
  const text = done.flatMap(({ sql }) => sql).join("\n");
  const isOfAll = done.some(({ what }) => /^(function|view|policy|grant|table) /.test(what));
  const ofProduct = new Set(
    objects.flatMap((object) => (object.kind === "table" ? [`${object.place.schema}.${object.place.name}`] : [])),
  );
  const { rows } = await client.query<{ name: string; quoted: string }>(theirTables);
  return rows.flatMap(({ name, quoted }) => {
    const isNamed = [" ON ", "TABLE ", "REFERENCES "].some((word) => text.includes(`${word}${quoted}`));
    return isNamed || foundation.length > 0 || (isOfAll && ofProduct.has(name)) ? [quoted] : [];
  });
}

/** Those that we may lock, in the order in which every server that applies a document locks them. */
const theirTables = `SELECT n.nspname || '.' || c.relname AS name,
    format('"%s"."%s"', replace(n.nspname, '"', '""'), replace(c.relname, '"', '""')) AS quoted
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE c.relkind = 'r' AND n.nspname IN ('public', 'writ_data', 'writ', 'auth', 'storage') AND pg_has_role(c.relowner, 'USAGE')
  ORDER BY c.oid`;

export async function lockTables(client: ClientBase, tables: readonly string[], attempt: number): Promise<void> {
  if (tables.length === 0) return;
  await client.query(`SET LOCAL lock_timeout = ${lockMilliseconds(attempt)}`);
  await client.query(`LOCK TABLE ${tables.join(", ")} IN ACCESS EXCLUSIVE MODE`);
}
