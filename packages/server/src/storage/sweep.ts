// Bytes that nothing names: of objects that were removed in the database itself, and of uploads that ended with the server.
import { allOrNothing } from "../postgres/connections/transaction.ts";
import { clearGone } from "./remove.ts";
import type { StorageService } from "./service.ts";

type Swept = Pick<StorageService, "owner" | "store">;

/** An upload is entered within moments of its last byte; after this, its server has died in between. */
const entersWithin = 60 * 60 * 1000;
const atOnce = 500;

export async function sweepFiles(service: Swept, now = Date.now()): Promise<void> {
  while (await removeLoose(service));
  await removeBuckets(service);
  while (await clearGone(service));
  let versions: string[] = [];
  for await (const version of service.store.writtenBefore(new Date(now - entersWithin))) {
    versions.push(version);
    if (versions.length < atOnce) continue;
    await removeUnknown(versions, service);
    versions = [];
  }
  await removeUnknown(versions, service);
  await sweepUnfinished(service, new Date(now));
}

/** Expired uploads, and bytes of uploads without a row: their bucket is gone. */
async function sweepUnfinished({ owner, store }: Swept, now: Date): Promise<void> {
  const ask = async (text: string, values: readonly unknown[]) =>
    owner.withConnection(async (client) => (await client.query<{ id: string }>(text, [...values])).rows);
  for (;;) {
    const over = await ask(`SELECT id FROM storage.unfinished WHERE expires_at < $1 LIMIT ${atOnce}`, [now]);
    for (const { id } of over)
      await store.unfinished.alone(id, async () => {
        await store.unfinished.remove(id);
        await ask("DELETE FROM storage.unfinished WHERE id = $1", [id]);
      });
    if (over.length < atOnce) break;
  }
  for await (const id of store.unfinished.writtenBefore(new Date(now.getTime() - entersWithin))) {
    const known = await ask("SELECT id FROM storage.unfinished WHERE id = $1", [id]);
    if (known.length === 0) await store.unfinished.remove(id);
  }
}

async function removeUnknown(versions: readonly string[], { owner, store }: Swept): Promise<void> {
  if (versions.length === 0) return;
  const unknown = await owner.withConnection(async (client) => {
    const { rows } = await client.query<{ version: string }>(
      "SELECT version FROM unnest($1::text[]) AS version WHERE NOT EXISTS (SELECT FROM storage.objects o WHERE o.version = version.version) AND NOT EXISTS (SELECT FROM storage.unfinished u WHERE u.id = version.version) AND NOT EXISTS (SELECT FROM storage.gone g WHERE g.version = version.version)",
      [versions],
    );
    return rows;
  });
  for (const { version } of unknown) await store.remove(version);
}

const looseAtOnce = 100;

/**
 * Files of fields that no row names: never saved, or let go of. Each is held before it is looked at once more, so that a
 * row which names it at the same moment keeps it. True where there may be more.
 */
async function removeLoose({ owner }: Pick<Swept, "owner">): Promise<boolean> {
  return owner.withConnection(async (client) =>
    allOrNothing(client, async () => {
      const { rows } = await client.query<{ bucket: string; name: string }>(
        `SELECT bucket, name FROM writ.loose_file WHERE due_at <= clock_timestamp() ORDER BY due_at LIMIT ${looseAtOnce} FOR UPDATE SKIP LOCKED`,
      );
      const named = [rows.map(({ bucket }) => bucket), rows.map(({ name }) => name)];
      const these = "(bucket_id, name) IN (SELECT * FROM unnest($1::text[], $2::text[]))";
      await client.query(`SELECT FROM storage.objects WHERE ${these} ORDER BY id FOR UPDATE`, named);
      await client.query(
        `DELETE FROM storage.objects WHERE ${these} AND NOT writ.is_file_used(bucket_id, name)`,
        named,
      );
      await client.query(
        "DELETE FROM writ.loose_file WHERE (bucket, name) IN (SELECT * FROM unnest($1::text[], $2::text[]))",
        named,
      );
      return rows.length === looseAtOnce;
    }),
  );
}

/** Of fields that the document has no more, once nothing is left in them. */
async function removeBuckets({ owner }: Pick<Swept, "owner">): Promise<void> {
  await owner.withConnection(async (client) =>
    client.query(
      `WITH gone AS (DELETE FROM writ.file_field f WHERE is_gone AND NOT EXISTS (SELECT FROM storage.objects o WHERE o.bucket_id = f.bucket) RETURNING bucket)
       DELETE FROM storage.buckets WHERE id IN (SELECT bucket FROM gone)`,
    ),
  );
}
