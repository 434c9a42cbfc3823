// Channels as an unmodified client uses them: joining, broadcasts, presence, private topics; and what is refused.
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, test } from "node:test";
import type { SupabaseClient } from "@supabase/supabase-js";
import { SignJWT } from "jose";
import { WebSocket } from "ws";
import { readKeyRing, signingKey } from "../keys/key-ring.ts";
import { products } from "../testing/product.ts";
import { joined, startRooms } from "./testing/rooms.ts";
import { eventually, pause } from "../../../language/src/testing/eventually.ts";

const start = products();
const rooms = await startRooms(start, { live: { lookMilliseconds: 200, policyMilliseconds: 300 } });
const { product, client, socket } = rooms;
after(rooms.end);

const authorized = async (one: SupabaseClient) => {
  await one.realtime.setAuth();
  return one;
};

type Got = { readonly event: string; readonly payload?: unknown };

test("a broadcast reaches all other clients of the topic, in both versions of the protocol", async () => {
  const heard: Got[] = [];
  const own: Got[] = [];
  const [ann, ben] = [client(), client()];
  const annChannel = ann.channel("room").on("broadcast", { event: "word" }, (message) => void own.push(message));
  await joined(annChannel);
  const benChannel = ben.channel("room").on("broadcast", { event: "word" }, (message) => void heard.push(message));
  await joined(benChannel);
  const old = await socket(`?apikey=${product.anonKey}&vsn=1.0.0`);
  const oldCame: Readonly<Record<string, unknown>>[] = [];
  old.raw.on("message", (data) => oldCame.push(JSON.parse(String(data))));
  old.raw.send(JSON.stringify({ topic: "realtime:room", event: "phx_join", payload: { config: {} }, ref: "1" }));
  await eventually(() => oldCame.find(({ event }) => event === "phx_reply"), "the reply");
  assert.equal(await annChannel.send({ type: "broadcast", event: "word", payload: { text: "hüllo" } }), "ok");
  const [message] = await eventually(() => heard.length > 0 && heard, "the word");
  assert.deepEqual(message?.payload, { text: "hüllo" });
  const word = await eventually(() => oldCame.find(({ event }) => event === "broadcast"), "the word as JSON");
  assert.deepEqual(word["payload"], { type: "broadcast", event: "word", payload: { text: "hüllo" } });
  await annChannel.send({ type: "broadcast", event: "word", payload: new Uint8Array([1, 2, 255]).buffer });
  const bytes = await eventually(() => heard[1], "the bytes");
  assert.deepEqual([...new Uint8Array(bytes.payload as ArrayBuffer)], [1, 2, 255]);
  // What somebody else says is the first that the speaker hears.
  await benChannel.send({ type: "broadcast", event: "word", payload: { text: "from ben" } });
  const first = await eventually(() => own[0], "the word of another");
  assert.deepEqual([first.payload, own.length], [{ text: "from ben" }, 1]);
});

test("a client can receive its own broadcasts and acknowledgements", async () => {
  const heard: Got[] = [];
  const channel = client().channel("mirror", { config: { broadcast: { self: true, ack: true } } });
  await joined(channel.on("broadcast", { event: "*" }, (message) => void heard.push(message)));
  assert.equal(await channel.send({ type: "broadcast", event: "word", payload: { n: 1 } }), "ok");
  await eventually(() => heard.length === 1, "one's own word");
});

test("broadcasts can be sent over HTTP, one or several at a time", async () => {
  const heard: Got[] = [];
  await joined(
    client()
      .channel("post")
      .on("broadcast", { event: "*" }, (message) => void heard.push(message)),
  );
  const sender = client().channel("post");
  await sender.httpSend("one", { n: 1 });
  await sender.httpSend("bytes", new Uint8Array([7]).buffer);
  await eventually(() => heard.length === 2, "both");
  const post = async (body: unknown, headers: Readonly<Record<string, string>> = { apikey: product.anonKey }) =>
    fetch(`${product.url}/realtime/v1/api/broadcast`, { method: "POST", headers, body: JSON.stringify(body) });
  const messages = [1, 2].map((n) => ({ topic: "post", event: "batch", payload: { n } }));
  assert.equal((await post({ messages })).status, 202);
  await eventually(() => heard.length === 4, "both of the batch");
  assert.equal((await post({ messages: [{ topic: "post" }] })).status, 422);
  assert.equal((await post({ messages }, {})).status, 401);
  assert.equal((await post({ messages }, { apikey: "no.such.key" })).status, 401);
  assert.equal((await fetch(`${product.url}/realtime/v1/websocket`)).status, 426);
});

