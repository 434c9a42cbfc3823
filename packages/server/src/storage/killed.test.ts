// Killed in the middle of uploads, replacements and removals: what was acknowledged is there with its bytes, and nothing else is.
import assert from "node:assert/strict";
import { readdirSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { emptyFolder, kill, processesIn, serverOf } from "../postgres/testing/surroundings.ts";
import { startKillable, type Killable } from "./testing/killable.ts";
import { beginRaw, piece, tus } from "./testing/tus.ts";
import { eventually, pause } from "../../../language/src/testing/eventually.ts";

const rounds = process.env["WRIT_LONG"] === "1" ? 60 : 4;
const workers = 6;
const names = 5;
const seed = Number(process.env["WRIT_SEED"] ?? 20_261_127);
let state = seed + 1;
const chance = (most: number) => (state = (state * 48_271) % 2_147_483_647) % most;

/** What a file may hold: what was acknowledged last, and what was tried since. Undefined: it is not there. */
type Known = { readonly sure: string | undefined; readonly tried: readonly (string | undefined)[] };
const files = new Map<string, Known>();
let contents = 0;

const bytesOf = (content: string): Buffer => Buffer.alloc(20_000 + (Number(content) % 7) * 60_000, `${content} `);

async function act(server: Killable, name: string): Promise<void> {
  const before = files.get(name) ?? { sure: undefined, tried: [] };
  const content = chance(4) === 0 ? undefined : String(contents++);
  files.set(name, { ...before, tried: [...before.tried, content] });
  if (content === undefined) {
    const { status } = await server.object("DELETE", name);
    if (status === 200) files.set(name, { sure: undefined, tried: [] });
    return;
  }
  const status = chance(2) === 0 ? await send(server, name, content) : await sendInPieces(server, name, content);
  if (status === 200 || status === 204) files.set(name, { sure: content, tried: [] });
}

const send = async (server: Killable, name: string, content: string) =>
  (await server.object("POST", name, bytesOf(content), { "x-upsert": "true" })).status;

async function sendInPieces({ url, key }: Killable, name: string, content: string): Promise<number> {
  const bytes = bytesOf(content);
  const by = { product: { url }, token: key };
  const at = await beginRaw(by, name, bytes.length, { bucket: "box", headers: { "x-upsert": "true" } });
  const half = Math.floor(bytes.length / 2);
  await tus({ ...by, method: "PATCH", url: at }, { ...piece, "upload-offset": "0" }, bytes.subarray(0, half));
  const rest = { ...piece, "upload-offset": String(half) };
  return (await tus({ ...by, method: "PATCH", url: at }, rest, bytes.subarray(half))).status;
}

async function work(server: Killable, worker: number, isOver: () => boolean): Promise<void> {
  while (!isOver()) await act(server, `${worker}-${chance(names)}`).catch(async () => pause(20, "the server is away"));
}

async function look(server: Killable): Promise<void> {
  for (const [name, { sure, tried }] of files) {
    const answer = await server.object("GET", name);
    const bytes = Buffer.from(await answer.arrayBuffer());
    const found = answer.status === 200 ? bytes.toString("latin1", 0, 12).split(" ")[0] : undefined;
    assert.ok(
      [sure, ...tried].includes(found),
      `${name} is ${found}, not ${sure} nor one of ${tried.join()} (${seed})`,
    );
    if (found !== undefined) assert.ok(bytes.equals(bytesOf(found)), `${name} has all bytes of ${found} (${seed})`);
    files.set(name, { sure: found, tried: [] });
  }
}

/** Old enough to be swept. */
function age(folder: string): void {
  const old = new Date(Date.now() - 2 * 60 * 60 * 1000);
  for (const one of versionsIn(folder)) utimesSync(one, old, old);
}

const versionsIn = (folder: string): readonly string[] =>
  readdirSync(join(folder, "files"), { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile() && !one.parentPath.endsWith("unfinished"))
    .map((one) => join(one.parentPath, one.name));

test("acknowledged files are complete, refused ones are gone, and unused content is swept", async (t) => {
  t.diagnostic(`WRIT_SEED=${seed}`);
  const folder = emptyFolder({ after });
  let tried = 0;
  for (let round = 0; round < rounds; round++) {
    const server = await startKillable(folder);
    // What fails in between leaves nothing running.
    t.after(() => kill(server.process.pid ?? 0));
    await look(server);
    age(folder);
    const { versions, unfinished } = await server.sweep();
    // All bytes of an upload may have been there when its end was not told yet: whoever sends it still hears of it.
    const known = versionsIn(folder)
      .map((path) => path.slice(-36))
      .filter((version) => versions.includes(version) || !unfinished.includes(version));
    assert.deepEqual(known.sort(), [...versions].sort(), `seed ${seed}`);
    const before = contents;
    let isOver = false;
    const working = Array.from({ length: workers }, async (_, worker) => work(server, worker, () => isOver));
    await pause(300 + chance(900), "any moment");
    // However slow the machine is, there is something to lose.
    await eventually(() => contents - before > 10, "files are sent");
    if (round % 2 === 1) {
      // The database alone, and what goes on without it.
      kill(serverOf(folder)[0] ?? 0);
      await pause(300 + chance(900), "any moment");
    }
    kill(server.process.pid ?? 0);
    isOver = true;
    await server.ended;
    await Promise.all(working);
    await eventually(() => processesIn(folder).length === 0, "nothing is left running");
    tried += contents - before;
  }
  const last = await startKillable(folder);
  await look(last);
  await last.end();
  t.diagnostic(`${rounds} rounds, ${tried} files sent`);
  assert.ok(tried > 10 * rounds);
});
