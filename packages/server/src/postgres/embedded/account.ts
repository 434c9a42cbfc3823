// Which account PostgreSQL runs as: it refuses to run as root, so root steps down to another account of the system.
import { readFileSync, statSync } from "node:fs";
import { failure } from "../failure.ts";
import { noAccount } from "../problems.ts";

/** Empty where the process is not root, and PostgreSQL runs as the account that started Writ. */
export type Account = { readonly uid?: number; readonly gid?: number };

/**
 * The account for the database in this folder. An existing database stays with its owner. A new one goes to `postgres`
 * before `nobody`, because other services run as `nobody` too, and a process of the owner can read its files.
 */
export function databaseAccount(data: string, accounts = "/etc/passwd"): Account {
  if (process.getuid?.() !== 0) return {};
  const owner = statSync(data, { throwIfNoEntry: false });
  if (owner !== undefined && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  const known = readFileSync(accounts, "utf8")
    .split("\n")
    .map((line) => line.split(":"));
  const found = ["postgres", "_postgres", "nobody"].flatMap((name) => known.filter(([each]) => each === name))[0];
  if (found === undefined) throw failure(noAccount);
  // macOS writes the number of `nobody` as -2.
  return { uid: Number(found[2]) >>> 0, gid: Number(found[3]) >>> 0 };
}
