// Live changes of rows with references that some listeners do not see: neither what is told nor a filter says which row is named.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { eventually } from "../../../language/src/testing/eventually.ts";
import { peerReview } from "../testing/peer-review.ts";
import { products } from "../testing/product.ts";
import { idOf, listen, type Heard } from "./testing/listen.ts";
import { startRooms } from "./testing/rooms.ts";

const rooms = await startRooms(products(), { live: { lookMilliseconds: 100, policyMilliseconds: 200 } }, peerReview);
const { product, client } = rooms;
after(rooms.end);

const [ann, bob] = [await product.person("Ann"), await product.person("Bob")];
const chair = await product.person("Chair", "chair");
const [panel] = await product.owner("INSERT INTO panel (name) VALUES ('P') RETURNING id");
const [paper] = await product.owner("INSERT INTO paper (title) VALUES ('Owls') RETURNING id");
const ids = { panel: String(panel?.["id"]), paper: String(paper?.["id"]) };

/** A review that somebody writes, with everything that is hidden. */
const write = async (by: string, text: string): Promise<string> => {
  const row = { paper: ids.paper, text, panel: ids.panel, helpers: [idOf(by)], panels: [ids.panel] };
  const { data, error } = await client(by).from("review").insert(row).select("id").single();
  assert.equal(error, null);
  return String(data?.["id"]);
};

const hidden = ["reviewer", "panel", "helpers", "panels", "follows", "created_by", "updated_by"];
const newOf = (heard: readonly Heard[]) => heard.map((one) => one.new as Readonly<Record<string, unknown>>);

test("clients that may not see references get the row without them, and only the key of the old row", async () => {
  const [theirs, all] = [
    await listen(client(ann), { table: "review" }),
    await listen(client(chair), { table: "review" }),
  ];
  const id = await write(bob, "one");
  await product.owner("UPDATE writ_data.review SET text = 'two', panel = NULL WHERE id = $1", [id]);
  await product.owner("DELETE FROM writ_data.review WHERE id = $1", [id]);
  await eventually(() => theirs.length === 3 && all.length === 3, "all three");
  for (const row of newOf(theirs).slice(0, 2)) {
    for (const field of hidden) assert.equal(row[field], null, field);
    assert.ok(!JSON.stringify(row).includes(idOf(bob)) && !JSON.stringify(row).includes(ids.panel));
  }
  assert.deepEqual(
    theirs.map((one) => one.old),
    [{}, { id }, { id }],
  );
  assert.equal(newOf(all)[0]?.["reviewer"], idOf(bob));
});

test("a filter by what is hidden hears nothing, and by what is seen it does", async () => {
  const filters = [
    `reviewer=eq.${idOf(bob)}`,
    `reviewer=neq.${idOf(ann)}`,
    `reviewer=in.(${idOf(bob)},${idOf(chair)})`,
    `created_by=eq.${idOf(bob)}`,
    `updated_by=not.is.null`,
    `panel=eq.${ids.panel}`,
    `follows=not.is.null`,
  ];
  const all = [...filters, "reviewer=is.null", `reviewer=eq.${idOf(ann)}`];
  const heard = await Promise.all(
    all.map(async (filter) => listen(client(ann), { table: "review", filter }, { table: "paper" })),
  );
  await write(bob, "of Bob");
  await write(ann, "of Ann");
  // Changes come in their order: whoever has heard of the paper has heard of everything before it.
  await product.owner("INSERT INTO paper (title) VALUES ('last')");
  await eventually(() => heard.every((one) => newOf(one).some((row) => row["title"] === "last")), "the paper");
  const texts = heard.map((one) => newOf(one).flatMap((row) => (row["text"] === undefined ? [] : [row["text"]])));
  const ofAnn = ["of Ann"];
  assert.deepEqual(
    Object.fromEntries(all.map((filter, index) => [filter.replaceAll(/[0-9a-f-]{36}/g, "…"), texts[index]])),
    {
      "reviewer=eq.…": ofAnn,
      "reviewer=neq.…": [],
      "reviewer=in.(…,…)": [],
      "created_by=eq.…": [],
      "updated_by=not.is.null": ofAnn,
      "panel=eq.…": ofAnn,
      "follows=not.is.null": [],
      "reviewer=is.null": ["of Bob"],
    },
  );
  assert.deepEqual(texts[0], []);
});
