// Decimals that an operator gives are judged as a user's are; what follows from a write goes on being rounded.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { completeDocument } from "../../../../language/src/testing/run-cases.ts";
import { products, type TestProduct } from "../../testing/product.ts";
import type { OneRowView, RefusedRowView, RowsView } from "../operator-response-types.ts";
import { asked, inProduction, operator } from "../testing/production.ts";

const start = products();
const folder = mkdtempSync(join(tmpdir(), "writ-decimals-"));
after(() => rmSync(folder, { recursive: true, force: true }));
// Readers may not see the secret of a book, so books are written through a view, and loans are not.
const { source } = completeDocument(`## 3. Entities and their fields

### Book

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Price | money -5 to 500 | no | |
| Secret | text up to 20 | no | |
| Weight | number | no | |
| Square | number | no | |

### Loan

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Book | belongs to Book | yes | |
| Weight | number | no | |
| Square | number | no | |

## 4. States and transitions

### Effects

| For | After | If | Do | With |
| --- | --- | --- | --- | --- |
| Book | create | \`book.weight != null\` | set | \`square = book.weight * book.weight\` |
| Book | create | \`book.weight != null\` | create Loan | \`book = book, square = book.weight * book.weight\` |
| Loan | create | \`loan.weight != null\` | set | \`square = loan.weight * loan.weight\` |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Reader | signed in |

| For | May | Reader |
| --- | --- | --- |
| Book | read | yes |
| Book | create, update, delete | no |
| Book | see Secret | no |
| Loan | create, read, update, delete | no |

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

const create = async (entity: string, values: object): Promise<string> => {
  const { status, told } = await asked(desk, cookie, "row-create", { entity, values });
  assert.equal(status, 200, JSON.stringify(told));
  return (told as { readonly id: string }).id;
};
const valuesOf = async (entity: string, id: string) =>
  ((await asked(desk, cookie, `row?entity=${entity}&row=${id}`)).told as OneRowView).values;

test("more decimals than are stored are refused at their field, and nothing is rounded or written", async () => {
  const book = await create("book", { price: "12.5" });
  const { price, updated_at: seen } = await valuesOf("book", book);
  assert.equal(price, "12.50");
  const attempts: readonly (readonly [act: string, body: object, field: string])[] = [
    ["row-create", { entity: "book", values: { price: "12.505" } }, "price"],
    ["row-change", { entity: "book", row: book, values: { price: "12.505" }, seen }, "price"],
    ["row-create", { entity: "loan", values: { book, weight: "0.1234567" } }, "weight"],
  ];
  for (const [act, body, field] of attempts) {
    const { status, told } = await asked(desk, cookie, act, body);
    const { code, problems } = told as RefusedRowView;
    assert.deepEqual([status, code, problems.map((one) => one.field)], [422, "INVALID", [field]], act);
  }
  assert.equal((await valuesOf("book", book))["price"], "12.50");
  const { rows } = (await asked(desk, cookie, "rows?entity=loan")).told as RowsView;
  assert.deepEqual(rows, []);
});

test("what follows from an operator's write is rounded, in that row and in another", async () => {
  const book = await create("book", { weight: "1.0001" });
  assert.equal((await valuesOf("book", book))["square"], "1.0002");
  const { rows } = (await asked(desk, cookie, "rows?entity=loan")).told as RowsView;
  assert.deepEqual(
    rows.map(({ values }) => values["square"]),
    ["1.0002"],
  );
  const loan = await create("loan", { book, weight: "2.0001" });
  assert.equal((await valuesOf("loan", loan))["square"], "4.0004");
});
