// Whatever is killed, and whenever: what was acknowledged is there, nothing is left running, the next start needs no help.
import assert from "node:assert/strict";
import { spawn, type ChildProcess } from "node:child_process";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { drawFrom } from "../../../../language/src/testing/draw.ts";
import { openDatabase } from "../index.ts";
import { childrenOf, emptyFolder, kill, processesIn, serverOf } from "../testing/surroundings.ts";
import { eventually, pause } from "../../../../language/src/testing/eventually.ts";

const draw = drawFrom(23);
const rounds = process.env["WRIT_LONG"] === "1" ? 200 : 10;
const wholeFile = { after: (step: () => Promise<void> | void) => after(step) };
const folder = emptyFolder(wholeFile);
const isLinux = process.platform === "linux";
const isWindows = process.platform === "win32";

type Writer = { readonly process: ChildProcess; readonly acknowledged: string[]; isReady: boolean; said: string };

function startWriter(where: string): Writer {
  const file = fileURLToPath(new URL("../testing/writer.ts", import.meta.url));
  const child = spawn(process.execPath, [file, where], { stdio: ["ignore", "pipe", "pipe"] });
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
  await pause(0, "what has arrived is read");
}

async function rowsOf(where: string): Promise<ReadonlySet<string>> {
  const database = await openDatabase({ folder: where });
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

test("kill -9 of the watchdog, then of Node: there is a new watchdog by then", { skip: !isLinux }, async () => {
  const writer = startWriter(folder);
  await eventually(() => writer.acknowledged.length > 0, `writing ${writer.said}`);
  const node = writer.process.pid ?? 0;
  const watchdogs = watchdogsOf(node);
  assert.equal(watchdogs.length, 1);
  for (const watchdog of watchdogs) kill(watchdog);
  await eventually(() => watchdogsOf(node).some((each) => !watchdogs.includes(each)), "a new watchdog");
  await pause(50, "the new one has come to its work");
  kill(node);
  await gone(writer);
  await eventually(() => processesIn(folder).length === 0, "no process is left");
});

test("kill -9 of Node: PostgreSQL stops within two seconds and keeps every acknowledged row", async () => {
  const writer = startWriter(folder);
  await eventually(() => writer.acknowledged.length > 50, `writing ${writer.said}`);
  const [server = 0] = serverOf(folder);
  assert.ok(processesIn(folder).includes(server));
  kill(writer.process.pid ?? 0);
  await gone(writer);
  await eventually(() => processesIn(folder).length === 0, "no process is left");
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

/** Only Linux tells. */
const watchdogsOf = (node: number) => childrenOf(node).filter((child) => !processesIn(folder).includes(child));

function processesOf(victim: (typeof victims)[number], node: number): readonly number[] {
  // What the file names may be long gone, and its number somebody else's.
  const server = serverOf(folder).filter((number) => processesIn(folder).includes(number));
  const watchdog = watchdogsOf(node);
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

/** The temporary folder of the socket. */
function runtimeOf(where: string): string {
  const pointer = join(where, "postgres/run-at");
  return existsSync(pointer) ? readFileSync(pointer, "utf8") : "";
}

test(`${rounds} times anything is killed at any moment`, { skip: isWindows }, async () => {
  const acknowledged: string[] = [];
  for (let round = 0; round < rounds; round++) {
    const victim = victims[round % victims.length] ?? "Node";
    const writer = startWriter(folder);
    // A server that is killed before it was ready once makes the start fail, which is said and not mended.
    const isEarly = victim.includes("Node") && draw.once(2);
    if (!isEarly) await eventually(() => writer.isReady, `round ${round} ready: ${writer.said}`);
    await pause(draw.number(0, 300), "any moment");
    const moment = `round ${round}, ${victim}${isEarly ? " at the start" : ""}`;
    for (const number of processesOf(victim, writer.process.pid ?? 0)) kill(number);
    // Where Node lives on, the server is started again and rows are written again.
    const before = writer.acknowledged.length;
    if (victim === "the server" || victim === "a backend") {
      await eventually(() => writer.acknowledged.length > before + 5, `${moment}, writing again: ${writer.said}`);
    }
    kill(writer.process.pid ?? 0);
    await gone(writer);
    assert.equal(writer.said, "", moment);
    acknowledged.push(...writer.acknowledged);
    const runtime = runtimeOf(folder);
    assertKept(await rowsOf(folder), acknowledged, moment);
    await eventually(() => processesIn(folder).length === 0, `${moment}, no process is left`);
    if (runtime !== "") await eventually(() => !existsSync(runtime), `${moment}, ${runtime} is gone`);
  }
});

test("killed while the database is made, it is made anew", { skip: isWindows }, async (context) => {
  for (let round = 0; round < rounds / 3; round++) {
    const empty = emptyFolder(context);
    const writer = startWriter(empty);
    // Until the database is ready: initdb, the first start, the roles.
    await eventually(() => processesIn(empty).length > 0 || writer.said !== "", `initdb: ${writer.said}`);
    await pause(draw.number(0, 1200), "any moment of the start");
    const node = writer.process.pid ?? 0;
    const watchdog = childrenOf(node).filter((child) => !processesIn(empty).includes(child));
    for (const number of round % 3 === 2 ? [...watchdog, node] : [node]) kill(number);
    await gone(writer);
    if (round % 3 !== 2) await eventually(() => processesIn(empty).length === 0, `round ${round}, initdb is gone`);
    assertKept(await rowsOf(empty), writer.acknowledged, `round ${round}`);
    const names = readdirSync(join(empty, "postgres"));
    assert.deepEqual(
      names.filter((name) => name.startsWith("making")),
      [],
      "what was half made is gone",
    );
    await eventually(() => processesIn(empty).length === 0, `round ${round}, no process is left`);
  }
});
