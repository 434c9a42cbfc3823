// Makes a database on the disk, so that it is there in full or not at all.
import { randomUUID } from "node:crypto";
import { chownSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import type { Account } from "./account.ts";
import { dataOption, saysDiskFull } from "./postmaster.ts";
import { failure, type DatabaseFailure } from "../failure.ts";
import { nameHalfMade, directoryFailure, type DataDirectory } from "./data-directory.ts";
import { syncFolder, writeAs } from "./durable-file.ts";
import type { Passwords } from "./passwords.ts";
import { diskFull, notMade } from "../problems.ts";
import type { Watchdog } from "./watchdog.ts";

export type Making = {
  readonly directory: DataDirectory;
  readonly account: Account;
  readonly binaries: string;
  /** A folder that only the account can enter. */
  readonly runtime: string;
  readonly watchdog: Watchdog;
};

export async function makeCluster(making: Making, passwords: Passwords): Promise<void> {
  const { directory, account, binaries, runtime, watchdog } = making;
  const half = nameHalfMade(directory, randomUUID());
  const passwordFile = join(runtime, "password");
  try {
    mkdirSync(half, { mode: 0o700 });
    if (account.uid !== undefined && account.gid !== undefined) chownSync(half, account.uid, account.gid);
    writeAs(account, passwordFile, `${passwords.postgres}\n`);
    const options = [...dataOption(half, account), `--pwfile=${passwordFile}`, ...wanted];
    const {
      process: initdb,
      errors,
      output,
    } = watchdog.start("preparation", join(binaries, "initdb"), options, {
      account,
      folder: half,
    });
    const ended = new Promise<number | null>((resolve, reject) => {
      initdb.once("error", reject);
      initdb.once("exit", resolve);
    });
    const [status, said] = await Promise.all([ended, text(errors), text(output)]);
    if (status !== 0) throw whyNotMade(directory, said);
    renameSync(half, directory.data);
    syncFolder(directory.path);
  } catch (error) {
    rmSync(half, { recursive: true, force: true, maxRetries: 5 });
    throw directoryFailure(error, directory.path);
  } finally {
    rmSync(passwordFile, { force: true });
  }
}

const wanted = [
  "--username=postgres",
  "--auth=scram-sha-256",
  "--encoding=UTF8",
  // Built into PostgreSQL: no library of the system can change under it the order that indexes are kept in.
  "--no-locale",
  "--locale-provider=builtin",
  "--builtin-locale=C.UTF-8",
  "--data-checksums",
  "--no-instructions",
];

function whyNotMade(directory: DataDirectory, said: string): DatabaseFailure {
  return saysDiskFull(said)
    ? failure(diskFull, directory.path)
    : failure(notMade, directory.path, said.trim().slice(-1000));
}
