// Changes of rows as an unmodified client hears of them: the form, and that nobody hears of what they may not read.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { products } from "../testing/product.ts";
import { idOf, listen, type Asked, type Heard, type Row } from "./testing/listen.ts";
import { startRooms } from "./testing/rooms.ts";
import { talks } from "./testing/talks.ts";
import { eventually } from "../../../language/src/testing/eventually.ts";

const start = products();
const rooms = await startRooms(start, { live: { lookMilliseconds: 200 } }, talks);
const { product, client } = rooms;
after(rooms.end);

const brief = (heard: readonly Heard[]) => heard.map((one) => [one.eventType, one.new, one.old]);

const ann = await product.person("ann");
const ben = await product.person("ben");
const chair = await product.person("chair", "chair");

test("an insert, an update and a delete arrive in the form that clients know", async () => {
  const heard = await listen(client(ann), { table: "note" });
  // By the clock: what is told says when it was committed.
  const began = Date.now();
  const { data } = await client(ann)
    .from("note")
    .insert({ text: 'with "quotes", (brackets)\\ and\nlines', price: 12.5, starts: "2026-01-02T03:04:05.678Z" })
    .select()
    .single();
  const row = data as Row;
  const first = await eventually(() => heard[0], "the insert");
  assert.equal(first.eventType, "INSERT");
  assert.equal(first.table, "note");
  assert.equal(first.schema, "public");
  const at = Date.parse(first.commit_timestamp);
  // By the clock: after it began, and not in the future.
  assert.ok(at >= began && at <= Date.now());
  const shown = first.new as Row;
  // What clients are given over HTTP and in this way is the same, down to the type.
  for (const [name, value] of Object.entries(row)) assert.deepEqual(shown[name], value, name);
  assert.deepEqual(
    Object.keys(shown).filter((name) => name.startsWith("_")),
    [],
  );
  await client(ann).from("note").update({ done: true }).eq("id", row["id"]);
  const second = await eventually(() => heard[1], "the update");
  assert.deepEqual([second.eventType, (second.new as Row)["done"], second.old], ["UPDATE", true, { id: row["id"] }]);
  await client(ann).from("note").delete().eq("id", row["id"]);
  const third = await eventually(() => heard[2], "the delete");
  assert.deepEqual([third.eventType, third.new, third.old], ["DELETE", {}, { id: row["id"] }]);
});

test("a client gets no changes of rows that it may not read, and no hidden fields", async () => {
  const [own, others, all, visitor] = [
    await listen(client(ann), { table: "talk" }),
    await listen(client(ben), { table: "talk" }),
    await listen(client(chair), { table: "talk" }),
    await listen(client(), {}),
  ];
  const { data } = await client(ann).from("talk").insert({ title: "Ann's" }).select().single();
  const id = (data as Row)["id"];
  await client(chair).from("talk").update({ fee: 70 }).eq("id", id);
  await eventually(() => all.length === 2 && own.length === 2, "both changes");
  assert.deepEqual(
    all.map((one) => (one.new as Row)["fee"]),
    [0, 70],
  );
  assert.deepEqual(
    own.map((one) => (one.new as Row)["fee"]),
    [null, null],
  );
  // To another speaker: gone for the one, there for the other, and no more than that.
  await product.owner("UPDATE writ_data.talk SET speaker = $1 WHERE id = $2", [idOf(ben), id]);
  await eventually(() => own.length === 3 && others.length === 1, "that it is another one's");
  assert.deepEqual(brief(own)[2], ["DELETE", {}, { id }]);
  const [first] = others;
  assert.deepEqual([first?.eventType, (first as { readonly new: Row }).new["title"]], ["UPDATE", "Ann's"]);
  await product.owner("DELETE FROM writ_data.talk WHERE id = $1", [id]);
  await eventually(() => others.length === 2 && all.length === 4, "that it is gone");
  // What comes next is the next that is heard.
  await product.owner("INSERT INTO writ_data.talk (title, speaker) VALUES ('later', $1)", [idOf(ann)]);
  await eventually(() => own.length > 3 && all.length > 4, "a later one");
  assert.deepEqual(
    own.slice(3).map((one) => (one.new as Row)["title"]),
    ["later"],
  );
  assert.deepEqual(visitor, []);
});