test("each client sees who is present, who has left and who was lost", async () => {
  const [ann, ben] = [client(), client()];
  const annChannel = ann.channel("lobby", { config: { presence: { key: "ann" } } });
  const events: string[] = [];
  annChannel.on("presence", { event: "join" }, ({ key }) => void events.push(`join ${key}`));
  annChannel.on("presence", { event: "leave" }, ({ key }) => void events.push(`leave ${key}`));
  annChannel.on("presence", { event: "sync" }, () => undefined);
  await joined(annChannel);
  assert.equal(await annChannel.track({ mood: "calm" }), "ok");
  const benChannel = ben
    .channel("lobby", { config: { presence: { key: "__proto__" } } })
    .on("presence", { event: "sync" }, () => undefined);
  await joined(benChannel);
  await eventually(() => benChannel.presenceState()["ann"], "who is there already");
  await benChannel.track({ mood: "wild" });
  await eventually(() => events.includes("join __proto__"), "ben");
  await benChannel.track({ mood: "mild" });
  await benChannel.untrack();
  await eventually(() => events.includes("leave __proto__"), "ben's leaving");
  const lost = await socket();
  lost.send("1", "1", "realtime:lobby", "phx_join", { config: { presence: { key: "cat", enabled: true } } });
  await lost.next(([, , , event]) => event === "presence_state");
  lost.send("1", "2", "realtime:lobby", "presence", { type: "presence", event: "track", payload: { mood: "asleep" } });
  await eventually(() => events.includes("join cat"), "the cat");
  lost.raw.terminate();
  await eventually(() => events.includes("leave cat"), "that it is lost");
  assert.deepEqual(Object.keys(annChannel.presenceState()), ["ann"]);
});

test("policies decide who receives and sends on a private topic, and for how long", async () => {
  await product.owner("CREATE TABLE public.club_member (id uuid PRIMARY KEY, speaks boolean NOT NULL)");
  await product.owner("GRANT SELECT ON public.club_member TO authenticated, anon");
  await product.owner(`CREATE POLICY hear ON realtime.messages FOR SELECT TO authenticated
    USING (realtime.topic() = 'club' AND EXISTS (SELECT FROM public.club_member m WHERE m.id = (SELECT auth.uid())))`);
  await product.owner(`CREATE POLICY speak ON realtime.messages FOR INSERT TO authenticated
    WITH CHECK (realtime.topic() = 'club' AND extension = 'broadcast' AND EXISTS (SELECT FROM public.club_member m WHERE m.id = (SELECT auth.uid()) AND m.speaks))`);
  const [annToken, benToken] = [await product.person("ann"), await product.person("ben")];
  const idOf = (token: string) => JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString()).sub;
  await product.owner("INSERT INTO public.club_member VALUES ($1, true), ($2, false)", [
    idOf(annToken),
    idOf(benToken),
  ]);
  const secret = { config: { private: true, broadcast: { ack: true } } };
  const heard: Got[] = [];
  const [ann, ben] = [client(annToken), client(benToken)];
  const annChannel = await joined(ann.channel("club", secret));
  const benStatus: string[] = [];
  const benChannel = ben.channel("club", secret).on("broadcast", { event: "*" }, (message) => void heard.push(message));
  await ben.realtime.setAuth();
  benChannel.subscribe((status) => void benStatus.push(status));
  await eventually(() => benStatus.includes("SUBSCRIBED"), "ben");
  assert.equal(await annChannel.send({ type: "broadcast", event: "word", payload: {} }), "ok");
  await eventually(() => heard.length === 1, "the word");
  // Hearing is not speaking.
  assert.equal(await benChannel.send({ type: "broadcast", event: "word", payload: {} }), "error");
  assert.equal(await benChannel.track({ here: true }), "error");
  await assert.rejects(joined(client(await product.person("cid")).channel("club", secret)), /permissions to read/);
  await assert.rejects(joined(client(annToken).channel("other", secret)), /permissions to read/);
  await assert.rejects(joined(client().channel("club", secret)), /permissions to read/);
  // The public topic of the same name is another one.
  const visitor = await joined(client().channel("club"));
  await visitor.send({ type: "broadcast", event: "word", payload: { from: "outside" } });
  const anonymous = client().channel("club", secret);
  await assert.rejects(anonymous.httpSend("word", {}), /permissions to write/);
  const open = (await authorized(client(product.serviceKey))).channel("club", secret);
  await open.httpSend("word", { from: "the service" });
  await eventually(() => heard.length === 2, "the service");
  // Nothing came between them.
  assert.deepEqual(
    heard.map(({ payload }) => payload),
    [{}, { from: "the service" }],
  );
  await product.owner("DELETE FROM public.club_member WHERE id = $1", [idOf(benToken)]);
  await eventually(() => benStatus.includes("CLOSED"), "that ben may not hear any more");
  await annChannel.send({ type: "broadcast", event: "word", payload: {} });
  await pause(50, "nothing is to come: that the channel is closed was told before it was said");
  assert.equal(heard.length, 2);
  assert.deepEqual(await product.owner("SELECT * FROM realtime.messages"), []);
});

