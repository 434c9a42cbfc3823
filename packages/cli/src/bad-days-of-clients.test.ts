// A bad day of a product in production: clients take all connections that the system allows. The others are refused, the log
// and the metrics say so, what was acknowledged is there, and all mends itself when they are gone.
import assert from "node:assert/strict";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { test } from "node:test";
import { eventually } from "../../language/src/testing/eventually.ts";
import { start, stop, type Started } from "./testing/bad-day.ts";
import { ownTemporary } from "./testing/own-temporary.ts";
import { ask } from "./testing/several-processes.ts";

const folder = ownTemporary();

/** On a connection of its own. */
const writeAnew = async ({ url, headers }: Started, words: string): Promise<number> =>
  ask(`${url}/rest/v1/note`, { method: "POST", headers, body: JSON.stringify({ words }) }).then(
    ({ status }) => status,
    () => 0,
  );

const reports = ({ lines }: Started) => lines().filter(({ msg }) => msg === "clients are refused");

for (const processes of [1, 2])
  test(
    `clients take all connections of ${processes === 1 ? "a process" : "several processes"}`,
    { skip: process.platform === "win32" },
    async () => {
      // By the clock: the log says it once a minute.
      const began = performance.now();
      const started = await start({ data: join(folder, String(processes)), processes, openFiles: 256 });
      assert.equal(await started.metric("writ_clients_refused_total"), 0);
      const { hostname, port } = new URL(started.url);
      const idle: Socket[] = [];
      await eventually(async () => {
        const some = Array.from({ length: 20 }, () => connect(Number(port), hostname));
        for (const socket of some) socket.on("error", () => undefined).resume();
        idle.push(...some);
        return Number(await started.metric("writ_clients_refused_total")) > 0;
      }, started.log);
      const acknowledged: string[] = [];
      for (let note = 0; note < 30; note++) {
        const status = await writeAnew(started, `${note}`);
        assert.ok([0, 201, 503].includes(status), String(status));
        if (status === 201) acknowledged.push(`${note}`);
      }
      await eventually(() => reports(started).length > 0, started.log);
      assert.match(String(reports(started)[0]?.["why"]), /as many connections .* as the system allows .*LimitNOFILE/);
      for (const socket of idle) socket.destroy();
      await eventually(async () => (await writeAnew(started, "after")) === 201, started.log);
      const there = new Set(await started.words());
      assert.deepEqual(
        acknowledged.filter((words) => !there.has(words)),
        [],
      );
      assert.equal(await started.ready(), 200);
      // Once in each process and each minute, however many there were; the process that hands them on is one more.
      // By the clock: as above.
      const minutes = Math.ceil((performance.now() - began) / 60_000);
      assert.ok(reports(started).length <= (processes + 1) * minutes, started.log());
      assert.deepEqual(
        started.lines().filter(({ level, status }) => Number(level) >= 50 && status !== 503),
        [],
      );
      await stop(started);
    },
  );
