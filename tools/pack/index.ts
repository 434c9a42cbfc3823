// The packages as they are published: what is in each, and its package.json.
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { bundle } from "./bundle.ts";
import { writeBill } from "./bill-of-materials.ts";
import { megabytesOf, writeLockfiles, type Lockfile } from "./lockfiles.ts";
import { layPostgres, platformHere, postgresPackages } from "./postgres.ts";
import { typesEntry, writeTypes } from "./types.ts";

type Manifest = {
  readonly version: string;
  readonly description: string;
  readonly license: string;
  readonly engines: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
};

/** Not installed with Writ: it downloads them for documents that need them. */
const downloaded = /^(?:@deno\/|vite$)/;

export type PackOptions = {
  readonly out: string;
  /** PostgreSQL also for the platforms that this machine is not. */
  readonly allPlatforms: boolean;
};

/** The tarballs that were written: `writ`, `create-writ`, and what they install of ours. */
export async function pack(root: string, { out, allPlatforms }: PackOptions): Promise<readonly string[]> {
  const work = mkdtempSync(join(tmpdir(), "writ-pack-"));
  try {
    mkdirSync(out, { recursive: true });
    const lockfile = readJson<Lockfile>(join(root, "package-lock.json"));
    const postgres = postgresPackages(lockfile).filter(({ platform }) => allPlatforms || platform === platformHere);
    for (const one of postgres) {
      const places = { root, folder: join(work, one.name), downloads: join(work, "downloads") };
      layPostgres(one, lockfile, places);
    }
    await layWrit(root, lockfile, join(work, "writ"));
    layCreateWrit(root, join(work, "create-writ"));
    const names = [...postgres.map(({ name }) => name), "writ", "create-writ"];
    return names.map((name) => tarball(join(work, name), resolve(out)));
  } finally {
    rmSync(work, { recursive: true });
  }
}

async function layWrit(root: string, lockfile: Lockfile, folder: string): Promise<void> {
  const own = ownManifest(root);
  const imported = await bundle(root, join(folder, "dist"));
  writeTypes(root, join(folder, "types"));
  mkdirSync(join(folder, "bin"));
  cpSync(join(root, "tools/pack/writ.mjs"), join(folder, "bin/writ.mjs"));
  for (const name of ["LICENSE", "SECURITY.md", "deploy", "docs"])
    cpSync(join(root, name), join(folder, name), { recursive: true });
  cpSync(join(root, "tools/pack/README.md"), join(folder, "README.md"));
  const deno = Object.keys(own.optionalDependencies ?? {}).filter((name) => name.startsWith("@deno/"));
  for (const name of ["vite", ...deno])
    writeLockfiles(name, megabytesOf(name, lockfile, root), lockfile, join(folder, "dist/lockfiles"));
  const dependencies = pinned(
    [...imported].filter((name) => !downloaded.test(name)),
    lockfile,
  );
  // npm installs the one of this platform.
  const optionalDependencies = Object.fromEntries(
    postgresPackages(lockfile).map(({ name, version }) => [name, version]),
  );
  writeJson(join(folder, "package.json"), {
    name: "writ",
    ...shared(own),
    bin: { writ: "bin/writ.mjs" },
    exports: { "./screen": { types: `./types/${typesEntry}` }, "./package.json": "./package.json" },
    dependencies,
    optionalDependencies,
    // For the types of components alone, in an editor.
    peerDependencies: pinned(["@mantine/core", "@types/react"], lockfile),
    peerDependenciesMeta: { "@mantine/core": { optional: true }, "@types/react": { optional: true } },
  });
  writeBill(root, folder, { version: own.version, dependencies, optionalDependencies }, lockfile);
}

function layCreateWrit(root: string, folder: string): void {
  const own = ownManifest(root);
  cpSync(join(root, "tools/pack/create"), folder, { recursive: true });
  cpSync(join(root, "LICENSE"), join(folder, "LICENSE"));
  writeJson(join(folder, "package.json"), {
    name: "create-writ",
    ...shared(own),
    description: "Creates a product that Writ runs: npm create writ",
    bin: { "create-writ": "create-writ.mjs" },
    dependencies: { writ: own.version },
  });
}

/** The published packages have the version of the command. */
const ownManifest = (root: string): Manifest => ({
  ...readJson<Manifest>(join(root, "package.json")),
  version: readJson<Manifest>(join(root, "packages/cli/package.json")).version,
});

const shared = ({ version, description, license, engines }: Manifest) => ({
  version,
  description,
  license,
  type: "module",
  engines,
  keywords: ["specification", "markdown", "postgres", "supabase", "low-code"],
});

function pinned(names: readonly string[], { packages }: Lockfile): Readonly<Record<string, string>> {
  return Object.fromEntries(
    names.toSorted().map((name) => {
      const version = packages[`node_modules/${name}`]?.version;
      if (version === undefined) throw new Error(`package-lock.json does not name ${name}`);
      return [name, version];
    }),
  );
}

function tarball(folder: string, out: string): string {
  const { status, stdout, stderr } = spawnSync("npm", ["pack", "--silent", "--pack-destination", out], {
    cwd: folder,
    encoding: "utf8",
    shell: process.platform === "win32",
  });
  if (status !== 0) throw new Error(`npm pack failed: ${stderr}`);
  return join(out, stdout.trim());
}

const readJson = <Value>(file: string): Value => JSON.parse(readFileSync(file, "utf8"));
const writeJson = (file: string, value: unknown): void =>
  writeFileSync(file, `${JSON.stringify(value, undefined, 2)}\n`);
