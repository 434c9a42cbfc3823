// A product made anew from an archive, in a place where there is none: all of it, or nothing.
import { existsSync } from "node:fs";
import { copyFile, mkdir, open, readFile, rename, rm, stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import type { Client } from "pg";
import { compile } from "@writ/language";
import { wasApplied } from "../applying/applied.ts";
import { applyDocument, applyLock } from "../applying/apply.ts";
import { codeOf, DatabaseFailure, failure, messageOf } from "../postgres/failure.ts";
import { openDatabase, type Database } from "../postgres/index.ts";
import { inUse } from "../postgres/problems.ts";
import { syncFolder } from "../postgres/embedded/durable-file.ts";
import { prepareDatabase } from "../product-database.ts";
import { unlessMissing } from "../storage/disk/write-pieces.ts";
import { liftBounds } from "./bounds.ts";
import { loadRows } from "./load.ts";
import { checkParts, checksumOfFile, manifestName, readManifest, type Manifest } from "./manifest.ts";
import { asPart } from "./part-of-transaction.ts";
import {
  alteredArchive,
  documentRefused,
  missingInArchive,
  noArchive,
  noRoom,
  notExported,
  otherRows,
  productThere,
} from "./problems.ts";
import { unpackInto } from "./tar.ts";

export type ImportProgress = (what: "archive" | "rows" | "files", done: number, of: number) => void;

type How = {
  /** Of a database that is somewhere else; the folder gets the files. */
  readonly url?: string | undefined;
  readonly progress?: ImportProgress;
};

export type Imported = {
  readonly manifest: Manifest;
  readonly source: string;
  readonly files: number;
  /** Tables of the archive that this version of Writ does not have. */
  readonly leftOut: readonly string[];
};

export async function importArchive(archive: string, folder: string, how: How): Promise<Imported> {
  const place = resolve(folder);
  try {
    return await withFolder(resolve(archive), place, async (from) => importFolder(from, place, how));
  } catch (error) {
    throw inWords(error, place);
  }
}

/** A file is unpacked beside the product that is made of it. */
async function withFolder<Result>(
  archive: string,
  place: string,
  work: (folder: string) => Promise<Result>,
): Promise<Result> {
  const there = await stat(archive).catch(unlessMissing);
  if (there === undefined) throw failure(noArchive, archive, "there is nothing");
  if (there.isDirectory()) return work(archive);
  const unpacked = join(place, "archive.unpacked");
  const hadPlace = existsSync(place);
  let isDone = false;
  try {
    await rm(unpacked, { recursive: true, force: true });
    await mkdir(unpacked, { recursive: true, mode: 0o700 });
    await unpackInto(archive, unpacked);
    const result = await work(unpacked);
    isDone = true;
    return result;
  } finally {
    await rm(!hadPlace && !isDone ? place : unpacked, { recursive: true, force: true });
  }
}

async function importFolder(from: string, place: string, how: How): Promise<Imported> {
  const { url, progress = () => undefined } = how;
  const manifest = await readManifest(from);
  await checkParts(from, manifest, (done, of) => progress("archive", done, of));
  const last = manifest.documents.at(-1);
  if (last === undefined) throw failure(alteredArchive, from, "it has no document");
  const source = await readFile(join(from, last.name), "utf8");
  const compiled = compile(source);
  const wrong = compiled.problems.find(({ severity }) => severity === "error");
  if (wrong !== undefined) throw failure(documentRefused, `${wrong.code} ${wrong.address}: ${wrong.message}`);
  const isOurs = url === undefined && !existsSync(join(place, "postgres"));
  const database = await openPlace(place, url);
  const written: string[] = [];
  let isDone = false;
  try {
    const leftOut = await load(database, async (client) => {
      if (await hasProduct(client)) throw failure(productThere, url === undefined ? place : "the database");
      await applyDocument(asPart(client), source, compiled, (before) => compile(before));
      await prepareDatabase(asPart(client));
      const kept = { folder: from, manifest, progress: (done: number, of: number) => progress("rows", done, of) };
      const others = await loadRows(client, kept);
      await needFiles(client, manifest);
      await bringFiles(from, manifest, { into: join(place, "files"), written, progress });
      return others;
    });
    isDone = true;
    return { manifest, source, files: manifest.files.length, leftOut };
  } finally {
    await database.stop();
    if (!isDone) {
      for (const path of written) await rm(path, { force: true });
      // Made a moment ago for this alone, and nothing was committed.
      if (isOurs) await rm(join(place, "postgres"), { recursive: true, force: true });
    }
  }
}

async function openPlace(place: string, url: string | undefined): Promise<Database> {
  try {
    return await openDatabase(url === undefined ? { folder: place } : { url });
  } catch (error) {
    // A product that is served there has its folder.
    throw error instanceof DatabaseFailure && error.code === inUse.code ? failure(productThere, place) : error;
  }
}

/** Whatever fails, nothing of it is there. */
async function load<Result>(database: Database, work: (client: Client) => Promise<Result>): Promise<Result> {
  const client = await database.connect();
  try {
    await liftBounds(client);
    await client.query("BEGIN");
    // Nobody else applies a document meanwhile, or imports.
    await client.query(`SELECT pg_advisory_xact_lock(${applyLock})`);
    const result = await work(client);
    await client.query("COMMIT");
    // What is planned with is known at once; without it the server finds out by itself.
    await client.query("ANALYZE").catch(() => undefined);
    return result;
  } catch (error) {
    await client.query("ROLLBACK").catch(() => undefined);
    throw error;
  } finally {
    await client.end();
  }
}

async function hasProduct(client: Client): Promise<boolean> {
  if (!(await wasApplied(client))) return false;
  return (await client.query("SELECT FROM writ.applied LIMIT 1")).rows.length > 0;
}

/** Each content that a row names is in the archive, or was lost before. */
async function needFiles(client: Client, { files, missing }: Manifest): Promise<void> {
  const known = [...files.map(({ version }) => version), ...missing];
  const { rows } = await client.query<{ version: string }>(
    "SELECT version FROM storage.objects WHERE version IS NOT NULL AND version <> ALL ($1::text[]) LIMIT 1",
    [known],
  );
  if (rows[0] !== undefined) throw failure(missingInArchive, `files/${rows[0].version}`);
}

type Bringing = { readonly into: string; readonly written: string[]; readonly progress: ImportProgress };

/** Before the rows that name them count. */
async function bringFiles(from: string, { files }: Manifest, { into, written, progress }: Bringing): Promise<void> {
  await mkdir(into, { recursive: true, mode: 0o700 });
  for (const [index, { name, version, sha256 }] of files.entries()) {
    progress("files", index, files.length);
    const path = join(into, version.slice(0, 2), version);
    // It may be of a product beside this one: what is there stays, and may not be another content.
    if (existsSync(path)) {
      if ((await checksumOfFile(path)) !== sha256) throw failure(productThere, into);
      continue;
    }
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const coming = `${path}.part`;
    written.push(coming, path);
    await copyFile(join(from, name), coming);
    const file = await open(coming, "r+");
    await file.datasync().finally(async () => file.close());
    await rename(coming, path);
    syncFolder(dirname(path));
  }
}

function inWords(error: unknown, place: string): unknown {
  if (error instanceof DatabaseFailure) return error;
  const what = "the archive cannot be imported";
  const code = codeOf(error);
  if (["ENOSPC", "EDQUOT", "53100"].includes(code)) return failure(noRoom, what, place);
  // What its list says is of another form.
  if (error instanceof TypeError) return failure(alteredArchive, manifestName, messageOf(error));
  if (/^2[23]/.test(code)) return failure(otherRows, messageOf(error));
  return failure(notExported, what, messageOf(error));
}
