// The embedded database: it keeps its rows, its roles may what they should, and nobody else gets in.
import assert from "node:assert/strict";
import { chmodSync, existsSync, readFileSync, readdirSync, renameSync, statSync, writeFileSync } from "node:fs";
import { spawn } from "node:child_process";
import { connect as connectSocket } from "node:net";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { Client, Pool } from "pg";
import { databaseAccount } from "./account.ts";
import { findBinaries, openDatabase, type Database, type DatabaseState } from "../index.ts";
import { emptyFolder, failsWith, isAlive, isRoot, kill, processesIn, serverOf } from "../testing/surroundings.ts";
import { eventually } from "../../../../language/src/testing/eventually.ts";

const wholeFile = { after: (step: () => Promise<void> | void) => after(step) };

const isWindows = process.platform === "win32";
const folder = emptyFolder(wholeFile);
// Open to everybody: what is to be kept from others must be so by itself.
chmodSync(folder, 0o755);
const refusedWith = (code: string) => (error: unknown) => {
  assert.equal(error instanceof Error && "code" in error ? error.code : error, code);
  return true;
};

test("rows outlive the server", async () => {
  const first = await openDatabase({ folder });
  const writing = await first.connect();
  // Copies of the programs would not lie in a folder for data, nor the socket then.
  const isNear = !isWindows && findBinaries(databaseAccount(folder)) !== undefined;
  assert.equal(existsSync(join(folder, "postgres/run")), isNear);
  await writing.query("create table kept (text text); insert into kept values ('ö')");
  await first.stop();
  assert.deepEqual(processesIn(folder), []);
  assert.ok(!existsSync(join(folder, "postgres/run")));

  const second = await openDatabase({ folder });
  const reading = await second.connect();
  assert.deepEqual((await reading.query("select text from kept")).rows, [{ text: "ö" }]);
  await reading.query("drop table kept");
  await second.stop();
  assert.equal(second.state().is, "stopped");
});

test("what is thrown away waits for no disk, and what is kept does", async (context) => {
  const set = async (isScratch: boolean) => {
    const database = await openDatabase({ folder: emptyFolder(context), isScratch });
    const client = await database.connect();
    const { rows } = await client.query(
      "select current_setting('fsync') as fsync, current_setting('full_page_writes') as pages, current_setting('synchronous_commit') as waits",
    );
    await database.stop();
    return rows;
  };
  assert.deepEqual(await set(true), [{ fsync: "off", pages: "off", waits: "off" }]);
  assert.deepEqual(await set(false), [{ fsync: "on", pages: "on", waits: "on" }]);
});

