// Lists that some readers do not see, over the wire: embedded from both sides, counted, filtered, and told live.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { completeDocument } from "../../../language/src/testing/run-cases.ts";
import { eventually } from "../../../language/src/testing/eventually.ts";
import { products } from "../testing/product.ts";
import { idOf, listen, type Heard } from "./testing/listen.ts";
import { startRooms } from "./testing/rooms.ts";

const { source } = completeDocument(`
## 3. Entities and their fields

### Paper
- Owner: Author

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Title | text up to 60 | yes | |
| Author | reference to User | auto | \`me\` |
| Reviews | list of Review | | |
| Marks | list of Mark | | |

### Review

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Paper | belongs to Paper | yes | |
| Text | text up to 200 | yes | |

### Mark

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Paper | belongs to Paper | yes | |
| Text | text up to 20 | yes | |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Member | signed in |

| Condition | For | Holds when |
| --- | --- | --- |
| unmarked | Paper | \`paper.marks.all(m, m.text != 'secret')\` |

| For | May | Member |
| --- | --- | --- |
| Paper | create, read, update, delete | yes |
| Paper | see Reviews | own or unmarked |
| Review | create, read, update, delete | yes |
| Mark | create, read, update, delete | yes |
`);

const rooms = await startRooms(products(), { live: { lookMilliseconds: 100, policyMilliseconds: 200 } }, source);
const { product, client } = rooms;
after(rooms.end);

const [ann, ben] = [await product.person("Ann"), await product.person("Ben")];
const paper = async (title: string) => {
  const [row] = await product.owner("INSERT INTO paper (title, author) VALUES ($1, $2) RETURNING id", [
    title,
    idOf(ann),
  ]);
  return String(row?.["id"]);
};
const mark = async (at: string) => product.owner("INSERT INTO mark (paper, text) VALUES ($1, 'secret')", [at]);
const review = async (at: string, text: string) => {
  const [row] = await product.owner("INSERT INTO writ_data.review (paper, text) VALUES ($1, $2) RETURNING id", [
    at,
    text,
  ]);
  return String(row?.["id"]);
};
let ids: Readonly<Record<"plain" | "secret", string>>;
before(async () => {
  ids = { plain: await paper("plain"), secret: await paper("secret") };
  await mark(ids.secret);
  await review(ids.plain, "one");
  await review(ids.secret, "two");
});

const ask = async (who: string, from: string, select: string, filter: (query: never) => unknown = (query) => query) => {
  const { data, error } = (await filter(client(who).from(from).select(select) as never)) as {
    readonly data: unknown;
    readonly error: unknown;
  };
  assert.equal(error, null);
  return data;
};
type Query = { readonly eq: (column: string, value: string) => unknown; readonly order: (column: string) => unknown };

test("from either side nothing joins what is hidden, and no filter finds it", async () => {
  const inOrder = (column: string) => (query: Query) => query.order(column);
  assert.deepEqual(await ask(ben, "paper", "title, review(text)", inOrder("title")), [
    { title: "plain", review: [{ text: "one" }] },
    { title: "secret", review: [] },
  ]);
  assert.deepEqual(await ask(ben, "paper", "title, review(count)", inOrder("title")), [
    { title: "plain", review: [{ count: 1 }] },
    { title: "secret", review: [{ count: 0 }] },
  ]);
  assert.deepEqual(await ask(ben, "paper", "title, review!inner(text)"), [
    { title: "plain", review: [{ text: "one" }] },
  ]);
  assert.deepEqual(await ask(ben, "review", "text, paper(title)", inOrder("text")), [
    { text: "one", paper: { title: "plain" } },
    { text: "two", paper: null },
  ]);
  assert.deepEqual(await ask(ben, "review", "text", (query: Query) => query.eq("paper", ids.secret)), []);
  assert.deepEqual(await ask(ann, "paper", "title, review(text)", inOrder("title")), [
    { title: "plain", review: [{ text: "one" }] },
    { title: "secret", review: [{ text: "two" }] },
  ]);
});

test("live changes and their filters leave it out, also where what hid it goes with it", async () => {
  const filter = `paper=eq.${ids.secret}`;
  const [theirs, all] = [
    await listen(client(ben), { table: "review" }),
    await listen(client(ann), { table: "review" }),
  ];
  const filtered = await listen(client(ben), { table: "review", filter }, { table: "mark" });
  const doomed = await paper("doomed");
  await mark(doomed);
  const guessed = await listen(client(ben), { table: "review", filter: `paper=eq.${doomed}` }, { table: "mark" });
  const gone = await review(doomed, "three");
  // In one commit: the change is told when the paper and its marks are gone already.
  await product.owner(
    `UPDATE writ_data.review SET text = 'four' WHERE id = '${gone}'; DELETE FROM mark WHERE paper = '${doomed}'; DELETE FROM paper WHERE id = '${doomed}'`,
  );
  await review(ids.secret, "five");
  await mark(ids.plain);
  const texts = (heard: readonly Heard[]) =>
    heard.flatMap((one) => {
      const { text, paper: at } = one.new as Readonly<Record<string, unknown>>;
      return text === undefined ? [] : [[text, at]];
    });
  await eventually(() => texts(all).length >= 3 && texts(theirs).length >= 3, "the reviews");
  assert.deepEqual(
    texts(theirs).map(([, at]) => at),
    [null, null, null],
  );
  assert.deepEqual(texts(all).at(-1), ["five", ids.secret]);
  // Changes come in their order: the last mark was made after everything else.
  for (const heard of [filtered, guessed])
    await eventually(
      () => heard.some((one) => (one.new as Readonly<Record<string, unknown>>)["paper"] === ids.plain),
      "the mark",
    );
  for (const heard of [filtered, guessed])
    assert.deepEqual(
      texts(heard).filter(([text]) => text !== "secret"),
      [],
    );
});
