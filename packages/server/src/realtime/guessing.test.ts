// Somebody who wants to know what they may not: by filters, by what is left when rows go, by other people's channels and tokens.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { completeDocument } from "../../../language/src/testing/run-cases.ts";
import { products } from "../testing/product.ts";
import { idOf, listen } from "./testing/listen.ts";
import { joined, startRooms } from "./testing/rooms.ts";
import { eventually } from "../../../language/src/testing/eventually.ts";

const source = completeDocument(`
## 3. Entities and their fields

### Talk
- Owner: Speaker

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Title | text | yes | |
| Speaker | reference to User | auto | \`me\` |
| Fee | integer | yes | 0 |
| Answers | list of Answer | | |

### Answer

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Talk | belongs to Talk | yes | |
| Text | text | yes | |

### Paper

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Title | text | yes | |
| Marks | list of Mark | | |

### Mark

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Paper | belongs to Paper | yes | |
| Text | text | yes | |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Member | signed in |
| Chair | named at installation |

| Condition | For | Holds when |
| --- | --- | --- |
| free | Paper | \`paper.marks.all(m, m.text != 'secret')\` |
| quiet | Talk | \`talk.answers.all(a, a.text != 'loud')\` |

| For | May | Member | Chair |
| --- | --- | --- | --- |
| Talk | create | yes | yes |
| Talk | read | yes | yes |
| Talk | update, delete | own | yes |
| Talk | see Fee | quiet | yes |
| Paper | create, update, delete | no | yes |
| Paper | read | free | yes |
| Mark | create, read, update, delete | no | yes |
| Answer | create, read, update, delete | no | yes |
`).source;

const start = products();
const rooms = await startRooms(start, { live: { lookMilliseconds: 100, policyMilliseconds: 200 } }, source);
const { product, client, socket } = rooms;
after(rooms.end);

const ann = await product.person("ann");
const ben = await product.person("ben");
const chair = await product.person("chair", "chair");
const write = async (title: string, fee = 7): Promise<string> => {
  const [row] = await product.owner(
    "INSERT INTO writ_data.talk (title, speaker, fee) VALUES ($1, $2, $3) RETURNING id",
    [title, idOf(chair), fee],
  );
  return String(row?.["id"]);
};

test("a field that is hidden stays so when the row goes, and with it what hid the field", async () => {
  const id = await write("loud one", 0);
  await product.owner("INSERT INTO answer (talk, text) VALUES ($1, 'loud')", [id]);
  const guesses = ["fee=eq.7", "fee=gt.1", "fee=neq.1", "fee=not.is.null", "fee=isdistinct.null"];
  const heard = await Promise.all(
    guesses.map(async (filter) => listen(client(ann), { table: "talk", filter, event: "*" })),
  );
  const all = await listen(client(ann), { table: "talk", event: "DELETE" });
  // In one commit: the change is told when the row is gone already.
  await product.owner(
    `UPDATE writ_data.talk SET fee = 7 WHERE id = '${id}'; DELETE FROM writ_data.talk WHERE id = '${id}'`,
  );
  await eventually(() => all.length === 1, "that it is gone");
  // Of a quiet one the same filters tell, and of nothing before it.
  await write("quiet after it");
  await eventually(() => heard.every((one) => one.length > 0), "the quiet one");
  assert.deepEqual(
    heard.map((one) => one.map(({ eventType }) => eventType)),
    guesses.map(() => ["INSERT"]),
  );
});

