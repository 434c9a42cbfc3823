// What is in a bucket, under the policies of the caller: a folder at a time, or page by page.
import { askOne } from "./ask.ts";
import { instant } from "./instant.ts";
import { wholeOf } from "./buckets.ts";
import { readObject } from "./read-object.ts";
import { invalidRequest } from "./refusal.ts";
import type { Flow, StorageRequest, StorageService } from "./service.ts";

const sortable = ["name", "updated_at", "created_at", "last_accessed_at"] as const;
type Sorted = { readonly column: (typeof sortable)[number]; readonly order: "asc" | "desc" };

type Listed = { readonly name: string; readonly folder: boolean } & Readonly<Record<string, unknown>>;

/** One folder, as file managers show it: names without the way to them. */
export const listObjects: Flow = async (asked, service) => {
  const body = await readObject(asked);
  const prefix = folderOf(textOf(body["prefix"]));
  const sorted = sortedBy(body["sortBy"]);
  const bounds = { limit: wholeOf(body["limit"], 1) ?? "100", offset: wholeOf(body["offset"], 0) ?? "0" };
  const listed = await folder(asked, service, { prefix, search: textOf(body["search"]), sorted, ...bounds });
  return {
    json: listed.map(({ name, folder: isFolder, id, updated_at, created_at, last_accessed_at, metadata }) =>
      isFolder
        ? { name, id: null, updated_at: null, created_at: null, last_accessed_at: null, metadata: null }
        : { name, id, updated_at, created_at, last_accessed_at, metadata },
    ),
  };
};

type Cursor = { readonly after: string; readonly value?: string; readonly sorted: Sorted };

/** Everything below a prefix, or one folder of it, with a word from which the next page goes on. */
export const listPages: Flow = async (asked, service) => {
  const body = await readObject(asked);
  const limit = Math.min(1000, Number(wholeOf(body["limit"], 1) ?? "1000"));
  const cursor = readCursor(body["cursor"]);
  const sorted = cursor?.sorted ?? sortedBy(body["sortBy"]);
  const given = { prefix: textOf(body["prefix"]), sorted, cursor, limit: String(limit + 1) };
  const found =
    body["with_delimiter"] !== true
      ? await page(asked, service, given)
      : sorted.column === "name"
        ? await folderPage(asked, service, given)
        : await folderPageByTime(asked, service, given);
  const shown = found.slice(0, limit);
  const last = shown.at(-1);
  const hasNext = found.length > limit && last !== undefined;
  const next: Cursor | undefined = hasNext
    ? { after: last.name, sorted, ...(sorted.column === "name" ? {} : { value: String(last["at"] ?? "") }) }
    : undefined;
  return {
    json: {
      hasNext,
      ...(next === undefined ? {} : { nextCursor: Buffer.from(JSON.stringify(next)).toString("base64url") }),
      folders: shown.filter((one) => one.folder).map(({ name }) => ({ name, key: name.slice(0, -1) })),
      objects: shown
        .filter((one) => !one.folder)
        .map(({ name, id, updated_at, created_at, last_accessed_at, metadata }) => ({
          name,
          key: name,
          id,
          updated_at,
          created_at,
          last_accessed_at,
          metadata,
        })),
    },
  };
};

const facts = `'id', id, 'updated_at', ${instant("updated_at")}, 'created_at', ${instant("created_at")},
  'last_accessed_at', ${instant("last_accessed_at")}, 'metadata', metadata`;
/** Of names that begin so: all letters that a name may hold stand between a blank and the end of what UTF-8 has. */
const below = `bucket_id = $1 AND name COLLATE "C" >= $2 AND ($2 = '' OR name COLLATE "C" < $2 || chr(1114111))`;

type Folder = {
  readonly prefix: string;
  readonly search: string;
  readonly sorted: Sorted;
  readonly limit: string;
  readonly offset: string;
  /** From this name on. */
  readonly from?: string;
};

/**
 * By name, one look into the index leads from each folder past all that is in it: a folder of a million files costs as
 * much as a file. `/` is followed by `0`.
 */
