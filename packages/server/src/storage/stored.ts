// An object as the database has it: found for the caller, and written as this wire writes it.
import type { Row } from "../postgres/connections/packet.ts";
import { askOne, asSystem } from "./ask.ts";
import { isKey } from "./names.ts";
import { noObject } from "./refusal.ts";
import type { StorageRequest, StorageService } from "./service.ts";

export type Stored = {
  readonly id: string;
  readonly bucket: string;
  readonly name: string;
  readonly version: string;
  readonly size: number;
  readonly type: string;
  readonly cacheControl: string;
  readonly etag: string;
  readonly changedAt: Date;
  readonly madeAt: Date;
  /** The metadata that its uploader sent. */
  readonly said: unknown;
};

const columns = `id, bucket_id, name, version, metadata::text, user_metadata::text, to_json(updated_at) #>> '{}' AS updated_at, to_json(created_at) #>> '{}' AS created_at`;
const text = `SELECT ${columns} FROM storage.objects WHERE bucket_id = $1 AND name = $2`;

/** Under the policies of the caller: what they may not read is not there. */
export async function readableObject(asked: StorageRequest, service: StorageService): Promise<Stored> {
  if (!isKey(asked.name)) throw noObject();
  return storedIn(await askOne(asked, service, text, [asked.bucket, asked.name]));
}

/** The caller has shown by something else that they may have it. */
export async function existingObject(asked: StorageRequest, service: StorageService): Promise<Stored> {
  if (!isKey(asked.name)) throw noObject();
  return storedIn(await asSystem(asked, service, text, [asked.bucket, asked.name]));
}

function storedIn([row]: readonly Row[]): Stored {
  // Without a version there are no bytes: a program has written the row itself.
  if (row === undefined || row["version"] === null) throw noObject();
  const metadata: Readonly<Record<string, unknown>> = JSON.parse(String(row["metadata"] ?? "{}"));
  const of = (name: string, usual: string) => (typeof metadata[name] === "string" ? metadata[name] : usual);
  return {
    id: String(row["id"]),
    bucket: String(row["bucket_id"]),
    name: String(row["name"]),
    version: String(row["version"]),
    size: Number(metadata["size"] ?? 0),
    type: of("mimetype", "application/octet-stream"),
    cacheControl: headerOf(of("cacheControl", "no-cache")),
    etag: of("eTag", `"${String(row["version"])}"`),
    changedAt: new Date(String(row["updated_at"])),
    madeAt: new Date(String(row["created_at"])),
    said: JSON.parse(String(row["user_metadata"] ?? "null")),
  };
}

/** Whatever a client sent: no line break gets into a header. */
const headerOf = (said: string): string => (/^[ -~]{1,200}$/.test(said) ? said : "no-cache");

/** As it is entered beside the bytes. The version is new with every content, so it tells contents apart. */
export const metadataOf = (version: string, size: number, type: string, cacheControl: string) => ({
  eTag: `"${version.replaceAll("-", "")}"`,
  size,
  mimetype: type,
  cacheControl,
  lastModified: new Date().toISOString(),
  contentLength: size,
  httpStatusCode: 200,
});
