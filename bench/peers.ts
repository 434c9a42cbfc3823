// What benches compare with or measure by, installed by npm into folders of their own: nothing of Writ depends on it.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Installed once, and again where other versions are named. */
export function install(folder: string, packages: Readonly<Record<string, string>>): string {
  const list = join(folder, "package.json");
  const wanted = JSON.stringify({ private: true, dependencies: packages });
  if (existsSync(join(folder, "node_modules")) && readFileSync(list, "utf8") === wanted) return folder;
  mkdirSync(folder, { recursive: true });
  writeFileSync(list, wanted);
  const { status, stderr } = spawnSync("npm", ["install", "--no-audit", "--no-fund"], {
    cwd: folder,
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(stderr);
  return folder;
}
