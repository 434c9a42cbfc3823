// A copy of the whole database while it runs: PostgreSQL sends its files, and says which log of changes belongs to them.
import type { Client } from "pg";
import { copyOut, lsnOf } from "../postgres/connections/replication.ts";
import { failure } from "../postgres/failure.ts";
import { sourceFailed } from "./problems.ts";

/** From where to where the log of changes is needed before the files are good; `timeline`: of which log. */
export type BaseBackup = { readonly from: bigint; readonly to: bigint; readonly timeline: number };

const newArchive = "n".charCodeAt(0);
const data = "d".charCodeAt(0);

/** `write`: gets the files as one archive of tar. `client`: of replication. */
export async function takeBaseBackup(
  client: Client,
  write: (tar: AsyncIterable<Buffer>) => Promise<unknown>,
): Promise<BaseBackup> {
  const { rows, pieces } = copyOut(
    client,
    "BASE_BACKUP (LABEL 'writ', CHECKPOINT 'fast', WAL false, WAIT false, MANIFEST 'no')",
  );
  await write(tarOf(pieces));
  const [start, end] = [rows[0], rows.at(-1)];
  if (start?.[0] === undefined || end?.[0] === undefined || rows.length < 2)
    throw failure(sourceFailed, "PostgreSQL does not say from where to where its log belongs to it");
  return { from: lsnOf(start[0]), to: lsnOf(end[0]), timeline: Number(start[1]) };
}

async function* tarOf(pieces: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
  let archives = 0;
  for await (const piece of pieces) {
    if (piece[0] === data) yield piece.subarray(1);
    else if (piece[0] === newArchive && ++archives > 1)
      throw failure(sourceFailed, "it has tablespaces, which Writ never makes");
  }
}
