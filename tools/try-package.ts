// `npm run test:package`: what somebody does who has only Node and a terminal, with the packages as they are published, from
// a registry; on the oldest Node that they run on, and on the one of this repository.
import assert from "node:assert/strict";
import { spawn, spawnSync, type SpawnSyncReturns } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync } from "node:fs";
import { delimiter, join } from "node:path";
import { tmpdir } from "node:os";
import { fileURLToPath } from "node:url";
import { buildTelling } from "./build-telling.ts";
import { pack } from "./pack/index.ts";
import { startCollector } from "../packages/server/src/telemetry/testing/collector.ts";
import { startRegistry } from "./pack/registry.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
/** An installation takes no more of the disk. */
const mostMegabytes = 120;

const folder = mkdtempSync(join(tmpdir(), "writ-package-"));
const home = join(folder, "home");
mkdirSync(home);

type Place = { readonly cwd: string; readonly env: NodeJS.ProcessEnv };

const say = (text: string) => console.log(`  ${text}`);

function run({ cwd, env }: Place, command: string, ...words: readonly string[]): SpawnSyncReturns<string> {
  const done = spawnSync(command, words, { cwd, env, encoding: "utf8" });
  assert.equal(
    done.status,
    0,
    `${command} ${words.join(" ")}: ${done.stdout}${done.stderr}${done.error?.message ?? ""}`,
  );
  return done;
}

/** Nothing of this process but what any terminal has: the Node, npm, and an empty home. */
function placeOn(node: string, url: string, cwd: string): Place {
  const bin = join(folder, `bin-${process.hrtime.bigint()}`);
  mkdirSync(bin);
  symlinkSync(node, join(bin, "node"));
  const path = [bin, ...(process.env["PATH"] ?? "").split(delimiter).filter((one) => !one.includes("node_modules"))];
  mkdirSync(cwd, { recursive: true });
  const env = { PATH: path.join(delimiter), HOME: home, npm_config_registry: url, npm_config_update_notifier: "false" };
  return { cwd, env };
}

async function install(place: Place): Promise<void> {
  const began = performance.now();
  const { stdout, stderr } = run(place, "npm", "install", "writ");
  assert.doesNotMatch(stdout + stderr, /warn/i, "npm warns of nothing");
  const size = megabytesIn(join(place.cwd, "node_modules"));
  say(`npm install writ: ${secondsSince(began)} s, ${size} MB`);
  assert.ok(size <= mostMegabytes, `an installation takes ${size} MB, more than ${mostMegabytes}`);
}

async function tryNew(place: Place): Promise<void> {
  run(place, "npx", "writ", "new", "Tool shed");
  const shed = { ...place, cwd: join(place.cwd, "tool-shed") };
  run(shed, "npx", "writ", "check");
  await serving(shed, ["npx", "writ", "run", "--sample", "--port", "0", "--json"], async ({ url }) => {
    assert.equal((await fetch(`${url}/ready`)).status, 200);
    await showsPage(url);
  });
  run(shed, "npx", "writ", "test", "--only", "6/");
}

/** What is read from files of the package is there: statements, and lists. */
function tryKeeping(place: Place): void {
  const shed = { ...place, cwd: join(place.cwd, "tool-shed") };
  const backups = join(folder, `backups-${process.hrtime.bigint()}`);
  const [restored, imported] = ["restored", "imported"].map((name) => join(backups, name)) as [string, string];
  run(shed, "npx", "writ", "backup", backups);
  assert.match(run(shed, "npx", "writ", "backup", "verify", backups).stdout, /comes back/);
  run(shed, "npx", "writ", "restore", backups, "--data", restored);
  run(shed, "npx", "writ", "export", join(backups, "shed.tar"));
  run(shed, "npx", "writ", "import", join(backups, "shed.tar"), "--data", imported);
  say("it is backed up, restored, exported and imported");
}

/** What makes traces is in the package, and is loaded where they are asked for. */
async function tryTraces(place: Place): Promise<void> {
  const collector = await startCollector();
  const env = { ...place.env, OTEL_EXPORTER_OTLP_ENDPOINT: collector.url };
  await serving(
    { env, cwd: join(place.cwd, "tool-shed") },
    ["npx", "writ", "run", "--port", "0", "--json"],
    async ({ url }) => void (await fetch(`${url}/rest/v1/`)),
  );
  assert.ok(collector.received.some(({ body }) => body.includes("GET /rest/v1/")));
  await collector.close();
  say("it sends traces");
}

