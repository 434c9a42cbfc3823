// The folder of backups: what lies where in it, and whether it may be read and written with the key that there is.
import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync } from "node:fs";
import { readdir, rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";
import { writeDurably } from "../postgres/embedded/durable-file.ts";
import { lockFolder } from "../postgres/embedded/lock.ts";
import { codeOf, DatabaseFailure, failure, messageOf } from "../postgres/failure.ts";
import type { LogRange } from "./write-ahead-log.ts";
import {
  backupRuns,
  damagedFile,
  keyNeeded,
  newerFormat,
  noBackup,
  notEncrypted,
  otherFolder,
  otherKey,
  otherProduct,
  targetAway,
  targetFull,
  weakKey,
} from "./problems.ts";
import { readSealed, writeSealed, type BackupKey, type Sealed } from "./sealed-file.ts";

const format = 1;
/** It says that the folder is one of backups. */
const mark = "writ-backup.json";

export type Table = { readonly name: string; readonly rows: number };

/** What is known of the database of a backup, if that was the product's own. */
export type DatabaseOfBackup = {
  readonly postgres: number;
  /** Whose log of changes belongs to it. */
  readonly lineage: string;
  readonly log: { readonly timeline: number; readonly from: string; readonly to: string };
  /** What the moment is called in the log. */
  readonly point: string;
  /** The rows of each table at that moment; undefined where writers never paused for it. */
  readonly tables: readonly Table[] | undefined;
  readonly passwords: Readonly<Record<string, string>>;
};

export type Manifest = {
  readonly format: number;
  readonly id: string;
  /** The moment to which it leads, and when it was begun. */
  readonly moment: string;
  readonly begun: string;
  /** Of Writ. */
  readonly version: string;
  /** The document. */
  readonly source: string | undefined;
  /** Undefined where the database is somewhere else, and is backed up there. */
  readonly database: DatabaseOfBackup | undefined;
  /** The contents that files may have at that moment. */
  readonly files: readonly { readonly version: string; readonly bytes: number }[];
  /** What rows name although the product itself has it no more. */
  readonly missing: readonly string[];
  /** What it takes in the folder, without files that an earlier one has brought. */
  readonly bytes: { readonly database: number; readonly files: number };
};

export type Repository = {
  readonly folder: string;
  readonly key: BackupKey | undefined;
  readonly base: (id: string) => Sealed;
  readonly file: (version: string) => Sealed;
  readonly deletedAccounts: Sealed;
  /** The complete ones, oldest first. */
  readonly list: () => Promise<readonly string[]>;
  readonly manifest: (id: string) => Promise<Manifest>;
  /** A backup is there as soon as its manifest is. */
  readonly finish: (manifest: Manifest) => Promise<void>;
  readonly remove: (id: string) => Promise<void>;
  /** Backups that did not come to their end. */
  readonly incomplete: () => Promise<readonly string[]>;
  /** All contents of files, with when they were brought. */
  readonly allFiles: () => AsyncIterable<{ readonly version: string; readonly path: string }>;
  /** All parts of all logs. */
  readonly allLogs: () => Promise<readonly LogPart[]>;
  /** Parts of the log, in order; `lineage`: whose it is. */
  readonly logs: (lineage: string, timeline: number) => Promise<readonly LogPart[]>;
  readonly log: (lineage: string, range: LogRange, moment: Date) => Sealed;
};

/** `moment`: everything that was saved before it is in it, or in an earlier part. */
export type LogPart = LogRange & { readonly lineage: string; readonly moment: Date; readonly sealed: Sealed };

const idForm = /^(\d{4}-\d{2}-\d{2}T\d{2})-(\d{2})-(\d{2})-(\d{3}Z)$/;
const isId = (name: string): boolean => idForm.test(name);
/** Sorted by name is sorted by time. */
export const idOf = (moment: Date): string => moment.toISOString().replace(/[:.]/g, "-");
const momentOf = (id: string): Date => new Date(id.replace(idForm, "$1:$2:$3.$4"));
const partName = /^(?<from>[0-9a-f]{16})-(?<to>[0-9a-f]{16})-(?<at>[\dTZ-]{24})$/;

type Mark = {
  readonly format: number;
  readonly encryption: "none" | "aes-256-gcm";
  readonly check?: string;
  /** Whose backups it has, since the first one. */
  readonly product?: string;
};

/** What the key is checked by; it says nothing about the key itself. */
const checkOf = (key: BackupKey) => createHmac("sha256", key).update("writ backup key").digest("base64url");

/** `words`: any text of some length; undefined and empty: no encryption. */
export function keyOf(words: string | undefined): BackupKey | undefined {
  if (words === undefined || words === "") return undefined;
  if (words.length < 32) throw failure(weakKey);
  return Buffer.from(hkdfSync("sha256", words, "", "writ backup", 32));
}

function readMark(folder: string): Mark | undefined {
  const path = join(folder, mark);
  if (!existsSync(path)) return undefined;
  try {
    return JSON.parse(readFileSync(path, "utf8")) as Mark;
  } catch {
    throw failure(otherFolder, folder);
  }
}

function checkMark(folder: string, found: Mark, key: BackupKey | undefined): void {
  if (!(found.format <= format)) throw failure(newerFormat, folder, found.format, format);
  if (found.encryption === "none") {
    if (key !== undefined) throw failure(notEncrypted, folder);
    return;
  }
  if (key === undefined) throw failure(keyNeeded, folder);
  const [expected, given] = [Buffer.from(checkOf(key)), Buffer.from(String(found.check))];
  if (expected.length !== given.length || !timingSafeEqual(expected, given)) throw failure(otherKey, folder);
}

/** Undefined where it is damaged: the others are as good as before. */
export async function readableManifest(repository: Repository, id: string): Promise<Manifest | undefined> {
  try {
    return await repository.manifest(id);
  } catch (error) {
    if (codeOf(error) === damagedFile.code) return undefined;
    throw error;
  }
}

export const hasRepository = (folder: string): boolean => existsSync(join(folder, mark));

/** To read from. */
export function openRepository(folder: string, key: BackupKey | undefined): Repository {
  const path = resolve(folder);
  const found = readMark(path);
  if (found === undefined) throw failure(noBackup, path, undefined);
  checkMark(path, found, key);
  return repositoryIn(path, key);
}

/** Whether backups may be made there, as far as that does not change by itself. Nothing is made. */
export function checkTarget(folder: string, key: BackupKey | undefined): void {
  const path = resolve(folder);
  const found = readMark(path);
  if (found !== undefined) checkMark(path, found, key);
  else if (existsSync(path) && statSync(path).isDirectory()) needEmpty(path);
}

function needEmpty(path: string): void {
  if (readdirSync(path).some((name) => !["lost+found", "lock", "holder.json"].includes(name)))
    throw failure(otherFolder, path);
}

/** To write into: made where it is missing. Nobody else writes into it until the second one is called. */
export function lockRepository(folder: string, key: BackupKey | undefined): readonly [Repository, () => void] {
  const path = resolve(folder);
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
    const found = readMark(path);
    if (found === undefined) needEmpty(path);
    if (found !== undefined) checkMark(path, found, key);
    const release = lockFolder(path);
    if (found === undefined) {
      const made: Mark =
        key === undefined ? { format, encryption: "none" } : { format, encryption: "aes-256-gcm", check: checkOf(key) };
      writeDurably(join(path, mark), `${JSON.stringify(made)}\n`);
    }
    return [repositoryIn(path, key), release];
  } catch (error) {
    if (error instanceof DatabaseFailure && error.code === "D003") throw failure(backupRuns, `into ${path}`);
    throw targetFailure(error, path);
  }
}

