// Files that somebody brings for a row, before the row names them.
import { isFileType } from "@writ/language/plan";
import type { SupabaseClient } from "@supabase/supabase-js";
import { fieldOf } from "../interpreter/names.ts";
import { isList, type Value } from "../interpreter/value.ts";
import type { Program } from "../interpreter/world.ts";
import type { Brought } from "../plan/files.ts";
import type { Answered, Attempt } from "./over-the-wire.ts";

/** Undefined: all are there, or none is needed. What a row may not name at all is told by the row itself. */
export async function bringFiles(
  client: SupabaseClient,
  program: Program,
  tried: Attempt,
): Promise<Answered | undefined> {
  if (!("values" in tried)) return undefined;
  for (const [name, value] of tried.values) {
    if (!isFileType(fieldOf(program, tried.entity, name)?.type)) continue;
    const brings = tried.brings?.field === name ? tried.brings : undefined;
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
  brings: Partial<Brought> | undefined,
): Promise<Error | undefined> {
  const { contentType, content } = contentOf(path, brings);
  const { error } = await client.storage.from(bucket).upload(path, content, { contentType });
  return error ?? undefined;
}

export const pathsIn = (value: Value): readonly string[] =>
  (isList(value) ? value : [value]).filter((one): one is string => typeof one === "string");

/** By the numbers of this wire: too large, of no type that may come, or not kept. Whether somebody may, their row says. */
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
function contentOf(path: string, { bytes, inTruth }: Partial<Brought> = {}) {
  const { type: contentType, head: ofEnding } = kindOf(path.slice(path.lastIndexOf(".") + 1));
  const head = inTruth === undefined ? ofEnding : kindOf(inTruth).head;
  const content = Buffer.alloc(Math.max(bytes ?? 64, head.length), head === "" ? "a" : 0);
  content.write(head, "latin1");
  return { contentType, content };
}

const kindOf = (extension: string): FileKind => kinds.get(extension) ?? plain;

/** What a client says that a file with this ending is. */
export const typeOfEnding = (extension: string): string => kindOf(extension).type;

type FileKind = { readonly type: string; readonly head: string };

const plain: FileKind = { type: "text/plain", head: "" };
const kinds: ReadonlyMap<string, FileKind> = new Map([
  ["png", { type: "image/png", head: "\u0089PNG\r\n\u001A\n\0\0\0\rIHDR\0\0\0\u0001\0\0\0\u0001\b\u0006\0\0\0" }],
  ["jpg", { type: "image/jpeg", head: "\u00FF\u00D8\u00FF\u00E0" }],
  ["jpeg", { type: "image/jpeg", head: "\u00FF\u00D8\u00FF\u00E0" }],
  ["gif", { type: "image/gif", head: "GIF89a" }],
  ["webp", { type: "image/webp", head: "RIFF\u0004\0\0\0WEBPVP8 " }],
  ["pdf", { type: "application/pdf", head: "%PDF-1.7\n" }],
  ["zip", { type: "application/zip", head: "PK\u0003\u0004" }],
  ["csv", { type: "text/csv", head: "" }],
  ["md", { type: "text/markdown", head: "" }],
  ["json", { type: "application/json", head: "" }],
]);
