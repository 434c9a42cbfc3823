// Downloads a package that a document needs: npm installs exactly what Writ was made with, and runs none of its scripts.
import { spawn } from "node:child_process";
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { folderOf, type PinnedPackage } from "./installed.ts";

/** Its message is for people. */
export class DownloadFailure extends Error {}

export async function download(pinned: PinnedPackage): Promise<void> {
  const folder = folderOf(pinned);
  const around = dirname(folder);
  let made: string | undefined;
  try {
    mkdirSync(around, { recursive: true });
    made = mkdtempSync(join(around, "incomplete-"));
    cpSync(pinned.lockfiles, made, { recursive: true });
    await install(made);
    // A service may be installed by one account, and run as another.
    chmodSync(made, 0o755);
    // Complete or not there: a download that is interrupted leaves nothing that is taken for it.
    if (!existsSync(folder)) renameSync(made, folder);
  } catch (failure) {
    // Another process may have downloaded it in the meantime.
    if (existsSync(folder)) return;
    if (failure instanceof DownloadFailure) throw failure;
    throw new DownloadFailure(failure instanceof Error ? failure.message : String(failure));
  } finally {
    if (made !== undefined) rmSync(made, { recursive: true, force: true });
  }
}

const options = ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--omit=dev", "--loglevel=error"];

async function install(folder: string): Promise<void> {
  const [program, words] = npm();
  const child = spawn(program, [...words, ...options], {
    cwd: folder,
    stdio: ["ignore", "ignore", "pipe"],
    shell: process.platform === "win32" && program === "npm",
    env: ownConfiguration(),
  });
  let errors = "";
  child.stderr.setEncoding("utf8").on("data", (piece: string) => (errors = (errors + piece).slice(-4000)));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  }).catch(() => {
    throw new DownloadFailure("there is no npm on this machine");
  });
  if (code !== 0) throw new DownloadFailure(reasonIn(errors));
}

/** That which runs Writ, as npx does; else the one beside this Node, or on the path. */
function npm(): readonly [string, readonly string[]] {
  const running = process.env["npm_execpath"];
  if (running !== undefined && running.endsWith("npm-cli.js") && existsSync(running))
    return [process.execPath, [running]];
  const beside = join(dirname(process.execPath), "../lib/node_modules/npm/bin/npm-cli.js");
  return existsSync(beside) ? [process.execPath, [beside]] : ["npm", []];
}

/** What npm says to the scripts that it runs is about the folder where it was called, and not about this one. */
function ownConfiguration(): NodeJS.ProcessEnv {
  const isOfCaller = (name: string) =>
    /^npm_(?:package|lifecycle)_/i.test(name) ||
    /^npm_config_(?:local_prefix|prefix|workspace|workspaces|call|package|global|omit|include)$/i.test(name);
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !isOfCaller(name)));
}

const reasonIn = (errors: string): string => {
  const lines = errors.split("\n").map((line) => line.replace(/^npm (?:error|ERR!) ?/, "").trim());
  return lines.find((line) => line !== "" && !line.startsWith("code ")) ?? "npm could not install it";
};
