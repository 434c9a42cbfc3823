// Good rows alone, a batch at a time: each in a transaction with the note of how far the import is.
import { DatabaseError } from "pg";
import { setTimeout } from "node:timers/promises";
import { sendPacket } from "../postgres/connections/packet.ts";
import { commit } from "../rest/query/transaction.ts";
import { batchesOf, mostProblems, previewOf, problemsOf, type Importing } from "./report.ts";
import type { ImportReport, RowProblem } from "./response-types.ts";
import type { SourceRow } from "./source/table.ts";
import { beginImport, endImport, forgetRefused, hasRefused, noteBatch, refusedRows } from "./state.ts";
import { begin, writeBatch, type Outcome } from "./write-batch.ts";

const mostTries = 8;

export async function inBatches(importing: Importing): Promise<ImportReport> {
  const { client, second, opened, table, columns, ignored, progress, begun, keepRefused, signal } = importing;
  const { notes, heads } = opened;
  const before = await beginImport(second, begun);
  const { id, rows, created, updated, refused } = before;
  const counts = { rows, created, updated, refused };
  const problems: RowProblem[] = [];
  let preview: ImportReport["preview"] = [];
  for await (const batch of batchesOf(after(opened.rows, before.rows))) {
    signal?.throwIfAborted();
    // What an operator did is written down once.
    const isFirst = counts.rows === before.rows;
    const outcome = await inTransaction(isFirst ? importing : { ...importing, first: undefined }, id, batch);
    if (preview.length === 0) preview = previewOf(importing, outcome.written);
    counts.rows += batch.length;
    counts.created += outcome.created;
    counts.updated += outcome.updated;
    counts.refused += outcome.refused.length;
    for (const one of outcome.refused.slice(0, mostProblems - problems.length))
      problems.push(...problemsOf(importing, one.source.number, one.problems));
    progress(counts.rows);
  }
  await endImport(second, id);
  // An import that had ended before has given them away.
  if (await hasRefused(second, id)) await keepRefused(heads, refusedRows(client, id));
  await forgetRefused(second, id);
  const told = problems.slice(0, mostProblems);
  return { entity: table.label, notes, columns, ignored, preview, ...counts, problems: told, isKept: true };
}

async function* after(rows: AsyncIterable<SourceRow>, done: number): AsyncGenerator<SourceRow> {
  let count = 0;
  for await (const row of rows) if (count++ >= done) yield row;
}

/** What two writers did to each other is done again: nothing of it was kept. */
async function inTransaction(importing: Importing, id: string, batch: readonly SourceRow[]): Promise<Outcome> {
  const { client } = importing;
  for (let tries = 1; ; tries++) {
    try {
      await begin(importing);
      const outcome = await writeBatch(importing, batch);
      await client.query("SELECT set_config('role', 'none', true)");
      await noteBatch(client, id, { ...outcome, rows: batch.length });
      await sendPacket(client, commit, "");
      return outcome;
    } catch (failure) {
      await client.query("ROLLBACK").catch(() => undefined);
      const isPassing = failure instanceof DatabaseError && (failure.code === "40P01" || failure.code === "40001");
      if (!isPassing || tries === mostTries) throw failure;
      await setTimeout(Math.random() * 10 * 2 ** tries);
    }
  }
}
