// What is live where several processes serve: everybody hears everybody, whichever process their socket is with.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import type { Running } from "../serve.ts";
import { processesOf } from "../testing/processes.ts";
import { products } from "../testing/product.ts";
import { idOf, listen } from "./testing/listen.ts";
import { joined } from "./testing/rooms.ts";
import { talks } from "./testing/talks.ts";
import { eventually } from "../../../language/src/testing/eventually.ts";

const start = products();
const product = await start(talks, { jobs: "asked" });
const begin = processesOf(product, 3, { jobs: "asked" });
const [first, second] = [await begin(), await begin()];

const clients: SupabaseClient[] = [];
after(async () => {
  for (const one of clients) await one.realtime.disconnect();
});

function client({ url, anonKey }: Pick<Running, "url" | "anonKey">, token?: string): SupabaseClient {
  const one = createClient(url, anonKey, {
    auth: { persistSession: false, autoRefreshToken: false },
    ...(token === undefined ? {} : { accessToken: async () => token }),
  });
  clients.push(one);
  return one;
}

const slots = async () =>
  (await product.owner("SELECT slot_name FROM pg_replication_slots WHERE slot_name LIKE 'writ_live_%'")).length;

test("a broadcast is heard once by each client, in every process, by text and by bytes", async () => {
  const heard = new Map<string, unknown[]>();
  const enter = async (name: string, of: Running) => {
    heard.set(name, []);
    const channel = client(of).channel("room");
    return joined(channel.on("broadcast", { event: "word" }, ({ payload }) => void heard.get(name)?.push(payload)));
  };
  const ann = await enter("ann", first);
  const ben = await enter("ben", second);
  await enter("cat", first);
  await ann.send({ type: "broadcast", event: "word", payload: { text: "hüllo" } });
  await ben.send({ type: "broadcast", event: "word", payload: new Uint8Array([1, 2, 255]).buffer });
  assert.equal((await client(second).channel("room").httpSend("word", { n: 1 })).success, true);
  await ann.send({ type: "broadcast", event: "word", payload: { text: "the last one" } });
  const counts = () => [...heard.values()].map(({ length }) => length);
  await eventually(() => String(counts()) === "2,3,4", counts);
  // In the order of those who say it, and of each of them alone.
  assert.deepEqual(
    heard.get("ben")?.filter((one) => "text" in (one as object)),
    [{ text: "hüllo" }, { text: "the last one" }],
  );
  const bytes = heard.get("cat")?.find((one) => one instanceof ArrayBuffer);
  assert.deepEqual([...new Uint8Array(bytes as ArrayBuffer)], [1, 2, 255]);
});

test("who is there is seen in every process, also in one that begins later, until their process is gone", async () => {
  const enter = async (key: string, of: Running) => {
    const channel = client(of).channel("lobby", { config: { presence: { key } } });
    return joined(channel.on("presence", { event: "sync" }, () => undefined));
  };
  const ann = await enter("ann", first);
  const ben = await enter("ben", second);
  await ann.track({ mood: "awake" });
  await ben.track({ mood: "asleep" });
  const sees = async (channel: typeof ann, moods: Readonly<Record<string, string>>) => {
    const seen = () =>
      Object.fromEntries(
        Object.entries(channel.presenceState<{ mood: string }>()).map(([key, all]) => [
          key,
          all.map(({ mood }) => mood).join(" "),
        ]),
      );
    await eventually(
      () => JSON.stringify(Object.entries(seen()).toSorted()) === JSON.stringify(Object.entries(moods)),
      () => `${JSON.stringify(moods)}, but ${JSON.stringify(seen())}`,
    );
  };
  await sees(ann, { ann: "awake", ben: "asleep" });
  await sees(ben, { ann: "awake", ben: "asleep" });
  await ben.track({ mood: "reading" });
  await sees(ann, { ann: "awake", ben: "reading" });
  const third = await begin();
  const cat = await enter("cat", third);
  await cat.track({ mood: "new" });
  for (const one of [ann, ben, cat]) await sees(one, { ann: "awake", ben: "reading", cat: "new" });
  await ben.untrack();
  for (const one of [ann, cat]) await sees(one, { ann: "awake", cat: "new" });
  await third.stop();
  await sees(ann, { ann: "awake" });
});

test("one process reads the changes, and each tells its own listeners what they may see", async () => {
  const [annToken, benToken] = [await product.person("Ann"), await product.person("Ben")];
  const chairToken = await product.person("Chair", "chair");
  const [ann, ben, chair] = [client(first, annToken), client(second, benToken), client(second, chairToken)];
  const heard = [
    await listen(ann, { table: "talk" }),
    await listen(ben, { table: "talk" }),
    await listen(chair, { table: "talk" }),
  ];
  assert.equal(await slots(), 1);
  const of = (token: string) => client(product, token);
  assert.equal(
    (
      await of(annToken)
        .from("talk")
        .insert({ title: "Hers", speaker: idOf(annToken) })
    ).error,
    null,
  );
  assert.equal(
    (
      await of(benToken)
        .from("talk")
        .insert({ title: "His", speaker: idOf(benToken) })
    ).error,
    null,
  );
  const titles = () => heard.map((all) => all.map(({ new: row }) => (row as { title: string }).title).join(" "));
  await eventually(() => String(titles()) === "Hers,His,Hers His", titles);
  // Of a fee only chairs are told.
  const fees = heard.map((all) => (all.at(-1)?.new as { fee: unknown } | undefined)?.fee);
  assert.deepEqual(fees, [null, null, 0]);
});

test("a message that the database sends is heard once in every process", async () => {
  const heard: string[] = [];
  for (const [name, of] of Object.entries({ ann: first, ben: second }))
    await joined(
      client(of)
        .channel("news")
        .on("broadcast", { event: "*" }, () => void heard.push(name)),
    );
  await product.owner("SELECT realtime.send('{}'::jsonb, 'word', 'news', false)");
  await product.owner("SELECT realtime.send('{}'::jsonb, 'word', 'news', false)");
  await eventually(
    () => heard.length === 4,
    () => String(heard),
  );
  assert.deepEqual(heard.toSorted(), ["ann", "ann", "ben", "ben"]);
});

test("when the process that reads ends, listeners elsewhere are told, and another one reads", async () => {
  for (const one of clients.splice(0)) await one.realtime.disconnect();
  const token = await product.person("Dan");
  const heard = await listen(client(second, token), { table: "note" });
  // Whoever reads: it is made to end, as when its process is gone.
  const said: string[] = [];
  const dan = client(first, token);
  await dan.realtime.setAuth();
  const channel = dan.channel("told");
  channel.on("postgres_changes", { event: "*", schema: "public", table: "note" }, () => void said.push("change"));
  channel.on("system" as never, {}, (({ status }: { status: string }) => void said.push(status)) as never).subscribe();
  await eventually(() => said.includes("ok"), "that it is told of");
  await product.owner("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'writ changes'");
  await eventually(
    () => String(said) === "ok,error,ok",
    () => String(said),
  );
  assert.equal((await client(product, token).from("note").insert({ text: "after" })).error, null);
  await eventually(
    () => said.at(-1) === "change" && heard.length === 1,
    () => `${String(said)} ${heard.length}`,
  );
  await eventually(async () => (await slots()) === 1, "one slot");
});