test("a deletion is sent to clients that the row itself allows, not through its references", async () => {
  const own = await listen(client(ann), { table: "answer" });
  const all = await listen(client(chair), { table: "answer" });
  const [talk] = await product.owner("INSERT INTO writ_data.talk (title, speaker) VALUES ('T', $1) RETURNING id", [
    idOf(ann),
  ]);
  await product.owner("INSERT INTO public.answer (talk, text) VALUES ($1, 'one'), ($1, 'two')", [talk?.["id"]]);
  await eventually(() => own.length === 2 && all.length === 2, "both");
  await product.owner("DELETE FROM public.answer WHERE text = 'one'");
  // While what it led to is still there.
  await eventually(() => all.length === 3, "that the first is gone");
  await product.owner("DELETE FROM writ_data.talk WHERE id = $1", [talk?.["id"]]);
  await eventually(() => all.length === 4, "that both are gone");
  await product.owner(
    "WITH talk AS (INSERT INTO writ_data.talk (title, speaker) VALUES ('T', $1) RETURNING id) INSERT INTO public.answer (talk, text) SELECT id, 'later' FROM talk",
    [idOf(ann)],
  );
  await eventually(() => own.length > 2, "a later one");
  assert.deepEqual(
    own.slice(2).map((one) => (one.new as Row)["text"]),
    ["later"],
  );
});

test("a right by a value that is computed for the caller is evaluated for each client", async () => {
  const asked = await product.owner("SELECT proname FROM pg_proc WHERE proname IN ('who_read_talk', 'who_read_seat')");
  assert.deepEqual(asked, [{ proname: "who_read_talk" }]);
  const [own, others, visitor] = [
    await listen(client(ann), { table: "seat" }),
    await listen(client(ben), { table: "seat" }),
    await listen(client(), { table: "seat" }),
  ];
  for (const speaker of [ann, ben])
    await product.owner(
      "WITH talk AS (INSERT INTO writ_data.talk (title, speaker) VALUES ('T', $1) RETURNING id) INSERT INTO public.seat (talk) SELECT id FROM talk",
      [idOf(speaker)],
    );
  await eventually(() => own.length === 1 && others.length === 1, "each their own");
  await product.owner("UPDATE public.seat SET row = 2");
  await eventually(() => own.length === 2 && others.length === 2, "each their own again");
  await product.owner("UPDATE public.seat SET row = 3");
  await eventually(() => own.length > 2 && others.length > 2, "each their own once more");
  assert.deepEqual([own.length, others.length, visitor.length], [3, 3, 0]);
  const [ones, theirs] = [own, others].map((heard) => new Set(heard.map((one) => (one.new as Row)["id"])));
  assert.deepEqual([ones?.size, theirs?.size, ones && theirs?.isDisjointFrom(ones)], [1, 1, true]);
});

test("truncating a table is reported as missed changes", async () => {
  const of = client(ann);
  await of.realtime.setAuth();
  const said: string[] = [];
  of.channel("emptied")
    .on("postgres_changes", { event: "*", schema: "public", table: "note" }, () => undefined)
    .on("system" as never, {}, (({ status }: { readonly status: string }) => void said.push(status)) as never)
    .subscribe();
  await eventually(() => said.length === 1, "that it is told of");
  await product.owner("TRUNCATE writ_data.talk CASCADE");
  await product.owner("TRUNCATE note");
  await eventually(() => said.length === 3, "that something was missed");
  assert.deepEqual(said, ["ok", "error", "ok"]);
});

