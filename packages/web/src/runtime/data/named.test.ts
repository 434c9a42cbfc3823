// What chosen rows are called, however many they are and wherever they stand among what may be chosen.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { createClient } from "@supabase/supabase-js";
import { compile } from "@writ/language";
import { productModule, type Application } from "@writ/language/product";
import { runtime, type Runtime } from "@writ/language/runtime";
import { completeDocument } from "../../../../language/src/testing/run-cases.ts";
import { products, type TestProduct } from "../../../../server/src/testing/product.ts";
import type { Product } from "../product/product.tsx";
import { readChoices, readNamed } from "./choices.ts";

const long = "tags that somebody has given to a recipe of theirs";

const { source } = completeDocument(`# Cookbook

## 3. Entities and their fields

### Tag
- Shown as: \`tag.word\`

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Word | text up to 30 | yes | |
| Old | yes/no | no | no |

### Recipe
- Shown as: \`recipe.name\`

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Name | text up to 60 | yes | |
| All | several Tag | no | |
| Fresh | several Tag, among \`Tag.filter(t, not t.old)\` | no | |
| Book tag | reference to Tag, among \`Tag.filter(t, t.old)\` | no | |
| Old ${long} | several Tag, among \`Tag.filter(t, t.old)\` | no | |
| New ${long} | several Tag, among \`Tag.filter(t, not t.old)\` | no | |

### Recipe book

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Tag | reference to Tag, among \`Tag.filter(t, not t.old)\` | no | |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Cook | signed in |

| For | May | Cook |
| --- | --- | --- |
| Tag | create, read, update, delete | yes |
| Recipe | create, read, update, delete | yes |
| Recipe book | create, read, update, delete | yes |

## 9. Business constants and limits

| Setting | Value |
| --- | --- |
| Sign-in | email and password |
`);

const startProduct = products();
let kitchen: TestProduct;
let product: Product;
let ids: readonly string[];
let token: string;

before(async () => {
  kitchen = await startProduct(source);
  const module = `data:text/javascript;base64,${Buffer.from(productModule(compile(source))).toString("base64")}`;
  const application = ((await import(module)) as { describe: (given: Runtime) => Application }).describe(runtime);
  await kitchen.owner(
    "INSERT INTO tag (word, old) SELECT 'tag ' || to_char(i, 'FM0000'), i = 0 FROM generate_series(0, 600) AS i",
  );
  ids = (await kitchen.owner("SELECT id FROM tag WHERE NOT old ORDER BY word")).map(({ id }) => String(id));
  token = await kitchen.person("Ann");
  const backend = createClient(kitchen.url, kitchen.anonKey, {
    accessToken: async () => token,
    auth: { persistSession: false },
  });
  product = { application, backend, locale: "en", word: (text: string) => text } as unknown as Product;
});

const field = (entity: string, id: string) => {
  const result = product.application.entities[entity]?.fields[id];
  assert.ok(result, id);
  return result;
};

for (const id of ["all", "fresh"])
  test(`six hundred rows that are chosen for ${id} are all named`, async () => {
    const named = await readNamed("recipe", field("recipe", id), undefined, ids, product);
    const words = named.map(({ name }) => name).toSorted();
    assert.deepEqual(
      words,
      ids.map((_, index) => `tag ${String(index + 1).padStart(4, "0")}`),
    );
  });

test("each field offers its own rows, whatever it and its entity are called", async () => {
  const offered = async (entity: string, id: string) =>
    (await readChoices(field(entity, id), undefined, "tag 000", product, new AbortController().signal)).length;
  const identifier = long.replaceAll(" ", "_");
  assert.equal(await offered("recipe", "book_tag"), 1);
  assert.equal(await offered("recipe_book", "tag"), 9);
  assert.equal(await offered("recipe", `old_${identifier}`), 1);
  assert.equal(await offered("recipe", `new_${identifier}`), 9);
  const made = await fetch(`${kitchen.url}/rest/v1/recipe_book`, {
    method: "POST",
    headers: { apikey: kitchen.anonKey, authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify({ tag: ids[0] }),
  });
  assert.equal(made.status, 201);
});
