// References of an entity to itself: as real people over the wire, each row with the one that it refers to.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { createClient } from "@supabase/supabase-js";
import { compile } from "@writ/language";
import { productModule, type Application } from "@writ/language/product";
import { runtime, type Runtime } from "@writ/language/runtime";
import { completeDocument } from "../../../../language/src/testing/run-cases.ts";
import { products, type TestProduct } from "../../../../server/src/testing/product.ts";
import type { Product } from "../product/product.tsx";
import type { WireRow } from "../values/row.ts";
import { nameOf } from "./name.ts";
import { readPage, readRow } from "./rows.ts";

const { source } = completeDocument(`# Drawers

## 3. Entities and their fields

### Folder
- Shown as: \`folder.parent == null ? folder.name : folder.parent.name + " / " + folder.name\`

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Name | text up to 60 | yes | |
| Parent | reference to Folder | no | |
| Related | several Folder | no | |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Clerk | signed in |

| For | May | Clerk |
| --- | --- | --- |
| Folder | create, read, update, delete | yes |

## 9. Business constants and limits

| Setting | Value |
| --- | --- |
| Sign-in | email and password |
`);

const startProduct = products();
let drawers: TestProduct;
let product: Product;

before(async () => {
  drawers = await startProduct(source);
  const module = `data:text/javascript;base64,${Buffer.from(productModule(compile(source))).toString("base64")}`;
  const application = ((await import(module)) as { describe: (given: Runtime) => Application }).describe(runtime);
  for (const [name, parent] of [
    ["Papers", "Nothing"],
    ["Letters", "Papers"],
    ["Sent", "Letters"],
  ])
    await drawers.owner(
      "INSERT INTO folder (name, parent, related) VALUES ($1, (SELECT id FROM folder WHERE name = $2), ARRAY(SELECT id FROM folder))",
      [name, parent],
    );
  const token = await drawers.person("Kim");
  const backend = createClient(drawers.url, drawers.anonKey, {
    accessToken: async () => token,
    auth: { persistSession: false },
  });
  product = { application, backend, locale: "en", word: (text: string) => text } as unknown as Product;
});

test("a row is called by the one that it refers to, and names that by what it is called", async () => {
  const row = await readRow("folder", { name: "Sent" }, [["name"], ["parent"], ["related"]], product);
  assert.ok(row);
  const parent = row["_parent"] as WireRow;
  const related = row["_related"] as readonly WireRow[];
  assert.equal(nameOf("folder", parent, product), "Papers / Letters");
  assert.deepEqual(related.map((one) => nameOf("folder", one, product)).toSorted(), ["Papers", "Papers / Letters"]);
  const title = await readRow("folder", { name: "Letters" }, [["name"], ["parent"], ["parent", "name"]], product);
  assert.equal(nameOf("folder", title ?? {}, product), "Papers / Letters");
});

test("a list filters rows by their own reference, not by the rows that refer to them", async () => {
  const conditions = ['parent/name.eq."Letters"'];
  const query = { entity: "folder", paths: [["name"]], conditions, search: "", order: [], size: 10 };
  const { rows } = await readPage(query, undefined, product);
  assert.deepEqual(
    rows.map(({ name }) => name),
    ["Sent"],
  );
});
