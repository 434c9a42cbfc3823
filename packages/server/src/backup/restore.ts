// Brings a backup back into an empty place: its database as of a moment, and its files, whole or not at all.
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { mkdir, open } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { pipeline } from "node:stream/promises";
import { unpackTar } from "modern-tar/fs";
import type { Client } from "pg";
import { lsnOf } from "../postgres/connections/replication.ts";
import { majorVersion } from "../postgres/embedded/binaries.ts";
import { syncFolder } from "../postgres/embedded/durable-file.ts";
import type { Passwords } from "../postgres/embedded/passwords.ts";
import { recoverDatabase } from "../postgres/embedded/recover.ts";
import { codeOf, DatabaseFailure, failure } from "../postgres/failure.ts";
import { readStored, refuseNewer } from "../postgres/stored-version.ts";
import { readSource } from "../applying/applied.ts";
import { deleteAgain, readDeletedAccounts, type DeletedAgain } from "./deleted-accounts.ts";
import { isVersion } from "../storage/disk/write-pieces.ts";
import { lastMoment } from "./list.ts";
import {
  damagedFile,
  filesAlone,
  missingFile,
  momentOutside,
  notRecovered,
  otherMajor,
  placeTaken,
} from "./problems.ts";
import { type DatabaseOfBackup, type LogPart, type Manifest, type Repository } from "./repository.ts";
import { readSealed } from "./sealed-file.ts";
import { beginLineage } from "./state.ts";
import { LogWriter } from "./write-ahead-log.ts";

/** To which moment: that of the backup itself, one after it, or the last one that is there. */
export type Target = "backup" | "latest" | Date;

export type Restored = {
  readonly manifest: Manifest;
  readonly files: number;
  /** Contents that rows name, and that the product itself had no more. */
  readonly missing: readonly string[];
  readonly deletedAgain: DeletedAgain;
  /** To which moment, if it says so: of the last change that came back. */
  readonly moment: string;
  /** Changes that were backed up and cannot be brought back, since a part of the log before them is missing or damaged. */
  readonly lost: LostLog | undefined;
  /** The document of that moment. */
  readonly source: string | undefined;
};

export type RestoreProgress = (what: "database" | "recovery" | "files", done?: number, of?: number) => void;

type How = {
  readonly manifest: Manifest;
  readonly target: Target;
  /** No log is needed after the part that holds all of what was saved before then. */
  readonly logUntil?: Date;
  readonly progress?: RestoreProgress;
  /** It goes with this process, however that ends. */
  readonly isScratch?: boolean;
  /** Ids of accounts that were deleted since, beside those that the backups know of. */
  readonly deleted?: readonly string[];
  /** Looks at the database before anyone uses it. */
  readonly look?: (client: Client) => Promise<void>;
};

/** Being there, it says that a restore did not come to its end, and that the files are its own. */
const unfinished = "restoring";

export async function restoreBackup(repository: Repository, folder: string, how: How): Promise<Restored> {
  const { target } = how;
  try {
    return await restoreTo(repository, folder, how);
  } catch (error) {
    if (!(target instanceof Date) || codeOf(error) !== momentOutside.code) throw error;
    // The log says when something was saved, and nothing was after that moment.
    const last = (await lastMoment(repository, how.manifest)) ?? new Date(how.manifest.moment);
    if (last < target) throw failure(momentOutside, target.toISOString(), `the last moment is ${last.toISOString()}`);
    return restoreTo(repository, folder, { ...how, target: "latest", logUntil: target });
  }
}

