// Files that a user brings for a row, before the row names them.
import { isFileType } from "@writ/language/plan";
import type { SupabaseClient } from "@supabase/supabase-js";
import { mayBring } from "../interpreter/rights/bringing.ts";
import { fieldOf, fieldsOf } from "../interpreter/document/names.ts";
import { isList, type Value } from "../interpreter/values/value.ts";
import type { Program } from "../interpreter/world/world.ts";
import { kindOf } from "../plan/samples/file-types.ts";
import { filesFor, type FileUpload } from "../plan/samples/files.ts";
import type { Case } from "../plan/search/find.ts";
import type { Answered, Attempt } from "./over-the-wire.ts";

/** Undefined: all are there, or none is needed. The write of the row reports files that it may not name at all. */
export async function bringFiles(
  client: SupabaseClient,
  program: Program,
  tried: Attempt,
): Promise<Answered | undefined> {
  if (!("values" in tried)) return undefined;
  for (const [name, value] of tried.values) {
    if (!isFileType(fieldOf(program, tried.entity, name)?.type)) continue;
    const brings = tried.brings?.field === name ? tried.brings : undefined;
    if (brings?.isMissing === true) continue;
    for (const path of pathsIn(value)) {
      const refused = refusalOf(await bringFile(client, `${tried.entity}.${name}`, path, brings), name);
      if (refused !== undefined) return refused;
    }
  }
  return undefined;
}

/** What is answered where it is not taken. */
export async function bringFile(
  client: SupabaseClient,
  bucket: string,
  path: string,
  brings: Partial<FileUpload> | undefined,
): Promise<Error | undefined> {
  const { contentType, content } = contentOf(path, brings);
  const { error } = await client.storage.from(bucket).upload(path, content, { contentType });
  return error ?? undefined;
}

export const pathsIn = (value: Value): readonly string[] =>
  (isList(value) ? value : [value]).filter((one): one is string => typeof one === "string");

/** A user who may not write the row, and so brings it no file either: a file that it could name is still sent. */
export async function unlikeBringing(
  client: SupabaseClient,
  { scenario: { clause, expected, deed }, situation: { world, me, attempt: tried } }: Case,
): Promise<readonly string[]> {
  const isAbout =
    clause.startsWith("6/") && expected.kind === "refused" && (deed.kind === "create" || deed.kind === "update");
  const field = fieldsOf(world.program, tried.entity).find(({ type }) => isFileType(type));
  const [path] = field === undefined ? [] : pathsIn(filesFor(field, tried.id));
  if (!isAbout || field === undefined || path === undefined || mayBring(world, me, tried.entity, tried.id)) return [];
  const error = await bringFile(client, `${tried.entity}.${field.name.id}`, path, undefined);
  return error !== undefined && statusOf(error) === 403
    ? []
    : [`a file brought for ${field.name.id}: ${error?.message ?? "it was taken"}`];
}

/** No one writes over a file that a row has, or takes it away; `other`: another user than who has brought it. */
export async function wrongProtection(
  other: SupabaseClient,
  { scenario: { clause }, situation: { world, attempt: tried }, outcome }: Case,
): Promise<readonly string[]> {
  if (!("values" in tried) || !("done" in outcome)) return [];
  const field = fieldsOf(world.program, tried.entity).find((one) => one.address === clause && isFileType(one.type));
  const [path] = field === undefined ? [] : pathsIn(tried.values.get(field.name.id) ?? null);
  // Of several cases of the field one is enough, and not that of the largest file where there is another one.
  const isLarge = "brings" in tried && tried.brings?.bytes !== undefined;
  const isCounted = isFileType(field?.type) && field.type.count !== undefined;
  if (field === undefined || path === undefined || (isLarge && isCounted)) return [];
  const bucket = other.storage.from(`${tried.entity}.${field.name.id}`);
  const { content, contentType } = contentOf(path);
  const written = await bucket.upload(path, content, { contentType, upsert: true });
  const taken = await bucket.remove([path]);
  return [
    ...(written.error === null ? ["somebody else wrote over the file"] : []),
    ...((taken.data ?? []).length === 0 ? [] : ["somebody else took the file away"]),
  ];
}

/** By the numbers of this wire: too large, of no type that may come, or not kept. Whether a user may, their row says. */
function refusalOf(error: Error | undefined, field: string): Answered | undefined {
  if (error === undefined) return undefined;
  const status = statusOf(error);
  const code = status === 413 ? "TOO_LARGE" : status === 415 ? "INVALID" : undefined;
  if (code === undefined && status < 500) return undefined;
  const { message } = error;
  return {
    codes: [code === undefined ? String(status) : `${code} ${field}`],
    ofRows: [],
    clauses: [],
    message,
    told: [],
    status,
    said: `${status} ${message}`,
  };
}

export const statusOf = (error: Error): number => Number("statusCode" in error ? error.statusCode : 0);

/** What begins as files with this ending do, or in truth others, and is otherwise nothing. */
function contentOf(path: string, { bytes, inTruth }: Partial<FileUpload> = {}) {
  const { type: contentType, head: ofEnding } = kindOf(path.slice(path.lastIndexOf(".") + 1));
  const head = inTruth === undefined ? ofEnding : kindOf(inTruth).head;
  const content = Buffer.alloc(Math.max(bytes ?? 64, head.length), head === "" ? "a" : 0);
  content.write(head, "latin1");
  return { contentType, content };
}
