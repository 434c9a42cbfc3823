// archive.json: what an archive is, and what is in it.
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { lstat, readFile } from "node:fs/promises";
import { join } from "node:path";
import { failure } from "../postgres/failure.ts";
import { isVersion, unlessMissing } from "../storage/disk/write-pieces.ts";
import { alteredArchive, missingInArchive, newerArchive, noArchive } from "./problems.ts";

export const format = 1;
export const manifestName = "archive.json";

export type Part = { readonly name: string; readonly bytes: number; readonly sha256: string };

export type TablePart = Part & {
  /** With its schema, as it was. */
  readonly table: string;
  readonly rows: number;
  readonly columns: readonly string[];
};

export type Manifest = {
  readonly format: number;
  /** Of Writ. */
  readonly version: string;
  readonly title: string;
  readonly moment: string;
  readonly anonymised: boolean;
  /** The last one was applied last; by the ids of `writ.applied`. */
  readonly documents: readonly (Part & { readonly id: string })[];
  readonly tables: readonly TablePart[];
  readonly files: readonly (Part & { readonly version: string })[];
  /** Contents that rows name, and that the product itself had no more. */
  readonly missing: readonly string[];
  /** The last number of each column that counts up. */
  readonly sequences: Readonly<Record<string, { readonly last: string; readonly isUsed: boolean }>>;
  /** Tables that neither the document nor Writ has made: they are not in it. */
  readonly leftOut: readonly string[];
};

/** What a name may be: nothing of it leads out of the archive. */
const names = {
  documents: /^documents\/\d{1,18}\.md$/,
  tables: /^(?:rows|system)\/[A-Za-z0-9_.-]{1,200}\.ndjson$/,
  files: /^files\/[0-9a-f]{2}\/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
} as const;

export const contentName = (version: string): string => `files/${version.slice(0, 2)}/${version}`;

export const mayBeIn = (name: string): boolean =>
  name === manifestName || Object.values(names).some((pattern) => pattern.test(name));

export const partsOf = ({ documents, tables, files }: Manifest): readonly Part[] => [...documents, ...tables, ...files];

const checksumOf = (manifest: object): string => createHash("sha256").update(JSON.stringify(manifest)).digest("hex");

export const printManifest = (manifest: Manifest): string =>
  `${JSON.stringify({ ...manifest, sha256: checksumOf(manifest) }, undefined, 2)}\n`;

const mostBytes = 256 * 1024 * 1024;

/** Of a folder. Nothing but this file is read. */
export async function readManifest(folder: string): Promise<Manifest> {
  const path = join(folder, manifestName);
  const there = await lstat(path).catch(unlessMissing);
  if (there === undefined || !there.isFile() || there.size > mostBytes)
    throw failure(noArchive, folder, `it has no ${manifestName}`);
  let read: Readonly<Record<string, unknown>>;
  try {
    read = JSON.parse(await readFile(path, "utf8"));
  } catch {
    throw failure(alteredArchive, manifestName, "it is no JSON");
  }
  if (typeof read !== "object" || read === null || typeof read["format"] !== "number")
    throw failure(noArchive, folder, `${manifestName} names no format`);
  if (read["format"] > format) throw failure(newerArchive, String(read["version"]), read["format"], format);
  const { sha256, ...rest } = read;
  if (sha256 !== checksumOf(rest)) throw failure(alteredArchive, manifestName, "its checksum differs");
  const manifest = rest as unknown as Manifest;
  const wrong = wrongNames(manifest)[0];
  if (wrong !== undefined) throw failure(alteredArchive, manifestName, `it names ${JSON.stringify(wrong)}`);
  return manifest;
}

function wrongNames(manifest: Manifest): readonly unknown[] {
  const kinds = ["documents", "tables", "files"] as const;
  const seen = new Set<unknown>();
  const lost = Array.isArray(manifest.missing) ? manifest.missing : [manifest.missing];
  const notVersions = lost.filter((version) => typeof version !== "string" || !isVersion(version));
  if (notVersions.length > 0) return notVersions;
  const others = Array.isArray(manifest.files)
    ? manifest.files.filter(({ name, version }) => typeof version !== "string" || name !== contentName(version))
    : [];
  if (others.length > 0) return others.map(({ version }) => version);
  return kinds.flatMap((kind) => {
    if (!Array.isArray(manifest[kind])) return [kind];
    return manifest[kind]
      .map(({ name }: { readonly name: unknown }) => name)
      .filter((name) => typeof name !== "string" || !names[kind].test(name) || seen.size === seen.add(name).size);
  });
}

export async function checksumOfFile(path: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const piece of createReadStream(path, { highWaterMark: 2 ** 20 })) hash.update(piece as Uint8Array);
  return hash.digest("hex");
}

/** Every file is there, is a file, and is as it was. */
export async function checkParts(
  folder: string,
  manifest: Manifest,
  progress: (done: number, of: number) => void,
): Promise<void> {
  const parts = partsOf(manifest);
  for (const [index, { name, bytes, sha256 }] of parts.entries()) {
    progress(index, parts.length);
    const path = join(folder, name);
    const there = await lstat(path).catch(unlessMissing);
    if (there === undefined) throw failure(missingInArchive, name);
    if (!there.isFile()) throw failure(alteredArchive, name, "it is no file");
    if (there.size !== bytes) throw failure(alteredArchive, name, `it has ${there.size} bytes instead of ${bytes}`);
    if ((await checksumOfFile(path)) !== sha256) throw failure(alteredArchive, name, "its checksum differs");
  }
}
