#!/usr/bin/env node
// `npm create writ "Tool shed"`: a folder with a small complete product, and the package.json that runs it.
import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

const { resolve } = createRequire(import.meta.url);
const manifest = resolve("writ/package.json");
const { version } = JSON.parse(readFileSync(manifest, "utf8"));
const name = process.argv.slice(2).join(" ") || (process.stdin.isTTY ? await ask("What is the product called? ") : "");

if (name === "") {
  console.error('Give the name of the product: npm create writ "Tool shed"');
  process.exitCode = 2;
} else {
  const made = spawnSync(process.execPath, [join(dirname(manifest), "bin/writ.mjs"), "new", "--json", name], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
  });
  if (made.status === 0) finish(dirname(JSON.parse(made.stdout).file));
  else process.exitCode = made.status ?? 1;
}

/** @param {string} folder */
function finish(folder) {
  const scripts = { start: "writ run --sample", check: "writ check SPEC.md", test: "writ test" };
  const own = { name: folder, private: true, scripts, devDependencies: { writ: version } };
  write(join(folder, "package.json"), `${JSON.stringify(own, undefined, 2)}\n`);
  write(join(folder, ".gitignore"), "node_modules/\n.writ/\n");
  console.log(
    `Created ${folder}/SPEC.md, a small complete product. To run it:\n\n  cd ${folder}\n  npm install\n  npm start\n`,
  );
}

/** @param {string} file @param {string} text */
function write(file, text) {
  if (!existsSync(file)) writeFileSync(file, text);
}

/** @param {string} question */
async function ask(question) {
  const { createInterface } = await import("node:readline/promises");
  const lines = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await lines.question(question);
  lines.close();
  return answer.trim();
}
