// A folder that is made once and copied from then on: making a database takes longer than most tests of it.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { openDatabase, type Database } from "../index.ts";

const project = resolve(import.meta.dirname, "../../../../..");
const cache = join(project, "node_modules/.cache/writ-tests");

/**
 * Puts what `make` puts into an empty folder there. It is made anew when the code that makes databases has changed, or
 * what is installed.
 */
export async function copied(folder: string, name: string, make: () => Promise<void>): Promise<void> {
  // Whose a file is goes along with it, which Node's own copying forgets.
  if (process.platform === "win32") return make();
  const template = join(cache, `${name}-${edition()}`);
  if (existsSync(template)) return copy(template, folder);
  await make();
  mkdirSync(cache, { recursive: true });
  const half = mkdtempSync(join(cache, "half-"));
  try {
    copy(folder, half);
    renameSync(half, template);
  } catch (error) {
    rmSync(half, { recursive: true, force: true });
    // Another file of tests was quicker.
    if (!existsSync(template)) throw error;
  }
}

/** An embedded database for a test that is not about how databases are made. */
export async function openMade(folder: string): Promise<Database> {
  await copied(folder, "database", async () => (await openDatabase({ folder })).stop());
  return openDatabase({ folder });
}

function copy(from: string, to: string): void {
  const { status, stderr } = spawnSync("cp", ["-a", `${from}/.`, to], { encoding: "utf8" });
  if (status !== 0) throw new Error(`cp: ${stderr}`);
}

function edition(): string {
  const hash = createHash("sha256");
  const code = globSync("packages/{server/src/postgres,language/src/testing}/**/*.ts", { cwd: project });
  for (const file of [...code.sort(), "package-lock.json"]) hash.update(readFileSync(join(project, file)));
  return hash.digest("hex").slice(0, 16);
}
