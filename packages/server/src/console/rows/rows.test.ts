// Rows in the console over the wire: found, changed under the document's types and rules and past its rights, named in
// History, exported, and none of it for anybody who is no operator.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, beforeEach, test } from "node:test";
import { completeDocument } from "../../../../language/src/testing/run-cases.ts";
import { products, type TestProduct } from "../../testing/product.ts";
import type { OneRowView, RefusedRowView, RowsView, TablesView } from "../operator-response-types.ts";
import { ask } from "../testing/ask.ts";
import { asked, inProduction, operator, origin } from "../testing/production.ts";
import { csvLine } from "./csv.ts";

const start = products();
const folder = mkdtempSync(join(tmpdir(), "writ-rows-"));
after(() => rmSync(folder, { recursive: true, force: true }));
const { source } = completeDocument(`## 3. Entities and their fields

### Shelf
- Shown as: \`shelf.name\`

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Name | text up to 20 | yes | |

### Book
- Shown as: \`book.title\`
- History: kept

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Title | text up to 40 | yes | |
| Pages | integer 1 to 5000 | no | |
| Price | money -5 to 500 | no | |
| Kind | one of: novel, poems | no | |
| Bought | date | no | |
| Shelf | reference to Shelf | no | |
| Lent | yes/no | no | |
| Secret | text up to 20 | no | |

## 5. Validation rules

| Rule | For | When | Must hold | Otherwise | At |
| --- | --- | --- | --- | --- | --- |
| Thick novels | Book | \`book.kind == 'novel'\` | \`book.pages != null and book.pages >= 50\` | TOO_THIN | Kind |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Reader | signed in |

| For | May | Reader |
| --- | --- | --- |
| Book | read | yes |
| Book | create, update, delete | no |
| Book | see Secret | no |
| Shelf | create, read, update, delete | no |

## 8. The error catalogue

| Code | When | Status | Message |
| --- | --- | --- | --- |
| TOO_THIN | A thin novel | 422 | A novel has at least 50 pages. |

## 9. Business constants and limits

| Setting | Value |
| --- | --- |
| Sign-in | email and password |
| Currency | EUR |
`);
let desk: TestProduct;
let cookie: string;

before(async () => {
  writeFileSync(join(folder, "console.html"), "<!doctype html><!-- writ -->");
  desk = await inProduction(start, source, folder);
  cookie = await operator(desk, "ann@example.test");
});
beforeEach(async () => {
  await desk.owner("DELETE FROM public.book");
});

const get = async <Told>(path: string) => {
  const { status, told } = await asked(desk, cookie, path);
  assert.equal(status, 200, JSON.stringify(told));
  return told as Told;
};
const post = async (what: string, body: object) => asked(desk, cookie, what, body);
const create = async (values: object, entity = "book") => {
  const { status, told } = await post("row-create", { entity, values });
  assert.equal(status, 200, JSON.stringify(told));
  return (told as { id: string }).id;
};
const titles = async (query: string) =>
  (await get<RowsView>(`rows?entity=book&sort=title&${query}`)).rows.map(({ values }) => values["title"]);

test("the tables of the document are told with their fields, and no other ones", async () => {
  const { tables, formats } = await get<TablesView>("tables");
  assert.deepEqual(formats.currency, { code: "EUR", minorUnits: 2 });
  assert.deepEqual(
    tables.map(({ id }) => id),
    ["user", "shelf", "book"],
  );
  const fields = tables.find(({ id }) => id === "book")?.fields.map(({ id, auto }) => [id, auto]);
  assert.deepEqual(fields?.slice(0, 3), [
    ["title", false],
    ["pages", false],
    ["price", false],
  ]);
  for (const entity of ["operator", "auth.users", "writ.operator", "outbox", "_person", "Book", ""])
    for (const path of [
      `rows?entity=${entity}`,
      `row?entity=${entity}&row=1`,
      `row-names?entity=${entity}`,
      `rows.csv?entity=${entity}`,
    ])
      assert.equal((await asked(desk, cookie, path)).status, 404, path);
});

