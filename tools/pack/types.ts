// The types of `writ/screen`, for the editors of people who write components.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";

const entry = "packages/web/src/component/index.ts";

/** Where the types of the entry are, below the folder. */
export const typesEntry = entry.replace(/\.ts$/, ".d.ts");

export function writeTypes(root: string, folder: string): void {
  // Where the compiler finds the types that the sources refer to.
  const made = mkdtempSync(join(root, "node_modules/.types-"));
  try {
    emit(root, made);
    copy(join(made, typesEntry), { root, made, folder }, new Set());
  } finally {
    rmSync(made, { recursive: true });
  }
}

function emit(root: string, made: string): void {
  const project = join(made, "tsconfig.json");
  const options = {
    noEmit: false,
    declaration: true,
    emitDeclarationOnly: true,
    outDir: made,
    rootDir: root,
    paths: Object.fromEntries([...ownFiles(root)].map(([specifier, file]) => [specifier, [join(root, file)]])),
  };
  writeFileSync(
    project,
    JSON.stringify({
      extends: join(root, "packages/web/tsconfig.json"),
      compilerOptions: options,
      files: [join(root, entry)],
      include: [],
    }),
  );
  const { status, stdout } = spawnSync(join(root, "node_modules/.bin/tsc"), ["--project", project], {
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`the types cannot be made: ${stdout}`);
}

type Places = { readonly root: string; readonly made: string; readonly folder: string };

/** Only what the entry leads to. Files of our own name each other as the compiler of whoever uses them expects. */
function copy(file: string, places: Places, done: Set<string>): void {
  if (done.has(file)) return;
  done.add(file);
  const text = readFileSync(file, "utf8").replaceAll(
    /(?<=\bfrom |\bimport\()"((?:\.|@writ\/)[^"]+)"/g,
    (_, specifier: string) => {
      const other = declarationOf(specifier, file, places);
      copy(other, places, done);
      const path = relative(dirname(file), other).replace(/\.d\.ts$/, ".js");
      return JSON.stringify(path.startsWith(".") ? path : `./${path}`);
    },
  );
  const to = join(places.folder, relative(places.made, file));
  mkdirSync(dirname(to), { recursive: true });
  writeFileSync(to, text);
}

function declarationOf(specifier: string, from: string, { root, made }: Places): string {
  const source = specifier.startsWith(".") ? resolve(dirname(from), specifier) : join(made, ownFile(specifier, root));
  const file = source.replace(/\.tsx?$/, ".d.ts");
  if (!existsSync(file)) throw new Error(`there are no types of ${specifier}, which ${relative(made, from)} imports`);
  return file;
}

function ownFile(specifier: string, root: string): string {
  const file = ownFiles(root).get(specifier);
  if (file === undefined) throw new Error(`no package of ours exports ${specifier}`);
  return file;
}

/** What our own packages export: otherwise the compiler makes no types of what it found in node_modules. */
function ownFiles(root: string): ReadonlyMap<string, string> {
  return new Map(
    ["language", "server"].flatMap((name) => {
      const { exports } = JSON.parse(readFileSync(join(root, "packages", name, "package.json"), "utf8"));
      return Object.entries<string>(exports).map(([path, file]): [string, string] => [
        `@writ/${name}${path.slice(1)}`,
        join("packages", name, file),
      ]);
    }),
  );
}
