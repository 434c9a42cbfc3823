// What of a table somebody wants to hear: comparisons and patterns, of what whoever set them sees, in bounded time.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { products } from "../testing/product.ts";
import { idOf, listen, type Heard, type Row } from "./testing/listen.ts";
import { startRooms } from "./testing/rooms.ts";
import { talks } from "./testing/talks.ts";
import { drawFrom } from "../../../language/src/testing/draw.ts";
import { eventually, pause } from "../../../language/src/testing/eventually.ts";

const start = products();
const rooms = await startRooms(start, {}, talks);
const { product, client } = rooms;
after(rooms.end);

const ann = await product.person("ann");
const ben = await product.person("ben");
const chair = await product.person("chair", "chair");

test("filters apply to the values that the subscriber may see", async () => {
  const listeners = {
    "text=eq.one": await listen(client(ann), { table: "note", filter: "text=eq.one" }),
    "text=neq.one": await listen(client(ann), { table: "note", filter: "text=neq.one" }),
    'text=in.(one,"t,wo")': await listen(client(ann), { table: "note", filter: 'text=in.(one,"t,wo")' }),
    "price=gt.9.50": await listen(client(ann), { table: "note", filter: "price=gt.9.50" }),
    "price=lte.10": await listen(client(ann), { table: "note", filter: "price=lte.10" }),
    "starts=lt.2026-01-02": await listen(client(ann), { table: "note", filter: "starts=lt.2026-01-02" }),
    "done=eq.true,price=gte.100": await listen(client(ann), { table: "note", filter: "done=eq.true,price=gte.100" }),
    INSERT: await listen(client(ann), { table: "note", event: "INSERT" }),
    DELETE: await listen(client(ann), { table: "note", event: "DELETE" }),
  };
  await product.owner(`INSERT INTO note (text, price, starts, done) VALUES ('one', 9.5, '2026-01-01T23:59:59.9Z', false),
    ('t,wo', 10, '2026-01-02T00:00:00Z', true), ('three', 100.00, NULL, true)`);
  await product.owner("DELETE FROM note");
  await eventually(() => listeners.DELETE.length === 3, "all of them");
  await pause(50, "the others are told of the same change, and what they are not told has no end");
  assert.deepEqual(
    Object.fromEntries(
      Object.entries(listeners).map(([filter, heard]) => [
        filter,
        heard.length / (filter === "INSERT" || filter === "DELETE" ? 1 : 2),
      ]),
    ),
    {
      "text=eq.one": 1,
      "text=neq.one": 2,
      'text=in.(one,"t,wo")': 2,
      "price=gt.9.50": 2,
      "price=lte.10": 2,
      "starts=lt.2026-01-02": 1,
      "done=eq.true,price=gte.100": 1,
      INSERT: 3,
      DELETE: 3,
    },
  );
  // What is hidden looks empty to a filter as well, whatever is asked of it.
  const guesses = ["fee=eq.7", "fee=gt.0", "fee=neq.0", "fee=in.(7)", "fee=not.eq.8", "fee=not.is.null"];
  const blind = await Promise.all(guesses.map(async (filter) => listen(client(ann), { table: "talk", filter })));
  const seeing = await listen(client(chair), { table: "talk", filter: "fee=eq.7" });
  const empty = await listen(client(ann), { table: "talk", filter: "fee=is.null" });
  await product.owner("INSERT INTO writ_data.talk (title, speaker, fee) VALUES ('T', $1, 7)", [idOf(ann)]);
  await product.owner("DELETE FROM writ_data.talk");
  await eventually(() => seeing.length === 2 && empty.length === 2, "those who see it");
  await pause(50, "what they are not told has no end");
  assert.deepEqual(
    blind.map((heard) => heard.length),
    guesses.map(() => 0),
  );
});