test("an operator creates, changes and deletes what no role may, and History and the changes name them", async () => {
  const shelf = await create({ name: "Left" }, "shelf");
  const id = await create({ title: "Odes", pages: 20, price: "12.50", shelf, secret: "mine", lent: true });
  const one = await get<OneRowView>(`row?entity=book&row=${id}`);
  assert.equal(one.name, "Odes");
  assert.deepEqual(
    [one.values["price"], one.values["shelf"], one.names[shelf], one.values["secret"], one.values["lent"]],
    ["12.50", shelf, "Left", "mine", true],
  );
  const seen = String(one.values["updated_at"]);
  const changed = await post("row-change", { entity: "book", row: id, values: { pages: 21 }, seen });
  assert.equal(changed.status, 200, JSON.stringify(changed.told));
  // Another one's change is not written over.
  const late = await post("row-change", {
    entity: "book",
    row: id,
    values: { pages: 22 },
    seen: "2001-01-01T00:00:00Z",
  });
  assert.deepEqual([late.status, (late.told as RefusedRowView).code], [409, "CONFLICT"]);
  const { history, values } = await get<OneRowView>(`row?entity=book&row=${id}`);
  assert.equal(values["pages"], "21");
  assert.deepEqual(
    history?.map(({ event, name }) => [event, name]),
    [
      ["update", "Ann"],
      ["create", "Ann"],
    ],
  );
  assert.equal((await post("row-delete", { entity: "book", row: id })).status, 200);
  assert.equal((await post("row-delete", { entity: "book", row: id })).status, 404);
  const { told } = await asked(desk, cookie, "acts?text=Book");
  assert.deepEqual(
    (told as { acts: readonly { act: string; about: string; name: string }[] }).acts.map(({ act, about, name }) => [
      act,
      about,
      name,
    ]),
    [
      ["Deleted a row", `Book ${id}`, "ann@example.test (Ann)"],
      ["Changed a row", `Book ${id}: Pages`, "ann@example.test (Ann)"],
      ["Created a row", "Book: Title, Pages, Price, Shelf, Secret, Lent", "ann@example.test (Ann)"],
    ],
  );
});

test("types and rules of the document hold, in its words and at the field; what is refused is not written down", async () => {
  const earlier = (await desk.owner("SELECT count(*)::int AS n FROM writ.operator_act"))[0]?.["n"];
  const refused = async (values: object) => {
    const { status, told } = await post("row-create", { entity: "book", values });
    assert.ok(status >= 400 && status < 500, `${status}`);
    const { code, problems } = told as RefusedRowView;
    return [code, ...problems.map(({ field }) => field)];
  };
  assert.deepEqual(await refused({ title: "Thin", kind: "novel", pages: 3 }), ["TOO_THIN", "kind"]);
  const thin = await post("row-create", { entity: "book", values: { title: "Thin", kind: "novel", pages: 3 } });
  assert.equal((thin.told as RefusedRowView).problems[0]?.message, "A novel has at least 50 pages.");
  assert.deepEqual(await refused({ pages: 3 }), ["REQUIRED", "title"]);
  assert.equal((await refused({ title: "x".repeat(41) }))[1], "title");
  assert.equal((await refused({ title: "a", pages: 6000 }))[1], "pages");
  assert.equal((await refused({ title: "a", pages: "many" }))[1], "pages");
  assert.equal((await refused({ title: "a", bought: "soon" }))[1], "bought");
  assert.equal((await refused({ title: "a", kind: "play" }))[1], "kind");
  assert.equal((await refused({ title: "a", shelf: crypto.randomUUID() }))[1], "shelf");
  // What the system sets, what is no field, and other tables cannot be written this way.
  for (const values of [{ id: crypto.randomUUID() }, { created_by: null }, { "title; --": 1 }, { _did: "x" }])
    assert.deepEqual(await refused({ title: "a", ...values }), ["INVALID"]);
  for (const row of ["1", "x' OR true --", "eq.1&id=neq.1", ""])
    assert.equal((await post("row-delete", { entity: "book", row })).status, 400);
  const [ann] = await desk.owner("SELECT id FROM auth.users");
  assert.equal((await post("row-delete", { entity: "user", row: ann?.["id"] })).status, 400);
  assert.equal((await post("row-create", { entity: "user", values: { name: "Ben" } })).status, 400);
  assert.equal((await desk.owner("SELECT FROM public.book")).length, 0);
  assert.equal((await desk.owner("SELECT count(*)::int AS n FROM writ.operator_act"))[0]?.["n"], earlier);
});

test("rows are found by words, filters of each kind and order, page by page", async () => {
  const shelf = await create({ name: "Right" }, "shelf");
  await create({ title: "Apples", pages: 60, kind: "novel", bought: "2024-01-05", shelf, lent: true });
  await create({ title: "Bees", pages: 9, kind: "poems", bought: "2025-02-01" });
  const cats = await create({ title: "100% Cats", price: "3.00" });
  assert.deepEqual(await titles("text=APPL"), ["Apples"]);
  assert.deepEqual(await titles("text=0%25%20c"), ["100% Cats"]);
  assert.deepEqual(await titles(`text=${cats}`), ["100% Cats"]);
  assert.deepEqual(await titles("filter=pages.from.10"), ["Apples"]);
  assert.deepEqual(await titles("filter=pages.to.10"), ["Bees"]);
  assert.deepEqual(await titles("filter=kind.is.poems"), ["Bees"]);
  assert.deepEqual(await titles("filter=lent.is.true"), ["Apples"]);
  assert.deepEqual(await titles(`filter=shelf.is.${shelf}`), ["Apples"]);
  assert.deepEqual(await titles("filter=bought.from.2024-06-01&filter=bought.to.2025-12-31"), ["Bees"]);
  assert.deepEqual(await titles("filter=price.filled."), ["100% Cats"]);
  assert.deepEqual(await titles("filter=kind.empty."), ["100% Cats"]);
  assert.deepEqual(await titles("filter=title.contains.e"), ["Apples", "Bees"]);
  assert.deepEqual(
    (await get<RowsView>("rows?entity=book&sort=-pages")).rows.map(({ values }) => values["pages"]),
    ["60", "9", null],
  );
  for (const wrong of ["pages.from.many", "bought.is.soon", "nothing.is.1", "title.like.x", "title.is", "id.is.1"]) {
    const { status } = await asked(desk, cookie, `rows?entity=book&filter=${wrong}`);
    assert.ok(status === 400 || wrong === "title.is", wrong);
  }
  await desk.owner(
    "INSERT INTO public.book (title) SELECT 'Copy ' || lpad(n::text, 3, '0') FROM generate_series(1, 70) n",
  );
  const page = async (at: number) => get<RowsView>(`rows?entity=book&text=copy&sort=title&page=${at}`);
  const [first, second] = [await page(0), await page(1)];
  assert.deepEqual([first.count, first.rows.length, second.rows.length], [70, 50, 20]);
  assert.equal(second.rows[0]?.values["title"], "Copy 051");
});