describe("while it runs", () => {
  let database: Database;
  let owner: Client;
  before(async () => {
    database = await openDatabase({ folder });
    owner = await database.connect();
  });
  after(() => database.stop());

  test("is set as it should be", async () => {
    const { rows } = await owner.query(`
      select current_setting('server_version_num')::int / 10000 as version, current_setting('fsync') as fsync,
        current_setting('full_page_writes') as pages, current_setting('synchronous_commit') as commits,
        current_setting('wal_level') as wal, current_setting('jit') as jit, current_setting('timezone') as zone,
        current_setting('listen_addresses') as addresses, current_setting('data_checksums') as checksums,
        current_setting('server_encoding') as encoding,
        (select datlocprovider::text || datlocale from pg_database where datname = current_database()) as locale`);
    assert.deepEqual(rows, [
      {
        version: 18,
        fsync: "on",
        pages: "on",
        commits: "on",
        wal: "logical",
        jit: "off",
        zone: "UTC",
        addresses: isWindows ? "127.0.0.1" : "",
        checksums: "on",
        encoding: "UTF8",
        locale: "bC.UTF-8",
      },
    ]);
    assert.deepEqual(database.capabilities, {
      majorVersion: 18,
      superuser: true,
      bypassRls: true,
      replication: true,
      logicalWal: true,
    });
  });

  test("roles are what they should be", async () => {
    const { rows } = await owner.query(`
      select rolname as name, concat_ws(' ', case when rolsuper then 'superuser' end,
        case when rolcanlogin then 'login' end, case when rolbypassrls then 'bypassrls' end,
        case when rolcreaterole then 'createrole' end, case when rolcreatedb then 'createdb' end,
        case when rolreplication then 'replication' end, case when rolinherit then 'inherit' end) as may
      from pg_roles where rolname !~ '^pg_' order by 1`);
    assert.deepEqual(
      rows.map(({ name, may }) => `${name}: ${may}`),
      [
        "anon: ",
        "authenticated: ",
        "authenticator: login",
        "postgres: superuser login bypassrls createrole createdb replication inherit",
        "service_role: bypassrls",
        "writ_client: ",
        "writ_keeper: ",
        "writ_owner: login bypassrls createrole createdb replication inherit",
      ],
    );
  });

  test("the owner may take on the roles, and is no superuser", async () => {
    for (const role of ["anon", "authenticated", "service_role"]) {
      await owner.query(`begin; set local role ${role}; rollback`);
    }
    await assert.rejects(owner.query("set role postgres"), refusedWith("42501"));
    await assert.rejects(owner.query("copy (select 1) to program 'true'"), refusedWith("42501"));
    await owner.query("create schema of_owner; drop schema of_owner");
    await owner.query("create database scratch");
    await owner.query("drop database scratch");
  });

  test("who serves requests may nothing but take on the roles", async () => {
    await owner.query("create table secret (text text)");
    const requests = await database.connect({ as: "authenticator" });
    for (const statement of [
      "select from secret",
      "create table mine ()",
      "create temporary table mine ()",
      "set role writ_owner",
      "set role postgres",
    ]) {
      await assert.rejects(requests.query(statement), refusedWith("42501"), statement);
    }
    for (const role of ["anon", "authenticated", "service_role"]) {
      await requests.query(`set role ${role}`);
      for (const statement of ["create table public.mine ()", "create temporary table mine ()", "create schema mine"]) {
        await assert.rejects(requests.query(statement), refusedWith("42501"), `${role}: ${statement}`);
      }
      await requests.query("reset role");
    }
    await assert.rejects(database.connect({ as: "authenticator", database: "postgres" }), refusedWith("42501"));
    await requests.end();
    await owner.query("drop table secret");
  });

  test("its address and its pool lead there", async () => {
    const client = new Client({ connectionString: database.url });
    await client.connect();
    assert.deepEqual((await client.query("select current_user as name")).rows, [{ name: "writ_owner" }]);
    await client.end();
    const pool = new Pool(database.poolConfig("authenticator"));
    assert.deepEqual((await pool.query("select current_user as name")).rows, [{ name: "authenticator" }]);
    await pool.end();
  });

  test("a wrong password and none are refused", async () => {
    for (const user of ["writ_owner", "authenticator", "postgres"]) {
      await assert.rejects(database.connect({ user, password: "wrong" }), refusedWith("D011"));
    }
    // Application roles cannot log in at all.
    await assert.rejects(database.connect({ user: "service_role", password: "wrong" }), refusedWith("D011"));
  });

  test("another user of the system can neither connect nor read", { skip: isRoot ? false : "needs root" }, async () => {
    const host = String(database.poolConfig("owner").host);
    const tries = async () => {
      const socket = connectSocket(join(host, ".s.PGSQL.5432"));
      return new Promise<string>((resolve) => {
        socket.once("connect", () => resolve("connected"));
        socket.once("error", (error) => resolve("code" in error ? String(error.code) : error.message));
      }).finally(() => socket.destroy());
    };
    const secret = join(folder, "postgres/passwords.json");
    assert.equal(await tries(), "connected");
    const account = databaseAccount(join(folder, "postgres/data"));
    assert.notEqual(account.uid, 0);
    // `daemon`, who is neither root nor PostgreSQL's user. The folders above the socket let everybody pass.
    const stranger = 1;
    assert.notEqual(account.uid, stranger);
    process.setegid?.(stranger);
    process.seteuid?.(stranger);
    try {
      assert.equal(await tries(), "EACCES");
      for (const read of [
        () => readFileSync(secret),
        () => readdirSync(host),
        () => readdirSync(join(folder, "postgres/data")),
      ]) {
        assert.throws(read, refusedWith("EACCES"));
      }
    } finally {
      process.seteuid?.(0);
      process.setegid?.(0);
    }
    assert.equal(statSync(secret).mode & 0o777, 0o600);
  });
});

