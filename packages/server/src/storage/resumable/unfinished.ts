// Uploads that were begun and may be interrupted, as the database remembers them: whose they are, of what, and until when.
import { randomUUID } from "node:crypto";
import type { Row } from "../../postgres/connections/packet.ts";
import { asSystem } from "../ask.ts";
import { StorageRefusal } from "../refusal.ts";
import type { StorageRequest, StorageService } from "../service.ts";
import { isVersion } from "../disk/write-pieces.ts";

export type Unfinished = {
  readonly id: string;
  readonly bucket: string;
  readonly name: string;
  /** The right of the caller who signed the address was checked then; the system enters it. */
  readonly isTrusted: boolean;
  readonly role: string;
  readonly owner: string | null;
  readonly isUpsert: boolean;
  readonly length: number | undefined;
  readonly type: string;
  readonly cacheControl: string;
  readonly said: unknown;
  /** As it was sent: responses repeat it. */
  readonly metadata: string;
  readonly expiresAt: Date;
  readonly isDone: boolean;
};

/** Of one account, or of the network of a visitor: a client that begins uploads and sends nothing fills no table. */
const mostOfOne = 100;
const lasts = "24 hours";

export async function begin(
  asked: StorageRequest,
  service: StorageService,
  given: Omit<Unfinished, "id" | "expiresAt" | "isDone" | "bucket" | "name">,
): Promise<Unfinished> {
  const beginner = given.owner ?? asked.queueKey ?? null;
  const [row] = await asSystem(
    asked,
    service,
    `INSERT INTO storage.unfinished (id, bucket_id, name, role, owner_id, beginner, is_trusted, is_upsert, length, type, cache_control, said, metadata, expires_at)
     SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, now() + interval '${lasts}'
       WHERE $6::text IS NULL OR (SELECT count(*) FROM storage.unfinished WHERE beginner = $6 AND done_at IS NULL AND expires_at > now()) < ${mostOfOne}
     RETURNING ${columns}`,
    [
      randomUUID(),
      asked.bucket,
      asked.name,
      given.role,
      given.owner,
      beginner,
      String(given.isTrusted),
      String(given.isUpsert),
      given.length === undefined ? null : String(given.length),
      given.type,
      given.cacheControl,
      given.said === undefined ? null : JSON.stringify(given.said),
      given.metadata,
    ],
  );
  if (row === undefined)
    throw new StorageRefusal(429, "SlowDown", "Too many uploads have been begun and not finished", {
      headers: { "Retry-After": "60" },
    });
  return unfinishedIn(row);
}

const columns = `id, bucket_id, name, role, owner_id, is_trusted::text, is_upsert::text, length::text, type, cache_control, said::text, metadata,
  to_json(expires_at) #>> '{}' AS expires_at, (done_at IS NOT NULL)::text AS is_done`;

/** Of the caller alone: to others it is reported as missing. */
export async function ownUnfinished(
  asked: StorageRequest,
  service: StorageService,
  isOwn: (one: Unfinished) => boolean | Promise<boolean>,
): Promise<Unfinished> {
  const [row] = isVersion(asked.name)
    ? await asSystem(asked, service, `SELECT ${columns} FROM storage.unfinished WHERE id = $1`, [asked.name])
    : [];
  const found = row === undefined ? undefined : unfinishedIn(row);
  if (found === undefined || !(await isOwn(found))) throw new StorageRefusal(404, "NoSuchUpload", "Upload not found");
  if (found.expiresAt.getTime() < Date.now()) throw new StorageRefusal(410, "NoSuchUpload", "The upload has expired");
  return found;
}

/** False where another length was said before. */
export async function setLength(
  asked: StorageRequest,
  service: StorageService,
  { id }: Unfinished,
  length: number,
): Promise<boolean> {
  const rows = await asSystem(
    asked,
    service,
    "UPDATE storage.unfinished SET length = $2 WHERE id = $1 AND (length IS NULL OR length = $2) RETURNING id",
    [id, String(length)],
  );
  return rows.length > 0;
}

export const markDone = async (asked: StorageRequest, service: StorageService, { id }: Unfinished) =>
  asSystem(asked, service, "UPDATE storage.unfinished SET done_at = now() WHERE id = $1 AND done_at IS NULL", [id]);

export const forget = async (asked: StorageRequest, service: StorageService, { id }: Unfinished) =>
  asSystem(asked, service, "DELETE FROM storage.unfinished WHERE id = $1", [id]);

const unfinishedIn = (row: Row): Unfinished => ({
  id: String(row["id"]),
  bucket: String(row["bucket_id"]),
  name: String(row["name"]),
  role: String(row["role"]),
  owner: row["owner_id"] === null ? null : String(row["owner_id"]),
  isTrusted: row["is_trusted"] === "true",
  isUpsert: row["is_upsert"] === "true",
  length: row["length"] === null ? undefined : Number(row["length"]),
  type: String(row["type"]),
  cacheControl: String(row["cache_control"]),
  said: row["said"] === null ? undefined : JSON.parse(String(row["said"])),
  metadata: String(row["metadata"]),
  expiresAt: new Date(String(row["expires_at"])),
  isDone: row["is_done"] === "true",
});
