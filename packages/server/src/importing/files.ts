// Files that a column names: out of one folder and none beside it, kept as an upload of the caller would be.
import { randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { open, realpath, stat } from "node:fs/promises";
import { basename, extname, isAbsolute, join, relative, sep } from "node:path";
import { DatabaseError, type ClientBase } from "pg";
import { fileTypeFromBuffer } from "file-type";
import type { Caller } from "../rest/handle.ts";
import { headBytes, needAllowedType, needContent } from "../storage/content.ts";
import { createFileStore } from "../storage/disk/file-store.ts";
import { metadataOf } from "../storage/stored.ts";

export type ImportedFiles = {
  /** The names of files of a row, as its field holds them; or why there is none. */
  readonly bring: (
    client: ClientBase,
    row: string,
    bucket: string,
    paths: readonly string[],
  ) => Promise<{ readonly names: readonly string[] } | { readonly wrong: string }>;
};

type Options = {
  /** Where they are. */
  readonly folder: string;
  /** Where the product keeps its files. */
  readonly kept: string;
  readonly caller: Caller;
  /** The owner's: buckets are the system's. */
  readonly second: ClientBase;
  /** Whether their bytes are kept: to see what would come of an import, they are not. */
  readonly keeps: boolean;
};

/** As large as the product takes where its document says nothing. */
const mostBytes = 5 * 2 ** 30;
const forEver = "max-age=31536000, immutable";
/** What has no mark of its own. */
const texts: Readonly<Record<string, string>> = {
  ".csv": "text/csv",
  ".html": "text/html",
  ".json": "application/json",
  ".md": "text/markdown",
  ".svg": "image/svg+xml",
  ".txt": "text/plain",
  ".xml": "application/xml",
};

type Bounds = { readonly most: string | null; readonly types: readonly string[] | null };

class Unfit extends Error {}

export function importedFiles({ folder, kept, caller, second, keeps }: Options): ImportedFiles {
  const store = createFileStore(kept);
  const owner = typeof caller.claims["sub"] === "string" ? caller.claims["sub"] : null;
  const bringOne = async (client: ClientBase, row: string, bucket: string, given: string): Promise<string> => {
    const path = await insideOf(folder, given);
    const { rows } = await second.query<Bounds>(
      "SELECT file_size_limit::text AS most, allowed_mime_types AS types FROM storage.buckets WHERE id = $1",
      [bucket],
    );
    const { most = null, types = null } = rows[0] ?? {};
    const { size } = await stat(path);
    if (size > Number(most ?? mostBytes)) throw new Unfit(`"${given}" is larger than ${most ?? mostBytes} bytes.`);
    const type = await typeOf(path, given, types ?? []);
    const version = randomUUID();
    if (keeps) {
      await store.start();
      await store.write(version, createReadStream(path), size);
    }
    const name = `${row}/${randomUUID()}/${keptName(basename(given))}`;
    await client.query(
      `INSERT INTO storage.objects (id, bucket_id, name, owner, owner_id, version, metadata, user_metadata)
       VALUES (gen_random_uuid(), $1, $2, $3::uuid, $3, $4, $5, '{}')`,
      [bucket, name, owner, version, JSON.stringify(metadataOf(version, size, type, forEver))],
    );
    return name;
  };
  return {
    bring: async (client, row, bucket, paths) => {
      await client.query("SAVEPOINT files");
      try {
        const names: string[] = [];
        for (const path of paths) names.push(await bringOne(client, row, bucket, path));
        await client.query("RELEASE SAVEPOINT files");
        return { names };
      } catch (failure) {
        await client.query("ROLLBACK TO SAVEPOINT files; RELEASE SAVEPOINT files");
        if (failure instanceof Unfit) return { wrong: failure.message };
        if (failure instanceof DatabaseError && failure.code === "42501")
          return { wrong: "You may not add files here." };
        throw failure;
      }
    },
  };
}

/** Also where a link leads: never out of the folder. */
async function insideOf(folder: string, given: string): Promise<string> {
  const outside = new Unfit(`"${given}" is not in the folder of the files.`);
  if (given.includes("\0") || isAbsolute(given)) throw outside;
  const root = await realpath(folder);
  const isOutside = (path: string) => {
    const way = relative(root, path);
    return way === "" || way === ".." || way.startsWith(`..${sep}`) || isAbsolute(way);
  };
  const path = join(root, given.replaceAll("\\", "/"));
  if (isOutside(path)) throw outside;
  const real = await realpath(path).catch(() => undefined);
  if (real === undefined) throw new Unfit(`There is no file "${given}".`);
  if (isOutside(real)) throw outside;
  if (!(await stat(real)).isFile()) throw new Unfit(`"${given}" is no file.`);
  return real;
}

async function typeOf(path: string, given: string, allowed: readonly string[]): Promise<string> {
  const file = await open(path);
  let head: Buffer;
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0);
    head = buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
  const found = (await fileTypeFromBuffer(head))?.mime;
  const type = found ?? texts[extname(path).toLowerCase()] ?? "application/octet-stream";
  try {
    needAllowedType(type, allowed);
    if (allowed.length > 0) await needContent(head, type, allowed);
  } catch {
    throw new Unfit(`"${given}" is a file of another kind (${type}).`);
  }
  return type;
}

/** As the product writes names: signs that its store does not take stand as `=C3`. */
function keptName(name: string): string {
  const extension = extname(name).slice(0, 20);
  const encoded = (text: string) => encodeURIComponent(text).replaceAll("%", "=").replaceAll("~", "=7E");
  const end = encoded(extension);
  let start = name.slice(0, name.length - extname(name).length);
  while (encoded(start).length + end.length > 180) start = start.slice(0, -1);
  return `${encoded(start.toWellFormed())}${end}`;
}
