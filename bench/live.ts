// Measures what is live: from a commit to its arrival under rights, broadcasts against a bare fan-out, idle sockets.
import { fork, type ChildProcess } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { WebSocket } from "ws";
import { serve, serveBare, type Served } from "./live/served.ts";

const words = process.argv.slice(2);
const option = (name: string, usual: string) =>
  words.find((word) => word.startsWith(`--${name}=`))?.split("=")[1] ?? usual;
const idle = Number(option("idle", "10000"));
const people = option("people", "1,100,1000").split(",").map(Number);
const rounds = Number(option("rounds", "50"));

async function start<Said>(
  ...given: readonly string[]
): Promise<{ readonly child: ChildProcess; readonly said: Said }> {
  const child = fork(import.meta.filename, [...words, ...given], { execArgv: ["--expose-gc"] });
  return { child, said: await answerOf<Said>(child) };
}

const answerOf = async <Said>(child: ChildProcess): Promise<Said> =>
  new Promise((resolve, reject) => {
    child.once("message", (said) => resolve(said as Said));
    child.once("exit", (code) => reject(new Error(`it ended with ${code}`)));
  });

async function measureAll(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "writ-live-"));
  const { child, said } = await start<Served>("--serve", `--folder=${folder}`);
  const bare = await start<{ readonly url: string }>("--bare");
  try {
    for (const count of people) await measureChanges(said, count);
    await measureBroadcasts(said, bare.said.url);
    await measureIdle(said, child);
  } finally {
    for (const one of [child, bare.child]) one.kill();
    await new Promise((resolve) => child.once("exit", resolve));
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 200 });
  }
}

async function open(url: string): Promise<WebSocket> {
  const socket = new WebSocket(url, { perMessageDeflate: false });
  await new Promise<void>((resolve, reject) => {
    socket.once("open", () => resolve());
    socket.once("error", reject);
  });
  return socket;
}

const wire = ({ url, anonKey }: Served) =>
  `${url.replace("http", "ws")}/realtime/v1/websocket?vsn=2.0.0&apikey=${anonKey}`;

async function joinTopic(served: Served, topic: string, payload: object, until: string): Promise<WebSocket> {
  const socket = await open(wire(served));
  const joined = new Promise<void>((resolve) => {
    const look = (data: WebSocket.RawData) => {
      if (!String(data).includes(until)) return;
      socket.off("message", look);
      resolve();
    };
    socket.on("message", look);
  });
  socket.send(JSON.stringify(["1", "1", topic, "phx_join", payload]));
  await joined;
  return socket;
}

const at = (sorted: readonly number[], share: number): string =>
  (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(1);

async function measureChanges(served: Served, count: number): Promise<void> {
  const sockets: WebSocket[] = [];
  const config = { postgres_changes: [{ event: "*", schema: "public", table: "talk" }] };
  for (let index = 0; index < count; index += 50) {
    const those = served.tokens.slice(index, Math.min(index + 50, count));
    sockets.push(
      ...(await Promise.all(
        those.map(async (token) =>
          joinTopic(served, "realtime:talks", { config, access_token: token }, "Subscribed to"),
        ),
      )),
    );
  }
  const client = new pg.Client(served.database);
  await client.connect();
  const insert = await measureOne(
    client,
    sockets,
    "INSERT INTO writ_data.talk (title, speaker) SELECT $1, id FROM auth.users LIMIT 1",
  );
  const update = await measureOne(
    client,
    sockets,
    "UPDATE writ_data.talk SET title = $1 WHERE id = (SELECT id FROM writ_data.talk LIMIT 1)",
  );
  await client.end();
  for (const socket of sockets) socket.terminate();
  console.log(`a change, ${count} people under rights: inserted ${insert}, changed ${update}`);
}

async function measureOne(client: pg.Client, sockets: readonly WebSocket[], statement: string): Promise<string> {
  const took: number[] = [];
  for (let round = 0; round < rounds; round++) {
    let began = 0;
    const arrived = Promise.all(
      sockets.map(
        async (socket) =>
          new Promise<void>((resolve) => {
            socket.once("message", () => {
              took.push(performance.now() - began);
              resolve();
            });
          }),
      ),
    );
    await client.query("BEGIN");
    await client.query(statement, [`talk ${round}`]);
    began = performance.now();
    await client.query("COMMIT");
    await arrived;
  }
  took.sort((a, b) => a - b);
  return `p50 ${at(took, 0.5)} ms, p99 ${at(took, 0.99)} ms`;
}

async function measureBroadcasts(served: Served, bareUrl: string): Promise<void> {
  const receivers = 100;
  const messages = 2000;
  const topic = "realtime:crowd";
  const run = async (make: () => Promise<WebSocket>, message: Buffer): Promise<number> => {
    const [sender, ...others] = await Promise.all(Array.from({ length: receivers + 1 }, make));
    if (sender === undefined) throw new Error("nobody sends");
    const began = performance.now();
    const all = others.map(
      async (socket) =>
        new Promise<void>((resolve) => {
          let came = 0;
          socket.on("message", () => ++came === messages && resolve());
        }),
    );
    for (let index = 0; index < messages; index++) sender.send(message);
    await Promise.all(all);
    const seconds = (performance.now() - began) / 1000;
    for (const socket of [sender, ...others]) socket.terminate();
    return (receivers * messages) / seconds;
  };
  const payload = Buffer.from(JSON.stringify({ text: "x".repeat(200) }));
  const names = ["1", "2", topic, "word"].map((name) => Buffer.from(name));
  const head = Buffer.from([3, ...names.map(({ length }) => length), 0, 1]);
  const frame = Buffer.concat([head, ...names, payload]);
  const own: number[] = [];
  const bare: number[] = [];
  for (let round = 0; round < 3; round++) {
    own.push(await run(async () => joinTopic(served, topic, { config: {} }, "phx_reply"), frame));
    bare.push(await run(async () => open(bareUrl), frame));
  }
  const median = (all: readonly number[]) => [...all].sort((a, b) => a - b)[1] ?? 0;
  const [ours, theirs] = [median(own), median(bare)];
  console.log(
    `broadcasts to ${receivers}: ${Math.round(ours)} messages a second arrive, ${Math.round(theirs)} of a bare fan-out: ${(ours / theirs).toFixed(2)}`,
  );
}

async function measureIdle(served: Served, child: ChildProcess): Promise<void> {
  const memory = async () => {
    child.send("memory");
    return (await answerOf<{ readonly bytes: number }>(child)).bytes / 2 ** 20;
  };
  const before = await memory();
  const limit = Number(/^Max open files +(\d+)/m.exec(readFileSync("/proc/self/limits", "utf8"))?.[1] ?? 0);
  const count = Math.min(idle, limit - 200);
  const sockets: WebSocket[] = [];
  for (let index = 0; index < count; index += 200)
    sockets.push(
      ...(await Promise.all(
        Array.from({ length: Math.min(200, count - index) }, async (_one, place) =>
          joinTopic(served, `realtime:room ${(index + place) % 100}`, { config: {} }, "phx_reply"),
        ),
      )),
    );
  const after = await memory();
  console.log(
    `${sockets.length} idle sockets, each on a channel: ${Math.round(after)} MB, ${Math.round(before)} MB without them`,
  );
  for (const socket of sockets) socket.terminate();
}

if (words.includes("--serve")) await serve(option("folder", ""), Math.max(...people));
else if (words.includes("--bare")) serveBare();
else await measureAll();
