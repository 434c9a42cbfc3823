// `writ start --processes`: several processes behind one port, replaced when they end, and ended together.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { createClient } from "@supabase/supabase-js";
import { Client } from "pg";
import { ownTemporary } from "./testing/own-temporary.ts";
import { waitFor } from "./testing/fake-console.ts";
import {
  ask,
  childrenOf,
  isReplaced,
  ready,
  serving,
  start as startCommand,
  writ,
} from "./testing/several-processes.ts";
import { visitorsOnly } from "../../server/src/testing/visitors-only.ts";
import { eventually } from "../../language/src/testing/eventually.ts";

const folder = ownTemporary();
const file = join(folder, "SPEC.md");
writeFileSync(file, visitorsOnly("Note"));
const isLinux = process.platform === "linux";

const start = async (data: string, processes: number, isDetached = false) =>
  startCommand({ file, data: join(folder, data) }, processes, isDetached);

test("two processes answer behind one port, as evenly as connections come, and see the same rows", async () => {
  const started = await start("even", 2);
  const { url, headers, log, child, ended } = started;
  for (let n = 0; n < 10; n++) {
    const body = JSON.stringify({ words: `note ${n}` });
    assert.equal((await ask(`${url}/rest/v1/note`, { method: "POST", headers, body })).status, 201);
    assert.equal(((await (await ask(`${url}/rest/v1/note`, { headers })).json()) as unknown[]).length, n + 1);
  }
  const counted = () =>
    [1, 2].map((number) => log().filter(({ process, path }) => process === number && path === "/rest/v1/note").length);
  await eventually(() => counted()[0] === 10 && counted()[1] === 10, counted);
  // Whichever is asked, it tells of both.
  const metrics = await (await ask(`${url}/metrics`)).text();
  assert.match(metrics, /^writ_requests_total\{service="rest",status="2xx"\} 20$/m);
  assert.match(metrics, /^writ_memory_bytes\{process="1"\} \d+\nwrit_memory_bytes\{process="2"\} \d+$/m);
  await eventually(async () => (await ready(started)) === 2, "that both know each other");
  child.kill("SIGTERM");
  assert.deepEqual(await ended, [0, ""]);
  await assert.rejects(ask(url));
});

test("a process that is killed is replaced, and no other request notices", { skip: !isLinux }, async () => {
  const started = await start("replaced", 2);
  const { url, headers, log, child, ended } = started;
  const [first = 0] = serving(started);
  const statuses: number[] = [];
  const asked = { isOver: false };
  // A connection that the killed one had, or was to have, is closed, and its client asks again.
  const asking = Array.from({ length: 8 }, async () => {
    while (!asked.isOver) {
      const answer = await ask(`${url}/rest/v1/note`, { headers }).catch(() => undefined);
      if (answer !== undefined) statuses.push(answer.status);
    }
  });
  await eventually(() => statuses.length > 20, "some answers");
  process.kill(first, "SIGKILL");
  await eventually(
    () => !serving(started).includes(first) && serving(started).length === 2,
    () => serving(started),
  );
  await eventually(async () => (await ready(started)) === 2, "that the new one serves");
  asked.isOver = true;
  await Promise.all(asking);
  assert.deepEqual([...new Set(statuses)], [200]);
  const told = log().find(isReplaced);
  assert.deepEqual([told?.["how"], told?.["failures"]], ["SIGKILL", 1]);
  child.kill("SIGTERM");
  assert.deepEqual(await ended, [0, ""]);
});

test(
  "live messages and changes reach everybody, and who is connected elsewhere stays connected when a process ends",
  { skip: !isLinux },
  async () => {
    const started = await start("live", 2);
    const { url, headers, log, child, ended } = started;
    const clients = Array.from({ length: 4 }, () =>
      createClient(url, headers["apikey"] ?? "", { auth: { persistSession: false } }),
    );
    after(async () => {
      for (const client of clients) await client.realtime.disconnect();
    });
    const heard = clients.map(() => [] as string[]);
    for (const [index, client] of clients.entries()) {
      const channel = client
        .channel("room", { config: { presence: { key: `client ${index}` } } })
        .on("broadcast", { event: "word" }, ({ payload }) => void heard[index]?.push(payload.text))
        .on("presence", { event: "sync" }, () => undefined)
        .on("postgres_changes", { event: "INSERT", schema: "public", table: "note" }, ({ new: row }) =>
          heard[index]?.push((row as { words: string }).words),
        );
      const said: string[] = [];
      channel.on("system" as never, {}, (({ status }: { status: string }) => void said.push(status)) as never);
      channel.subscribe();
      await eventually(() => said.includes("ok"), "that changes are heard");
      await channel.track({ here: true });
    }
    const channels = clients.map((client) => client.getChannels()[0]);
    const present = () => channels.map((channel) => Object.keys(channel?.presenceState() ?? {}).length);
    await eventually(() => String(present()) === "4,4,4,4", present);
    await channels[0]?.send({ type: "broadcast", event: "word", payload: { text: "said" } });
    const body = JSON.stringify({ words: "written" });
    assert.equal((await ask(`${url}/rest/v1/note`, { method: "POST", headers, body })).status, 201);
    const sorted = () => heard.map((all) => all.toSorted().join(" "));
    await eventually(() => String(sorted()) === "written,said written,said written,said written", sorted);
    // Half of them lose their socket, and come back; the others hear on.
    const [first = 0] = serving(started);
    process.kill(first, "SIGKILL");
    await eventually(async () => log().some(isReplaced) && (await ready(started)) === 2, "that it is replaced");
    // Those of the other one are told what they may have missed, where that one read the changes, and hear on.
    const whoHears = () => heard.filter((all) => all.includes("again")).length;
    const again = JSON.stringify({ words: "again" });
    await eventually(async () => {
      assert.equal((await ask(`${url}/rest/v1/note`, { method: "POST", headers, body: again })).status, 201);
      return whoHears() >= 2;
    }, whoHears);
    child.kill("SIGTERM");
    assert.deepEqual(await ended, [0, ""]);
  },
);

