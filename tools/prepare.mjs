// The first file of every npm script: `node tools/prepare.mjs tools/test.ts WORDS` installs what the lockfile names
// where it is missing, and runs the script on the pinned Node. Runs on any Node from 20 on, so it is plain JavaScript.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { pinnedNode, runOnPinnedNode } from "../packages/cli/bin/pinned-node.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));

if (process.argv[1] === fileURLToPath(import.meta.url)) await main(process.argv.slice(2));

async function main(/** @type {readonly string[]} */ [script, ...args]) {
  if (script === undefined) throw new Error("Usage: node tools/prepare.mjs SCRIPT [ARGUMENTS]");
  if (!isInstalled(readLockfile("package-lock.json"), readLockfile("node_modules/.package-lock.json"))) install();
  await runOnPinned(join(root, script), args);
}

function runOnPinned(/** @type {string} */ file, /** @type {readonly string[]} */ args) {
  const node = pinnedNode();
  // npm 11 links the pinned Node as node_modules/.bin/node, which its scripts find first. npm 10 loses that link among
  // those of the other platforms, so what a script starts must find the pinned Node here.
  if (node !== undefined) process.env["PATH"] = [dirname(node.path), process.env["PATH"]].join(delimiter);
  if (process.version !== node?.version) return runOnPinnedNode(file, args);
  process.argv.splice(1, 2, file);
  return import(pathToFileURL(file).href);
}

function readLockfile(/** @type {string} */ name) {
  const file = join(root, name);
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")).packages : {};
}

/**
 * Whether everything that the lockfile names is there in that version. npm keeps what it installed in
 * node_modules/.package-lock.json. What is optional may be missing: it is for another platform.
 * @param {Record<string, { version?: string, integrity?: string, link?: boolean, optional?: boolean }>} wanted
 * @param {Record<string, { version?: string, integrity?: string, link?: boolean }>} installed
 */
export function isInstalled(wanted, installed) {
  return Object.entries(wanted).every(([path, one]) => {
    if (path === "") return true;
    const found = installed[path];
    if (found === undefined) return one.optional === true;
    return found.version === one.version && found.integrity === one.integrity && found.link === one.link;
  });
}

function install() {
  // Told on standard error, because the standard output belongs to the script.
  console.error("Installing the packages of package-lock.json ...");
  const npm = process.env["npm_execpath"];
  const node = process.env["npm_node_execpath"] ?? process.execPath;
  /** @type {import("node:child_process").SpawnSyncOptions} */
  const options = { cwd: root, stdio: ["ignore", 2, 2] };
  const { status, error } = npm?.endsWith(".js")
    ? spawnSync(node, [npm, "ci"], options)
    : spawnSync("npm", ["ci"], { ...options, shell: process.platform === "win32" });
  if (status !== 0) {
    console.error(`\`npm ci\` failed. ${error?.message ?? "See above."}`);
    process.exit(1);
  }
}
