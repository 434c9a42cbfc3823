// Every failure is reached, says its code and what to do, and loses nothing.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import * as files from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { databaseAccount } from "./embedded/account.ts";
import { nativeFolder } from "./embedded/binaries.ts";
import { makeCluster } from "./embedded/cluster.ts";
import { endEarlierServer } from "./embedded/earlier-server.ts";
import { openDataDirectory } from "./embedded/data-directory.ts";
import { openDatabase } from "./index.ts";
import { readPasswords } from "./embedded/passwords.ts";
import * as problems from "./problems.ts";
import { childrenOf, emptyFolder, failsWith, isRoot, processesIn, type Ending } from "./testing/surroundings.ts";
import { startWatchdog } from "./embedded/watchdog.ts";

const wholeFile = { after: (step: () => Promise<void> | void) => after(step) };

const isWindows = process.platform === "win32";

/** A file system of its own, gone after the test. */
function mounted(context: Ending, options: string): string {
  const folder = files.mkdtempSync(join(tmpdir(), "writ-test-"));
  const { status, stderr } = spawnSync("mount", ["-t", "tmpfs", "-o", options, "tmpfs", folder], { encoding: "utf8" });
  assert.equal(status, 0, stderr);
  context.after(() => {
    spawnSync("umount", ["-l", folder]);
    files.rmdirSync(folder);
  });
  return folder;
}

const canMount =
  isRoot && process.platform === "linux" && spawnSync("unshare", ["-m", "true"]).status === 0
    ? false
    : "needs the right to mount";

test("D001: the path is a file, or below one", async (context) => {
  const folder = emptyFolder(context);
  files.writeFileSync(join(folder, "file"), "kept");
  await failsWith("D001", () => openDatabase({ folder: join(folder, "file") }), join(folder, "file"));
  await failsWith("D001", () => openDatabase({ folder: join(folder, "file/below") }));
  assert.equal(files.readFileSync(join(folder, "file"), "utf8"), "kept");
});

test("D002: the folder cannot be written", { skip: isRoot ? canMount : isWindows }, async (context) => {
  const folder = isRoot ? mounted(context, "ro") : emptyFolder(context);
  if (!isRoot) files.chmodSync(folder, 0o500);
  await failsWith("D002", () => openDatabase({ folder }), folder, "write permission");
});

test("D002: a file system that makes no folders", { skip: process.platform !== "linux" }, async () => {
  await failsWith("D002", () => openDatabase({ folder: "/proc/none" }), "/proc/none");
});

test("D009: root finds no user to run PostgreSQL as", { skip: isRoot ? false : "needs root" }, async (context) => {
  const folder = emptyFolder(context);
  files.writeFileSync(join(folder, "passwd"), "root:x:0:0::/:/bin/sh\n");
  await failsWith("D009", () => databaseAccount(join(folder, "data"), join(folder, "passwd")));
});

test("D005: a platform without PostgreSQL", async () => {
  await failsWith("D005", () => nativeFolder("sunos-sparc"), "sunos-sparc", "DATABASE_URL");
});

test("D006: a disk that is too small, and one that fills up", { skip: canMount }, async (context) => {
  const folder = mounted(context, "size=20m");
  const enlarge = (size: string) => assert.equal(spawnSync("mount", ["-o", `remount,size=${size}`, folder]).status, 0);
  await failsWith("D006", () => openDatabase({ folder }), folder, "space");
  assert.deepEqual(processesIn(folder), []);
  // Nothing half made takes up the room, and with more of it the same folder will do.
  assert.deepEqual(
    files.readdirSync(join(folder, "postgres")).filter((name) => name.startsWith("making")),
    [],
  );
  enlarge("120m");
  const database = await openDatabase({ folder });
  context.after(database.stop);
  const client = await database.connect();
  await client.query("create table line (number int, text text)");
  await client.query("alter table line alter text set storage external");
  let acknowledged = 0;
  await assert.rejects(async () => {
    for (;;) {
      await client.query("insert into line values ($1, repeat('x', 1000000))", [acknowledged]);
      acknowledged++;
    }
  });
  assert.ok(acknowledged > 10);
  await database.stop();
  // Whether it still starts depends on what filled up; if not, it says so.
  await openDatabase({ folder }).then(
    (again) => again.stop(),
    (error: unknown) => failsWith("D006", () => Promise.reject(error)),
  );
  enlarge("400m");
  const again = await openDatabase({ folder });
  context.after(again.stop);
  const { rows } = await (await again.connect()).query("select count(*)::int as count from line");
  assert.deepEqual(rows, [{ count: acknowledged }]);
});

