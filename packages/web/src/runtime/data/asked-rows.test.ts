// Lists whose rows a function of the database gives, page by page over the wire: order, search, filters and names as in any other.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { createClient } from "@supabase/supabase-js";
import { compile } from "@writ/language";
import { productModule, type Application } from "@writ/language/product";
import { runtime, type Runtime } from "@writ/language/runtime";
import { completeDocument } from "../../../../language/src/testing/run-cases.ts";
import { products, type TestProduct } from "../../../../server/src/testing/product.ts";
import { listQuery } from "../screens/list/list-query.ts";
import type { Product } from "../product/product.tsx";
import { readPage, type ListQuery } from "./rows.ts";

const { source } = completeDocument(`# Orders

## 2. Screens and routes

| Screen | Route | Kind | For | Menu |
| --- | --- | --- | --- | --- |
| Orders | \`/\` | list of Order | Clerk | yes |
| Order | \`/orders/:order\` | detail of Order | Clerk | |
| Alike | \`/orders/:order/alike\` | list of Line | Clerk | |
| Late | \`/late\` | list of Order | Clerk | yes |
| New order | \`/new-order\` | new Order | Clerk | |
| New line | \`/new-line\` | new Line | Clerk | |

### Late
- Show: Title
- Where: \`order.title != 'Third' and order.due != null and order.due < today\`
- Search: Title

### Alike
- Show: Name, Of, Price
- Where: \`line.of != route.order and route.order.lines.exists(l, l.name == line.name)\`
- Search: Name
- Filter by: Color
- Page size: 2

## 3. Entities and their fields

### Order
- Shown as: \`order.title\`

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Title | text up to 60 | yes | |
| Due | date | no | |
| Lines | list of Line via Of | | |

### Line
- Shown as: \`line.name\`

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Of | reference to Order | yes | |
| Instead of | reference to Order | no | |
| Name | text up to 60 | yes | |
| Color | one of: red, blue | yes | red |
| Price | integer | yes | 1 |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Clerk | signed in |
| Lead | named at installation |

| Condition | For | Holds when |
| --- | --- | --- |
| public | Order | \`order.title != 'Secret'\` |
| of a public one | Line | \`line.of.title != 'Secret'\` |

| For | May | Clerk | Lead |
| --- | --- | --- | --- |
| Order | read | public | yes |
| Order | create, update, delete | yes | yes |
| Line | read | of a public one | yes |
| Line | create, update, delete | yes | yes |
| Line | see Price | no | yes |

## 9. Business constants and limits

| Setting | Value |
| --- | --- |
| Sign-in | email and password |
`);

const startProduct = products();
let shop: TestProduct;
let application: Application;
let clerk: Product;
let lead: Product;

before(async () => {
  shop = await startProduct(source);
  const module = `data:text/javascript;base64,${Buffer.from(productModule(compile(source))).toString("base64")}`;
  application = ((await import(module)) as { describe: (given: Runtime) => Application }).describe(runtime);
  await shop.owner(`INSERT INTO "order" (title) VALUES ('First'), ('Second'), ('Third'), ('Secret')`);
  await shop.owner(
    `INSERT INTO writ_data.line ("of", name, color) SELECT o.id, l.name, l.color FROM "order" AS o,
     (VALUES ('First', 'nail', 'red'), ('First', 'saw', 'red'), ('Second', 'nail', 'blue'), ('Second', 'rope', 'red'),
       ('Third', 'saw', 'red'), ('Third', 'nail', 'red'), ('Secret', 'nail', 'red')) AS l (title, name, color)
     WHERE l.title = o.title`,
  );
  const productFor = (token: string) => {
    const backend = createClient(shop.url, shop.anonKey, {
      accessToken: async () => token,
      auth: { persistSession: false },
    });
    return { application, backend, person: undefined, roles: [], timeZone: "UTC" } as unknown as Product;
  };
  clerk = productFor(await shop.person("Cleo"));
  lead = productFor(await shop.person("Lea", "lead"));
});

/** All pages, in order: what each row is called, and which order it is of. */
async function alike(title: string, product: Product, search = {}) {
  const screen = application.screens.find(({ id }) => id === "alike");
  const [order] = await shop.owner(`SELECT id FROM "order" WHERE title = $1`, [title]);
  assert.ok(screen && order);
  const query = listQuery(screen, { order }, search, product);
  const all: string[] = [];
  let after: string | undefined;
  do {
    const page = await readPage(query, after, product);
    all.push(
      ...page.rows.map(
        ({ name, price, _of }) =>
          `${String(name)} of ${(_of as { title?: string } | null)?.title} for ${String(price)}`,
      ),
    );
    after = page.next;
  } while (after !== undefined && all.length < 100);
  return all;
}

test("rows come in pages and in order, with what they refer to, and as far as each reader sees them", async () => {
  const rows = await alike("First", lead, { sort: "of.title" });
  assert.deepEqual(rows.slice(0, 2), ["nail of Second for 1", "nail of Secret for 1"]);
  assert.deepEqual(rows.slice(2).toSorted(), ["nail of Third for 1", "saw of Third for 1"]);
  assert.deepEqual((await alike("First", clerk, { sort: "-of.title" })).toSorted(), [
    "nail of Second for null",
    "nail of Third for null",
    "saw of Third for null",
  ]);
});

test("words and filters narrow them", async () => {
  assert.deepEqual(await alike("First", clerk, { q: "aw" }), ["saw of Third for null"]);
  assert.deepEqual(await alike("First", clerk, { q: "rope" }), []);
  assert.deepEqual(await alike("First", lead, { f_color: "blue" }), ["nail of Second for 1"]);
});

test("a user does not learn which lines resemble those of an order that they may not read", async () => {
  assert.deepEqual(await alike("Secret", clerk), []);
  assert.equal((await alike("Secret", lead)).length, 3);
});

test("the day is the database's, whatever day it is for the reader's machine", async (context) => {
  const screen = application.screens.find(({ id }) => id === "late");
  assert.ok(screen);
  await shop.owner(`UPDATE "order" SET due = CASE title WHEN 'Second' THEN writ.today() ELSE writ.today() - 1 END`);
  context.mock.timers.enable({ apis: ["Date"], now: Date.UTC(2031, 0, 1) });
  const queries = ["", "ir"].map((q) => listQuery(screen, {}, { q }, lead));
  context.mock.timers.reset();
  const titles = async (query: ListQuery) => (await readPage(query, undefined, lead)).rows.map(({ title }) => title);
  const [late = [], result] = await Promise.all(queries.map(titles));
  assert.deepEqual([late.toSorted(), result], [["First", "Secret"], ["First"]]);
});
