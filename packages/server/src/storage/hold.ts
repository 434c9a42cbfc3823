// A backup or an export that runs holds the contents of files: nothing that a row named at its moment is deleted before it
// is copied.
import type { ClientBase } from "pg";

const lock = 7_765_842;

/** For as long as the connection lasts; false where another one does it already. Waits for deletions that have begun. */
export async function holdFiles(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ got: boolean }>(`SELECT pg_try_advisory_lock(${lock}, 1) AS got`);
  if (rows[0]?.got !== true) return false;
  await client.query(`SELECT pg_advisory_lock(${lock}, 2)`);
  return true;
}

/** The same for an export, also beside a backup; of several exports one after the other. */
export const holdFilesForExport = async (client: ClientBase): Promise<unknown> =>
  client.query(`SELECT pg_advisory_lock(${lock}, 3)`);

/** Whether contents may be deleted in this transaction. */
export async function mayDeleteFiles(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ got: boolean }>(
    `SELECT pg_try_advisory_xact_lock_shared(${lock}, 2) AND pg_try_advisory_xact_lock_shared(${lock}, 3) AS got`,
  );
  return rows[0]?.got === true;
}
