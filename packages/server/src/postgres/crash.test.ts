// Whatever is killed, and whenever: what was acknowledged is there, nothing is left running, the next start needs no help.
import assert from "node:assert/strict";
import { spawn, type ChildProcess } from "node:child_process";
import { createInterface } from "node:readline";
import { test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { openDatabase } from "./index.ts";
import { childrenOf, emptyFolder, kill, processesIn, serverOf, until } from "./testing/surroundings.ts";

const rounds = process.env["WRIT_LONG"] === "1" ? 200 : 10;
const isWindows = process.platform === "win32";

type Writer = { readonly process: ChildProcess; readonly acknowledged: string[]; isReady: boolean; said: string };

function startWriter(folder: string): Writer {
  const file = fileURLToPath(new URL("testing/writer.ts", import.meta.url));
  const child = spawn(process.execPath, [file, folder], { stdio: ["ignore", "pipe", "pipe"] });
  const writer: Writer = { process: child, acknowledged: [], isReady: false, said: "" };
  createInterface({ input: child.stdout }).on("line", (line) => {
    if (line === "ready") writer.isReady = true;
    else writer.acknowledged.push(line);
  });
  child.stderr.on("data", (chunk: Buffer) => (writer.said += chunk.toString()));
  return writer;
}

/** Everything that it said has been read. */
async function gone({ process: child }: Writer): Promise<void> {
  if (child.exitCode === null && child.signalCode === null)
    await new Promise((resolve) => child.once("close", resolve));
  await delay(0);
}

async function rowsOf(folder: string): Promise<ReadonlySet<string>> {
  const database = await openDatabase({ folder });
  const client = await database.connect();
  const there = await client.query<{ there: boolean }>("select to_regclass('line') is not null as there");
  const { rows } =
    there.rows[0]?.there === true
      ? await client.query<{ number: string }>("select number from line where length(text) = 2000")
      : { rows: [] };
  await database.stop();
  return new Set(rows.map(({ number }) => number));
}

function assertKept(rows: ReadonlySet<string>, acknowledged: readonly string[], what: string): void {
  const lost = acknowledged.filter((number) => !rows.has(number));
  assert.deepEqual(lost, [], `${what}: of ${acknowledged.length} acknowledged rows ${lost.length} are lost`);
}

test("kill -9 of Node: PostgreSQL stops within two seconds and keeps every acknowledged row", async (context) => {
  const folder = emptyFolder(context);
  const writer = startWriter(folder);
  await until(() => writer.acknowledged.length > 50, 20_000, `writing ${writer.said}`);
  const [server = 0] = serverOf(folder);
  assert.ok(processesIn(folder).includes(server));
  kill(writer.process.pid ?? 0);
  await gone(writer);
  await until(() => processesIn(folder).length === 0, 2000, "no process is left");
  assertKept(await rowsOf(folder), writer.acknowledged, "Node");
  assert.deepEqual(processesIn(folder), []);
});

const victims = [
  "Node",
  "the server",
  "Node and the server",
  "Node and the watchdog",
  "all three",
  "a backend",
] as const;

/** The processes of a victim. Only Linux tells who the watchdog and the backends are. */
function processesOf(victim: (typeof victims)[number], folder: string, node: number): readonly number[] {
  const server = serverOf(folder);
  const watchdog = childrenOf(node).filter((child) => !processesIn(folder).includes(child));
  const backend = server.flatMap(childrenOf).slice(-1);
  const of = {
    Node: [node],
    "the server": server,
    "Node and the server": [node, ...server],
    "Node and the watchdog": [...watchdog, node],
    "all three": [...watchdog, node, ...server],
    "a backend": backend,
  };
  return of[victim];
}

test(
  `${rounds} times anything is killed at any moment`,
  { timeout: rounds * 10_000, skip: isWindows },
  async (context) => {
    const folder = emptyFolder(context);
    const acknowledged: string[] = [];
    for (let round = 0; round < rounds; round++) {
      const victim = victims[round % victims.length] ?? "Node";
      const writer = startWriter(folder);
      const isEarly = Math.random() < 0.3;
      if (!isEarly) await until(() => writer.isReady, 20_000, `round ${round} ready: ${writer.said}`);
      await delay(Math.random() * 300);
      const moment = `round ${round}, ${victim}${isEarly ? " at the start" : ""}`;
      for (const number of processesOf(victim, folder, writer.process.pid ?? 0)) kill(number);
      // Where Node lives on, the server is started again and rows are written again.
      const before = writer.acknowledged.length;
      if (!victim.startsWith("Node") && victim !== "all three") {
        await until(() => writer.acknowledged.length > before + 5, 10_000, `${moment}, writing again: ${writer.said}`);
      }
      kill(writer.process.pid ?? 0);
      await gone(writer);
      assert.equal(writer.said, "", moment);
      acknowledged.push(...writer.acknowledged);
      assertKept(await rowsOf(folder), acknowledged, moment);
      await until(() => processesIn(folder).length === 0, 2000, `${moment}, no process is left`);
    }
  },
);

test(
  "killed while the database is made, it is made anew",
  { timeout: rounds * 10_000, skip: isWindows },
  async (context) => {
    for (let round = 0; round < rounds / 2; round++) {
      const folder = emptyFolder(context);
      const writer = startWriter(folder);
      // Until the database is ready: initdb, the first start, the roles.
      await until(() => processesIn(folder).length > 0 || writer.said !== "", 10_000, `initdb: ${writer.said}`);
      await delay(Math.random() * 1200);
      const node = writer.process.pid ?? 0;
      const watchdog = childrenOf(node).filter((child) => !processesIn(folder).includes(child));
      for (const number of round % 3 === 2 ? [...watchdog, node] : [node]) kill(number);
      await gone(writer);
      assertKept(await rowsOf(folder), writer.acknowledged, `round ${round}`);
      await until(() => processesIn(folder).length === 0, 2000, `round ${round}, no process is left`);
    }
  },
);
