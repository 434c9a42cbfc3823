// The log of changes since the last backup, taken every few seconds, with the files that its rows name.
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Client } from "pg";
import { lsnOf, textOfLsn } from "../postgres/connections/replication.ts";
import type { ConnectOptions } from "../postgres/index.ts";
import { isVersion, unlessMissing } from "../storage/disk/write-pieces.ts";
import { copyFile } from "./copy-file.ts";
import { keepDeletedAccounts } from "./deleted-accounts.ts";
import type { Repository } from "./repository.ts";
import { readLineage } from "./state.ts";
import { writeSealed } from "./sealed-file.ts";
import type { Source } from "./take.ts";
import { receiveLog } from "./write-ahead-log.ts";

/** PostgreSQL keeps its log for this name, as much of it as its settings allow. */
const slot = "writ_backup";

export type Position = { readonly lineage: string; readonly timeline: number; readonly flushed: bigint };

export async function readPosition(client: Client): Promise<Position> {
  const { rows } = await client.query<{ timeline: number; flushed: string }>(
    "SELECT timeline_id AS timeline, pg_current_wal_flush_lsn()::text AS flushed FROM pg_control_checkpoint()",
  );
  const [found] = rows;
  if (found === undefined) throw new Error("a database has a position in its log");
  return { ...found, lineage: await readLineage(client), flushed: lsnOf(found.flushed) };
}

/**
 * From now on the log is kept until it is taken. Up to where it has been taken; undefined where some of it may be gone
 * already.
 */
export async function keepLog(client: Client): Promise<bigint | undefined> {
  const { rows } = await client.query<{ status: string | null; taken: string | null }>(
    "SELECT wal_status AS status, restart_lsn::text AS taken FROM pg_replication_slots WHERE slot_name = $1",
    [slot],
  );
  const { status, taken } = rows[0] ?? {};
  if (typeof taken === "string" && status !== "lost") return lsnOf(taken);
  await keepNoLog(client);
  await client.query("SELECT pg_create_physical_replication_slot($1, true)", [slot]);
  return undefined;
}

/** Nobody takes it any more. */
export async function keepNoLog(client: Client): Promise<void> {
  await client.query(
    "SELECT pg_drop_replication_slot(slot_name) FROM pg_replication_slots WHERE slot_name = $1 AND NOT active",
    [slot],
  );
}

type Archive = { readonly client: Client; readonly source: Source; readonly repository: Repository };

/**
 * Takes the log from there to where it is on the disk now, which is returned. The files come first: what a row of that part
 * of the log names was on the disk before. `filesSince`: when they were last taken.
 */
export async function archiveLog(
  { client, source, repository }: Archive,
  from: bigint,
  filesSince: Date | undefined,
): Promise<bigint> {
  const begun = new Date();
  const { lineage, timeline, flushed } = await readPosition(client);
  if (flushed <= from) return from;
  await copyNewFiles(source.files, repository, filesSince);
  await keepDeletedAccounts(client, repository);
  const range = { timeline, from, to: flushed };
  const logging = await source.connect({ as: "superuser", replication: "database" } as ConnectOptions);
  try {
    await writeSealed(repository.log(lineage, range, begun), receiveLog(logging, range));
  } finally {
    await logging.end().catch(() => undefined);
  }
  await client.query("SELECT pg_replication_slot_advance($1, $2::pg_lsn)", [slot, textOfLsn(flushed)]);
  await client.query(
    `UPDATE writ.backup_state SET log_at = $1,
       files_at = CASE WHEN files_at IS NULL OR EXISTS (SELECT FROM storage.gone) THEN $1 ELSE files_at END
     WHERE log_at IS NULL OR log_at < $1::timestamptz - interval '1 minute' OR EXISTS (SELECT FROM storage.gone)`,
    [begun],
  );
  return flushed;
}

/** A clock of a file system may be as coarse as this. */
const coarseMilliseconds = 5000;

/** Contents that came since: their folders have changed. */
async function copyNewFiles(files: string, repository: Repository, since: Date | undefined): Promise<void> {
  for (const part of (await readdir(files).catch(unlessMissing)) ?? []) {
    if (!/^[0-9a-f]{2}$/.test(part)) continue;
    const { mtimeMs } = await stat(join(files, part));
    if (since !== undefined && mtimeMs < Number(since) - coarseMilliseconds) continue;
    for (const version of await readdir(join(files, part)))
      if (isVersion(version)) await copyFile(files, version, repository);
  }
}
