// Files in the console: the buckets of fields, what lies in them and whose it is, what waits to go; and fetching one.
// Nothing here changes a file: bytes and rows agree because they change together, and the console is no second way.
import type { ServerResponse } from "node:http";
import { pipeline } from "node:stream/promises";
import { explainFileFields, explainRights } from "@writ/language/explain";
import type { Compiled } from "@writ/language";
import type { ClientBase } from "pg";
import { attachment } from "../storage/download.ts";
import type { FileStore } from "../storage/disk/file-store.ts";
import type { BucketView, BucketsView, FileView, FilesView } from "./response-types.ts";

const most = 50;
/** Of each bucket: counting more of them would take longer than looking at the page. */
const mostCounted = 10_000;

export async function bucketsOf(client: ClientBase, compiled: Compiled, isKept: boolean): Promise<BucketsView> {
  const fields = explainFileFields(compiled);
  type Found = Omit<BucketView, "field" | "clause" | "isMore">;
  const { rows } = await client.query<Found>(
    `SELECT b.id, b.public AS "isPublic", b.file_size_limit::float8 AS "mostBytes", b.allowed_mime_types AS types, COALESCE(f.is_gone, false) AS "isGone",
       counted.files, counted.bytes, waiting.files AS waiting, waiting.due
     FROM storage.buckets b LEFT JOIN writ.file_field f ON f.bucket = b.id
     CROSS JOIN LATERAL (SELECT count(*)::int AS files, COALESCE(sum(size), 0)::float8 AS bytes
       FROM (SELECT ${sizeOf("o")} AS size FROM storage.objects o WHERE o.bucket_id = b.id LIMIT ${mostCounted}) AS few) AS counted
     CROSS JOIN LATERAL (SELECT count(*)::int AS files, count(*) FILTER (WHERE due_at <= clock_timestamp())::int AS due
       FROM (SELECT due_at FROM writ.loose_file l WHERE l.bucket = b.id LIMIT ${mostCounted}) AS few) AS waiting
     ORDER BY b.id LIMIT 200`,
  );
  const { rows: left } = await client.query<{ unfinished: number; gone: number }>(
    `SELECT (SELECT count(*)::int FROM (SELECT FROM storage.unfinished LIMIT ${mostCounted}) AS few) AS unfinished,
       (SELECT count(*)::int FROM (SELECT FROM storage.gone LIMIT ${mostCounted}) AS few) AS gone`,
  );
  const buckets = rows.map((row): BucketView => {
    const field = fields.find(({ bucket }) => bucket === row.id);
    return {
      ...row,
      field: field === undefined ? null : `${field.entityLabel} · ${field.label}`,
      clause: field?.address ?? null,
      isMore: row.files === mostCounted,
    };
  });
  return { isKept, buckets, unfinished: left[0]?.unfinished ?? 0, gone: left[0]?.gone ?? 0 };
}

/** The metadata that a client sent with a file may be anything. */
const sizeOf = (row: string): string =>
  `CASE WHEN jsonb_typeof(${row}.metadata -> 'size') = 'number' THEN (${row}.metadata ->> 'size')::numeric END`;

type Asked = { readonly bucket: string; readonly after: string; readonly isWaiting: boolean };
type Row = Omit<FileView, "row"> & { readonly rowId: string | null; readonly at: string };

/** Newest first. Undefined where there is no such bucket, or no such place to go on from. */
export async function filesIn(
  client: ClientBase,
  compiled: Compiled,
  { bucket, after, isWaiting }: Asked,
): Promise<FilesView | undefined> {
  const from = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z) ([0-9a-f-]{36})$/.exec(after);
  if (after !== "" && from === null) return undefined;
  const { rowCount } = await client.query("SELECT FROM storage.buckets WHERE id = $1", [bucket]);
  if (rowCount !== 1) return undefined;
  const { rows } = await client.query<Row>(
    `SELECT o.id, o.name, ${sizeOf("o")}::float8 AS bytes, o.metadata ->> 'mimetype' AS type, o.created_at AS "madeAt", l.due_at AS "goesAt",
       l.due_at <= clock_timestamp() AS "isDue", o.version IS NOT NULL AS "hasBytes", writ.file_row(o.name) AS "rowId",
       COALESCE(NULLIF(u.raw_user_meta_data ->> 'name', ''), u.email) AS by, to_char(o.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS at
     FROM storage.objects o LEFT JOIN auth.users u ON u.id = o.owner ${isWaiting ? "" : "LEFT "}JOIN writ.loose_file l ON l.bucket = o.bucket_id AND l.name = o.name
     WHERE o.bucket_id = $1 AND ($2::timestamptz IS NULL OR (o.created_at, o.id::text) < ($2::timestamptz, $3))
     ORDER BY o.created_at DESC, o.id::text DESC LIMIT ${most + 1}`,
    [bucket, from?.[1] ?? null, from?.[2] ?? null],
  );
  const shown = rows.slice(0, most);
  const named = await namesOf(
    client,
    compiled,
    bucket,
    shown.flatMap(({ rowId }) => rowId ?? []),
  );
  const last = shown.at(-1);
  return {
    files: shown.map(({ rowId, at: _at, ...file }) => {
      const label = rowId === null ? undefined : named.get(rowId);
      return { ...file, row: rowId === null || label === undefined ? null : { id: rowId, label } };
    }),
    next: rows.length > most && last !== undefined ? `${last.at} ${last.id}` : null,
  };
}

/** What rows are called; one that is not there has no name. */
async function namesOf(
  client: ClientBase,
  compiled: Compiled,
  bucket: string,
  rows: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const field = explainFileFields(compiled).find((one) => one.bucket === bucket);
  const entity = explainRights(compiled).find(({ id }) => id === field?.entity);
  if (entity === undefined || rows.length === 0) return new Map();
  const found = await client.query<{ id: string; label: string }>(
    `SELECT given.id, COALESCE((${entity.name})::text, given.id::text) AS label FROM ${entity.table} AS given WHERE given.id = ANY ($1::uuid[])`,
    [rows],
  );
  return new Map(found.rows.map(({ id, label }) => [id, label]));
}

/** By the operator's right. It is untrusted content: a browser saves it, and neither shows nor runs it. */
export async function sendStored(
  stored: { readonly name: string; readonly version: string | null } | undefined,
  store: FileStore | undefined,
  response: ServerResponse,
): Promise<boolean> {
  const bytes = stored?.version ? await store?.read(stored.version) : undefined;
  if (stored === undefined || bytes === undefined) return false;
  response.writeHead(200, {
    "Content-Type": "application/octet-stream",
    ...attachment(stored.name.split("/").at(-1) ?? ""),
    "Content-Security-Policy": "default-src 'none'; sandbox",
    "Cache-Control": "no-store",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
  });
  // A client that disconnects in between is no failure.
  await pipeline(bytes, response).catch(() => undefined);
  return true;
}

export async function storedFile(
  client: ClientBase,
  id: string,
): Promise<{ readonly name: string; readonly version: string | null } | undefined> {
  const { rows } = await client.query<{ name: string; version: string | null }>(
    "SELECT name, version FROM storage.objects WHERE id = $1::uuid",
    [id],
  );
  return rows[0];
}
