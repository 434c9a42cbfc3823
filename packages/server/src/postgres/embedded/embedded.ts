// The database that Writ brings with it: made, started, watched and started again.
import { readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import type { ClientConfig } from "pg";
import { databaseAccount } from "./account.ts";
import { majorVersion } from "./binaries.ts";
import { connectionFailure, trackClients } from "../clients.ts";
import { makeCluster } from "./cluster.ts";
import type { Database, Login, OnState } from "../database.ts";
import { writeAs, writeDurably } from "./durable-file.ts";
import { endEarlierPreparation, endEarlierServer } from "./earlier-server.ts";
import { codeOf, failure } from "../failure.ts";
import { halfMadeIn, hasDatabase, openDataDirectory, directoryFailure, type DataDirectory } from "./data-directory.ts";
import { lockFolder } from "./lock.ts";
import { readPasswords, type Login as Role, type Passwords } from "./passwords.ts";
import { startPostmaster } from "./postmaster.ts";
import { prepareRun, type Undo } from "./prepare-run.ts";
import { down, passwordsMissing } from "../problems.ts";
import { closePublic, databaseName, makeRoles, rolesMark } from "../roles.ts";
import { asFile, scratchSettings, sizedSettings, thisMachine } from "./settings.ts";
import { supervise } from "./supervise.ts";

const isWindows = process.platform === "win32";

export type OpenOptions = {
  readonly onState: OnState;
  /** As many as it has to allow. */
  readonly connections?: number | undefined;
};

export async function openEmbedded(
  { folder, isScratch = false }: { readonly folder: string; readonly isScratch?: boolean },
  { onState, connections }: OpenOptions,
): Promise<Database> {
  const directory = openDataDirectory(folder);
  const undo: Undo = [lockFolder(directory.path)];
  const undoAll = async () => {
    for (const step of undo.splice(0).reverse()) await step();
  };
  try {
    const account = databaseAccount(directory.data);
    const removed = isScratch ? [dirname(directory.path)] : [];
    const run = await prepareRun(directory.path, account, undo, { removed });
    const { binaries, runtime, watchdog, host, port } = run;
    for (const half of halfMadeIn(directory)) {
      await endEarlierPreparation(half);
      rmSync(half, { recursive: true, force: true, maxRetries: 5 });
    }
    const isMade = hasDatabase(directory);
    const passwords = readPasswords(directory.passwords, isMade);
    if (!isMade) await makeCluster({ directory, account, binaries, runtime, watchdog }, passwords);

    const settings = { ...run.settings, ...(isScratch ? scratchSettings : {}) };
    const start = async () => {
      await endEarlierServer(directory.data, account);
      writeAs(account, join(directory.data, "postgresql.conf"), asFile(sizedSettings(thisMachine(), connections)));
      return startPostmaster({ data: directory.data, account, binaries, settings, watchdog });
    };
    const supervised = await supervise(start, onState);
    undo.push(supervised.stop);
    const configOf = (user: Role): ClientConfig => ({
      host,
      port,
      user,
      password: passwords[user],
      database: databaseName,
    });
    if (!isReady(directory))
      await furnish(directory, configOf("postgres"), passwords).catch((error: unknown) => {
        throw spokenPassword(error, directory);
      });
    const clients = trackClients();
    undo.push(clients.end);
    const url = addressOf(host, port, passwords.writ_owner);
    writeDurably(directory.address, `${url}\n`);
    undo.push(() => rmSync(directory.address, { force: true }));
    return {
      url,
      capabilities: { majorVersion, superuser: true, bypassRls: true, replication: true, logicalWal: true },
      state: supervised.state,
      connect: async ({ as = "owner", ...options } = {}) => {
        const state = supervised.state();
        if (state.is !== "ready")
          throw failure(down, state.is === "stopped" ? "it was stopped" : state.failure.message);
        try {
          return await clients.connect({ ...configOf(as === "superuser" ? "postgres" : roleOf[as]), ...options });
        } catch (error) {
          throw spokenPassword(connectionFailure(error), directory);
        }
      },
      poolConfig: (as) => configOf(roleOf[as]),
      stop: undoAll,
    };
  } catch (error) {
    await undoAll();
    throw directoryFailure(error, directory.path);
  }
}

/** They are ours alone, so that only another file of passwords can be wrong. */
const spokenPassword = (error: unknown, directory: DataDirectory): unknown =>
  codeOf(error) === "28P01" ? failure(passwordsMissing, directory.passwords) : error;

const roleOf: Readonly<Record<Login, Role>> = { owner: "writ_owner", authenticator: "authenticator" };

/** Whether the roles are those of this version. To make them again harms nothing. */
function isReady({ ready }: DataDirectory): boolean {
  try {
    const { roles }: { roles?: unknown } = JSON.parse(readFileSync(ready, "utf8"));
    return roles === rolesMark;
  } catch {
    return false;
  }
}

/** Roles and the database of ours; done again where it was interrupted. */
async function furnish(directory: DataDirectory, superuser: ClientConfig, passwords: Passwords): Promise<void> {
  const clients = trackClients();
  try {
    await makeRoles(await clients.connect({ ...superuser, database: "postgres" }), passwords);
    await closePublic(await clients.connect(superuser));
  } finally {
    await clients.end();
  }
  writeDurably(directory.ready, `${JSON.stringify({ roles: rolesMark })}\n`);
}

/** Its host is a folder, which every client of PostgreSQL takes as a parameter. */
function addressOf(host: string, port: number, password: string): string {
  const user = `postgresql://writ_owner:${password}@`;
  return isWindows
    ? `${user}${host}:${port}/${databaseName}`
    : `${user}/${databaseName}?host=${encodeURIComponent(host)}`;
}