/** A document with code of calls and with a component: both need something that is not installed. */
async function tryDownloads(place: Place): Promise<void> {
  const example = join(root, "examples/project-tracker/SPEC.md");
  const data = join(folder, `data-${process.hrtime.bigint()}`);
  const offline = spawnSync(
    "npx",
    ["writ", "start", example, "--offline", "--apply", "--with-gaps", "--data", data, "--port", "0"],
    { ...place, encoding: "utf8" },
  );
  assert.equal(offline.status, 1, offline.stderr);
  assert.match(
    offline.stderr,
    /Vite is needed for components, and is not installed; nothing is downloaded while offline/,
  );
  const errors = await serving(
    place,
    ["npx", "writ", "run", example, "--sample", "--data", data, "--port", "0", "--json"],
    async ({ url }) => showsPage(url),
  );
  assert.match(errors, /Downloading Deno [\d.]+ \(\d+ MB on disk\), once/);
  assert.match(errors, /Downloading Vite [\d.]+ \(\d+ MB on disk\), once/);
  assert.doesNotMatch(errors, /is not installed|could not be downloaded/);
  run(place, "npx", "writ", "download", example);
}

async function tryCreate(place: Place): Promise<void> {
  run(place, "npm", "create", "--yes", "writ", "Shop list");
  const shop = { ...place, cwd: join(place.cwd, "shop-list") };
  run(shop, "npm", "install");
  await serving(shop, ["npm", "start", "--silent", "--", "--port", "0", "--json"], async ({ url }) => showsPage(url));
}

async function showsPage(url: string): Promise<void> {
  const page = await (await fetch(url, { headers: { accept: "text/html" } })).text();
  const [, script = ""] = /src="([^"]+)"/.exec(page) ?? [];
  assert.equal((await fetch(new URL(script, url))).status, 200, `the page names a script that is there: ${script}`);
}

/** Runs a command until it has said its line and was used; returns what it said on standard error. */
async function serving(
  { cwd, env }: Place,
  [command = "", ...words]: readonly string[],
  use: (line: { readonly url: string }) => Promise<void>,
): Promise<string> {
  const began = performance.now();
  const child = spawn(command, words, { cwd, env, detached: true, stdio: ["ignore", "pipe", "pipe"] });
  let [said, errors] = ["", ""];
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  child.stderr.on("data", (piece: Buffer) => (errors += piece.toString()));
  const line = await new Promise<string>((resolve, reject) => {
    child.stdout.on("data", (piece: Buffer) => {
      said += piece.toString();
      const whole = said.split("\n").find((one) => one.startsWith("{"));
      if (whole !== undefined && said.includes("\n")) resolve(whole);
    });
    void ended.then((code) => reject(new Error(`${words.join(" ")} ended with ${code}: ${said}${errors}`)));
  });
  say(`${[command, ...words.slice(0, 2)].join(" ")}: serves after ${secondsSince(began)} s`);
  try {
    await use(JSON.parse(line));
  } finally {
    // All of it, as Ctrl-C in a terminal.
    process.kill(-(child.pid ?? 0), "SIGINT");
    await ended;
  }
  return errors;
}

const secondsSince = (began: number): string => ((performance.now() - began) / 1000).toFixed(1);

function megabytesIn(place: string): number {
  const files = readdirSync(place, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
  return Math.ceil(
    files.reduce((sum, one) => sum + statSync(join(one.parentPath, one.name)).blocks * 512, 0) / 2 ** 20,
  );
}

await buildTelling();
try {
  const tarballs = await pack(root, { out: join(folder, "tarballs"), allPlatforms: false });
  const registry = await startRegistry(folder, tarballs);
  try {
    const nodes = [registry.oldestNode, process.execPath].filter((node) => node !== undefined);
    for (const [index, node] of nodes.entries()) {
      console.log(`Node ${spawnSync(node, ["--version"], { encoding: "utf8" }).stdout.trim()}`);
      const place = placeOn(node, registry.url, join(folder, `installed-${index}`));
      await install(place);
      await tryNew(place);
      tryKeeping(place);
      await tryTraces(place);
      if (index === 0) await tryDownloads(place);
      if (index === 0) await tryCreate(placeOn(node, registry.url, join(folder, "created")));
    }
  } finally {
    await registry.stop();
  }
  console.log("The packages can be installed and used.");
} finally {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
