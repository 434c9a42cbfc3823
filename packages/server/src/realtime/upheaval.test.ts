// Channels while everything around them changes: PostgreSQL ends, the document is another, an account goes, days pass.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, test } from "node:test";
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { compile } from "@writ/language";
import { applyDocument } from "../applying/index.ts";
import { products } from "../testing/product.ts";
import { serveProduct } from "../serve.ts";
import { joined, startRooms } from "./testing/rooms.ts";
import { talks } from "./testing/talks.ts";
import { eventually, pause } from "../../../language/src/testing/eventually.ts";

const source = talks.replace(
  /## 9\. Business constants and limits[^#]*/,
  "## 9. Business constants and limits\n\n| Setting | Value |\n| --- | --- |\n| Sign-in | email and password |\n",
);
const start = products();
const rooms = await startRooms(start, { live: { lookMilliseconds: 100, policyMilliseconds: 200 } }, source);
const { product, client } = rooms;
after(rooms.end);

type Row = Record<string, unknown>;
type Ear = { readonly heard: Row[]; readonly said: string[]; readonly state: () => string };

let channels = 0;

async function listen(of: SupabaseClient, table: string): Promise<Ear> {
  const [heard, said]: [Row[], string[]] = [[], []];
  await of.realtime.setAuth();
  const channel = of
    .channel(`upheaval ${channels++}`)
    .on("postgres_changes", { event: "*", schema: "public", table }, (change) => void heard.push(change.new as Row))
    .on("system" as never, {}, (({ status }: { readonly status: string }) => void said.push(status)) as never);
  channel.subscribe();
  await eventually(() => said.length > 0, "whether it is told of");
  return { heard, said, state: () => channel.state };
}

const ann = await product.person("ann");

test("messages of the database are forgotten after three days, and no sooner", async () => {
  await product.owner(`INSERT INTO realtime.messages (topic, extension, event, inserted_at)
    SELECT 'old', 'broadcast', 'e', localtimestamp - n * interval '1 day' FROM generate_series(1, 6) AS n`);
  // What is forgotten is forgotten when a server starts, and every hour.
  const second = await serveProduct(product.database, { port: 0, log: "silent" });
  const left = async () => (await product.owner("SELECT id FROM realtime.messages WHERE topic = 'old'")).length;
  await eventually(async () => (await left()) < 6, "that some are forgotten");
  await second.stop();
  assert.equal(await left(), 2);
});

test("a document that is applied meanwhile brings what can be listened to, and takes nothing from who listens", async () => {
  const ear = await listen(client(ann), "note");
  assert.deepEqual((await listen(client(ann), "hall")).said, ["error"]);
  const more = source
    .replace("| Done | yes/no | yes | no |", "| Done | yes/no | yes | no |\n| Place | text | no | |")
    .replace(
      "### Answer\n",
      "### Hall\n\n| Field | Type | Required | Default |\n| --- | --- | --- | --- |\n| Name | text | yes | |\n\n### Answer\n",
    )
    .replace("| Note | create,", "| Hall | create, read | yes | yes |\n| Note | create,");
  const compiled = compile(more);
  const owner = await product.database.connect();
  await applyDocument(owner, more, compiled, (before) => compile(before));
  await owner.end();
  await product.reload();
  let halls = await listen(client(ann), "hall");
  // The server hears of the document a moment later.
  while (halls.said[0] !== "ok") halls = await listen(client(ann), "hall");
  assert.equal((await client(ann).from("hall").insert({ name: "Large" })).error, null);
  await eventually(() => halls.heard.length === 1, "the hall");
  await client(ann).from("note").insert({ text: "with a place", place: "here" });
  await eventually(() => ear.heard.length === 1, "the note");
  assert.equal(ear.heard[0]?.["place"], "here");
});