test("a row that is hidden stays so when it goes, and with it what hid it", async () => {
  const own = await listen(client(ann), { table: "paper" });
  const all = await listen(client(chair), { table: "paper" });
  const [paper] = await product.owner("INSERT INTO paper (title) VALUES ('public') RETURNING id");
  await eventually(() => own.length === 1 && all.length === 1, "that it is there");
  const id = String(paper?.["id"]);
  await product.owner("INSERT INTO mark (paper, text) VALUES ($1, 'secret')", [id]);
  await product.owner(
    `UPDATE paper SET title = 'the secret itself' WHERE id = '${id}'; DELETE FROM paper WHERE id = '${id}'`,
  );
  await eventually(() => all.length === 3, "that it is gone");
  await product.owner("INSERT INTO paper (title) VALUES ('later')");
  await eventually(() => own.length > 1, "a later one");
  assert.deepEqual(
    own.map((one) => (one.new as Readonly<Record<string, unknown>>)["title"]),
    ["public", "later"],
  );
});

test("no filter asks for a column of the system, nor for one of another table", async () => {
  for (const column of ["_tenant", "ctid", "oid", "talk.fee", 'fee"', "fee::text", "nothing"])
    await assert.rejects(listen(client(ann), { table: "talk", filter: `${column}=not.is.null` }), /no column/, column);
});

test("a channel with a new token gets what that token may read from then on", async () => {
  const plain = await socket();
  const all = await listen(client(chair), { table: "answer" });
  const config = { postgres_changes: [{ event: "*", schema: "public", table: "answer" }] };
  plain.send("1", "1", "realtime:a", "phx_join", { config, access_token: chair });
  await plain.next(([, , , event]) => event === "system");
  const id = await write("quiet one");
  await product.owner("INSERT INTO answer (talk, text) VALUES ($1, 'first')", [id]);
  await plain.next(([, , , event]) => event === "postgres_changes");
  plain.send("1", "2", "realtime:a", "access_token", { access_token: ann });
  // Answers come in the order of what was sent.
  plain.send(null, "3", "phoenix", "heartbeat", {});
  await plain.next(([, ref]) => ref === "3");
  await product.owner("INSERT INTO answer (talk, text) VALUES ($1, 'second')", [id]);
  await eventually(() => all.length === 2, "that others have heard of the second");
  plain.send("1", "4", "realtime:a", "access_token", { access_token: chair });
  plain.send(null, "5", "phoenix", "heartbeat", {});
  await plain.next(([, ref]) => ref === "5");
  await product.owner("INSERT INTO answer (talk, text) VALUES ($1, 'third')", [id]);
  const [, , , , said] = await plain.next(([, , , event]) => event === "postgres_changes");
  assert.equal((said["data"] as { record: { text: string } }).record.text, "third");
});

test("broadcasts on a public topic or over HTTP do not reach the viewers of a row", async () => {
  const id = await write("looked at");
  const name = `looking:talk:${id}`;
  const of = client(ann);
  const heard: unknown[] = [];
  const own = of
    .channel(name, { config: { private: true } })
    .on("presence", { event: "sync" }, () => undefined)
    .on("broadcast", { event: "*" }, (message) => void heard.push(message));
  await joined(own);
  await own.track({});
  await eventually(() => own.presenceState()[idOf(ann)], "oneself");
  const outside = client().channel(name, { config: { presence: { key: idOf(ben) } } });
  await joined(outside.on("presence", { event: "sync" }, () => undefined));
  await outside.track({});
  await outside.send({ type: "broadcast", event: "word", payload: {} });
  const other = client(ben);
  await other.realtime.setAuth();
  await assert.rejects(other.channel(name, { config: { private: true } }).httpSend("word", {}), /permissions to write/);
  // Whoever may is there after all of it, and nobody else.
  const inside = client(chair).channel(name, { config: { private: true } });
  await joined(inside.on("presence", { event: "sync" }, () => undefined));
  await inside.track({});
  await eventually(() => own.presenceState()[idOf(chair)], "the chair");
  assert.deepEqual(Object.keys(own.presenceState()).sort(), [idOf(ann), idOf(chair)].sort());
  assert.deepEqual(heard, []);
});

test("a session without its second factor cannot subscribe", async () => {
  const half = await product.token({ sub: idOf(ann), second_factor: "missing" });
  await assert.rejects(joined(client(half).channel("room")), /second factor/);
});
