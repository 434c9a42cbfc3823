// Objects are removed as the caller; then the bytes that nothing names any more go.
import { allOrNothing } from "../postgres/connections/transaction.ts";
import { askOne, asSystem } from "./ask.ts";
import { mayDeleteFiles } from "./hold.ts";
import { instant } from "./instant.ts";
import { isKey } from "./names.ts";
import { readObject } from "./read-object.ts";
import { denied, invalidRequest, noObject } from "./refusal.ts";
import type { Flow, StorageService } from "./service.ts";

export const removeObject: Flow = async (asked, service) => {
  if (!isKey(asked.name)) throw noObject();
  const [there] = await asSystem(asked, service, "SELECT id FROM storage.objects WHERE bucket_id = $1 AND name = $2", [
    asked.bucket,
    asked.name,
  ]);
  if (there === undefined) throw noObject();
  const gone = await askOne(
    asked,
    service,
    "DELETE FROM storage.objects WHERE bucket_id = $1 AND name = $2 RETURNING id",
    [asked.bucket, asked.name],
  );
  if (gone.length === 0) throw denied();
  await clearGone(service);
  return { json: { message: "Successfully deleted" } };
};

const atOnce = 1000;

/** Which of them were removed; what one may not remove is not among them. */
export const removeObjects: Flow = async (asked, service) => {
  const { prefixes } = await readObject(asked);
  if (!Array.isArray(prefixes) || prefixes.length === 0 || !prefixes.every((one) => typeof one === "string"))
    throw invalidRequest("body must have required property 'prefixes'");
  if (prefixes.length > atOnce) throw invalidRequest(`At most ${atOnce} objects can be deleted per request.`);
  const rows = await askOne(
    asked,
    service,
    `DELETE FROM storage.objects WHERE bucket_id = $1 AND name IN (SELECT jsonb_array_elements_text($2::jsonb))
      RETURNING json_build_object('name', name, 'bucket_id', bucket_id, 'owner', COALESCE(owner_id, ''), 'owner_id', COALESCE(owner_id, ''), 'version', version, 'id', id,
        'updated_at', ${instant("updated_at")}, 'created_at', ${instant("created_at")}, 'last_accessed_at', ${instant("last_accessed_at")}, 'metadata', metadata, 'user_metadata', user_metadata)::text AS one`,
    [asked.bucket, JSON.stringify(prefixes.filter(isKey))],
  );
  if (rows.length > 0) await clearGone(service);
  return { json: rows.map(({ one }) => JSON.parse(String(one))) };
};

const inOneGo = 100;

/**
 * Deletes bytes that no object names any more, whoever removed or replaced it. First the bytes, then their row: after a
 * crash in between it is done again. While a backup runs nothing is deleted. True where there may be more.
 */
export async function clearGone({ owner, store }: Pick<StorageService, "owner" | "store">): Promise<boolean> {
  return owner.withConnection(async (client) =>
    allOrNothing(client, async () => {
      if (!(await mayDeleteFiles(client))) return false;
      const { rows } = await client.query<{ version: string }>(
        `SELECT version FROM storage.gone g WHERE NOT EXISTS (SELECT FROM storage.objects o WHERE o.version = g.version) AND NOT EXISTS (SELECT FROM writ.backup_state WHERE g.gone_at >= files_at) LIMIT ${inOneGo} FOR UPDATE SKIP LOCKED`,
      );
      const versions = rows.map(({ version }) => version);
      for (const version of versions) await store.remove(version);
      if (versions.length > 0) await client.query("DELETE FROM storage.gone WHERE version = ANY ($1)", [versions]);
      return versions.length === inOneGo;
    }),
  );
}
