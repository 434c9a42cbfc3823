// Sockets that want more than they may have: more channels, messages, bytes or patience; and words that are no messages.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { products } from "../testing/product.ts";
import { startRooms } from "./testing/rooms.ts";
import { eventually } from "../../../language/src/testing/eventually.ts";

const start = products();
const rooms = await startRooms(start, {
  live: {
    lookMilliseconds: 100,
    silenceMilliseconds: 4000,
    channelsOfSocket: 3,
    messages: 20,
    joins: 10,
    socketsOfOne: 8,
    bytes: 100_000,
    waitingBytes: 200_000,
    presenceBytes: 1000,
    presenceBytesOfTopic: 2000,
  },
});
const { product, socket } = rooms;
after(rooms.end);

const sockets = async () =>
  Number(/^writ_live_sockets (\d+)/m.exec(await (await fetch(`${product.url}/metrics`)).text())?.[1]);

const word = { type: "broadcast", event: "word", payload: {} };

test("a socket has so many channels, and joins so many a second", async () => {
  const one = await socket();
  const answers: unknown[] = [];
  for (let index = 0; index < 4; index++) {
    one.send(`${index}`, `${index}`, `realtime:${index}`, "phx_join", { config: {} });
    answers.push((await one.next(([, ref]) => ref === `${index}`))[4]);
  }
  const reason = "ChannelRateLimitReached: Too many channels";
  assert.deepEqual(answers[3], { status: "error", response: { reason } });
  for (let index = 0; index < 30; index++) one.send("a", `r${index}`, "realtime:1", "phx_join", { config: {} });
  await one.next(([, , , , payload]) => JSON.stringify(payload).includes("ClientJoinRateLimitReached"));
  one.raw.terminate();
});

test("a client that sends too much loses the channel, and then the socket", async () => {
  const one = await socket();
  one.send("1", "1", "realtime:loud", "phx_join", { config: {} });
  await one.next(([, ref]) => ref === "1");
  for (let index = 0; index < 100; index++) one.send("1", null, "realtime:loud", "broadcast", word);
  const [, , , , said] = await one.next(([, , , event]) => event === "system");
  assert.equal(said["message"], "Too many messages per second");
  await one.next(([, , , event]) => event === "phx_close");
  for (let index = 0; index < 1000; index++) one.send("1", null, "realtime:loud", "broadcast", word);
  await one.closed;
});

test("what is no message, or is too large, closes the socket", async () => {
  const broken: readonly (string | Buffer)[] = [
    "{",
    "[]",
    '["1","1",{},"phx_join",{}]',
    `["1","1","realtime:a","phx_join",${"[".repeat(30_000)}${"]".repeat(30_000)}]`,
    `["1","1","realtime:${"x".repeat(300)}","phx_join",{}]`,
    Buffer.from([9, 1, 2]),
    Buffer.from([3, 255, 255, 255, 255, 0, 1, 65]),
  ];
  for (const data of broken) {
    const one = await socket();
    one.raw.send(data, { binary: Buffer.isBuffer(data) });
    assert.equal(await one.closed, 1003, String(data).slice(0, 40));
  }
  const large = await socket();
  large.raw.send("x".repeat(200_000));
  assert.equal(await large.closed, 1009);
});

test("who fetches nothing is disconnected, and others are not", async () => {
  const [slow, quick] = [await socket(), await socket()];
  for (const one of [slow, quick]) {
    one.send("1", "1", "realtime:wide", "phx_join", { config: {} });
    await one.next(([, ref]) => ref === "1");
  }
  slow.raw.pause();
  const text = "x".repeat(50_000);
  const headers = { apikey: product.serviceKey, "content-type": "application/json" };
  const url = `${product.url}/realtime/v1/api/broadcast/wide/events/word`;
  let isGone = false;
  void slow.closed.then(() => (isGone = true));
  const before = await sockets();
  for (let index = 0; index < 400 && (await sockets()) === before; index++) {
    await fetch(url, { method: "POST", headers, body: JSON.stringify({ text }) });
    quick.send(null, "b", "phoenix", "heartbeat", {});
  }
  assert.equal(await sockets(), before - 1);
  assert.equal(quick.raw.readyState, quick.raw.OPEN);
  assert.equal(isGone, false);
  slow.raw.terminate();
  quick.raw.terminate();
});

test("who says nothing is gone, and who sends heartbeats stays", async () => {
  const [silent, alive] = [await socket(), await socket()];
  // By the clock: often, of what may be silent for four seconds.
  const beat = setInterval(() => alive.send(null, "b", "phoenix", "heartbeat", {}), 200);
  await silent.closed;
  assert.equal(alive.raw.readyState, alive.raw.OPEN);
  clearInterval(beat);
  alive.raw.terminate();
});

test("a network has so many sockets, and gets them back", async () => {
  const noneIsLeft = async () => (await sockets()) === 0;
  await eventually(noneIsLeft, "that the others are gone");
  const all = await Promise.all(Array.from({ length: 8 }, async () => socket()));
  await assert.rejects(socket(), /refused: 429/);
  for (const { raw } of all) raw.terminate();
  await eventually(noneIsLeft, "that all of them are gone");
  (await socket()).raw.terminate();
});

test("presence data has a maximum size", async () => {
  const one = await socket();
  one.send("1", "1", "realtime:crowd", "phx_join", { config: { presence: { enabled: true, key: "a" } } });
  await one.next(([, ref]) => ref === "1");
  const track = async (ref: string, said: unknown) => {
    one.send("1", ref, "realtime:crowd", "presence", { type: "presence", event: "track", payload: said });
    return (await one.next(([, asked]) => asked === ref))[4]["status"];
  };
  assert.equal(await track("2", { text: "x".repeat(2000) }), "error");
  assert.equal(await track("3", ["no map"]), "error");
  assert.equal(await track("4", { text: "x".repeat(900) }), "ok");
  const two = await socket();
  two.send("1", "1", "realtime:crowd", "phx_join", { config: { presence: { enabled: true, key: "b" } } });
  const [, , , , state] = await two.next(([, , , event]) => event === "presence_state");
  assert.deepEqual(Object.keys(state), ["a"]);
  two.send("1", "2", "realtime:crowd", "presence", {
    type: "presence",
    event: "track",
    payload: { text: "x".repeat(950) },
  });
  assert.equal((await two.next(([, ref]) => ref === "2"))[4]["status"], "error");
});
