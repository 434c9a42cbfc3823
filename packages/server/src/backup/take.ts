// Makes a backup while the product serves: its database, its log of changes, and its files, all as of one moment.
import type { Client } from "pg";
import { readSource } from "../applying/applied.ts";
import type { ConnectOptions } from "../postgres/index.ts";
import { DatabaseFailure, failure, messageOf } from "../postgres/failure.ts";
import { textOfLsn } from "../postgres/connections/replication.ts";
import { takeBaseBackup } from "./base-backup.ts";
import { copyFile } from "./copy-file.ts";
import { keepDeletedAccounts } from "./deleted-accounts.ts";
import { markMoment } from "./moment.ts";
import { backupRuns, sourceFailed } from "./problems.ts";
import {
  claimRepository,
  idOf,
  targetFailure,
  type DatabaseOfBackup,
  type Manifest,
  type Repository,
  type Table,
} from "./repository.ts";
import { readLineage, readProductId, recordBackup } from "./state.ts";
import { writeSealed } from "./sealed-file.ts";
import { holdLog, receiveLog, startOfSegment } from "./write-ahead-log.ts";
import { holdFiles } from "../storage/hold.ts";

/** A product that may be running. */
export type Source = {
  readonly connect: (options?: ConnectOptions) => Promise<Client>;
  /** Where the contents of its files are. */
  readonly files: string;
  /** Undefined where the database is somewhere else, and its operator backs it up there. */
  readonly own: { readonly passwords: Readonly<Record<string, string>>; readonly postgres: number } | undefined;
};

export type Progress = (what: "database" | "log" | "files", done?: number, of?: number) => void;

type How = {
  readonly version: string;
  readonly now?: Date;
  readonly progress?: Progress;
  /** Right before it counts. */
  readonly beforeFinish?: () => Promise<void>;
};

/** Nothing of it counts before its manifest is there, which is written last. */
export async function takeBackup(source: Source, repository: Repository, how: How): Promise<Manifest> {
  const clients: Client[] = [];
  const connect = async (options?: ConnectOptions) => {
    const client = await source.connect({ application_name: "writ backup", ...options });
    clients.push(client);
    return client;
  };
  try {
    return await take({ ...source, connect }, repository, how);
  } catch (error) {
    throw inWords(error, repository);
  } finally {
    for (const client of clients) await client.end().catch(() => undefined);
  }
}

function inWords(error: unknown, { folder }: Repository): unknown {
  const failed = targetFailure(error, folder);
  if (failed instanceof DatabaseFailure) return failed;
  return failure(sourceFailed, messageOf(error));
}

async function take(
  source: Source,
  repository: Repository,
  { version, now = new Date(), progress = () => undefined, beforeFinish }: How,
): Promise<Manifest> {
  const id = idOf(now);
  const owner = await source.connect();
  claimRepository(repository, await readProductId(owner));
  for (const each of await repository.incomplete()) await repository.remove(each);
  if (!(await holdFiles(owner))) throw failure(backupRuns, "of this product");
  const taken = source.own === undefined ? undefined : await takeDatabase(source, id, repository, progress);
  const document = await readSource(owner);
  const moment = taken?.moment ?? new Date();
  const files = await copyFiles(await versionsOf(owner), source, repository, progress);
  const tables = await taken?.count();
  await keepDeletedAccounts(owner, repository);
  const manifest: Manifest = {
    format: 1,
    id,
    begun: now.toISOString(),
    moment: moment.toISOString(),
    version,
    source: document,
    database: taken && { ...taken.database, tables },
    files: files.known,
    missing: files.missing,
    bytes: { database: taken?.bytes ?? 0, files: files.bytes },
  };
  await beforeFinish?.();
  await repository.finish(manifest);
  await recordBackup(owner, { id, at: manifest.moment, folder: repository.folder });
  return manifest;
}

type Taken = {
  readonly database: Omit<DatabaseOfBackup, "tables">;
  readonly moment: Date;
  readonly bytes: number;
  readonly count: () => Promise<readonly Table[] | undefined>;
};

async function takeDatabase(
  { connect, own }: Source,
  id: string,
  repository: Repository,
  progress: Progress,
): Promise<Taken> {
  const superuser = async () => connect({ as: "superuser" });
  const replicating = async () => connect({ as: "superuser", replication: "database" } as ConnectOptions);
  progress("database");
  const logging = await replicating();
  const slot = await holdLog(logging);
  let bytes = 0;
  const base = await takeBaseBackup(await replicating(), async (tar) => {
    bytes = await writeSealed(repository.base(id), tar);
  });
  progress("log");
  const point = `writ ${id}`;
  const moment = await markMoment(superuser, point);
  const lineage = await readLineage(await superuser());
  const range = { timeline: base.timeline, from: startOfSegment(base.from), to: moment.lsn };
  bytes += await writeSealed(repository.log(lineage, range, moment.at), receiveLog(logging, range, slot));
  return {
    moment: moment.at,
    bytes,
    count: moment.count,
    database: {
      postgres: own?.postgres ?? 0,
      lineage,
      log: { timeline: base.timeline, from: textOfLsn(range.from), to: textOfLsn(range.to) },
      point,
      passwords: own?.passwords ?? {},
    },
  };
}

/**
 * All that a row may name at the moment of the backup: what is named now, and what has been let go of since. None of it is
 * deleted while the backup holds files.
 */
async function versionsOf(client: Client): Promise<readonly string[]> {
  const { rows } = await client.query<{ version: string }>(
    "SELECT DISTINCT version FROM storage.objects WHERE version IS NOT NULL UNION SELECT version FROM storage.gone",
  );
  return rows.map(({ version }) => version);
}

type Copied = {
  readonly known: { readonly version: string; readonly bytes: number }[];
  readonly missing: string[];
  readonly bytes: number;
};

async function copyFiles(
  versions: readonly string[],
  { files }: Source,
  repository: Repository,
  progress: Progress,
): Promise<Copied> {
  const copied: { known: Copied["known"]; missing: string[]; bytes: number } = { known: [], missing: [], bytes: 0 };
  for (const [index, version] of versions.entries()) {
    progress("files", index, versions.length);
    const one = await copyFile(files, version, repository);
    if (one === undefined) copied.missing.push(version);
    else {
      copied.bytes += one.sealedBytes;
      copied.known.push({ version, bytes: one.bytes });
    }
  }
  return copied;
}
