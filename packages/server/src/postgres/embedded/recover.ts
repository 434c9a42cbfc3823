// A database that is made of a backup: PostgreSQL recovers it under another name, and one rename makes it the database.
import { randomUUID } from "node:crypto";
import { chownSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Client } from "pg";
import { trackClients } from "../clients.ts";
import { failure } from "../failure.ts";
import { noDatabase } from "../problems.ts";
import { databaseName } from "../roles.ts";
import { databaseAccount } from "./account.ts";
import { directoryFailure, halfMadeIn, nameHalfMade, openDataDirectory } from "./data-directory.ts";
import { syncFolder, writeAs, writeDurably } from "./durable-file.ts";
import { endEarlierPreparation } from "./earlier-server.ts";
import { lockFolder } from "./lock.ts";
import type { Passwords } from "./passwords.ts";
import { startPostmaster } from "./postmaster.ts";
import { prepareRun, type Undo } from "./prepare-run.ts";
import { asFile, sizedSettings, thisMachine, type Settings } from "./settings.ts";

export type Recovery = {
  /** The folder around it goes with this process, however that ends. */
  readonly isScratch: boolean;
  readonly passwords: Passwords;
  /** Where to stop; empty: at the end of the log. */
  readonly target: Settings;
  /** Puts the files of the backup into this folder. */
  readonly fill: (data: string) => Promise<void>;
  /** Looks at what came of it. What it throws makes all of it undone. */
  readonly look: (client: Client) => Promise<void>;
  /** Right before it becomes the database. */
  readonly ready: () => Promise<void>;
};

/** The folder has no database yet. It has one afterwards, or nothing was changed. */
export async function recoverDatabase(
  folder: string,
  { isScratch, passwords, target, fill, look, ready }: Recovery,
): Promise<void> {
  const directory = openDataDirectory(folder);
  const undo: Undo = [lockFolder(directory.path)];
  try {
    if (existsSync(directory.data)) throw failure(noDatabase, directory.data);
    const account = databaseAccount(directory.data);
    const removed = isScratch ? [dirname(directory.path)] : [];
    const run = await prepareRun(directory.path, account, undo, { removed });
    const { binaries, watchdog, host, port } = run;
    for (const earlier of halfMadeIn(directory)) {
      await endEarlierPreparation(earlier);
      rmSync(earlier, { recursive: true, force: true, maxRetries: 5 });
    }
    const half = nameHalfMade(directory, randomUUID());
    undo.push(() => rmSync(half, { recursive: true, force: true, maxRetries: 5 }));
    mkdirSync(half, { mode: 0o700 });
    await fill(half);
    writeAs({}, join(half, "recovery.signal"), "");
    if (account.uid !== undefined && account.gid !== undefined) chownAll(half, account.uid, account.gid);
    writeAs(account, join(half, "postgresql.conf"), asFile(sizedSettings(thisMachine())));
    const settings = { ...run.settings, ...untilRecovered, ...target };
    const server = await startPostmaster({ data: half, account, binaries, settings, watchdog });
    undo.push(server.stop);
    const clients = trackClients();
    undo.push(clients.end);
    const login = { host, port, user: "postgres", password: passwords.postgres, database: databaseName };
    await look(await clients.connect(login));
    await clients.end();
    await server.stop();
    writeDurably(directory.passwords, `${JSON.stringify(passwords, null, 2)}\n`);
    await ready();
    renameSync(half, directory.data);
    syncFolder(directory.path);
  } catch (error) {
    throw directoryFailure(error, directory.path);
  } finally {
    for (const step of undo.reverse()) await step();
  }
}

/** All of the log is there already: nothing has to be brought from anywhere. */
const untilRecovered: Settings = {
  restore_command: "exit 1",
  recovery_target_timeline: "current",
  recovery_target_action: "promote",
  hot_standby: "off",
};

function chownAll(path: string, uid: number, gid: number): void {
  chownSync(path, uid, gid);
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    const inner = join(path, entry.name);
    if (entry.isDirectory()) chownAll(inner, uid, gid);
    else if (entry.isFile()) chownSync(inner, uid, gid);
  }
}
