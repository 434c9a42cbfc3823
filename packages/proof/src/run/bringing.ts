// Files that somebody brings for a row, before the row names them.
import { isFileType } from "@writ/language/plan";
import type { SupabaseClient } from "@supabase/supabase-js";
import { fieldOf } from "../interpreter/names.ts";
import { isList, type Value } from "../interpreter/value.ts";
import type { Program } from "../interpreter/world.ts";
import { kindOf } from "../plan/file-kinds.ts";
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
