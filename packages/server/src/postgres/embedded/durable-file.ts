// Small files that are there in full or not at all, whenever the machine stops.
import { closeSync, constants, fchownSync, fsyncSync, openSync, renameSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import type { Account } from "./account.ts";

/** Only its owner may read it. */
export function writeDurably(path: string, text: string): void {
  const part = `${path}.part`;
  const file = openSync(part, "w", 0o600);
  try {
    writeSync(file, text);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(part, path);
  syncFolder(dirname(path));
}

/** What was made, renamed or removed in this folder stays so. */
export function syncFolder(path: string): void {
  // Windows cannot open folders, and keeps their changes in order by itself.
  if (process.platform === "win32") return;
  const folder = openSync(path, "r");
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}

/**
 * For PostgreSQL's user to read, in a folder of that user. What such a folder holds is not ours to trust: a link that
 * was put there must not make root write to where it leads.
 */
export function writeAs({ uid, gid }: Account, path: string, text: string): void {
  const file = openSync(path, constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC | noFollow, 0o600);
  try {
    if (uid !== undefined && gid !== undefined) fchownSync(file, uid, gid);
    writeSync(file, text);
  } finally {
    closeSync(file);
  }
}

// Windows has no such flag.
const noFollow = process.platform === "win32" ? 0 : constants.O_NOFOLLOW;
