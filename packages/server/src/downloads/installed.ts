// Packages that only some documents need, and where they are: beside Writ, or downloaded earlier.
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** A package as Writ was made with it: the version, and the checksum of everything that belongs to it. */
export type PinnedPackage = {
  readonly name: string;
  readonly version: string;
  /** What it takes on the disk. */
  readonly megabytes: number;
  /** With the package.json and the package-lock.json that install it. */
  readonly lockfiles: string;
};

/** Made when Writ is packed. In its repository they are missing: everything is installed there. */
const lockfiles = fileURLToPath(new URL("./lockfiles", import.meta.url));

const fileName = (name: string): string => name.replace("/", "+");

/** Undefined where this Writ was not packed with one for this platform. */
export function pinnedPackage(name: string): PinnedPackage | undefined {
  const folder = join(lockfiles, fileName(name));
  if (!existsSync(folder)) return undefined;
  const { writ, dependencies } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  return { name, version: dependencies[name], megabytes: writ.megabytes, lockfiles: folder };
}

/** Where downloads are kept for all products of this account. */
function downloadsFolder(): string {
  const { env, platform } = process;
  const given = (name: string) => env[name] || undefined;
  const own = given("WRIT_DOWNLOADS");
  if (own !== undefined) return own;
  if (platform === "win32") return join(given("LOCALAPPDATA") ?? join(homedir(), "AppData", "Local"), "writ");
  if (platform === "darwin") return join(homedir(), "Library", "Caches", "writ");
  return join(given("XDG_CACHE_HOME") ?? join(homedir(), ".cache"), "writ");
}

/** Of another version of Writ, another folder: what one needs the other may still use. */
export const folderOf = ({ name, version }: Pick<PinnedPackage, "name" | "version">): string =>
  join(downloadsFolder(), `${fileName(name)}-${version}`);

/** The folder of an installed package; undefined where it is neither beside Writ nor downloaded. */
export function findInstalled(name: string): string | undefined {
  const pinned = pinnedPackage(name);
  const beside = resolveIn(import.meta.url, name);
  if (beside !== undefined && (pinned === undefined || isAsGood(versionIn(beside), pinned.version))) return beside;
  if (pinned === undefined) return undefined;
  return downloadedAt(pinned);
}

/** Exactly there: what lies in a folder around it may be anybody's. */
export function downloadedAt(wanted: Pick<PinnedPackage, "name" | "version">): string | undefined {
  const downloaded = join(folderOf(wanted), "node_modules", wanted.name);
  return existsSync(join(downloaded, "package.json")) ? downloaded : undefined;
}

const versionIn = (folder: string): string => JSON.parse(readFileSync(join(folder, "package.json"), "utf8")).version;

/** What somebody installed for themselves may be another one: the same major version, and not an older one. */
export function isAsGood(version: string, pinned: string): boolean {
  const [found, wanted] = [version, pinned].map((one) => one.split(/[.-]/).slice(0, 3).map(Number));
  if (found?.[0] !== wanted?.[0] || version.includes("-")) return false;
  const [, minor = 0, patch = 0] = found ?? [];
  const [, least = 0, leastPatch = 0] = wanted ?? [];
  return minor > least || (minor === least && patch >= leastPatch);
}

function resolveIn(from: string, name: string): string | undefined {
  try {
    return dirname(createRequire(from).resolve(`${name}/package.json`));
  } catch {
    return undefined;
  }
}
