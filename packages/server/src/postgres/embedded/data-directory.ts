// The folder `<folder>/postgres` on the disk: what lies where, and whether it can be used.
import { accessSync, constants, existsSync, mkdirSync, readFileSync, readdirSync, renameSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { majorVersion } from "./binaries.ts";
import { codeOf, failure, messageOf } from "../failure.ts";
import { diskFull, noDatabase, noFolder, notWritable, otherVersion } from "../problems.ts";

export type DataDirectory = {
  readonly path: string;
  /** PostgreSQL's own files; there in full or not at all. */
  readonly data: string;
  /** The passwords of the roles that log in. */
  readonly passwords: string;
  /** There when the database has its roles. */
  readonly ready: string;
  /** While it runs: where commands beside the process that has it reach it. */
  readonly address: string;
};

/** Of a database that runs in this folder; undefined where none does. Only anyone who may start it may read it. */
export function addressIn(folder: string): string | undefined {
  try {
    return readFileSync(join(resolve(folder), "postgres", "address"), "utf8").trim();
  } catch {
    return undefined;
  }
}

export function openDataDirectory(folder: string): DataDirectory {
  const path = join(resolve(folder), "postgres");
  try {
    // Asked first, because making a folder fails with a misleading reason on a file system that is read-only.
    const nearest = nearestThere(path);
    if (!statSync(nearest).isDirectory()) throw failure(noFolder, path);
    accessSync(nearest, constants.W_OK | constants.X_OK);
    // As root, PostgreSQL runs as another account, which must be able to traverse the folder but not to list it.
    makeFolder(path, process.getuid?.() === 0 ? 0o711 : 0o700);
    accessSync(path, constants.W_OK | constants.X_OK);
  } catch (error) {
    throw codeOf(error) === "ENOENT" ? failure(notWritable, path, messageOf(error)) : directoryFailure(error, path);
  }
  return {
    path,
    data: join(path, "data"),
    passwords: join(path, "passwords.json"),
    ready: join(path, "ready.json"),
    address: join(path, "address"),
  };
}

/** One after the other: where the system makes none and says that there is none, Node's own way tries for ever. */
function makeFolder(path: string, mode: number): void {
  if (existsSync(path)) return;
  makeFolder(dirname(path), mode);
  try {
    mkdirSync(path, { mode });
  } catch (error) {
    // Another process was faster.
    if (codeOf(error) !== "EEXIST" || !statSync(path).isDirectory()) throw error;
  }
}

const nearestThere = (path: string): string => (existsSync(path) ? path : nearestThere(dirname(path)));

/** What the system says about a folder, as one of our failures; anything else as it is. */
export function directoryFailure(error: unknown, path: string): unknown {
  const code = codeOf(error);
  if (["EEXIST", "ENOTDIR"].includes(code)) return failure(noFolder, path);
  if (["EACCES", "EPERM", "EROFS"].includes(code)) return failure(notWritable, path, messageOf(error));
  if (["ENOSPC", "EDQUOT"].includes(code)) return failure(diskFull, path);
  return error;
}

/** Whether a database is there. What is there and is none of ours is a failure, and is left alone. */
export function hasDatabase({ data }: DataDirectory): boolean {
  // An upgrade was cut off between two names: the new one is whole.
  if (!existsSync(data) && existsSync(upgradedName(data))) renameSync(upgradedName(data), data);
  if (!existsSync(data) || readdirSync(data).length === 0) return false;
  const version = join(data, "PG_VERSION");
  const found = existsSync(version) ? readFileSync(version, "utf8").trim() : "";
  if (found === "") throw failure(noDatabase, data);
  if (found !== String(majorVersion)) throw failure(otherVersion, data, found, majorVersion);
  return true;
}

/** A database that has been upgraded, before it gets the name of the one that it replaces. */
export const upgradedName = (data: string): string => `${data}.upgraded`;

const halfMade = "making-";

/** A database is made under a name that says that it is not finished, and gets its own by one rename. */
export const nameHalfMade = ({ path }: DataDirectory, mark: string) => join(path, `${halfMade}${mark}`);

/** What has never been a database, and is to be removed; `data` never is. */
export const halfMadeIn = ({ path }: DataDirectory): readonly string[] =>
  readdirSync(path)
    .filter((name) => name.startsWith(halfMade))
    .map((name) => join(path, name));