test("a token that ends ends its channels, with the word that clients know", async () => {
  const ring = await readKeyRing(await product.database.connect());
  const seconds = Math.floor(Date.now() / 1000);
  // Clocks may differ by half a minute.
  const short = await new SignJWT({ role: "authenticated", sub: randomUUID(), exp: seconds - 28 })
    .setProtectedHeader({ alg: "ES256", kid: signingKey(ring).kid })
    .sign(signingKey(ring).privateKey);
  const plain = await socket();
  plain.send("1", "1", "realtime:soon", "phx_join", { config: {}, access_token: "no.such.token" });
  const [, , , , refused] = await plain.next(([, ref]) => ref === "1");
  const reason = "MalformedJWT: The token provided is not a valid JWT";
  assert.deepEqual(refused, { status: "error", response: { reason } });
  plain.send("2", "2", "realtime:soon", "phx_join", { config: {}, access_token: short });
  assert.equal((await plain.next(([, ref]) => ref === "2"))[4]["status"], "ok");
  const [, , , , said] = await plain.next(([, , , event]) => event === "system");
  assert.match(String(said["message"]), /^Token has expired \d+ seconds ago$/);
  assert.deepEqual(await plain.next(([, , , event]) => event === "phx_close"), [
    "2",
    "2",
    "realtime:soon",
    "phx_close",
    {},
  ]);
});

test("a session that has ended ends its channels; a renewed token keeps them", async () => {
  const session = randomUUID();
  const sub = randomUUID();
  const token = await product.token({ sub, session_id: session });
  const plain = await socket();
  for (const topic of ["realtime:kept", "realtime:ended"]) {
    plain.send(topic, topic, topic, "phx_join", { config: {}, access_token: token });
    await plain.next(([, ref]) => ref === topic);
  }
  plain.send("realtime:kept", "3", "realtime:kept", "access_token", { access_token: await product.token({ sub }) });
  // What is sent is looked at in turn.
  plain.send(null, "beat", "phoenix", "heartbeat", {});
  await plain.next(([, ref]) => ref === "beat");
  await product.owner("INSERT INTO auth.ended_sessions (id) VALUES ($1)", [session]);
  await product.owner("SELECT pg_notify('writ_sessions', $1)", [session]);
  const [, , topic] = await plain.next(([, , , event]) => event === "phx_close");
  assert.equal(topic, "realtime:ended");
  await pause(300, "the kept channel would be ended by the next look, of which there is one every 200 ms");
  plain.send("realtime:kept", "4", "realtime:kept", "phx_leave", {});
  assert.equal((await plain.next(([, ref]) => ref === "4"))[4]["status"], "ok");
});

test("a socket without a key, with a wrong key or in another version is refused", async () => {
  for (const [query, status] of [
    ["?vsn=2.0.0", 401],
    ["?apikey=wrong&vsn=2.0.0", 401],
    [`?apikey=${product.anonKey}&vsn=9.0.0`, 400],
  ] as const)
    await assert.rejects(socket(query), new RegExp(`refused: ${status}`));
  const elsewhere = new WebSocket(`${product.url.replace("http", "ws")}/rest/v1/note?apikey=${product.anonKey}`);
  await assert.rejects(
    new Promise((resolve, reject) => {
      elsewhere.once("open", resolve);
      elsewhere.once("error", reject);
    }),
  );
});