test("changes of a table that was altered meanwhile are reported as missed, to its subscribers only", async () => {
  const [ear, other] = [await listen(client(ann), "note"), await listen(client(ann), "talk")];
  const owner = await product.database.connect();
  // Nobody is told of a row before it is committed, and of this one nobody can be any more.
  await owner.query(
    "BEGIN; INSERT INTO public.note (text) VALUES ('before'); ALTER TABLE public.note ADD COLUMN more text; COMMIT",
  );
  await eventually(() => ear.said.length === 3, "that something was missed");
  assert.deepEqual(ear.said, ["ok", "error", "ok"]);
  await owner.query("INSERT INTO public.note (text) VALUES ('after')");
  await eventually(() => ear.heard.length > 0, "what came then");
  assert.deepEqual([ear.heard.map(({ text }) => text), ear.heard[0]?.["more"]], [["after"], null]);
  assert.deepEqual(other.said, ["ok"]);
  await owner.query("ALTER TABLE public.note DROP COLUMN more");
  await owner.end();
  await product.reload();
});

test("an account that is gone hears and says nothing more", async () => {
  const session = await client().auth.signUp({
    email: "gone@example.test",
    password: "correct horse battery",
    options: { data: { name: "Gone" } },
  });
  const token = session.data.session?.access_token ?? "";
  const of = client(token);
  const ear = await listen(of, "note");
  const open = await joined(of.channel("room"));
  const service = createClient(product.url, product.serviceKey);
  const gone = await service.auth.admin.deleteUser(session.data.user?.id ?? "");
  assert.equal(gone.error, null);
  await eventually(() => ear.state() === "closed" && open.state === "closed", "that both channels are closed");
  await client(ann).from("note").insert({ text: "after" });
  const other = await listen(client(ann), "note");
  await client(ann).from("note").insert({ text: "later" });
  await eventually(() => other.heard.length === 1, "what came later");
  assert.deepEqual(ear.heard, []);
  await assert.rejects(joined(of.channel("again")));
});

test("a change is sent once it is visible, not while its commit waits for a standby", async () => {
  const ear = await listen(client(ann), "note");
  const superuser = await product.database.connect({ as: "superuser" });
  const standby = async (name: string) => {
    await superuser.query(`ALTER SYSTEM SET synchronous_standby_names = '${name}'`);
    await superuser.query("SELECT pg_reload_conf()");
  };
  const waits = async () =>
    (await superuser.query("SELECT FROM pg_stat_activity WHERE wait_event = 'SyncRep'")).rowCount !== 0;
  await standby("nobody");
  try {
    const write = (text: string) => {
      let isAnswered = false;
      const answer = client(ann)
        .from("note")
        .insert({ text })
        .then(({ error }) => {
          isAnswered = true;
          return error;
        });
      return { text, answer, isAnswered: () => isAnswered };
    };
    // The new setting reaches the connections some time after the command; what is written before that is answered.
    let written = write("held");
    for (let count = 1; ; count++) {
      await eventually(async () => written.isAnswered() || (await waits()), "a commit that waits");
      if (!written.isAnswered()) break;
      written = write(`held ${count}`);
    }
    const { text: last, answer } = written;
    await pause(300, "nothing is to be told of");
    // What was written just before it listened may still be on its way.
    const held = () => ear.heard.filter(({ text }) => text === last);
    assert.deepEqual([held(), await product.owner("SELECT FROM public.note WHERE text = $1", [last])], [[], []]);
    await standby("");
    assert.equal(await answer, null);
    await eventually(() => held().length === 1, "that it is there");
  } finally {
    await standby("");
    await superuser.end();
  }
});

test("when PostgreSQL restarts, subscribers are told and get later changes", async () => {
  const ear = await listen(client(ann), "note");
  const pid = Number(readFileSync(`${product.folder}/postgres/data/postmaster.pid`, "utf8").split("\n")[0]);
  process.kill(pid, "SIGKILL");
  await eventually(() => ear.said.length >= 3 && ear.said.at(-1) === "ok", "that it is told of again");
  assert.deepEqual([...new Set(ear.said)], ["ok", "error"]);
  const write = async () => (await client(ann).from("note").insert({ text: "afterwards" })).error === null;
  await eventually(write, "that it takes rows again");
  await eventually(() => ear.heard.length > 0, "what came then");
  assert.equal(ear.heard[0]?.["text"], "afterwards");
});
