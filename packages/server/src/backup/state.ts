// What the database knows of its backups (`stored/backups.sql`).
import type { ClientBase } from "pg";

const isThere = async (client: ClientBase): Promise<boolean> =>
  (await client.query("SELECT to_regclass('writ.backup_state') IS NOT NULL AS there")).rows[0]?.there === true;

/** Whoever made it: a schedule, or a command. */
export async function recordBackup(
  client: ClientBase,
  { id, at, folder }: Readonly<Record<"id" | "at" | "folder", string>>,
): Promise<void> {
  if (await isThere(client))
    await client.query(
      "UPDATE writ.backup_state SET last_id = $1, last_at = $2, folder = $3, failure = NULL, failed_at = NULL",
      [id, at, folder],
    );
}

/** By what a folder of backups knows it; undefined where no version of Writ that makes backups was there. */
export async function readProductId(client: ClientBase): Promise<string | undefined> {
  if (!(await isThere(client))) return undefined;
  const { rows } = await client.query<{ product: string }>("SELECT product FROM writ.backup_state");
  return rows[0]?.product;
}

/** Whose log of changes it is. */
export async function readLineage(client: ClientBase): Promise<string> {
  if (!(await isThere(client))) return "none";
  const { rows } = await client.query<{ lineage: string }>("SELECT lineage FROM writ.backup_state");
  return rows[0]?.lineage ?? "none";
}

/** What was restored goes its own way from now on, and nothing waits there for backups of the first one. */
export async function beginLineage(client: ClientBase): Promise<void> {
  if (await isThere(client))
    await client.query(
      `UPDATE writ.backup_state SET lineage = gen_random_uuid(), every_seconds = NULL, scheduled_at = NULL, failed_at = NULL,
         failure = NULL, log_at = NULL, files_at = NULL`,
    );
}

/** For a database that is made anew of the same product. */
export async function writeProductId(client: ClientBase, product: string): Promise<void> {
  await client.query("UPDATE writ.backup_state SET product = $1", [product]);
}

/** Where the last one was made. */
export async function lastFolder(client: ClientBase): Promise<string | undefined> {
  const { rows } = await client.query<{ folder: string | null }>("SELECT folder FROM writ.backup_state");
  return rows[0]?.folder ?? undefined;
}

export type BackupHealth = {
  /** How far apart they are meant to be; null: no one expects any. */
  readonly everySeconds: number | null;
  /** Since the moment of the last one, or since the first was expected. */
  readonly ageSeconds: number | null;
  readonly failingSeconds: number | null;
  readonly failure: string | null;
};

export async function readBackupHealth(client: ClientBase): Promise<BackupHealth> {
  const { rows } = await client.query<BackupHealth>(
    `SELECT every_seconds AS "everySeconds", failure,
       extract(epoch FROM clock_timestamp() - GREATEST(last_at, scheduled_at))::float8 AS "ageSeconds",
       extract(epoch FROM clock_timestamp() - failed_at)::float8 AS "failingSeconds"
     FROM writ.backup_state WHERE every_seconds IS NOT NULL`,
  );
  return rows[0] ?? { everySeconds: null, ageSeconds: null, failingSeconds: null, failure: null };
}
