// Who is looking at a row: told to whoever reads the row, of people as they are, and to nobody else.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import type { RealtimeChannel, SupabaseClient } from "@supabase/supabase-js";
import { products } from "../testing/product.ts";
import { joined, startRooms } from "./testing/rooms.ts";
import { talks } from "./testing/talks.ts";
import { eventually } from "../../../language/src/testing/eventually.ts";

const start = products();
const rooms = await startRooms(start, { live: { lookMilliseconds: 100, policyMilliseconds: 200 } }, talks);
const { product, client, socket } = rooms;
after(rooms.end);

const idOf = (token: string): string =>
  JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString()).sub as string;

const ann = await product.person("ann");
const ben = await product.person("ben");
const chair = await product.person("chair", "chair");
const [talk] = await product.owner("INSERT INTO writ_data.talk (title, speaker) VALUES ('T', $1) RETURNING id", [
  idOf(ann),
]);
const topic = `looking:talk:${String(talk?.["id"])}`;

async function looking(of: SupabaseClient, key = "whoever", name = topic): Promise<RealtimeChannel> {
  const channel = of.channel(name, { config: { private: true, presence: { key } } });
  return joined(channel.on("presence", { event: "sync" }, () => undefined));
}
const there = (channel: RealtimeChannel) => Object.keys(channel.presenceState()).sort();

test("users who may read a row see who is viewing it, by account and without any text", async () => {
  const [own, all] = [await looking(client(ann)), await looking(client(chair), idOf(ben))];
  await own.track({});
  // A name and words that a client makes up are nobody's to believe.
  assert.equal(await all.track({ name: "The boss", text: "hear me" }), "ok");
  const both = [idOf(ann), idOf(chair)].sort();
  await eventually(() => there(own).join() === both.join(), "both");
  assert.deepEqual(
    own.presenceState()[idOf(chair)]?.map((one) => Object.keys(one)),
    [["presence_ref"]],
  );
  await all.untrack();
  await eventually(() => there(own).join() === idOf(ann), "that the chair has left");
  // Nothing else is said there.
  const heard: unknown[] = [];
  own.on("broadcast", { event: "*" }, (message) => void heard.push(message));
  await all.send({ type: "broadcast", event: "word", payload: {} });
  await all.track({});
  await eventually(() => there(own).length === 2, "the chair again");
  assert.deepEqual(heard, []);
});

test("of oneself one says whether one is changing the row, and nothing else", async () => {
  const [other] = await product.owner("INSERT INTO writ_data.talk (title, speaker) VALUES ('O', $1) RETURNING id", [
    idOf(ann),
  ]);
  const name = `looking:talk:${String(other?.["id"])}`;
  const [own, all] = [await looking(client(ann), "ann", name), await looking(client(chair), "chair", name)];
  const metas = () =>
    (own.presenceState<Record<string, unknown>>()[idOf(chair)] ?? []).map(({ presence_ref: _ref, ...said }) => said);
  await all.track({ editing: true, name: "The boss" });
  await eventually(() => JSON.stringify(metas()) === '[{"editing":true}]', "that the chair is changing it");
  for (const said of [{ editing: "true" }, { editing: { text: "hear me" } }, { editing: 1 }, { editing: false }]) {
    await all.track({ editing: true });
    await eventually(() => metas()[0]?.["editing"] === true, "that the chair is changing it again");
    await all.track(said);
    await eventually(() => JSON.stringify(metas()) === "[{}]", JSON.stringify(said));
  }
  await Promise.all([own.unsubscribe(), all.unsubscribe()]);
});

test("clients without the right to read, without an account, or with an invalid row are refused", async () => {
  const no = /do not have permissions/;
  await assert.rejects(looking(client(ben)), no);
  await assert.rejects(looking(client()), no);
  for (const name of [
    "looking:talk",
    "looking:talk:x",
    `looking:note:${String(talk?.["id"])}`,
    "looking:user_passwords:00000000-0000-0000-0000-000000000000",
    `looking:talk:${String(talk?.["id"])}' OR true`,
    `looking:writ.assigned_role:${idOf(chair)}`,
    "looking:user:" + idOf(ann),
  ])
    await assert.rejects(looking(client(ben), "ben", name), no, name);
  // A public channel of the same name is another one.
  const outside = client(ben)
    .channel(topic)
    .on("presence", { event: "sync" }, () => undefined);
  await joined(outside);
  await outside.track({ name: "Ann" });
  await eventually(() => there(outside).length === 1, "oneself");
});

test("a user who loses the row gets no more events, and a changed account leaves the presence", async () => {
  const lead = await product.person("lead", "chair");
  const of = client(lead);
  const channel = await looking(of);
  await channel.track({});
  const own = await looking(client(ann));
  await eventually(() => there(own).includes(idOf(lead)), "the lead");
  await product.owner("DELETE FROM writ.assigned_role WHERE person = $1", [idOf(lead)]);
  await eventually(() => !there(own).includes(idOf(lead)), "that the lead is not there");
  await eventually(() => channel.state === "closed", "that the channel is closed");
  const other = await product.person("other", "chair");
  const plain = await socket();
  const join = { config: { private: true, presence: { enabled: true } }, access_token: other };
  plain.send("1", "1", `realtime:${topic}`, "phx_join", join);
  await plain.next(([, ref]) => ref === "1");
  plain.send("1", "2", `realtime:${topic}`, "presence", { type: "presence", event: "track", payload: {} });
  await eventually(() => there(own).includes(idOf(other)), "the other");
  plain.send("1", "3", `realtime:${topic}`, "access_token", { access_token: ann });
  await eventually(() => !there(own).includes(idOf(other)), "that the other has gone with the token");
});