test("D008: initdb fails", { skip: isWindows }, async (context) => {
  const folder = emptyFolder(context);
  files.chmodSync(folder, 0o755);
  files.writeFileSync(join(folder, "initdb"), "#!/bin/sh\necho 'it will not' >&2\nexit 3\n", { mode: 0o755 });
  const directory = openDataDirectory(folder);
  const watchdog = startWatchdog([]);
  context.after(watchdog.dismiss);
  const making = { directory, account: databaseAccount(directory.data), binaries: folder, runtime: folder, watchdog };
  await failsWith(
    "D008",
    () => makeCluster(making, readPasswords(directory.passwords, false)),
    "it will not",
    directory.path,
  );
  assert.deepEqual(files.readdirSync(directory.path), ["passwords.json"]);
});

test("D010: the folder holds something else", async (context) => {
  const folder = emptyFolder(context);
  const data = join(folder, "postgres/data");
  files.mkdirSync(data, { recursive: true });
  files.writeFileSync(join(data, "letter.txt"), "kept");
  await failsWith("D010", () => openDatabase({ folder }), data);
  assert.equal(files.readFileSync(join(data, "letter.txt"), "utf8"), "kept");
});

test("D004: made by another version", async (context) => {
  const folder = emptyFolder(context);
  const data = join(folder, "postgres/data");
  files.mkdirSync(data, { recursive: true });
  files.writeFileSync(join(data, "PG_VERSION"), "17\n");
  await failsWith("D004", () => openDatabase({ folder }), "PostgreSQL 17", "PostgreSQL 18", "Nothing was changed");
  assert.deepEqual(files.readdirSync(data), ["PG_VERSION"]);
});

test("D013: an earlier server that does not end", { skip: isWindows }, async (context) => {
  const folder = emptyFolder(context);
  files.writeFileSync(join(folder, "postmaster.pid"), `${process.ppid}\n`);
  const ways = { serversIn: () => undefined, milliseconds: 100 };
  await failsWith("D013", () => endEarlierServer(folder, {}, ways), String(process.ppid));
});

describe("of a database that is there", async () => {
  const folder = emptyFolder(wholeFile);
  const postgres = join(folder, "postgres");

  test("D003: it is in use, by whom and since when", async (context) => {
    const database = await openDatabase({ folder });
    context.after(database.stop);
    const before = childrenOf(process.pid).length;
    const holder = JSON.parse(files.readFileSync(join(postgres, "holder.json"), "utf8"));
    assert.equal(holder.process, process.pid);
    await failsWith("D003", () => openDatabase({ folder }), `process ${process.pid}`, `since ${holder.since}`);
    // Another process hears the same.
    const script = `
      import { openDatabase } from ${JSON.stringify(new URL("index.ts", import.meta.url).href)};
      await openDatabase({ folder: ${JSON.stringify(folder)} }).catch((error) => console.log(error.code, error.message));`;
    const { stdout } = spawnSync(process.execPath, ["--input-type=module", "-e", script], { encoding: "utf8" });
    assert.match(stdout, new RegExp(`^D003 .*process ${process.pid} since ${holder.since}`));
    // The one that has it was not disturbed.
    assert.equal(childrenOf(process.pid).length, before);
    await (await database.connect()).query("select 1");
    await database.stop();
    // What says who has it is no lock: it stays behind and hinders nobody.
    assert.ok(files.existsSync(join(postgres, "holder.json")));
    await (await openDatabase({ folder })).stop();
  });

  test("D015: its lock is something else", async () => {
    const lock = join(postgres, "lock");
    files.renameSync(lock, `${lock}.away`);
    files.writeFileSync(lock, "garbage ".repeat(100));
    await failsWith("D015", () => openDatabase({ folder }), lock, "delete this file");
    files.renameSync(`${lock}.away`, lock);
  });

  test("D011: its passwords are missing", async () => {
    const passwords = join(postgres, "passwords.json");
    files.renameSync(passwords, `${passwords}.away`);
    await failsWith("D011", () => openDatabase({ folder }), passwords, "backup");
    files.writeFileSync(passwords, JSON.stringify({ postgres: "a", writ_owner: "b", authenticator: "c" }));
    await failsWith("D011", () => openDatabase({ folder }), passwords, "another database");
    files.writeFileSync(passwords, "{");
    await failsWith("D011", () => openDatabase({ folder }));
    files.renameSync(`${passwords}.away`, passwords);
    await (await openDatabase({ folder })).stop();
  });

  test("D007: its files are damaged", async () => {
    const control = join(postgres, "data/global/pg_control");
    const whole = files.readFileSync(control);
    files.truncateSync(control, 10);
    await failsWith("D007", () => openDatabase({ folder }), "pg_control", "Nothing was deleted");
    assert.deepEqual(processesIn(folder), []);
    files.writeFileSync(control, whole);
    await (await openDatabase({ folder })).stop();
  });
});

test("every code is in README.md, with its title", () => {
  const readme = files.readFileSync(fileURLToPath(new URL("README.md", import.meta.url)), "utf8");
  const rows = Object.values(problems)
    .map(({ code, title }) => `| ${code} | ${title} |`)
    .sort();
  for (const row of rows) assert.ok(readme.includes(row), row);
  assert.deepEqual(readme.match(/^\| D\d+ \|/gm)?.length, rows.length);
});