test("what cannot be listened to is refused, in words", async () => {
  for (const [asked, words] of [
    [{ table: "user_passwords" }, /no such table/],
    [{ table: "note", filter: "price=eq.cheap" }, /another type/],
    [{ table: "note", filter: "nothing=eq.1" }, /no column/],
    [{ table: "note", filter: "text=cs.{a}" }, /no operator cs/],
    [{ table: "note", filter: "price=like.1%" }, /no text/],
    [{ table: "note", filter: "text=match.(a" }, /no pattern/],
    [{ table: "note", filter: "text=match.(a)\\1" }, /no pattern/],
    [{ table: "note", filter: 'text=match."(a{1,30}){1,30}"' }, /repeats too much/],
    [{ table: "note", filter: "text=like.a\\" }, /backslash/],
    [{ table: "note", filter: `text=like.${"a".repeat(600)}` }, /at most 500/],
    [{ table: "note", filter: "done=is.maybe" }, /null, true, false or unknown/],
    [{ table: "note", filter: "text" }, /no filter/],
    [{ filter: "text=eq.1" }, /needs a table/],
  ] as const)
    await assert.rejects(listen(client(ann), asked), words);
  await assert.rejects(listen(client(ann), { schema: "auth", table: "users" } as Asked), /schema public/);
});

test("a role that is lost, and one that is gained, counts from the next change on", async () => {
  const lead = await product.person("lead", "chair");
  const heard = await listen(client(lead), { table: "talk" });
  const all = await listen(client(chair), { table: "talk" });
  await product.owner("INSERT INTO writ_data.talk (title, speaker) VALUES ('first', $1)", [idOf(ann)]);
  await eventually(() => heard.length === 1, "the first");
  await product.owner("DELETE FROM writ.assigned_role WHERE person = $1", [idOf(lead)]);
  await product.owner("INSERT INTO writ_data.talk (title, speaker) VALUES ('second', $1)", [idOf(ann)]);
  await eventually(() => all.length === 2, "that others have heard of the second");
  await product.owner("INSERT INTO writ.assigned_role (person, role) VALUES ($1, 'chair')", [idOf(lead)]);
  await product.owner("INSERT INTO writ_data.talk (title, speaker) VALUES ('third', $1)", [idOf(ann)]);
  await eventually(() => heard.length === 2, "the third");
  assert.deepEqual(
    heard.map((one) => (one.new as Row)["title"]),
    ["first", "third"],
  );
});

test("functions of the database send messages, to private topics and public ones", async () => {
  const heard: Row[] = [];
  const of = client();
  const channel = of.channel("from inside").on("broadcast", { event: "*" }, (message) => void heard.push(message));
  await new Promise<void>((resolve) => void channel.subscribe((status) => status === "SUBSCRIBED" && resolve()));
  // The feed begins with the first socket.
  await listen(of, { table: "note" });
  await product.owner(`SELECT realtime.send('{"n": 1}', 'word', 'from inside', false)`);
  await product.owner(`SELECT realtime.send('{"n": 2}', 'word', 'from inside', true)`);
  await product.owner(`BEGIN; SELECT realtime.send('{"n": 3}', 'word', 'from inside', false); ROLLBACK`);
  await product.owner(`SELECT realtime.send_binary('\\x0102', 'bytes', 'from inside', false)`);
  await eventually(() => heard.length === 2, "both public ones");
  const [words, bytes] = heard.map(({ payload }) => payload);
  assert.equal((words as Row)["n"], 1);
  assert.deepEqual([...new Uint8Array(bytes as ArrayBuffer)], [1, 2]);
});

test("a broken feed is reported and starts again", async () => {
  const of = client(ann);
  await of.realtime.setAuth();
  const said: string[] = [];
  const heard: Heard[] = [];
  of.channel("breaks")
    .on(
      "postgres_changes",
      { event: "*", schema: "public", table: "note" },
      (change) => void heard.push(change as Heard),
    )
    .on("system" as never, {}, (({ message }: { readonly message: string }) => void said.push(message)) as never)
    .subscribe();
  await eventually(() => said.length === 1, "that it is told of");
  await product.owner(
    "SELECT pg_terminate_backend(active_pid) FROM pg_replication_slots WHERE slot_name LIKE 'writ_live_%'",
  );
  await eventually(() => said.length === 3, "that it broke and began again");
  assert.match(said[1] ?? "", /fetch again/);
  await product.owner("INSERT INTO note (text) VALUES ('after')");
  await eventually(() => heard.length === 1, "what came after it");
});
