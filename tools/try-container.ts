// `npm run test:container`: the image of `deploy/`, built with Buildah on a Debian of debootstrap, and run as it is meant to be
// run: read-only, without a privilege, as its own user; and what systemd says of the unit. For Debian, as root.
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import {
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { tmpdir } from "node:os";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { buildTelling } from "./build-telling.ts";
import { pack } from "./pack/index.ts";
import { startRegistry } from "./pack/registry.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const port = "8731";
const user = 10_001;
/** On systemd's scale, on which 10 is a service that may do everything. */
const mostExposed = 1.5;

if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) {
  console.error("npm run test:container needs Debian, and root: it makes a system in a folder, and mounts it.");
  process.exit(2);
}

const folder = mkdtempSync(join(tmpdir(), "writ-container-"));
const say = (text: string) => console.log(`  ${text}`);

function run(
  command: string,
  words: readonly string[],
  options: { cwd?: string; env?: NodeJS.ProcessEnv } = {},
): string {
  const { status, stdout, stderr } = spawnSync(command, words, { encoding: "utf8", maxBuffer: 2 ** 26, ...options });
  assert.equal(status, 0, `${command} ${words.join(" ")}: ${stdout}${stderr}`);
  return stdout;
}

function needPrograms(): void {
  const missing = ["buildah", "debootstrap", "unshare"].filter((one) => spawnSync("which", [one]).status !== 0);
  if (missing.length > 0)
    run("apt-get", ["install", "-y", "--no-install-recommends", "buildah", "debootstrap", "util-linux"]);
}

/** Buildah keeps its images here, and uses no other container's. */
const buildahEnvironment: NodeJS.ProcessEnv = {
  ...process.env,
  BUILDAH_ISOLATION: "chroot",
  BUILDAH_FORMAT: "docker",
  STORAGE_DRIVER: "vfs",
};
const buildah = (...words: readonly string[]): string =>
  run("buildah", ["--root", join(folder, "storage"), "--runroot", join(folder, "runroot"), ...words], {
    env: buildahEnvironment,
  }).trim();

/** A Debian with Node and npm, and nothing else. */
function makeBase(node: string): void {
  const system = join(folder, "system");
  run("debootstrap", ["--variant=minbase", "--include=ca-certificates,libstdc++6", "bookworm", system]);
  const npm = join(run("npm", ["root", "--global"]).trim(), "npm");
  cpSync(node, join(system, "usr/local/bin/node"));
  cpSync(npm, join(system, "usr/local/lib/node_modules/npm"), { recursive: true });
  for (const name of ["npm", "npx"])
    symlinkSync(`../lib/node_modules/npm/bin/${name}-cli.js`, join(system, "usr/local/bin", name));
  const container = buildah("from", "scratch");
  buildah("add", "--quiet", container, system, "/");
  buildah("commit", "--quiet", container, "localhost/base");
}

/** As the page says: the three files copied into the folder of a document. */
function build(url: string): string {
  const context = join(folder, "context");
  cpSync(join(root, "examples/equipment-lending"), context, { recursive: true });
  for (const name of ["Dockerfile", "compose.yaml", "product.env", ".dockerignore"])
    cpSync(join(root, "deploy", name), join(context, name));
  const given = ["BASE=localhost/base", `WRIT=writ`, `npm_config_registry=${url}`].flatMap((one) => [
    "--build-arg",
    one,
  ]);
  buildah("build", "--network", "host", ...given, "--tag", "product", context);
  return buildah("mount", buildah("from", "product"));
}

type Configuration = {
  readonly User: string;
  readonly Env: readonly string[];
  readonly Cmd: readonly string[];
  readonly Healthcheck: { readonly Test: readonly string[] };
};

async function serve(mounted: string): Promise<void> {
  const inspected = JSON.parse(buildah("inspect", "--type", "image", "product"));
  const { User, Env, Cmd, Healthcheck } = inspected.Docker.config as Configuration;
  assert.equal(User, "writ");
  const data = join(folder, "data");
  mkdirSync(data, { mode: 0o700 });
  chownSync(data, user, user);
  const words = [...Cmd, "--with-gaps", "--port", port];
  const inside = `cd /product && exec writ ${words.join(" ")}`;
  // What an engine does: a root that cannot be written, a volume, memory in /tmp, no privilege.
  const script = `mount --make-rprivate /
mount --bind "$1" "$1" && mount -o remount,ro,bind "$1"
mount --bind "$2" "$1/data" && mount -t tmpfs tmpfs "$1/tmp" && mount -t proc proc "$1/proc" && mount --rbind /dev "$1/dev"
exec chroot "$1" /usr/bin/setpriv --reuid ${user} --regid ${user} --clear-groups --bounding-set=-all --no-new-privs /usr/bin/env -i ${Env.join(" ")} WRIT_HOST=127.0.0.1 sh -c '${inside}'`;
  const child = spawn("unshare", ["--mount", "sh", "-c", script, "sh", mounted, data], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  let errors = "";
  child.stderr.on("data", (piece: Buffer) => (errors += piece.toString()));
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  const health = Healthcheck.Test.slice(1).map((one) => one.replace(":8000", `:${port}`));
  while (spawnSync("chroot", [mounted, "/usr/local/bin/node", ...health.slice(1)]).status !== 0)
    assert.ok(await Promise.race([ended.then(() => false), setTimeout(200, true)]), errors);
  say("serves, read-only, as its own user");
  assert.equal((await fetch(`http://127.0.0.1:${port}/`)).status, 200);
  child.kill("SIGTERM");
  assert.equal(await ended, 0, errors);
  assert.equal(readFileSync(join(data, "postgres/data/PG_VERSION"), "utf8").trim(), "18");
  say("ends in good order, and its rows are in the volume");
}

/** The unit names programs by where its page installs them. */
function checkUnit(installed: string): void {
  const unit = join(folder, "writ.service");
  const text = readFileSync(join(root, "deploy/writ.service"), "utf8");
  writeFileSync(unit, text.replaceAll("/opt/writ/", `${installed}/`));
  const verified = spawnSync("systemd-analyze", ["verify", unit], { encoding: "utf8" });
  assert.deepEqual([verified.status, verified.stderr], [0, ""]);
  const rated = run("systemd-analyze", ["security", "--offline=true", unit]);
  const [, exposure = "10"] = /Overall exposure level for writ\.service: ([\d.]+)/.exec(rated) ?? [];
  say(`systemd rates the unit ${exposure}`);
  assert.ok(Number(exposure) <= mostExposed, rated);
}

await buildTelling();
try {
  needPrograms();
  const tarballs = await pack(root, { out: join(folder, "tarballs"), allPlatforms: false });
  const registry = await startRegistry(folder, tarballs);
  try {
    makeBase(registry.oldestNode ?? process.execPath);
    const mounted = build(registry.url);
    say("the image is built");
    checkUnit(join(mounted, "opt/writ"));
    await serve(mounted);
  } finally {
    await registry.stop();
  }
  console.log("The image can be built and run.");
} finally {
  spawnSync("buildah", ["--root", join(folder, "storage"), "--runroot", join(folder, "runroot"), "unmount", "--all"], {
    env: buildahEnvironment,
  });
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
