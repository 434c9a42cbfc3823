// Lockfiles of what is downloaded when a document needs it: exactly what Writ was made with, and nothing else.
import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export type Locked = {
  readonly version: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly link?: boolean;
  readonly license?: string;
  readonly integrity?: string;
  readonly optional?: boolean;
};

export type Lockfile = { readonly lockfileVersion: number; readonly packages: Readonly<Record<string, Locked>> };

/** By their paths in node_modules: a package, and everything that it depends on. */
export function lockedFor(name: string, { packages }: Lockfile): ReadonlyMap<string, Locked> {
  const found = new Map<string, Locked>();
  const add = (of: string, from: string): void => {
    const path = findPath(of, from, packages);
    if (path === undefined || found.has(path)) return;
    const locked = packages[path];
    if (locked === undefined) return;
    // What is needed only for the development of ours is needed here.
    const {
      dev: _,
      optional: __,
      ...needed
    } = locked as Locked & { readonly dev?: boolean; readonly optional?: boolean };
    const isOptional = Object.hasOwn(packages[from]?.optionalDependencies ?? {}, of);
    found.set(path, isOptional ? { ...needed, optional: true } : needed);
    for (const one of Object.keys({ ...locked.dependencies, ...locked.optionalDependencies })) add(one, path);
  };
  add(name, "");
  return found;
}

/** As Node finds it: in the modules of the package itself, or of one around it. */
function findPath(name: string, from: string, packages: Lockfile["packages"]): string | undefined {
  for (let around = from; ; around = around.slice(0, Math.max(0, around.lastIndexOf("node_modules/") - 1))) {
    const path = `${around === "" ? "" : `${around}/`}node_modules/${name}`;
    if (Object.hasOwn(packages, path)) return path;
    if (around === "") return undefined;
  }
}

/** `megabytes`: what it takes on the disk. */
export function writeLockfiles(name: string, megabytes: number, lockfile: Lockfile, folder: string): void {
  const locked = lockedFor(name, lockfile);
  const version = locked.get(`node_modules/${name}`)?.version;
  if (version === undefined) throw new Error(`package-lock.json does not name ${name}`);
  const into = join(folder, name.replace("/", "+"));
  const manifest = { private: true, dependencies: { [name]: version } };
  mkdirSync(into, { recursive: true });
  const write = (file: string, value: unknown) =>
    writeFileSync(join(into, file), `${JSON.stringify(value, undefined, 2)}\n`);
  write("package.json", { ...manifest, writ: { megabytes } });
  write("package-lock.json", {
    lockfileVersion: lockfile.lockfileVersion,
    requires: true,
    packages: { "": manifest, ...Object.fromEntries(locked) },
  });
}

/** What a package and its dependencies take here. Those for other platforms are as large as the one for this. */
export function megabytesOf(name: string, lockfile: Lockfile, root: string): number {
  const here = name.startsWith("@deno/") ? installedDeno(lockfile, root) : name;
  const bytes = [...lockedFor(here, lockfile).keys()].map((path) => sizeOf(join(root, path)));
  return Math.ceil(bytes.reduce((sum, one) => sum + one, 0) / 1e6);
}

function installedDeno({ packages }: Lockfile, root: string): string {
  const path = Object.keys(packages).find(
    (one) => one.startsWith("node_modules/@deno/") && existsSync(join(root, one)),
  );
  if (path === undefined) throw new Error("Deno is not installed for this platform");
  return path.slice("node_modules/".length);
}

const sizeOf = (folder: string): number =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((one) => one.isFile())
        .reduce((sum, one) => sum + statSync(join(one.parentPath, one.name)).size, 0)
    : 0;