test("what is found is exported whole and in its order, and no cell of it is a formula", async () => {
  await desk.owner(
    "INSERT INTO public.book (title, pages) SELECT 'Copy ' || lpad(n::text, 4, '0'), n FROM generate_series(1, 1203) n",
  );
  await create({ title: '=HYPERLINK("http://evil.example")', price: "-2.00" });
  const file = async (query: string) => {
    const answer = await ask(desk, `/_/console/api/rows.csv?entity=book&${query}`, { headers: { cookie } });
    assert.match(String(answer.headers["content-disposition"]), /^attachment; filename="book\.csv"$/);
    return answer.text.replace("\ufeff", "").trimEnd().split("\r\n");
  };
  const lines = await file("text=copy&sort=-pages");
  assert.equal(lines.length, 1204);
  assert.match(lines[0] ?? "", /^id,Title,Pages,Price/);
  assert.match(lines[1] ?? "", /^[0-9a-f-]{36},Copy 1203,1203,/);
  const [, formula = ""] = await file("filter=price.filled.");
  assert.match(formula, /,"'=HYPERLINK\(""http:\/\/evil\.example""\)",,-2\.00,/);
  assert.equal(
    (await ask(desk, "/_/console/api/rows.csv?entity=book&filter=pages.from.x", { headers: { cookie } })).status,
    400,
  );
});

test("cells that spreadsheets would run are texts, and texts stay what they were", () => {
  assert.equal(
    csvLine(["=1+1", "+1", "-1", "@SUM(A1)", "\tx", " =1", "＝1", "-x"]),
    `"'=1+1","'+1",-1,"'@SUM(A1)","'\tx","' =1","'＝1","'-x"\r\n`,
  );
  assert.equal(
    csvLine(['a "b", c', "one\ntwo", null, true, ["x", "y"], " z"]),
    '"a ""b"", c","one\ntwo",,true,"x; y"," z"\r\n',
  );
});

test("rows that a field may refer to are found by what they are called", async () => {
  const id = await create({ name: "Upper" }, "shelf");
  assert.deepEqual(await get("row-names?entity=shelf&text=UPP"), [{ id, name: "Upper" }]);
  assert.deepEqual(await get(`row-names?entity=shelf&row=${id}`), [{ id, name: "Upper" }]);
  assert.deepEqual(await get("row-names?entity=shelf&text=nothing"), []);
});

test("a page of another site and a user who is no operator change nothing", async () => {
  const id = await create({ title: "Kept" });
  const body = JSON.stringify({ entity: "book", row: id });
  const json = { "content-type": "application/json" };
  const remove = async (headers: Readonly<Record<string, string>>) =>
    (await ask(desk, "/_/console/api/row-delete", { method: "POST", headers, body })).status;
  assert.equal(await remove({ cookie, ...json, origin: "https://evil.example" }), 403);
  assert.equal(await remove({ cookie, ...json }), 403);
  assert.equal(await remove({ cookie, origin: origin(desk), "content-type": "text/plain" }), 400);
  assert.equal(await remove({ ...json, origin: origin(desk) }), 401);
  const token = await desk.person("Eve");
  assert.equal(await remove({ ...json, origin: origin(desk), authorization: `Bearer ${token}` }), 401);
  // Nor does anybody's own request carry an operator's name into the list of changes.
  const asService = { authorization: `Bearer ${desk.serviceKey}`, ...json, "writ.operator_act": "x" };
  const called = await fetch(`${desk.url}/rest/v1/rpc/note_operator_act`, {
    method: "POST",
    headers: asService,
    body: "{}",
  });
  assert.equal(called.status, 404);
  assert.equal((await desk.owner("SELECT FROM public.book")).length, 1);
});
