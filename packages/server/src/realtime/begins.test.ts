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
async function joinWhileWriting(startMilliseconds: number) {
  const rooms = await startRooms(start, { live: { startMilliseconds } });
  const { product, client } = rooms;
  ended.push(rooms.end);
  const writer = await product.database.connect();
  await writer.query("BEGIN");
  await writer.query("SELECT pg_current_xact_id()");
  const heard: unknown[] = [];
  const told: unknown[] = [];
  const somebody = client();
  const state = { isIn: false };
  const channel = somebody.channel("news").on("broadcast", { event: "*" }, (message) => void heard.push(message));
  channel.on("system" as never, {}, (({ status }: { readonly status: string }) => void told.push(status)) as never);
  const entering = joined(channel).then(() => (state.isIn = true));
  const slots = async () => product.owner("SELECT FROM pg_replication_slots WHERE slot_name LIKE 'writ_live_%'");
  await eventually(async () => (await slots()).length === 1, "that the database is to tell");
  const say = async () => product.owner("SELECT realtime.send('{}', 'word', 'news', false)");
  return { writer, heard, told, state, entering, say };
}

test("nobody is in before what the database says is listened to", async () => {
  const { writer, heard, told, state, entering, say } = await joinWhileWriting(60_000);
  await pause(200, "nobody is to be let in, and nothing tells of it");
  assert.equal(state.isIn, false);
  await writer.query("COMMIT");
  await entering;
  await say();
  await eventually(() => heard.length > 0, "what the database said");
  assert.deepEqual(told, []);
});

test("where that takes too long, whoever is in is told that they do not hear it yet, and when they do", async () => {
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
