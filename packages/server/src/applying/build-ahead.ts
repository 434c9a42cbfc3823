// Indexes of large tables are built before a document is applied, while people write: applying it only names their clauses.
import type { Client, ClientBase } from "pg";
import type { AheadIndex } from "@writ/language/plan";
import { fingerprint } from "./applied.ts";
import { rowsOf } from "./estimate.ts";
import type { Plan, PlannedStep } from "./plan.ts";

/** Of fewer rows an index is built in a moment, and one that is built beside writers waits for each of them. */
const manyRows = 20_000;

/** What the comment of an index begins with until its document is applied. */
const unapplied = "Built ahead of a document that is not applied yet: ";

/** Another index of the same name has another one. */
const commentOf = ({ sql }: AheadIndex): string => `${unapplied}${fingerprint(sql)}`;

/** One at a time in a database; whoever comes meanwhile waits, and finds what is built. */
const lock = 7_765_828;

type AheadStep = PlannedStep & { readonly ahead: AheadIndex };

/** Whether any table may have so many rows: most products have none, and are asked nothing more. */
export async function hasLargeTable(client: ClientBase): Promise<boolean> {
  // Of a table that PostgreSQL has not counted yet, the size decides: no row takes less than this.
  const { rows } = await client.query(
    `SELECT EXISTS (
      SELECT FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE c.relkind = 'r' AND n.nspname IN ('public', 'writ_data')
        AND (c.reltuples >= $1 OR c.reltuples < 0 AND pg_relation_size(c.oid) >= $1 * 28)
    ) AS is_there`,
    [manyRows],
  );
  return rows[0]?.is_there === true;
}

/** The indexes of large tables that are not built yet. */
export async function missingAhead(client: ClientBase, plan: Plan): Promise<readonly AheadStep[]> {
  const missing: AheadStep[] = [];
  for (const step of plan.steps)
    if (isAhead(step) && (await rowsOf(client, step.ahead.table)) >= manyRows)
      if ((await stateOf(client, step.ahead)) !== "complete") missing.push(step);
  return missing;
}

const isAhead = (step: PlannedStep): step is AheadStep => step.ahead !== undefined;

/** `onBuild` is called before each; an index that cannot be built ahead is built while the document is applied. */
export async function buildAhead(
  client: Client,
  steps: readonly AheadStep[],
  onBuild: (step: PlannedStep, share: number) => void,
): Promise<void> {
  await client.query("SELECT pg_advisory_lock($1)", [lock]);
  try {
    for (const step of steps) {
      const { name } = step.ahead;
      const state = await stateOf(client, step.ahead);
      if (state === "complete") continue;
      // Its builder was killed, or its document is another one by now.
      if (state === "incomplete") await client.query(`DROP INDEX CONCURRENTLY IF EXISTS ${name}`);
      onBuild(step, 0);
      await build(client, step.ahead);
    }
  } finally {
    await client.query("SELECT pg_advisory_unlock($1)", [lock]);
  }
}

async function build(client: Client, ahead: AheadIndex): Promise<void> {
  const { name, sql } = ahead;
  const schema = sql.includes("{schema}") ? await schemaOfTrigrams(client) : "";
  if (schema === undefined) return;
  try {
    await client.query(sql.replaceAll("{schema}", schema));
    await client.query(`COMMENT ON INDEX ${name} IS '${commentOf(ahead)}'`);
  } catch {
    // What it names may come with the document, or rows contradict it: the plan says so, and applying it decides.
    await client.query(`DROP INDEX CONCURRENTLY IF EXISTS ${name}`);
  }
}

/** What is left to do for a step whose index is there: the comment with its clause. */
export async function afterAhead(client: ClientBase, step: PlannedStep): Promise<readonly string[]> {
  if (step.ahead === undefined) return step.sql;
  const { name } = step.ahead;
  const found = await stateOf(client, step.ahead);
  if (found === "complete") return [step.ahead.comment];
  return found === "incomplete" ? [`DROP INDEX ${name}`, ...step.sql] : step.sql;
}

/** Built for a document that has changed again before it was applied. */
export async function dropUnapplied(client: Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT format('%I.%I', n.nspname, c.relname) AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE c.relkind = 'i' AND pg_has_role(c.relowner, 'USAGE') AND starts_with(obj_description(c.oid, 'pg_class'), $1)`,
    [unapplied],
  );
  for (const { name } of rows) await client.query(`DROP INDEX CONCURRENTLY IF EXISTS ${name}`);
}

async function stateOf(client: ClientBase, ahead: AheadIndex): Promise<"missing" | "incomplete" | "complete"> {
  const { rows } = await client.query(
    "SELECT indisvalid AND obj_description(indexrelid, 'pg_class') = $2 AS is_complete FROM pg_index WHERE indexrelid = to_regclass($1)",
    [ahead.name, commentOf(ahead)],
  );
  return rows[0] === undefined ? "missing" : rows[0].is_complete === true ? "complete" : "incomplete";
}

async function schemaOfTrigrams(client: ClientBase): Promise<string | undefined> {
  const { rows } = await client.query(
    "SELECT quote_ident(n.nspname) AS schema FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace WHERE e.extname = 'pg_trgm'",
  );
  return rows[0]?.schema;
}