async function folder(
  asked: StorageRequest,
  service: StorageService,
  { prefix, search, sorted: { column, order }, limit, offset, from }: Folder,
): Promise<readonly Listed[]> {
  const part = (name: string) => `split_part(substr(${name}, length($2) + 1), '/', 1)`;
  const isFolder = (name: string) => `strpos(substr(${name}, length($2) + 1), '/') > 0`;
  const [compare, first] = order === "asc" ? [">=", `>= $6`] : ["<", `< $6`];
  const bound =
    order === "asc"
      ? `CASE WHEN step.is_folder THEN $2 || step.part || '0' ELSE step.name || chr(1) END`
      : `CASE WHEN step.is_folder THEN $2 || step.part || '/' ELSE step.name END`;
  const one = (where: string) =>
    `SELECT name FROM storage.objects WHERE ${below} AND name <> $2 AND ${where} ORDER BY name COLLATE "C" ${order} LIMIT 1`;
  const walk = `WITH RECURSIVE step AS (
      SELECT name, ${part("name")} AS part, ${isFolder("name")} AS is_folder FROM (${one(`($6::text IS NULL OR name COLLATE "C" ${first})`)}) AS first
      UNION ALL
      SELECT next.name, ${part("next.name")}, ${isFolder("next.name")} FROM step,
        LATERAL (${one(`name COLLATE "C" ${compare} ${bound}`)}) AS next
    ), entry AS (SELECT * FROM step WHERE starts_with(lower(part), lower($5)) LIMIT $3::integer OFFSET $4::integer)
    SELECT json_build_object('name', part, 'folder', is_folder, ${facts})::text AS one
      FROM entry LEFT JOIN storage.objects o ON NOT is_folder AND o.bucket_id = $1 AND o.name = entry.name
      ORDER BY entry.name COLLATE "C" ${order}`;
  // Folders have no times: they stand first.
  const sort = `SELECT json_build_object('name', part, 'folder', is_folder, ${facts})::text AS one FROM (
      SELECT ${part("name")} AS part, ${isFolder("name")} AS is_folder, min(id::text) AS id, min(updated_at) AS updated_at, min(created_at) AS created_at,
        min(last_accessed_at) AS last_accessed_at, min(metadata::text)::json AS metadata
      FROM storage.objects WHERE ${below} AND name <> $2 AND ($6::text IS NULL OR true) GROUP BY 1, 2) AS all_of_it
      WHERE starts_with(lower(part), lower($5))
      ORDER BY is_folder DESC, CASE WHEN NOT is_folder THEN ${column} END ${order}, part ${order} LIMIT $3::integer OFFSET $4::integer`;
  const rows = await askOne(asked, service, column === "name" ? walk : sort, [
    asked.bucket,
    prefix,
    limit,
    offset,
    search,
    from ?? null,
  ]);
  return rows.map(({ one: listed }) => JSON.parse(String(listed)));
}

type Page = {
  readonly prefix: string;
  readonly sorted: Sorted;
  readonly cursor: Cursor | undefined;
  readonly limit: string;
};

/** The names of a folder's page are whole ones, and those of its folders end in `/`. */
async function folderPage(
  asked: StorageRequest,
  service: StorageService,
  { prefix, sorted, cursor, limit }: Page,
): Promise<readonly Listed[]> {
  // A prefix may end in the middle of a name.
  const way = prefix.slice(0, prefix.lastIndexOf("/") + 1);
  const from = cursor === undefined ? undefined : afterOf(cursor, sorted);
  const listed = await folder(asked, service, {
    prefix: way,
    search: prefix.slice(way.length),
    sorted,
    limit,
    offset: "0",
    ...(from === undefined ? {} : { from }),
  });
  return listed.map((one) => ({ ...one, name: `${way}${one.name}${one.folder ? "/" : ""}` }));
}

