// Lists that sort and leave out by what stands behind a reference: as real people over the wire, page by page.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { createClient } from "@supabase/supabase-js";
import { compile } from "@writ/language";
import { productModule, type Application } from "@writ/language/product";
import { runtime, type Runtime } from "@writ/language/runtime";
import { completeDocument } from "../../../../language/src/testing/run-cases.ts";
import { products, type TestProduct } from "../../../../server/src/testing/product.ts";
import type { RouteRows } from "../routing/read-route.ts";
import { listQuery, sortColumn } from "../screens/list/list-query.ts";
import type { Product } from "../product/product.tsx";
import { readPage } from "./rows.ts";

const { source } = completeDocument(`# Library

## 2. Screens and routes

| Screen | Route | Kind | For | Menu |
| --- | --- | --- | --- | --- |
| Books | \`/\` | list of Book | Reader | yes |
| Not in the hall | \`/elsewhere\` | list of Book | Reader | yes |
| In a house | \`/houses/:house\` | list of Shelf | Reader | |
| New book | \`/new\` | new Book | Reader | |
| New shelf | \`/new-shelf\` | new Shelf | Reader | |
| New house | \`/new-house\` | new House | Reader | |
| New room | \`/new-room\` | new Room | Reader | |

### Books
- Show: Title, Shelf, Shelf.Label, Keeper, Writer
- Filter by: Shelf.Color
- Page size: 2

### Not in the hall
- Where: \`book.shelf == null or not (book.shelf.label == 'Hall' or book.shelf.room.name == 'Cellar')\`

## 3. Entities and their fields

### House
| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Name | text up to 60 | yes | |

### Room
| Field | Type | Required | Default |
| --- | --- | --- | --- |
| House | belongs to House | yes | |
| Name | text up to 60 | yes | |

### Shelf
- Shown as: \`shelf.label\`

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Room | belongs to Room | yes | |
| Label | text up to 60 | yes | |
| Color | one of: red, dark blue | yes | red |

### Book
- Shown as: \`book.title\`

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Title | text up to 60 | yes | |
| Shelf | reference to Shelf | no | |
| Keeper | reference to User | no | |
| Writer | reference to Writer | no | |

### Writer
- Shown as: \`writer.first + " " + writer.last\`

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| First | text up to 60 | yes | |
| Last | text up to 60 | yes | |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Reader | signed in |
| Keyholder | named at installation |

| Condition | For | Holds when |
| --- | --- | --- |
| open | Shelf | \`shelf.label != 'Safe'\` |

| For | May | Reader | Keyholder |
| --- | --- | --- | --- |
| House | create, read, update, delete | yes | yes |
| Room | create, read, update, delete | yes | yes |
| Shelf | read | open | yes |
| Shelf | create, update, delete | yes | yes |
| Book | create, read, update, delete | yes | yes |
| Writer | create, read, update, delete | yes | yes |

## 9. Business constants and limits

| Setting | Value |
| --- | --- |
| Sign-in | email and password |
`);

const startProduct = products();
let library: TestProduct;
let application: Application;

before(async () => {
  library = await startProduct(source);
  const module = `data:text/javascript;base64,${Buffer.from(productModule(compile(source))).toString("base64")}`;
  application = ((await import(module)) as { describe: (given: Runtime) => Application }).describe(runtime);
  await library.owner("INSERT INTO house (name) VALUES ('Old'), ('New')");
  await library.owner(
    "INSERT INTO room (house, name) SELECT id, CASE name WHEN 'Old' THEN 'Cellar' ELSE 'Loft' END FROM house",
  );
  await library.owner(
    "INSERT INTO shelf (room, label) SELECT room.id, label FROM room, (VALUES ('Hall', 'Loft'), ('Deep', 'Cellar'), ('A \"quoted\", (label)', 'Loft'), ('Safe', 'Loft')) AS s (label, place) WHERE place = room.name",
  );
  await library.owner(
    "INSERT INTO book (title, shelf) SELECT title, (SELECT id FROM shelf WHERE shelf.label = b.label) FROM (VALUES ('a', 'Hall'), ('b', 'Deep'), ('c', 'Hall'), ('d', NULL), ('e', 'A \"quoted\", (label)'), ('f', 'Safe'), ('g', 'Hall'), ('h', NULL)) AS b (title, label)",
  );
});

