// All rows or none, in one transaction. To see what would come of it is the same, and nothing of it stays.
import { commit } from "../rest/query/transaction.ts";
import { sendPacket } from "../postgres/connections/packet.ts";
import { batchesOf, mostProblems, previewOf, problemsOf, type Importing } from "./report.ts";
import type { ImportReport, RowProblem } from "./response-types.ts";
import { needNew, noteWhole } from "./state.ts";
import { begin, writeBatch } from "./write-batch.ts";

export async function inOne(importing: Importing, isMeant: boolean): Promise<ImportReport> {
  const { client, second, opened, table, columns, ignored, progress, begun, signal } = importing;
  const problems: RowProblem[] = [];
  let preview: ImportReport["preview"] = [];
  const counts = { rows: 0, created: 0, updated: 0, refused: 0 };
  if (isMeant) await needNew(second, begun);
  await begin(importing);
  try {
    for await (const batch of batchesOf(opened.rows)) {
      signal?.throwIfAborted();
      const { written, created, updated, refused } = await writeBatch(importing, batch);
      if (preview.length === 0) preview = previewOf(importing, written);
      counts.rows += batch.length;
      counts.created += created;
      counts.updated += updated;
      counts.refused += refused.length;
      for (const one of refused) problems.push(...problemsOf(importing, one.source.number, one.problems));
      progress(counts.rows);
      if (problems.length >= mostProblems) break;
    }
    const isKept = isMeant && counts.refused === 0;
    signal?.throwIfAborted();
    if (isKept) {
      await client.query("SELECT set_config('role', 'none', true)");
      await noteWhole(client, begun, counts);
      await sendPacket(client, commit, "");
    } else await client.query("ROLLBACK");
    const told = problems.slice(0, mostProblems);
    return { entity: table.label, notes: opened.notes, columns, ignored, preview, ...counts, problems: told, isKept };
  } catch (failure) {
    await client.query("ROLLBACK").catch(() => undefined);
    throw failure;
  }
}
