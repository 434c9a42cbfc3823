// Where the socket lies while the database runs: a folder that only PostgreSQL's user can enter.
import { spawnSync } from "node:child_process";
import { chmodSync, chownSync, existsSync, lstatSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import type { Account } from "./account.ts";
import { writeDurably } from "./durable-file.ts";

/** `isTemporary` where it is to be removed as soon as nothing uses it. */
export type RuntimeFolder = { readonly path: string; readonly isTemporary: boolean };

/** The system keeps the path of a socket in 108 bytes, on macOS in 104. */
const longestPath = 103;
const socketName = "/.s.PGSQL.5432";

/**
 * In the data directory, so that the address stays the same from start to start; in the system's temporary folder where the path
 * is too long for a socket, closed to the account, or on a file system without sockets, and where programs are copied
 * too, which a volume for data need not let run.
 *
 * Who may connect: the folder is of mode 0700 and belongs to the account, so the system refuses every other user but
 * root before PostgreSQL is asked (Linux and macOS check the folders of a socket's path). Peer authentication, which asks
 * the system who is at the other end, cannot be used: Writ and PostgreSQL are different users when root starts them, and
 * one user of the system has several roles here. The folder alone would do, but the account may be `nobody`, which
 * other services share, and Windows has no such folder; so every role needs its password (SCRAM) on top.
 */
export async function makeRuntimeFolder(
  directory: string,
  account: Account,
  hasPrograms: boolean,
): Promise<RuntimeFolder> {
  const near = join(directory, "run");
  const pointer = join(directory, "run-at");
  removeRest(near, pointer, account);
  if (!hasPrograms && process.platform !== "win32" && fits(near) && canReach(dirname(near), account)) {
    mkdirSync(near, { mode: 0o700 });
    if (await takesSockets(near)) return { path: give(near, account), isTemporary: false };
    rmSync(near, { recursive: true, force: true });
  }
  const temporary = fits(join(tmpdir(), "writ-123456")) ? tmpdir() : "/tmp";
  const path = mkdtempSync(join(temporary, "writ-"));
  writeDurably(pointer, path);
  return { path: give(path, account), isTemporary: true };
}

/** What an earlier start left behind because its watchdog was killed with it. */
function removeRest(near: string, pointer: string, account: Account): void {
  const far = existsSync(pointer) ? readFileSync(pointer, "utf8") : "";
  const owner = far === "" ? undefined : lstatSync(far, { throwIfNoEntry: false })?.uid;
  // With this name and owner it can only be ours; all accounts share the temporary folder.
  const isOurs = /^writ-\w{6}$/.test(basename(far)) && [account.uid, process.getuid?.()].includes(owner);
  for (const path of isOurs ? [near, far] : [near]) rmSync(path, { recursive: true, force: true, maxRetries: 5 });
  rmSync(pointer, { force: true });
}

const fits = (path: string) => Buffer.byteLength(path + socketName) <= longestPath;

function give(path: string, { uid, gid }: Account): string {
  if (uid !== undefined && gid !== undefined) chownSync(path, uid, gid);
  chmodSync(path, 0o700);
  return path;
}

/** Whether every folder on the way lets the account pass. */
export function canReach(path: string, account: Account): boolean {
  if (account.uid === undefined) return true;
  return spawnSync("sh", ["-c", 'cd "$0"', path], { ...account, cwd: "/", stdio: "ignore" }).status === 0;
}

async function takesSockets(folder: string): Promise<boolean> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once("error", () => resolve(false));
    server.listen(`${folder}${socketName}`, () => server.close(() => resolve(true)));
  });
}