/** A folder has the backups of one product: what one keeps, another would remove. */
export function claimRepository({ folder }: Repository, product: string | undefined): void {
  const found = readMark(folder);
  if (found === undefined || product === undefined || found.product === product) return;
  if (found.product !== undefined) throw failure(otherProduct, folder);
  writeDurably(join(folder, mark), `${JSON.stringify({ ...found, product })}\n`);
}

const waitMilliseconds = 60_000;
const pauseMilliseconds = 100;

/** The same, where another one writes into it for moments only: that of a schedule. */
export async function lockRepositoryInTurn(
  ...[folder, key]: Parameters<typeof lockRepository>
): Promise<ReturnType<typeof lockRepository>> {
  for (let waited = 0; ; waited += pauseMilliseconds) {
    try {
      return lockRepository(folder, key);
    } catch (error) {
      if (codeOf(error) !== backupRuns.code || waited >= waitMilliseconds) throw error;
      await delay(pauseMilliseconds);
    }
  }
}

/** What the system says about the folder, in our words; anything else as it is. */
export function targetFailure(error: unknown, folder: string): unknown {
  const code = codeOf(error);
  if (["ENOSPC", "EDQUOT"].includes(code)) return failure(targetFull, folder);
  if (["EACCES", "EPERM", "EROFS", "EIO", "ENOTDIR", "EEXIST", "ESTALE", "D002"].includes(code))
    return failure(targetAway, folder, messageOf(error));
  return error;
}