async function restoreTo(repository: Repository, folder: string, how: How): Promise<Restored> {
  const { manifest, target, look, progress = () => undefined, deleted = [], isScratch = false } = how;
  const { database } = manifest;
  if (database === undefined) throw failure(filesAlone, manifest.id);
  if (database.postgres !== majorVersion) throw failure(otherMajor, database.postgres, majorVersion);
  const hadPlace = existsSync(folder);
  const hadPostgres = existsSync(join(folder, "postgres"));
  const place = preparePlace(folder);
  const until = target === "backup" ? new Date(0) : target === "latest" ? how.logUntil : target;
  const files = join(place, "files");
  const coming = join(place, "files.restoring");
  let found: Omit<Restored, "manifest" | "lost"> | undefined;
  let lost: LostLog | undefined;
  try {
    await recoverDatabase(place, {
      passwords: database.passwords as Passwords,
      isScratch,
      target: targetSettings(database, target),
      fill: async (data) => {
        progress("database");
        await pipeline(readSealed(repository.base(manifest.id)), unpackTar(data));
        lost = await layLog(repository, manifest, database, { until, folder: join(data, "pg_wal") });
        progress("recovery");
      },
      look: async (client) => {
        refuseNewer(await readStored(client));
        await look?.(client);
        await beginLineage(client);
        const deletedAgain = await deleteAgain(client, [...(await readDeletedAccounts(repository)), ...deleted]);
        const source = await readSource(client);
        const { wanted, missing } = await filesWanted(client, manifest);
        await bringFiles(repository, wanted, coming, progress);
        const moment = target === "backup" ? manifest.moment : await lastChange(client, manifest);
        found = { moment, files: wanted.length, missing, deletedAgain, source };
      },
      ready: async () => {
        renameSync(coming, files);
        syncFolder(place);
      },
    });
  } catch (error) {
    const made = [coming, join(place, unfinished), ...(hadPostgres ? [] : [join(place, "postgres")])];
    for (const one of hadPlace ? made : [place]) rmSync(one, { recursive: true, force: true, maxRetries: 5 });
    throw inWords(error, target);
  }
  rmSync(join(place, unfinished), { force: true });
  if (found === undefined) throw new Error("what was recovered has been looked at");
  return { manifest, ...found, lost };
}

/** What the place may hold: nothing, or what an earlier restore has left there when it was cut off. */
function preparePlace(folder: string): string {
  const place = resolve(folder);
  mkdirSync(place, { recursive: true, mode: 0o700 });
  const mark = join(place, unfinished);
  const isTaken = (name: string) => existsSync(join(place, name)) && readdirSync(join(place, name)).length > 0;
  if (isTaken(join("postgres", "data")) || (isTaken("files") && !existsSync(mark))) throw failure(placeTaken, place);
  writeFileSync(mark, "");
  for (const name of ["files", "files.restoring"]) rmSync(join(place, name), { recursive: true, force: true });
  return place;
}

function targetSettings({ point }: DatabaseOfBackup, target: Target): Readonly<Record<string, string>> {
  if (target === "latest") return {};
  if (target === "backup") return { recovery_target_name: point };
  // This setting takes no "Z".
  return {
    recovery_target_time: target.toISOString().replace("T", " ").replace("Z", "+00"),
    recovery_target_inclusive: "on",
  };
}

export type LostLog = { readonly from: string; readonly to: string };

/** `until`: undefined: all of it. */
type Laying = { readonly until: Date | undefined; readonly folder: string };

