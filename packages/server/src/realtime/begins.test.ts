// Whoever has joined a channel hears all that the database says from then on, however long it takes to listen to it.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { products } from "../testing/product.ts";
import { joined, pause, startRooms, until } from "./testing/rooms.ts";

const start = products();
const rooms = await startRooms(start);
const { product, client } = rooms;
after(rooms.end);

test("nobody is in before what the database says is listened to", async () => {
  // PostgreSQL tells of changes only once whatever was being written has ended.
  const writer = await product.database.connect();
  await writer.query("BEGIN");
  await writer.query("SELECT pg_current_xact_id()");
  const heard: unknown[] = [];
  let isIn = false;
  const entering = joined(
    client()
      .channel("news")
      .on("broadcast", { event: "*" }, (message) => void heard.push(message)),
  ).then(() => (isIn = true));
  let slots: readonly unknown[] = [];
  for (let tries = 0; tries < 600 && slots.length === 0; tries++) {
    await pause(50);
    slots = await product.owner("SELECT FROM pg_replication_slots WHERE slot_name LIKE 'writ_live_%'");
  }
  assert.equal(slots.length, 1);
  await pause(200);
  assert.equal(isIn, false);
  await writer.query("COMMIT");
  await entering;
  await product.owner("SELECT realtime.send('{}', 'word', 'news', false)");
  await until(() => heard.length > 0, "what the database said");
});
