// Whoever has joined a channel hears all that the database says from then on, or is told from when on they do.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { products } from "../testing/product.ts";
import { joined, startRooms } from "./testing/rooms.ts";
import { eventually, pause } from "../../../language/src/testing/eventually.ts";

const start = products();
const ended: (() => Promise<void>)[] = [];
after(async () => {
  for (const end of ended) await end();
});

/** Somebody joins while something is being written: PostgreSQL tells of changes only once that has ended. */
async function joinWhileWriting(startMilliseconds: number, readyMilliseconds?: number) {
  const live = { startMilliseconds, ...(readyMilliseconds === undefined ? {} : { readyMilliseconds }) };
  const rooms = await startRooms(start, { live });
  const { product, client } = rooms;
  ended.push(rooms.end);
  const writer = await product.database.connect();
  await writer.query("BEGIN");
  await writer.query("SELECT pg_current_xact_id()");
  const heard: unknown[] = [];
  const told: unknown[] = [];
  const somebody = client();
  const state = { isIn: false };
  const broadcast = readyMilliseconds === undefined ? {} : { replication_ready: true };
  const channel = somebody
    .channel("news", { config: { broadcast } })
    .on("broadcast", { event: "*" }, (message) => void heard.push(message));
  const words: unknown[] = [];
  channel.on("system" as never, {}, (({ status, message }: { readonly status: string; readonly message: string }) => {
    told.push(status);
    words.push(message);
  }) as never);
  const entering = joined(channel).then(() => (state.isIn = true));
  const slots = async () => product.owner("SELECT FROM pg_replication_slots WHERE slot_name LIKE 'writ_live_%'");
  await eventually(async () => (await slots()).length === 1, "that the database is to tell");
  const say = async () => product.owner("SELECT realtime.send('{}', 'word', 'news', false)");
  return { writer, heard, told, words, state, entering, say };
}

test("a subscription is confirmed only once the feed of the database is read", async () => {
  const { writer, heard, told, state, entering, say } = await joinWhileWriting(60_000);
  await pause(200, "nobody is to be let in, and nothing tells of it");
  assert.equal(state.isIn, false);
  await writer.query("COMMIT");
  await entering;
  await say();
  await eventually(() => heard.length > 0, "what the database said");
  assert.deepEqual(told, []);
});

test("if the feed takes too long, subscribers are told that it is late, and when it starts", async () => {
  const { writer, heard, told, entering, say } = await joinWhileWriting(100);
  await entering;
  await eventually(() => told.length > 0, "that nothing is heard yet");
  assert.deepEqual(told, ["error"]);
  await writer.query("COMMIT");
  await eventually(() => told.length > 1, "that everything is heard");
  assert.deepEqual(told, ["error", "ok"]);
  await say();
  await eventually(() => heard.length > 0, "what the database said");
});

test("a client can ask to be told when the feed starts, and times out if it takes too long", async () => {
  const one = await joinWhileWriting(100, 60_000);
  await one.entering;
  await one.writer.query("COMMIT");
  const established = "Replication connection established";
  await eventually(() => one.words.includes(established), "that everything is heard");
  await one.say();
  await eventually(() => one.heard.length > 0, "what the database said");
  assert.equal(one.words.filter((said) => said === established).length, 1);
  const other = await joinWhileWriting(100, 1);
  await other.entering;
  await eventually(() => other.words.includes("Replication connection was not established in time"), "that it is over");
  await other.writer.query("COMMIT");
});