async function productFor(token: string): Promise<Product> {
  const backend = createClient(library.url, library.anonKey, {
    accessToken: async () => token,
    auth: { persistSession: false },
  });
  return { application, backend, person: undefined, roles: [], timeZone: "UTC" } as unknown as Product;
}

/** All pages, in order. */
async function titles(
  screen: string,
  product: Product,
  search = {},
  route: RouteRows = {},
): Promise<readonly string[]> {
  const match = application.screens.find(({ id }) => id === screen);
  assert.ok(match);
  const query = listQuery(match, route, search, product);
  const all: string[] = [];
  let after: string | undefined;
  do {
    const page = await readPage(query, after, product);
    all.push(...page.rows.map(({ title }) => String(title)));
    after = page.next;
  } while (after !== undefined && all.length < 100);
  return all;
}

const sorted = (all: readonly string[], groups: readonly string[]) => {
  assert.equal(all.length, groups.join("").length);
  let at = 0;
  for (const group of groups) {
    assert.deepEqual(
      all
        .slice(at, at + group.length)
        .toSorted()
        .join(""),
      group,
    );
    at += group.length;
  }
};

test("by what a reference is called, page by page, with equal and with empty values in their place", async () => {
  const keyholder = await productFor(await library.person("Kim", "keyholder"));
  const reader = await productFor(await library.person("Rob"));
  // "A …", Deep, three of the hall, the safe, two without a shelf.
  for (const sort of ["shelf", "shelf.label"]) {
    sorted(await titles("books", keyholder, { sort }), ["e", "b", "acg", "f", "dh"]);
    sorted(await titles("books", keyholder, { sort: `-${sort}` }), ["f", "acg", "b", "e", "dh"]);
    // A user who may not read a shelf finds its books among those without one: their place tells nothing of its name.
    sorted(await titles("books", reader, { sort }), ["e", "b", "acg", "dfh"]);
    sorted(await titles("books", reader, { sort: `-${sort}` }), ["acg", "b", "e", "dfh"]);
  }
});

test("a path without a column cannot sort", () => {
  assert.equal(sortColumn(["shelf"], "book", application), "shelf/label");
  assert.equal(sortColumn(["shelf", "label"], "book", application), "shelf/label");
  assert.equal(sortColumn(["title"], "book", application), "title");
  for (const path of [
    ["writer"],
    ["keeper"],
    ["keeper", "name"],
    ["shelf", "room"],
    ["shelf", "room", "name"],
    ["nothing"],
  ])
    assert.equal(sortColumn(path, "book", application), path[0] === "writer" ? "writer/first" : undefined);
});

test("a Where and a filter through references leave out what they should, under or and not, and through several", async () => {
  const keyholder = await productFor(await library.person("Lou", "keyholder"));
  assert.deepEqual((await titles("not_in_the_hall", keyholder)).toSorted(), ["d", "e", "f", "h"]);
  await library.owner("UPDATE shelf SET color = 'dark_blue' WHERE label IN ('Deep', 'Safe')");
  assert.deepEqual((await titles("books", keyholder, { "f_shelf.color": "dark_blue" })).toSorted(), ["b", "f"]);
  assert.deepEqual((await titles("books", keyholder, { "f_shelf.color": "red,dark_blue", sort: "-shelf" })).length, 6);
  // What a user looks for is a text, whatever it looks like.
  assert.deepEqual(await titles("books", keyholder, { "f_shelf.color": 'x",shelf/label.eq."Hall' }), []);
  assert.deepEqual(await titles("books", keyholder, { "f_shelf.color": 'x")),or(title.eq.a' }), []);
  const houses = await library.owner("SELECT id FROM house ORDER BY name DESC");
  const counts = houses.map(async ({ id }) => (await titles("in_a_house", keyholder, {}, { house: { id } })).length);
  assert.deepEqual(await Promise.all(counts), [1, 3]);
});