/** A folder is as old as the oldest that is in it. */
async function folderPageByTime(
  asked: StorageRequest,
  service: StorageService,
  { prefix, sorted: { column, order }, cursor, limit }: Page,
): Promise<readonly Listed[]> {
  const way = prefix.lastIndexOf("/") + 1;
  const end = `strpos(substr(name, ${way + 1}), '/')`;
  const rows = await askOne(
    asked,
    service,
    `WITH entry AS (
        SELECT CASE WHEN ${end} > 0 THEN left(name, ${way} + ${end}) ELSE name END AS name, ${end} > 0 AS is_folder, min(${column}) AS at
          FROM storage.objects WHERE ${below} GROUP BY 1, 2)
      SELECT json_build_object('name', entry.name, 'folder', is_folder, 'at', at, ${facts})::text AS one
        FROM (SELECT * FROM entry WHERE $4::text IS NULL OR (at, name COLLATE "C") ${order === "asc" ? ">" : "<"} ($5::timestamptz, $4 COLLATE "C")
          ORDER BY at ${order}, name COLLATE "C" ${order} LIMIT $3::integer) AS entry
        LEFT JOIN storage.objects o ON NOT is_folder AND o.bucket_id = $1 AND o.name = entry.name
        ORDER BY at ${order}, entry.name COLLATE "C" ${order}`,
    [asked.bucket, prefix, limit, cursor?.after ?? null, cursor?.value ?? null],
  );
  return rows.map(({ one }) => JSON.parse(String(one)));
}

function afterOf({ after }: Cursor, { order }: Sorted): string {
  if (order === "desc") return after;
  return after.endsWith("/") ? `${after.slice(0, -1)}0` : `${after}\u0001`;
}

async function page(
  asked: StorageRequest,
  service: StorageService,
  { prefix, sorted: { column, order }, cursor, limit }: Page,
): Promise<readonly Listed[]> {
  const after = order === "asc" ? ">" : "<";
  const isLater =
    column === "name"
      ? `name COLLATE "C" ${after} $4 COLLATE "C"`
      : `(${column}, name COLLATE "C") ${after} ($5::timestamptz, $4 COLLATE "C")`;
  const rows = await askOne(
    asked,
    service,
    `SELECT json_build_object('name', name, 'folder', false, ${column === "name" ? "" : `'at', ${column}, `}${facts})::text AS one FROM storage.objects
      WHERE ${below} AND ($4::text IS NULL OR ($5::text IS NULL AND false) OR ${isLater})
      ORDER BY ${column === "name" ? "" : `${column} ${order}, `}name COLLATE "C" ${order} LIMIT $3::integer`,
    [asked.bucket, prefix, limit, cursor?.after ?? null, cursor?.value ?? null],
  );
  return rows.map(({ one }) => JSON.parse(String(one)));
}

function readCursor(given: unknown): Cursor | undefined {
  if (given === undefined || given === null || given === "") return undefined;
  try {
    const { after, value, sorted } = JSON.parse(Buffer.from(String(given), "base64url").toString("utf8"));
    if (typeof after !== "string" || (value !== undefined && Number.isNaN(Date.parse(value)))) throw new Error();
    return { after, sorted: sortedBy(sorted), ...(value === undefined ? {} : { value: String(value) }) };
  } catch {
    throw invalidRequest("The cursor is not one that was given");
  }
}

function sortedBy(given: unknown): Sorted {
  if (given === undefined || given === null) return { column: "name", order: "asc" };
  const { column = "name", order = "asc" } = given as { readonly column?: unknown; readonly order?: unknown };
  const found = sortable.find((one) => one === (column === "" ? "name" : column));
  if (found === undefined) throw invalidRequest("sortBy.column must be equal to one of the allowed values");
  if (order !== "asc" && order !== "desc" && order !== "")
    throw invalidRequest("sortBy.order must be equal to one of the allowed values");
  return { column: found, order: order === "" ? "asc" : order };
}

const textOf = (given: unknown): string => {
  if (given === undefined || given === null) return "";
  if (typeof given !== "string" || given.length > 1024) throw invalidRequest("prefix and search are texts");
  return given;
};

const folderOf = (prefix: string): string => (prefix === "" || prefix.endsWith("/") ? prefix : `${prefix}/`);
