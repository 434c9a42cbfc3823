// Sample rows of a document with gaps, one after the other: which of them can be there, rules and references included.
import { DatabaseError, type ClientBase } from "pg";
import { asSample, asTheFirst, type SampleRow } from "@writ/language/plan";

/** `failure`: undefined where it needs another one that was rejected. */
export type RejectedSample = { readonly row: SampleRow; readonly failure: DatabaseError | undefined };

type Outcome = { readonly rejected: readonly RejectedSample[]; readonly failure: DatabaseError | undefined };

/**
 * In a transaction of the caller. Rows that name each other can only be judged together: from a row on that names one
 * which is not there yet they are one group, until all that they name is there.
 */
export async function writeThoseThatFit(
  client: ClientBase,
  rows: readonly SampleRow[],
): Promise<readonly RejectedSample[]> {
  const { rows: found } = await client.query("SELECT entity, key FROM writ.seeded WHERE written");
  const before = new Set(found.map(({ entity, key }) => `${entity} ${key}`));
  let rejected: readonly RejectedSample[] = [];
  let group: readonly SampleRow[] = [];
  await client.query("SAVEPOINT settled");
  for (const row of rows) {
    group = [...group, row];
    let outcome = await tried(client, group, rejected);
    while (isRefused(outcome)) {
      const wrong = await whichOf(client, group, rejected);
      rejected = [...rejected, { row: wrong, failure: outcome.failure }];
      group = group.filter((one) => one !== wrong);
      outcome = await tried(client, group, rejected);
    }
    if (outcome.failure !== undefined) continue;
    await client.query("RELEASE SAVEPOINT settled; SAVEPOINT settled");
    ({ rejected } = outcome);
    group = [];
  }
  // What these wait for never comes.
  rejected = [...rejected, ...group.map((row) => ({ row, failure: undefined }))];
  await client.query("ROLLBACK TO SAVEPOINT settled; RELEASE SAVEPOINT settled");
  // A sample row that a user deleted does not come back; those that were never there may come when more is shown.
  const own = rejected.filter(({ row }) => !before.has(`${row.entity} ${row.key}`));
  for (const { row } of own)
    await client.query("UPDATE writ.seeded SET written = false WHERE entity = $1 AND key = $2", [row.entity, row.key]);
  return own;
}

/** A row that is named and not there yet is no refusal. */
const isRefused = ({ failure }: Outcome): boolean => failure !== undefined && failure.code !== "23503";

/** The row without which the rest of its group fits, and most of it is there: what needs it goes with it, either way round. */
async function whichOf(
  client: ClientBase,
  group: readonly SampleRow[],
  rejected: readonly RejectedSample[],
): Promise<SampleRow> {
  let [found] = group.toReversed() as [SampleRow, ...SampleRow[]];
  let fewest = Infinity;
  for (const row of group.length === 1 ? [] : group.toReversed()) {
    const rest = group.filter((one) => one !== row);
    const outcome = await tried(client, rest, [...rejected, { row, failure: undefined }]);
    if (isRefused(outcome) || outcome.rejected.length >= fewest) continue;
    fewest = outcome.rejected.length;
    found = row;
  }
  return found;
}

/** Writes a group anew. Those that turn out to need a row that was rejected are rejected too. */
async function tried(
  client: ClientBase,
  group: readonly SampleRow[],
  rejected: readonly RejectedSample[],
): Promise<Outcome> {
  await client.query("ROLLBACK TO SAVEPOINT settled");
  // What counts as written and is not there is a reference to nothing, and keeps those away that cannot do without it.
  for (const { row } of rejected)
    await client.query(
      "INSERT INTO writ.seeded (entity, key, written) VALUES ($1, $2, true) ON CONFLICT (entity, key) DO UPDATE SET written = true",
      [row.entity, row.key],
    );
  const left = group.filter((row) => rejected.every((one) => one.row !== row));
  try {
    for (const { entity, statements } of left) {
      await client.query(entity === "user" ? asSample : asTheFirst);
      for (const statement of statements) await client.query(statement);
    }
    const needing: RejectedSample[] = [];
    for (const row of left) if (!(await isThere(client, row))) needing.push({ row, failure: undefined });
    if (needing.length > 0) return await tried(client, group, [...rejected, ...needing]);
    await client.query("SET CONSTRAINTS ALL IMMEDIATE; SET CONSTRAINTS ALL DEFERRED");
    return { rejected, failure: undefined };
  } catch (failure) {
    if (!(failure instanceof DatabaseError)) throw failure;
    return { rejected, failure };
  }
}

async function isThere(client: ClientBase, { entity, key, table }: SampleRow): Promise<boolean> {
  const kept = "SELECT row_id FROM writ.seeded WHERE entity = $1 AND key = $2";
  const { rows } = await client.query(`SELECT FROM ${table} WHERE id = (${kept})`, [entity, key]);
  return rows.length > 0;
}