test("a server that is killed is started again, and callers hear why meanwhile", async (context) => {
  const states: DatabaseState[] = [];
  const database = await openDatabase({ folder }, { onState: (state) => states.push(state) });
  context.after(database.stop);
  const idle = await database.connect();
  const [server = 0] = serverOf(folder);
  kill(server);
  await eventually(() => database.state().is === "restarting", "it is noticed");
  await failsWith("D012", () => database.connect(), "stopped unexpectedly", "Try again");
  await assert.rejects(idle.query("select 1"));
  await eventually(() => database.state().is === "ready", "it is ready again");
  const client = await database.connect();
  await client.query("select 1");
  assert.notDeepEqual(serverOf(folder), [server]);
  await database.stop();
  await failsWith("D012", () => database.connect(), "stopped");
  const seen = states.map(({ is }) => is);
  assert.equal(seen[0], "restarting");
  assert.deepEqual(seen.slice(-2), ["ready", "stopped"]);
});

test("a folder whose roles an earlier version made gets those that are new", async () => {
  const first = await openDatabase({ folder });
  await (await first.connect()).query("drop role writ_keeper");
  await first.stop();
  const ready = join(folder, "postgres/ready.json");
  writeFileSync(ready, JSON.stringify({ ...JSON.parse(readFileSync(ready, "utf8")), roles: "of another version" }));
  const second = await openDatabase({ folder });
  const { rowCount } = await (await second.connect()).query("select from pg_roles where rolname = 'writ_keeper'");
  assert.equal(rowCount, 1);
  await second.stop();
});

for (const { name, mode, steps } of [
  { name: "where PostgreSQL's user has no way", mode: 0o700, steps: "a" },
  { name: "to a path that is too long for a socket", mode: 0o755, steps: "a".repeat(100) },
]) {
  test(`moved ${name}`, { skip: isWindows }, async (context) => {
    const first = await openDatabase({ folder });
    await (await first.connect()).query("create table moved ()");
    await first.stop();
    const above = emptyFolder(context);
    const there = join(above, steps);
    renameSync(folder, there);
    chmodSync(above, mode);
    const second = await openDatabase({ folder: there });
    const host = String(second.poolConfig("owner").host);
    // An ordinary user has a way to wherever its own files are.
    assert.equal(host.startsWith(there), mode === 0o700 && !isRoot, host);
    await (await second.connect()).query("drop table moved");
    await second.stop();
    assert.ok(!existsSync(host));
    renameSync(there, folder);
  });
}

test("the process id of a dead server that another process has now", { skip: isWindows }, async (context) => {
  const other = spawn("sleep", ["60"], { ...databaseAccount(join(folder, "postgres/data")), cwd: "/" });
  const { pid = 0 } = other;
  context.after(() => void other.kill());
  const database = await openDatabase({ folder });
  const [server = 0] = serverOf(folder);
  const file = join(folder, "postgres/data/postmaster.pid");
  const left = readFileSync(file, "utf8");
  await database.stop();
  // As after a crash of the machine, when the numbers are given out anew.
  writeFileSync(file, left.replace(/^\d+/, String(pid)), { mode: 0o600 });
  const again = await openDatabase({ folder });
  assert.notDeepEqual(serverOf(folder), [server]);
  await again.stop();
  assert.ok(isAlive(pid), "who has the number now is left alone");
});
