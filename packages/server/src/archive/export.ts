// Writes the archive of a product, as of one moment, also while it serves.
import { createReadStream, existsSync, readdirSync, rmdirSync, statSync } from "node:fs";
import { mkdir, rename, rm, stat } from "node:fs/promises";
import { randomBytes } from "node:crypto";
import { dirname, join, resolve } from "node:path";
import type { Client, ClientBase } from "pg";

import { readApplied } from "../applying/applied.ts";
import { needApart } from "../backup/places.ts";
import type { Source } from "../backup/take.ts";
import { codeOf, DatabaseFailure, failure, messageOf } from "../postgres/failure.ts";
import { holdFilesForExport } from "../storage/hold.ts";
import { unlessMissing } from "../storage/disk/write-pieces.ts";
import { anonymiseFor, bareType, type Anonymise } from "./anonymise/columns.ts";
import { masksOf } from "./anonymise/masks.ts";
import { placeholderOf } from "./anonymise/placeholder.ts";
import { liftBounds } from "./bounds.ts";
import { readSequences, readTables } from "./catalogue.ts";
import {
  contentName,
  format,
  manifestName,
  partsOf,
  printManifest,
  type Manifest,
  type TablePart,
} from "./manifest.ts";
import { noRoom, notExported, targetTaken } from "./problems.ts";
import { packFolder } from "./tar.ts";
import { writePart } from "./write-part.ts";
import { writeRows } from "./write-rows.ts";

export type ExportProgress = (what: "rows" | "files", done: number, of: number) => void;

type How = {
  readonly version: string;
  readonly anonymise?: boolean;
  readonly withoutContents?: boolean;
  readonly progress?: ExportProgress;
};

export type Exported = Manifest & { readonly bytes: number };

const cannot = "the product cannot be exported";

const isTar = (target: string): boolean => /\.tar$/i.test(target);

/** `target`: a folder, or a file that ends in `.tar`; it has its name when it is whole. */
export async function exportArchive(source: Pick<Source, "connect" | "files">, target: string, how: How) {
  const place = resolve(target);
  if (existsSync(place) && (isTar(place) || !statSync(place).isDirectory() || readdirSync(place).length > 0))
    throw failure(targetTaken, place);
  if (how.withoutContents !== true) needApart(place, dirname(source.files));
  const making = `${place}.making`;
  try {
    await rm(making, { recursive: true, force: true });
    await mkdir(making, { recursive: true, mode: 0o700 });
    const client = await source.connect({ application_name: "writ export" });
    const exported = await write(client, source.files, making, how).finally(async () => client.end());
    await nameIt(making, place, exported);
    return exported;
  } catch (error) {
    if (error instanceof DatabaseFailure) throw error;
    if (["ENOSPC", "EDQUOT"].includes(codeOf(error))) throw failure(noRoom, cannot, dirname(place));
    throw failure(notExported, cannot, messageOf(error));
  } finally {
    await rm(making, { recursive: true, force: true });
  }
}

async function nameIt(making: string, place: string, manifest: Manifest): Promise<void> {
  if (isTar(place)) {
    const names = [manifestName, ...partsOf(manifest).map(({ name }) => name)];
    await packFolder(making, names, `${making}/${manifestName}.tar`);
    await rename(`${making}/${manifestName}.tar`, place);
    return;
  }
  if (existsSync(place)) rmdirSync(place);
  await rename(making, place);
}