/** As much of the log as is there without a gap, and as is needed. What comes behind a gap is lost. */
async function layLog(
  repository: Repository,
  { moment: begin }: Manifest,
  { lineage, log }: DatabaseOfBackup,
  { until, folder }: Laying,
): Promise<LostLog | undefined> {
  const { timeline } = log;
  const [from, to] = [lsnOf(log.from), lsnOf(log.to)];
  const writer = new LogWriter(folder, timeline);
  const parts = await repository.logs(lineage, timeline);
  let at = from;
  let moment = begin;
  let isBroken = false;
  const lay = async (part: LogPart) => {
    const written = at;
    let place = part.from;
    for await (const bytes of readSealed(part.sealed)) {
      if (place + BigInt(bytes.length) > written) await writer.write(place, bytes, written);
      place += BigInt(bytes.length);
    }
    at = part.to;
    moment = part.moment.toISOString();
  };
  try {
    for (const part of parts) {
      if (part.to <= at) continue;
      isBroken = part.from > at;
      if (isBroken || (at >= to && isEnough(moment, until))) break;
      try {
        await lay(part);
      } catch (error) {
        // Without the log of the backup itself there is nothing.
        if (codeOf(error) !== damagedFile.code || at < to) throw error;
        isBroken = true;
        break;
      }
    }
  } finally {
    await writer.end();
  }
  if (at < to) throw failure(missingFile, `log/${lineage}-${timeline}`);
  const last = parts.at(-1);
  return isBroken && last !== undefined && !isEnough(moment, until)
    ? { from: moment, to: last.moment.toISOString() }
    : undefined;
}

/** `moment`: everything that was saved before it is laid. */
const isEnough = (moment: string, until: Date | undefined): boolean => until !== undefined && new Date(moment) > until;

async function lastChange(client: Client, manifest: Manifest): Promise<string> {
  const { rows } = await client.query<{ at: Date | null }>("SELECT pg_last_xact_replay_timestamp() AS at");
  return rows[0]?.at?.toISOString() ?? manifest.moment;
}

type Wanted = { readonly wanted: readonly string[]; readonly missing: readonly string[] };

async function filesWanted(client: Client, manifest: Manifest): Promise<Wanted> {
  const { rows } = await client.query<{ version: string }>(
    "SELECT DISTINCT version FROM storage.objects WHERE version IS NOT NULL",
  );
  const versions = rows.map(({ version }) => version);
  return {
    wanted: versions.filter((version) => !manifest.missing.includes(version)),
    missing: versions.filter((version) => manifest.missing.includes(version)),
  };
}

/**
 * The files alone, for a database that is somewhere else and that its operator has brought back already: those that its
 * rows name and that the folder does not have.
 */
export async function restoreFiles(
  repository: Repository,
  folder: string,
  { manifest, client, progress = () => undefined }: Pick<How, "manifest" | "progress"> & { readonly client: Client },
): Promise<Pick<Restored, "files" | "missing">> {
  const files = join(resolve(folder), "files");
  const { wanted, missing } = await filesWanted(client, manifest);
  const there = (path: string) => existsSync(join(files, path.slice(0, 2), path));
  const absent = wanted.filter((version) => !there(version));
  const known = absent.filter((version) => existsSync(repository.file(version).path));
  await bringFiles(repository, known, files, progress);
  return { files: known.length, missing: [...missing, ...absent.filter((version) => !known.includes(version))] };
}

async function bringFiles(
  repository: Repository,
  versions: readonly string[],
  into: string,
  progress: RestoreProgress,
): Promise<void> {
  await mkdir(into, { recursive: true, mode: 0o700 });
  for (const [index, version] of versions.entries()) {
    progress("files", index, versions.length);
    // What was put into a backup by someone else leads nowhere.
    if (!isVersion(version)) throw failure(damagedFile, version);
    const path = join(into, version.slice(0, 2), version);
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    // Under its name it is whole.
    const file = await open(`${path}.part`, "w", 0o600);
    try {
      for await (const bytes of readSealed(repository.file(version))) await file.writeFile(bytes);
      await file.datasync();
    } finally {
      await file.close();
    }
    renameSync(`${path}.part`, path);
    syncFolder(dirname(path));
  }
}

/** What PostgreSQL says of a moment that it cannot reach. */
const unreached = /recovery ended before configured recovery target|before consistent recovery point/;

function inWords(error: unknown, target: Target): unknown {
  if (!(error instanceof DatabaseFailure) || error.code !== "D007") return error;
  if (target instanceof Date && unreached.test(error.message))
    return failure(momentOutside, target.toISOString(), "nothing that was backed up is later than that moment");
  return failure(notRecovered, error.message);
}
