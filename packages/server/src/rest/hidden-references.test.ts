// References that some readers do not see: whatever is asked of them over the wire, nothing tells which row stands there.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { products, type TestProduct } from "../testing/product.ts";
import { peerReview } from "../testing/peer-review.ts";
import { idOf } from "../realtime/testing/listen.ts";

const startProduct = products();
let product: TestProduct;
const tokens = new Map<string, string>();
const ids = new Map<string, string>();
const id = (name: string): string => ids.get(name) ?? "";

type Asked = { readonly method?: string; readonly body?: unknown; readonly headers?: Readonly<Record<string, string>> };

/** The body, or the code of its failure; ids are told by the names that they have here. */
async function ask(who: string, path: string, { method = "GET", body, headers = {} }: Asked = {}): Promise<unknown> {
  const response = await fetch(`${product.url}/rest/v1/${path}`, {
    method,
    headers: {
      authorization: `Bearer ${tokens.get(who) ?? ""}`,
      apikey: product.anonKey,
      "content-type": "application/json",
      prefer: "return=representation",
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const named = [...ids].reduce((all, [name, one]) => all.replaceAll(one, `<${name}>`), text);
  const said = named === "" ? undefined : (JSON.parse(named) as { readonly code?: string });
  return response.ok ? said : said?.code;
}

async function make(who: string, table: string, name: string, body: unknown): Promise<void> {
  const said = (await ask(who, table, { method: "POST", body })) as readonly { readonly id: string }[];
  assert.equal(said.length, 1, JSON.stringify(said));
  ids.set(name, said[0]?.id ?? "");
}

before(async () => {
  product = await startProduct(peerReview);
  for (const name of ["Ann", "Bob"]) tokens.set(name, await product.person(name));
  tokens.set("Chair", await product.person("Chair", "chair"));
  for (const [name, token] of tokens) ids.set(name, idOf(token));
  await make("Chair", "panel", "P1", { name: "P1" });
  await make("Chair", "panel", "P2", { name: "P2" });
  await make("Chair", "paper", "paper", { title: "Owls" });
  const ofAnn = { text: "first", panel: id("P1"), helpers: [id("Chair")], panels: [id("P1")] };
  await make("Ann", "review", "A", { paper: id("paper"), ...ofAnn });
  const ofBob = { text: "second", panel: id("P2"), helpers: [id("Ann")], panels: [id("P2")], follows: id("A") };
  await make("Bob", "review", "B", { paper: id("paper"), ...ofBob });
});

const all = "reviewer,panel,helpers,panels,follows,created_by,updated_by";

test("hidden references are empty to users who may not see them, and visible to their writer", async () => {
  const rows = await ask("Ann", `review?select=text,${all}&order=text`);
  const hidden = { reviewer: null, panel: null, helpers: null, panels: null, follows: null };
  const own = { reviewer: "<Ann>", panel: "<P1>", helpers: ["<Chair>"], panels: ["<P1>"], follows: null };
  assert.deepEqual(rows, [
    { text: "first", ...own, created_by: "<Ann>", updated_by: "<Ann>" },
    { text: "second", ...hidden, created_by: null, updated_by: null },
  ]);
  const chair = (await ask("Chair", `review?select=${all}&id=eq.${id("B")}`)) as readonly unknown[];
  assert.deepEqual(chair, [
    {
      reviewer: "<Bob>",
      panel: "<P2>",
      helpers: ["<Ann>"],
      panels: ["<P2>"],
      follows: "<A>",
      created_by: "<Bob>",
      updated_by: "<Bob>",
    },
  ]);
});

test("no filter finds a row by what is hidden in it", async () => {
  const first = [{ text: "first" }];
  const second = [{ text: "second" }];
  const asked: readonly (readonly [string, unknown, unknown])[] = [
    [`reviewer=eq.${id("Bob")}`, [], second],
    [`reviewer=in.(${id("Bob")},${id("Ann")})`, first, [...first, ...second]],
    [`reviewer=neq.${id("Ann")}`, [], second],
    ["reviewer=is.null", second, []],
    [`created_by=eq.${id("Bob")}`, [], second],
    ["updated_by=is.null", second, []],
    [`panel=eq.${id("P2")}`, [], second],
    ["panel=gt.00000000-0000-0000-0000-000000000000", first, [...first, ...second]],
    [`helpers=cs.{${id("Ann")}}`, [], second],
    [`panels=ov.{${id("P2")}}`, [], second],
    [`follows=eq.${id("A")}`, [], second],
    [`or=(reviewer.eq.${id("Bob")},panel.eq.${id("P2")})`, [], second],
    [`reviewer=isdistinct.${id("Ann")}`, second, second],
  ];
  for (const [filter, ann, chair] of asked) {
    assert.deepEqual(await ask("Ann", `review?select=text&order=text&${filter}`), ann, `Ann: ${filter}`);
    assert.deepEqual(await ask("Chair", `review?select=text&order=text&${filter}`), chair, `Chair: ${filter}`);
  }
});

test("nothing stands behind them, in whichever way they are embedded", async () => {
  const select = `text,reviewer(name),created_by(name),updated_by(name),helpers(name),panel!panel(name),panels(name),follows(text)`;
  const [, hidden] = (await ask("Ann", `review?select=${select}&order=text`)) as readonly unknown[];
  const nobody = { reviewer: null, created_by: null, updated_by: null, helpers: [] };
  assert.deepEqual(hidden, { text: "second", ...nobody, panel: null, panels: [], follows: null });
  const [, seen] = (await ask("Chair", `review?select=${select}&order=text`)) as readonly unknown[];
  const bob = { name: "Bob" };
  assert.deepEqual(seen, {
    text: "second",
    reviewer: bob,
    created_by: bob,
    updated_by: bob,
    helpers: [{ name: "Ann" }],
    panel: { name: "P2" },
    panels: [{ name: "P2" }],
    follows: { text: "first" },
  });
  for (const inner of ["reviewer!inner(name)&reviewer.name=eq.Bob", "panel!inner(name)&panel.name=eq.P2"]) {
    assert.deepEqual(await ask("Ann", `review?select=text,${inner}`), [], inner);
    assert.equal(((await ask("Chair", `review?select=text,${inner}`)) as readonly unknown[]).length, 1, inner);
  }
  // An order by what is behind it, and rows without anything behind it.
  assert.deepEqual(await ask("Ann", "review?select=text&reviewer=not.is.null"), [{ text: "first" }]);
  assert.deepEqual(await ask("Ann", "review?select=text,panel(name)&panel=is.null"), [{ text: "second", panel: null }]);
  const byName = "review?select=text,panel(name)&order=panel(name).desc.nullslast";
  assert.deepEqual(await ask("Ann", byName), [
    { text: "first", panel: { name: "P1" } },
    { text: "second", panel: null },
  ]);
});

test("from the other side they join what the caller sees, in counts too", async () => {
  const back = "panel?order=name&select=name,review";
  assert.deepEqual(await ask("Ann", `${back}(text)`), [
    { name: "P1", review: [{ text: "first" }] },
    { name: "P2", review: [] },
  ]);
  assert.deepEqual(await ask("Ann", `${back}(count)`), [
    { name: "P1", review: [{ count: 1 }] },
    { name: "P2", review: [{ count: 0 }] },
  ]);
  assert.deepEqual(await ask("Ann", "panel?select=name,review!inner(text)"), [
    { name: "P1", review: [{ text: "first" }] },
  ]);
  assert.deepEqual(await ask("Ann", "user?select=name,review!reviewer(text)&order=name"), [
    { name: "Ann", review: [{ text: "first" }] },
    { name: "Bob", review: [] },
    { name: "Chair", review: [] },
  ]);
  assert.deepEqual(await ask("Ann", `review?id=eq.${id("A")}&select=text,after:review!follows(text)`), [
    { text: "first", after: [] },
  ]);
  assert.deepEqual(await ask("Chair", `review?id=eq.${id("A")}&select=text,after:review!follows(text)`), [
    { text: "first", after: [{ text: "second" }] },
  ]);
  assert.deepEqual(await ask("Chair", `${back}(count)`), [
    { name: "P1", review: [{ count: 1 }] },
    { name: "P2", review: [{ count: 1 }] },
  ]);
  // What hides nothing is there as ever.
  assert.deepEqual(await ask("Ann", "paper?select=title,review(text,reviewer(name))&review.order=text"), [
    {
      title: "Owls",
      review: [
        { text: "first", reviewer: { name: "Ann" } },
        { text: "second", reviewer: null },
      ],
    },
  ]);
});

test("groups, orders, searches and tables of values find them empty", async () => {
  const groups = (await ask("Ann", "review?select=panel,count()&order=panel.nullsfirst")) as readonly unknown[];
  assert.deepEqual(groups, [
    { panel: null, count: 1 },
    { panel: "<P1>", count: 1 },
  ]);
  assert.deepEqual(await ask("Ann", "review?select=...panel(name),count()&order=count"), [
    { name: "P1", count: 1 },
    { name: null, count: 1 },
  ]);
  for (const order of ["reviewer.nullsfirst", "created_by.nullsfirst", "helpers.nullsfirst"]) {
    const [first] = (await ask("Ann", `review?select=text&order=${order}`)) as readonly unknown[];
    assert.deepEqual(first, { text: "second" }, order);
  }
  assert.deepEqual(await ask("Ann", "rpc/search_review?q=Bob&select=text"), []);
  assert.deepEqual(await ask("Chair", "rpc/search_review?q=Bob&select=text"), [{ text: "second" }]);
  assert.deepEqual(await ask("Ann", "rpc/search_review?q=P2&select=text"), []);
  const csv = await fetch(`${product.url}/rest/v1/review?order=text`, {
    headers: { authorization: `Bearer ${tokens.get("Ann") ?? ""}`, apikey: product.anonKey, accept: "text/csv" },
  });
  const [, , second = ""] = (await csv.text()).split("\n");
  assert.ok(second.includes("second") && !second.includes(id("Bob")) && !second.includes(id("P2")), second);
});

test("History leaves them out, with the names of those that they name", async () => {
  const history = async (who: string) =>
    (await ask(who, `rpc/history_review?row_id=${id("B")}`)) as readonly Readonly<Record<string, unknown>>[];
  const told = JSON.stringify(await history("Ann"));
  assert.ok(!/Bob|Ann|P2|<A>/.test(told), told);
  assert.deepEqual(Object.keys((await history("Ann"))[0]?.["changes"] ?? {}).sort(), ["paper", "text"]);
  assert.match(JSON.stringify(await history("Chair")), /<Bob>.*<P2>|<P2>.*<Bob>/);
});

test("writes find no row by them, answer nothing of them, and leave what looks empty", async () => {
  const change = { method: "PATCH", body: { text: "changed" } };
  for (const filter of [`reviewer=eq.${id("Bob")}`, `created_by=eq.${id("Bob")}`, `panel=eq.${id("P2")}`])
    assert.deepEqual(await ask("Ann", `review?${filter}`, change), [], filter);
  const hit = await ask("Ann", `review?id=eq.${id("B")}&select=text,${all},by:reviewer(name)`, {
    method: "PATCH",
    body: { text: "second", reviewer: null, panel: null, helpers: null, created_by: null },
  });
  const nothing = { reviewer: null, panel: null, helpers: null, panels: null, follows: null, by: null };
  assert.deepEqual(hit, [{ text: "second", ...nothing, created_by: null, updated_by: null }]);
  const stored = await product.owner(
    "SELECT reviewer, panel, cardinality(helpers) AS helpers FROM writ_data.review WHERE id = $1",
    [id("B")],
  );
  assert.deepEqual(stored, [{ reviewer: id("Bob"), panel: id("P2"), helpers: 1 }]);
  assert.equal(
    await ask("Ann", `review?id=eq.${id("B")}`, { method: "PATCH", body: { reviewer: id("Bob") } }),
    "FORBIDDEN",
  );
  assert.equal(
    await ask("Ann", `review?id=eq.${id("B")}`, { method: "PATCH", body: { created_by: id("Bob") } }),
    "FORBIDDEN",
  );
  for (const conflict of ["id", "reviewer", "created_by"])
    assert.equal(
      await ask("Ann", `review?on_conflict=${conflict}`, {
        method: "POST",
        body: { id: id("B"), text: "taken", paper: id("paper") },
        headers: { prefer: "resolution=merge-duplicates,return=representation" },
      }),
      "42P10",
      conflict,
    );
});

test("nothing behind the address of the data leads to them", async () => {
  for (const path of [
    "rpc/sees_review.reviewer",
    "rpc/choices_review.panel",
    "rpc/reviewer",
    "writ_data.review",
    "pairs_review.helpers",
    "history",
    "_person",
  ])
    assert.match(String(await ask("Ann", path)), /^(PGRST\d+|42501|FORBIDDEN)$/, path);
  for (const schema of ["writ_data", "writ", "writ_policies"])
    assert.equal(await ask("Ann", "review", { headers: { "accept-profile": schema } }), "PGRST106");
});
