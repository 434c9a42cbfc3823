// PostgreSQL's programs run from a copy too, and their libraries are linked whoever was first.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, readlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { databaseAccount } from "./account.ts";
import { copyBinaries, linkLibraries } from "./binaries.ts";
import { emptyFolder } from "../testing/surroundings.ts";

test("a copy runs as the account that cannot reach the package", (context) => {
  const folder = emptyFolder(context);
  chmodSync(folder, 0o755);
  const account = databaseAccount(join(folder, "none"));
  const binaries = copyBinaries(account, folder);
  assert.ok(binaries.startsWith(folder));
  const { stdout } = spawnSync(join(binaries, "initdb"), ["--version"], { ...account, encoding: "utf8" });
  assert.match(stdout, /PostgreSQL\) 18/);
});

test("libraries are linked once", (context) => {
  const native = join(emptyFolder(context), "native");
  mkdirSync(join(native, "lib"), { recursive: true });
  writeFileSync(join(native, "lib/libpq.so.5.18"), "");
  const links = [{ source: "native/lib/libpq.so.5.18", target: "native/lib/libpq.so" }];
  writeFileSync(join(native, "pg-symlinks.json"), JSON.stringify(links));
  linkLibraries(native);
  linkLibraries(native);
  assert.equal(readlinkSync(join(native, "lib/libpq.so")), "libpq.so.5.18");
});
