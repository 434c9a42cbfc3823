// Downloads with the npm of this machine: whole or not at all, as a lockfile says, and nothing else is taken for it.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { spawnSync } from "node:child_process";
import { after, before, test } from "node:test";
import { download, DownloadFailure } from "./download.ts";
import { isAsGood, type PinnedPackage } from "./installed.ts";

const folder = mkdtempSync(join(tmpdir(), "writ-downloads-"));
const cache = join(folder, "cache");
let tarball: Buffer;
/** A registry that has one package, and none of it while it is away. */
let isAway = false;
const registry = createServer((request, response) => {
  const { port } = registry.address() as AddressInfo;
  if (isAway) return void response.writeHead(404).end("{}");
  if (request.url?.endsWith(".tgz") === true) return void response.end(tarball);
  const dist = { tarball: `http://127.0.0.1:${port}/tool/-/tool-1.2.3.tgz`, integrity: integrityOf(tarball) };
  const packument = {
    name: "tool",
    "dist-tags": { latest: "1.2.3" },
    versions: { "1.2.3": { name: "tool", version: "1.2.3", dist } },
  };
  response.setHeader("content-type", "application/json").end(JSON.stringify(packument));
});

const integrityOf = (bytes: Buffer) => `sha512-${createHash("sha512").update(bytes).digest("base64")}`;

before(async () => {
  const source = join(folder, "tool/package");
  mkdirSync(source, { recursive: true });
  const scripts = { postinstall: "node -e \"require('fs').writeFileSync('ran', '')\"" };
  writeFileSync(join(source, "package.json"), JSON.stringify({ name: "tool", version: "1.2.3", scripts }));
  tarball = spawnSync("tar", ["-cz", "-C", join(folder, "tool"), "package"]).stdout;
  await new Promise<void>((resolve) => registry.listen(0, "127.0.0.1", resolve));
  process.env["WRIT_DOWNLOADS"] = cache;
  process.env["npm_config_registry"] = `http://127.0.0.1:${(registry.address() as AddressInfo).port}/`;
  process.env["npm_config_cache"] = join(folder, "npm");
  process.env["npm_config_fetch_retries"] = "0";
});
after(() => {
  registry.close();
  rmSync(folder, { recursive: true, force: true });
});

function pinned(integrity: string, version = "1.2.3"): PinnedPackage {
  const lockfiles = mkdtempSync(join(folder, "lockfiles-"));
  const manifest = { private: true, dependencies: { tool: version } };
  writeFileSync(join(lockfiles, "package.json"), JSON.stringify(manifest));
  const packages = { "": manifest, "node_modules/tool": { version, integrity } };
  writeFileSync(join(lockfiles, "package-lock.json"), JSON.stringify({ lockfileVersion: 3, requires: true, packages }));
  return { name: "tool", version, megabytes: 1, lockfiles };
}

test("what is not what the lockfile names is refused, and leaves nothing", async () => {
  await assert.rejects(download(pinned(integrityOf(Buffer.from("another one")))), (failure: Error) => {
    assert.ok(failure instanceof DownloadFailure);
    assert.match(failure.message, /integrity|sha512/i);
    return true;
  });
  assert.deepEqual(readdirSync(cache), []);
});

test("where there is no network, it says so, and leaves nothing", async () => {
  isAway = true;
  await assert.rejects(download(pinned(integrityOf(tarball))), DownloadFailure);
  isAway = false;
  assert.deepEqual(readdirSync(cache), []);
});

test("it is there as a whole, and none of its scripts has run", async () => {
  await Promise.all([download(pinned(integrityOf(tarball))), download(pinned(integrityOf(tarball)))]);
  assert.deepEqual(readdirSync(cache), ["tool-1.2.3"]);
  const installed = join(cache, "tool-1.2.3/node_modules/tool");
  assert.ok(existsSync(join(installed, "package.json")));
  assert.ok(!existsSync(join(installed, "ran")));
});

test("what somebody installed is used where it is as good", () => {
  assert.ok(isAsGood("8.3.8", "8.3.8"));
  assert.ok(isAsGood("8.4.0", "8.3.8"));
  for (const other of ["7.9.9", "9.0.0", "8.3.7", "8.2.9", "8.4.0-beta.1"]) assert.ok(!isAsGood(other, "8.3.8"), other);
});