test("who selects columns is told of these and of the key, of hidden ones nothing, and of a wish with all of all", async () => {
  const some = await listen(client(ann), { table: "note", select: ["text"] });
  const both = await listen(
    client(ann),
    { table: "note", event: "INSERT", select: ["price", "done"] },
    { table: "note", event: "INSERT" },
  );
  const blind = await listen(client(ann), { table: "talk", select: ["fee"] });
  await product.owner("INSERT INTO note (text, price, starts, done) VALUES ('one', 9.5, NULL, false)");
  await product.owner("INSERT INTO writ_data.talk (title, speaker, fee) VALUES ('T', $1, 7)", [idOf(ann)]);
  await eventually(() => some.length === 1 && both.length === 2 && blind.length === 1, "all of them");
  const keysOf = ({ new: row }: Heard) => Object.keys(row).toSorted().join();
  assert.deepEqual(some.map(keysOf), ["id,text"]);
  const all = both.toSorted((a, b) => Object.keys(a.new).length - Object.keys(b.new).length).map(keysOf);
  assert.equal(all[0], "done,id,price");
  assert.match(all[1] ?? "", /text/);
  assert.deepEqual(
    blind.map(({ new: row }) => ("fee" in row ? row["fee"] : undefined)),
    [null],
  );
  await product.owner("DELETE FROM note");
  await product.owner("DELETE FROM writ_data.talk");
  await eventually(() => some.length === 2, "that it is gone");
  assert.deepEqual(Object.keys(some[1]?.old ?? {}), ["id"]);
  for (const [wish, words] of [
    [{ table: "note", select: ["text", "nothing"] }, /no column nothing/],
    [{ table: "note", select: ["_state_since"] }, /no column _state_since/],
    [{ table: "note", select: "text" }, /list of columns/],
    [{ select: ["text"] }, /needs a table/],
  ] as const)
    await assert.rejects(listen(client(ann), wish), words);
});

test("patterns, and what is the same or not where something may be empty", async () => {
  const filters = {
    "text=like.%e_": ["one,", "(three)"],
    "text=like.t\\%%": ["t%wo"],
    "text=ilike.ONE%": ["one,"],
    "text=not.ilike.%E%": ["t%wo"],
    "text=match.^t": ["t%wo"],
    "text=imatch.THR|WO": ["t%wo", "(three)"],
    'text=like."one,"': ["one,"],
    'text=in.("(three)")': ["(three)"],
    "price=isdistinct.1": ["t%wo", "(three)"],
    "price=isdistinct.null": ["one,", "t%wo"],
    "price=not.isdistinct.1": ["one,"],
    "price=is.unknown": ["(three)"],
  };
  const heard = new Map<string, Heard[]>();
  for (const filter of Object.keys(filters))
    heard.set(filter, await listen(client(ann), { table: "note", filter, event: "INSERT" }));
  const all = await listen(client(ann), { table: "note", event: "DELETE" });
  await product.owner("INSERT INTO note (text, price) VALUES ('one,', 1.0), ('t%wo', 2), ('(three)', NULL)");
  await product.owner("DELETE FROM note");
  await eventually(() => all.length === 3, "all of them");
  for (const [filter, texts] of Object.entries(filters))
    assert.deepEqual(
      (heard.get(filter) ?? []).map((one) => (one.new as Row)["text"]),
      texts,
      filter,
    );
  // What is hidden is like no pattern, nor unlike one; only that it looks empty is told, of every row.
  const blind = await listen(client(ann), { table: "talk", filter: "fee=isdistinct.null" });
  const empty = await listen(client(ann), { table: "talk", filter: "fee=not.isdistinct.null" });
  await product.owner("INSERT INTO writ_data.talk (title, speaker, fee) VALUES ('T', $1, 7)", [idOf(ann)]);
  await eventually(() => empty.length === 1, "what looks empty");
  await product.owner("DELETE FROM writ_data.talk");
  assert.deepEqual(blind, []);
});

test("a pattern that takes too long ends its subscription without delaying others", async () => {
  const of = client(ann);
  await of.realtime.setAuth();
  const said: string[] = [];
  const slow = of.channel("slow");
  // Each of them alone is allowed.
  for (let index = 0; index < 50; index++)
    slow.on(
      "postgres_changes",
      { event: "*", schema: "public", table: "note", filter: `text=match.(a|b)*a(a|b){${10 + index}}c$` },
      () => undefined,
    );
  slow
    .on("system" as never, {}, (({ message }: { readonly message: string }) => void said.push(message)) as never)
    .subscribe();
  await eventually(() => said.length === 1, "that it is told of");
  const quick = await listen(client(ben), { table: "note", filter: "text=like.last" });
  const draw = drawFrom(11);
  const text = Array.from({ length: 3998 }, () => draw.pick(["a", "a", "b"])).join("");
  for (let turn = 0; turn < 10; turn++) await product.owner("INSERT INTO note (text) VALUES ($1)", [`${text}cb`]);
  await product.owner("INSERT INTO note (text) VALUES ('last')");
  await eventually(() => said.some((one) => one.includes("take too long")), "that it was ended");
  await eventually(() => quick.length === 1, "the last one");
  await product.owner("DELETE FROM note");
});
