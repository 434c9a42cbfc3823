// Buckets: made, listed, changed, emptied and removed under the policies of the caller.
import { DatabaseError } from "pg";
import { needBucketName } from "./names.ts";
import { askAs, askOne, asSystem, statement } from "./ask.ts";
import { instant } from "./instant.ts";
import { wrongRole, invalidRequest, noBucket, notEmpty, tooLarge, wrongType } from "./refusal.ts";
import { readObject } from "./read-object.ts";
import { clearGone } from "./remove.ts";
import type { Flow, StorageRequest, StorageService } from "./service.ts";
import { ownerOf } from "./owner.ts";

/** As clients know it; times as ISO texts. */
const columns = `json_build_object('id', id, 'name', name, 'owner', COALESCE(owner_id, owner::text, ''), 'public', public,
  'file_size_limit', file_size_limit, 'allowed_mime_types', allowed_mime_types, 'created_at', ${instant("created_at")},
  'updated_at', ${instant("updated_at")})::text AS told`;

const toldIn = (rows: readonly Readonly<Record<string, unknown>>[]): readonly unknown[] =>
  rows.map(({ told }) => JSON.parse(String(told)));

export const listBuckets: Flow = async (asked, service) => {
  const { query } = asked;
  const sorted = query.get("sortColumn") ?? "id";
  if (!["id", "name", "created_at", "updated_at"].includes(sorted)) throw invalidRequest("sortColumn is not a column");
  const order = query.get("sortOrder") ?? "asc";
  if (order !== "asc" && order !== "desc") throw invalidRequest("sortOrder is asc or desc");
  const rows = await askOne(
    asked,
    service,
    `SELECT ${columns} FROM storage.buckets WHERE strpos(lower(name), lower($1)) > 0 ORDER BY ${sorted} ${order}, id LIMIT $2 OFFSET $3`,
    [query.get("search") ?? "", wholeOf(query.get("limit"), 1) ?? "1000", wholeOf(query.get("offset"), 0) ?? "0"],
  );
  return { json: toldIn(rows) };
};

export const showBucket: Flow = async (asked, service) => {
  const [found] = toldIn(
    await askOne(asked, service, `SELECT ${columns} FROM storage.buckets WHERE id = $1`, [asked.bucket]),
  );
  if (found === undefined) throw noBucket();
  return { json: found };
};

export const createBucket: Flow = async (asked, service) => {
  const body = await readObject(asked);
  const { name } = body;
  if (typeof name !== "string") throw invalidRequest("body must have required property 'name'");
  const id = typeof body["id"] === "string" && body["id"] !== "" ? body["id"] : name;
  needBucketName(name);
  needBucketName(id);
  if (body["type"] !== undefined && body["type"] !== "STANDARD") throw invalidRequest("type is STANDARD");
  const { public: isPublic = false } = body;
  if (typeof isPublic !== "boolean") throw invalidRequest("public is true or false");
  const owner = ownerOf(asked);
  await askOne(
    asked,
    service,
    `INSERT INTO storage.buckets (id, name, owner, owner_id, public, file_size_limit, allowed_mime_types)
     VALUES ($1, $2, $3::uuid, $3, $4, $5, $6)`,
    [
      id,
      name,
      owner,
      String(isPublic),
      sizeOf(body["file_size_limit"], service) ?? null,
      typesOf(body["allowed_mime_types"]) ?? null,
    ],
  );
  return { json: { name } };
};

export const updateBucket: Flow = async (asked, service) => {
  const body = await readObject(asked);
  const { public: isPublic } = body;
  if (isPublic !== undefined && typeof isPublic !== "boolean") throw invalidRequest("public is true or false");
  const size = sizeOf(body["file_size_limit"], service);
  const types = typesOf(body["allowed_mime_types"]);
  // What is left out stays as it is; null takes a limit away.
  const rows = await askOne(
    asked,
    service,
    `UPDATE storage.buckets SET public = COALESCE($2, public), updated_at = now(),
       file_size_limit = CASE WHEN $3::boolean THEN $4 ELSE file_size_limit END,
       allowed_mime_types = CASE WHEN $5::boolean THEN $6 ELSE allowed_mime_types END WHERE id = $1 RETURNING id`,
    [
      asked.bucket,
      isPublic === undefined ? null : String(isPublic),
      String(size !== undefined),
      size ?? null,
      String(types !== undefined),
      types ?? null,
    ],
  );
  if (rows.length === 0) throw noBucket();
  return { json: { message: "Successfully updated" } };
};

