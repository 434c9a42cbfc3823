// One process at a time has a data folder: a lock that the system itself takes away from a process that is gone.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { codeOf, failure } from "../failure.ts";
import { writeDurably } from "./durable-file.ts";
import { inUse, lockDamaged, notWritable } from "../problems.ts";

const notOfSqlite = 26;

type Holder = { readonly process: number; readonly since: string };

/**
 * Takes the lock, and returns what gives it back.
 *
 * The lock is SQLite's on an empty file, because Node has none of its own: a lock of the kernel, so there is no moment
 * at which a crash leaves it behind, and no guess from a process number that may by now be another process's. It holds
 * across containers, in which numbers mean nothing. A file that says who holds it stands beside, only to be shown.
 */
export function lockFolder(directory: string): () => void {
  const file = join(directory, "lock");
  const holder = join(directory, "holder.json");
  let lock: DatabaseSync | undefined;
  try {
    lock = new DatabaseSync(file);
    lock.exec("pragma journal_mode = memory; begin exclusive");
  } catch (error) {
    lock?.close();
    if (codeOf(error) !== "ERR_SQLITE_ERROR") throw error;
    const errcode = error instanceof Error && "errcode" in error ? error.errcode : undefined;
    // To make another one in its place would let a second process in beside one that has this one open.
    if (errcode === notOfSqlite) throw failure(lockDamaged, file);
    const isBusy = errcode === 5;
    if (!isBusy)
      throw failure(notWritable, directory, error instanceof Error ? error.message : "the lock cannot be taken");
    throw failure(inUse, directory, readHolder(holder));
  }
  const taken = lock;
  try {
    const self: Holder = { process: process.pid, since: new Date().toISOString() };
    writeDurably(holder, `${JSON.stringify(self)}\n`);
  } catch (error) {
    taken.close();
    throw error;
  }
  return () => taken.close();
}

function readHolder(file: string): Holder | undefined {
  try {
    const read: Holder = JSON.parse(readFileSync(file, "utf8"));
    return read;
  } catch {
    return undefined;
  }
}