async function write(client: Client, files: string, folder: string, how: How): Promise<Exported> {
  const { version, anonymise = false, withoutContents = false, progress = () => undefined } = how;
  await liftBounds(client);
  await holdFilesForExport(client);
  // In the order in which the rows lie there, and whatever the settings of the server are.
  await client.query(`SET TimeZone = 'UTC'; SET DateStyle = 'ISO'; SET IntervalStyle = 'postgres';
    SET synchronize_seqscans = off; SET extra_float_digits = 1; SET bytea_output = 'hex'`);
  await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
  const { rows: now } = await client.query<{ moment: Date }>("SELECT now() AS moment");
  if ((await readApplied(client)) === undefined)
    throw failure(notExported, cannot, "no document was applied to it yet");
  const documents = await writeDocuments(client, folder, anonymise);
  const { travelling, unknown } = await readTables(client);
  const chosen = travelling.filter((table) => !anonymise || table.how.anonymised);
  const staging = anonymise ? stagingOf(documents.source) : undefined;
  const tables: TablePart[] = [];
  for (const [index, table] of chosen.entries()) {
    progress("rows", index, chosen.length);
    tables.push(await writeRows(client, table, folder, staging?.replacing(table) ?? new Map()));
  }
  const sequences = await sequencesOf(client);
  const contents = anonymise
    ? await writePlaceholders(client, folder)
    : withoutContents
      ? { files: [], missing: await versionsOf(client) }
      : await writeFiles(client, files, folder, progress);
  await client.query("COMMIT");
  const manifest: Manifest = {
    format,
    version,
    title: documents.title,
    moment: now[0]?.moment.toISOString() ?? "",
    anonymised: anonymise,
    documents: documents.parts,
    tables,
    ...contents,
    sequences,
    leftOut: unknown,
  };
  const written = await writePart(folder, manifestName, [Buffer.from(printManifest(manifest))]);
  return { ...manifest, bytes: partsOf(manifest).reduce((sum, { bytes }) => sum + bytes, written.bytes) };
}

/** Of what was applied before, too, where nothing is hidden. */
async function writeDocuments(client: ClientBase, folder: string, onlyLast: boolean) {
  const { rows } = await client.query<{ id: string; title: string; source: string }>(
    "SELECT id::text, title, source FROM writ.applied AS one ORDER BY one.id",
  );
  const parts: Manifest["documents"][number][] = [];
  for (const { id, source } of onlyLast ? rows.slice(-1) : rows)
    parts.push({ id, ...(await writePart(folder, `documents/${id}.md`, [Buffer.from(source)])) });
  const { title = "", source = "" } = rows.at(-1) ?? {};
  return { parts, title, source };
}

/** The key is forgotten with the export. */
const stagingOf = (source: string): Anonymise =>
  anonymiseFor(source, masksOf(randomBytes(32)), (type) => placeholderOf(type).byteLength);

async function sequencesOf(client: ClientBase): Promise<Manifest["sequences"]> {
  const found: Record<string, { readonly last: string; readonly isUsed: boolean }> = {};
  for (const { of, sequence } of await readSequences(client)) {
    const { rows } = await client.query<{ last: string; isUsed: boolean }>(
      `SELECT last_value::text AS last, is_called AS "isUsed" FROM ${sequence}`,
    );
    if (rows[0] !== undefined) found[of] = rows[0];
  }
  return found;
}

async function versionsOf(client: ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ version: string }>(
    "SELECT DISTINCT version FROM storage.objects WHERE version IS NOT NULL ORDER BY version",
  );
  return rows.map(({ version }) => version);
}

async function writeFiles(client: ClientBase, files: string, folder: string, progress: ExportProgress) {
  const versions = await versionsOf(client);
  const written: Manifest["files"][number][] = [];
  const missing: string[] = [];
  for (const [index, version] of versions.entries()) {
    progress("files", index, versions.length);
    const path = join(files, version.slice(0, 2), version);
    if ((await stat(path).catch(unlessMissing)) === undefined) missing.push(version);
    else written.push({ version, ...(await writePart(folder, contentName(version), createReadStream(path))) });
  }
  return { files: written, missing };
}

async function writePlaceholders(client: ClientBase, folder: string) {
  const { rows } = await client.query<{ version: string; type: unknown }>(
    "SELECT DISTINCT ON (version) version, metadata -> 'mimetype' AS type FROM storage.objects WHERE version IS NOT NULL",
  );
  const written: Manifest["files"][number][] = [];
  for (const { version, type } of rows)
    written.push({ version, ...(await writePart(folder, contentName(version), [placeholderOf(bareType(type))])) });
  return { files: written, missing: [] };
}