export const deleteBucket: Flow = async (asked, service) => {
  const [found] = await asSystem(
    asked,
    service,
    "SELECT EXISTS (SELECT FROM storage.objects WHERE bucket_id = b.id)::text AS is_used FROM storage.buckets b WHERE id = $1",
    [asked.bucket],
  );
  if (found === undefined) throw noBucket();
  if (found["is_used"] === "true") throw notEmpty();
  const rows = await askOne(asked, service, "DELETE FROM storage.buckets WHERE id = $1 RETURNING id", [
    asked.bucket,
  ]).catch((failure: unknown) => {
    // Something came into it in this very moment.
    throw failure instanceof DatabaseError && failure.code === "23503" ? notEmpty() : failure;
  });
  if (rows.length === 0) throw noBucket();
  return { json: { message: "Successfully deleted" } };
};

/** In steps, so that no transaction holds all of them; what comes meanwhile stays. */
export const emptyBucket: Flow = async (asked, service) => {
  if (asked.caller.role !== "service_role") throw wrongRole();
  const [there] = await askOne(asked, service, "SELECT now()::text AS began FROM storage.buckets WHERE id = $1", [
    asked.bucket,
  ]);
  if (there === undefined) throw noBucket();
  for (;;) {
    const [gone = []] = await askAs(asked, service, [
      statement(
        `DELETE FROM storage.objects WHERE id IN (SELECT id FROM storage.objects WHERE bucket_id = $1 AND created_at <= $2::timestamptz LIMIT 1000)
         RETURNING version`,
        [asked.bucket, String(there["began"])],
      ),
    ]);
    await clearGone(service);
    if (gone.length === 0) return { json: { message: "Successfully emptied" } };
  }
};

export type Bounds = { readonly isPublic: boolean; readonly most: number; readonly types: readonly string[] };

/** The limits of a bucket; fails where there is none. The response reveals to the caller that it exists. */
export async function boundsOf(asked: StorageRequest, service: StorageService): Promise<Bounds> {
  const [found] = await asSystem(
    asked,
    service,
    "SELECT public::text AS is_public, file_size_limit::text AS most, to_json(allowed_mime_types)::text AS types FROM storage.buckets WHERE id = $1",
    [asked.bucket],
  );
  if (found === undefined) throw noBucket();
  const own = found["most"] === null ? service.mostBytes : Number(found["most"]);
  return {
    isPublic: found["is_public"] === "true",
    most: Math.min(own, service.mostBytes),
    types: found["types"] === null ? [] : JSON.parse(String(found["types"])),
  };
}

/** A whole number as text, which PostgreSQL can count with. */
export function wholeOf(given: unknown, least: number): string | undefined {
  if (given === undefined || given === null || given === "") return undefined;
  const number = Number(given);
  if (!Number.isSafeInteger(number) || number < least || number > 2 ** 31 - 1)
    throw invalidRequest(`a whole number from ${least} is expected`);
  return String(number);
}

/** `20MB`, or bytes. Undefined: nothing is said. */
function sizeOf(given: unknown, { mostBytes }: StorageService): string | null | undefined {
  if (given === undefined || given === null) return given;
  const units = { gb: 1e9, mb: 1e6, kb: 1e3, b: 1 } as const;
  const [, number, unit] = /^(\d+(?:\.\d+)?)(gb|mb|kb|b)$/i.exec(String(given)) ?? [];
  const bytes =
    typeof given === "number"
      ? given
      : number !== undefined && unit !== undefined
        ? Math.round(Number(number) * units[unit.toLowerCase() as keyof typeof units])
        : /^\d+$/.test(String(given))
          ? Number(given)
          : Number.NaN;
  if (!Number.isSafeInteger(bytes) || bytes < 0)
    throw invalidRequest("Invalid file size format, hint: use 20GB / 20MB / 30KB / 3B");
  if (bytes > mostBytes) throw tooLarge();
  return String(bytes);
}

const mime = /^(?:[a-z0-9+.-]+\/(?:[a-z0-9+.-]+(?:;\s*charset=[a-z0-9-]+)?|\*)|\*(?:\/\*)?)$/i;

/** As PostgreSQL reads an array. */
function typesOf(given: unknown): string | null | undefined {
  if (given === undefined || given === null) return given;
  if (!Array.isArray(given)) throw invalidRequest("allowed_mime_types is a list of types");
  const types = given.filter((one) => one !== "").map(String);
  const wrong = types.find((one) => one.length > 1000 || !mime.test(one));
  if (wrong !== undefined) throw wrongType(wrong);
  return `{${types.map((one) => `"${one}"`).join(",")}}`;
}
