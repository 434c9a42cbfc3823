// A database of an earlier PostgreSQL becomes one of today's: side by side, and swapped when all of it is there.
import { copyFileSync, existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Client } from "pg";
import { exportArchive } from "../archive/export.ts";
import { importArchive } from "../archive/import.ts";
import { readProductId, writeProductId } from "../backup/state.ts";
import { databaseAccount } from "../postgres/embedded/account.ts";
import { majorVersion } from "../postgres/embedded/binaries.ts";
import { openDataDirectory, upgradedName } from "../postgres/embedded/data-directory.ts";
import { syncFolder } from "../postgres/embedded/durable-file.ts";
import { endEarlierServer } from "../postgres/embedded/earlier-server.ts";
import { lockFolder } from "../postgres/embedded/lock.ts";
import { prepareRun, type Undo } from "../postgres/embedded/prepare-run.ts";
import { readPasswords } from "../postgres/embedded/passwords.ts";
import { startPostmaster } from "../postgres/embedded/postmaster.ts";
import { trackClients } from "../postgres/clients.ts";
import type { ConnectOptions } from "../postgres/database.ts";
import { failure } from "../postgres/failure.ts";
import { openDatabase } from "../postgres/open-database.ts";
import { databaseName } from "../postgres/roles.ts";
import { readStored, refuseNewer } from "../postgres/stored-version.ts";
import { newerPostgres, noEarlier, noProduct, nothingToUpgrade } from "./problems.ts";

export type Upgraded = {
  readonly from: number;
  readonly to: number;
  readonly tables: number;
  readonly rows: number;
  readonly kept: string;
};

type How = {
  readonly version: string;
  /** The folder of an earlier PostgreSQL's programs. */
  readonly programs: (major: number) => Promise<string>;
  readonly progress?: (what: "reading" | "writing", done: number, of: number) => void;
};

/** Beside the database while it goes on; an earlier try that was cut off left it. */
const side = "upgrading";

const majorIn = (data: string): number => Number(readFileSync(join(data, "PG_VERSION"), "utf8").trim());

export async function upgradeDatabase(
  folder: string,
  { version, programs, progress = () => undefined }: How,
): Promise<Upgraded> {
  const place = resolve(folder);
  const old = join(place, "postgres", "data");
  if (!existsSync(join(old, "PG_VERSION"))) throw failure(noProduct, place);
  const from = majorIn(old);
  if (from === majorVersion) throw failure(nothingToUpgrade, place, majorVersion);
  if (from > majorVersion) throw failure(newerPostgres, place, from, majorVersion);
  const directory = openDataDirectory(place);
  const release = lockFolder(directory.path);
  const beside = join(place, side);
  const archive = join(place, `${side}.archive`);
  const clear = () => {
    for (const one of [beside, archive]) rmSync(one, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    clear();
    let product: string | undefined;
    const exported = await withEarlier(directory.path, await programs(from), async (connect) => {
      const client = await connect();
      try {
        refuseNewer(await readStored(client));
        product = await readProductId(client);
      } finally {
        await client.end();
      }
      return exportArchive({ connect, files: join(place, "files") }, archive, {
        version,
        withoutContents: true,
        progress: (_, done, of) => progress("reading", done, of),
      });
    });
    // Whoever has the passwords of the folder reaches the new database with them.
    mkdirSync(join(beside, "postgres"), { recursive: true, mode: 0o700 });
    copyFileSync(directory.passwords, join(beside, "postgres", "passwords.json"));
    await importArchive(archive, beside, { progress: (_, done, of) => progress("writing", done, of) });
    if (product !== undefined) await keepProductId(beside, product);
    const kept = `${directory.data}.${from}`;
    swap(join(beside, "postgres", "data"), directory.data, kept);
    // The roles are looked at anew.
    rmSync(directory.ready, { force: true });
    const rows = exported.tables.reduce((sum, one) => sum + one.rows, 0);
    return { from, to: majorVersion, tables: exported.tables.length, rows, kept };
  } finally {
    clear();
    release();
  }
}

/** Its folder of backups is that of the old one. */
async function keepProductId(folder: string, product: string): Promise<void> {
  const database = await openDatabase({ folder });
  try {
    const client = await database.connect();
    await writeProductId(client, product).finally(async () => client.end());
  } finally {
    await database.stop();
  }
}

/** Whenever the machine stops: the old one is there, or the new one, which the next start finds. */
function swap(made: string, data: string, kept: string): void {
  const waiting = upgradedName(data);
  rmSync(waiting, { recursive: true, force: true, maxRetries: 5 });
  renameSync(made, waiting);
  syncFolder(join(data, ".."));
  renameSync(data, kept);
  renameSync(waiting, data);
  syncFolder(join(data, ".."));
}

type Connect = (options?: ConnectOptions) => Promise<Client>;

/** The old database runs with the programs that it was made with, for this alone. */
async function withEarlier<Result>(
  path: string,
  native: string,
  work: (connect: Connect) => Promise<Result>,
): Promise<Result> {
  const data = join(path, "data");
  const account = databaseAccount(data);
  const undo: Undo = [];
  try {
    const { binaries, watchdog, host, port, settings } = await prepareRun(path, account, undo, { native });
    await endEarlierServer(data, account);
    const server = await startPostmaster({ data, account, binaries, settings, watchdog });
    undo.push(server.stop);
    const clients = trackClients();
    undo.push(clients.end);
    const passwords = readPasswords(join(path, "passwords.json"), true);
    const login = { host, port, database: databaseName };
    return await work(async ({ as, ...options } = {}) => {
      const user = as === "superuser" ? "postgres" : "writ_owner";
      return clients.connect({ ...login, user, password: passwords[user], ...options });
    });
  } finally {
    for (const step of undo.reverse()) await step();
  }
}

/** What an upgrade has kept; which those were. */
export function removeEarlier(folder: string): readonly string[] {
  const place = resolve(folder);
  if (!existsSync(join(place, "postgres", "data"))) throw failure(noProduct, place);
  const directory = openDataDirectory(place);
  const release = lockFolder(directory.path);
  try {
    const found = readdirSync(directory.path).filter((name) => /^data\.\d+$/.test(name));
    if (found.length === 0) throw failure(noEarlier, place);
    for (const name of found) rmSync(join(directory.path, name), { recursive: true, force: true, maxRetries: 5 });
    return found.map((name) => join(directory.path, name));
  } finally {
    release();
  }
}