test("when no process can serve any more, the command ends with the reason", { skip: !isLinux }, async () => {
  const started = await start("given-up", 2);
  const client = new Client({ connectionString: started.databaseUrl });
  await client.connect();
  await client.query("ALTER DATABASE writ CONNECTION LIMIT 0");
  await client.end();
  for (const pid of serving(started)) process.kill(pid, "SIGKILL");
  const [code, error] = await started.ended;
  assert.equal(code, 2);
  assert.match(error, /^writ start: no process can serve any more\.\n.*too many connections/);
});

test("connections of all processes stay below what PostgreSQL allows, also when all are asked for", async () => {
  const { url, headers, child, ended, databaseUrl } = await start("connections", 4);
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  const count = async (sql: string) => Number((await client.query(sql)).rows[0]?.count);
  const most = await count("SELECT current_setting('max_connections') AS count");
  let seen = 0;
  const asked = Array.from({ length: 400 }, async () => (await ask(`${url}/rest/v1/note`, { headers })).status);
  const asking = Promise.all(asked);
  for (let turn = 0; turn < 20; turn++)
    seen = Math.max(seen, await count("SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend'"));
  assert.deepEqual([...new Set(await asking)], [200]);
  assert.ok(seen > 4 * 3 && seen < most - 3, `${seen} of ${most}`);
  await client.end();
  child.kill("SIGTERM");
  assert.deepEqual(await ended, [0, ""]);
});

test("a request that runs is answered when all of them end, and PostgreSQL ends last", { skip: !isLinux }, async () => {
  const { url, headers, child, ended } = await start("ending", 2, true);
  // Bodies that are not all there yet, one in each process.
  const bodies = [0, 1].map((n) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    async function* body() {
      yield Buffer.from(`{"words":`);
      await promise;
      yield Buffer.from(`"late ${n}"}`);
    }
    return { resolve, answer: ask(`${url}/rest/v1/note`, { method: "POST", headers, body: body() }) };
  });
  const metric = async () => (await (await ask(`${url}/metrics`)).text()).includes("writ_uptime_seconds");
  assert.ok(await metric());
  // As a terminal does: to all of them.
  process.kill(-(child.pid ?? 0), "SIGINT");
  await eventually(
    async () =>
      ask(url).then(
        () => false,
        () => true,
      ),
    "that nothing new is let in",
  );
  for (const { resolve } of bodies) resolve();
  for (const { answer } of bodies) assert.equal((await answer).status, 201);
  assert.deepEqual(await ended, [0, ""]);
});

test("a process that hangs is ended with the others", { skip: !isLinux }, async () => {
  const started = await start("hanging", 2);
  const [first = 0] = serving(started);
  process.kill(first, "SIGSTOP");
  started.child.kill("SIGTERM");
  assert.deepEqual(await started.ended, [0, ""]);
  assert.throws(() => process.kill(first, 0));
});

test("when the one that started them is killed, all end with it", { skip: !isLinux }, async () => {
  const started = await start("orphans", 2);
  const all = [...childrenOf(started.child.pid)];
  started.child.kill("SIGKILL");
  const isThere = (pid: number) => {
    try {
      return process.kill(pid, 0);
    } catch {
      return false;
    }
  };
  await eventually(
    () => !all.some(isThere),
    () => all.filter(isThere),
  );
  // The next start needs no help.
  const again = await start("orphans", 2);
  again.child.kill("SIGTERM");
  assert.deepEqual(await again.ended, [0, ""]);
});

test("the number of processes is a whole number that a machine can bear", async () => {
  for (const count of ["0", "1.5", "1000", "two", "-1"]) {
    const { exit, error } = await waitFor({ "SPEC.md": "" }, ["start", "SPEC.md", `--processes=${count}`]);
    assert.equal(exit, 2);
    assert.equal(error, `writ start: --processes must be a whole number of processes from 1 to 128, not "${count}"\n`);
  }
  const run = await waitFor({ "SPEC.md": "" }, ["run", "SPEC.md", "--processes", "2"]);
  assert.deepEqual(
    [run.exit, run.error],
    [2, "writ run: --processes is for writ start; writ run serves with one process\n"],
  );
  const set = await waitFor({ "SPEC.md": "" }, ["start", "SPEC.md"], { environment: { WRIT_PROCESSES: "0" } });
  assert.deepEqual(
    [set.exit, set.error],
    [2, 'writ start: WRIT_PROCESSES must be a whole number of processes from 1 to 128, not "0"\n'],
  );
});

test("a port that is in use is reported before anything is started", async () => {
  const started = await start("port", 1);
  const { port } = new URL(started.url);
  const child = spawn(
    process.execPath,
    [writ, "start", file, "--apply", "--port", port, "--data", join(folder, "port-2"), "--processes", "2"],
    { stdio: ["ignore", "ignore", "pipe"] },
  );
  let error = "";
  child.stderr.on("data", (text) => (error += String(text)));
  const [code] = await once(child, "close");
  assert.deepEqual([code, error], [2, `writ: port ${port} is in use. --port 0 selects a free one.\n`]);
  started.child.kill("SIGTERM");
  assert.deepEqual(await started.ended, [0, ""]);
});