function repositoryIn(folder: string, key: BackupKey | undefined): Repository {
  const sealed = (...names: readonly string[]): Sealed => ({
    path: join(folder, ...names),
    name: names.join("/"),
    key,
  });
  const manifestOf = (id: string) => sealed("backups", id, "manifest");
  const logFolder = (lineage: string, timeline: number) => ["log", `${lineage}-${timeline}`] as const;
  const logsOf = async (lineage: string, timeline: number): Promise<readonly LogPart[]> => {
    const names = await namesIn(join(folder, ...logFolder(lineage, timeline)));
    const parts = names.flatMap((name) => {
      const { from: first = "", to: last = "", at = "" } = partName.exec(name)?.groups ?? {};
      if (first === "") return [];
      const [from, to] = [BigInt(`0x${first}`), BigInt(`0x${last}`)];
      return [
        { lineage, timeline, from, to, moment: momentOf(at), sealed: sealed(...logFolder(lineage, timeline), name) },
      ];
    });
    return parts.toSorted((a, b) => (a.from < b.from ? -1 : a.from > b.from ? 1 : 0));
  };
  return {
    folder,
    key,
    base: (id) => sealed("backups", id, "base.tar"),
    file: (version) => sealed("files", version.slice(0, 2), version),
    deletedAccounts: sealed("deleted-accounts"),
    list: async () => {
      const names = await namesIn(join(folder, "backups"));
      return names.filter((name) => isId(name) && existsSync(manifestOf(name).path)).toSorted();
    },
    manifest: async (id) => {
      if (!isId(id) || !existsSync(manifestOf(id).path)) throw failure(noBackup, folder, id);
      return JSON.parse(await text(readSealed(manifestOf(id)))) as Manifest;
    },
    finish: async (manifest) => {
      await writeSealed(manifestOf(manifest.id), [Buffer.from(JSON.stringify(manifest))]);
    },
    remove: async (id) => {
      if (!isId(id)) throw failure(noBackup, folder, id);
      await rm(manifestOf(id).path, { force: true });
      await rm(join(folder, "backups", id), { recursive: true, force: true });
    },
    incomplete: async () => {
      const names = await namesIn(join(folder, "backups"));
      return names.filter((name) => isId(name) && !existsSync(manifestOf(name).path));
    },
    allFiles: async function* () {
      for (const part of await namesIn(join(folder, "files")))
        for (const version of await namesIn(join(folder, "files", part)))
          yield { version, path: join(folder, "files", part, version) };
    },
    allLogs: async () => {
      const all: LogPart[] = [];
      for (const name of await namesIn(join(folder, "log"))) {
        const [, lineage = "", timeline = ""] = /^(.+)-(\d+)$/.exec(name) ?? [];
        all.push(...(await logsOf(lineage, Number(timeline))));
      }
      return all;
    },
    logs: logsOf,
    log: (lineage, { timeline, from, to }, moment) => {
      const [first, last] = [from, to].map((lsn) => lsn.toString(16).padStart(16, "0"));
      return sealed(...logFolder(lineage, timeline), `${first}-${last}-${idOf(moment)}`);
    },
  };
}

async function namesIn(folder: string): Promise<readonly string[]> {
  return readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw error;
  });
}
