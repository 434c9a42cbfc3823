// What a program with the key of the service learns of the document, and the roles that it gives accounts.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { compile } from "@writ/language";
import { completeDocument } from "../../../language/src/testing/run-cases.ts";
import { products } from "../testing/product.ts";

const start = products();

const { source } = completeDocument(`
## 3. Entities and their fields

### Club

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Name | text | yes | |

## 6. Roles and permissions

| Role | Given by | Within |
| --- | --- | --- |
| Person | signed in | |
| Lead | named at installation | |
| Chair | assigned by Lead | Club |

| For | May | Person | Lead | Chair |
| --- | --- | --- | --- | --- |
| Club | create, update, delete | no | yes | no |
| Club | read | no | yes | yes |

## 9. Business constants and limits

| Setting | Value |
| --- | --- |
| Sign-in | email and password |
`);

const club = "aaaaaaaa-0000-4000-8000-000000000001";

async function running() {
  const document = { file: "SPEC.md", source, compiled: compile(source) };
  const product = await start(source, { document });
  const ask = async (key: string, method: string, path: string, body?: unknown) => {
    const answer = await fetch(`${product.url}${path}`, {
      method,
      headers: { apikey: key, Authorization: `Bearer ${key}`, "Content-Type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: answer.status, body: (await answer.json()) as Readonly<Record<string, unknown>> };
  };
  return { product, ask };
}

test("the digest of the document is returned for the service key only", async () => {
  const { product, ask } = await running();
  const told = await ask(product.serviceKey, "GET", "/auth/v1/admin/product");
  const digest = createHash("sha256").update(source).digest("hex");
  assert.deepEqual([told.status, told.body["document"], told.body["anon_key"]], [200, digest, product.anonKey]);
  const refused = await ask(product.anonKey, "GET", "/auth/v1/admin/product");
  assert.deepEqual([refused.status, refused.body["document"]], [403, undefined]);
  assert.equal((await ask(await product.person("Ann", "lead"), "GET", "/auth/v1/admin/product")).status, 403);
});

test("the key of the service gives an account these roles and no others, and they are noted", async () => {
  const { product, ask } = await running();
  await product.owner("INSERT INTO club (id, name) VALUES ($1, 'A')", [club]);
  const ann = await product.person("Ann");
  const [row] = await product.owner("SELECT id FROM public.user");
  const path = `/auth/v1/admin/users/${String(row?.["id"])}/roles`;
  const set = async (roles: unknown, key = product.serviceKey) => (await ask(key, "PUT", path, { roles })).status;
  const held = async () => (await ask(ann, "POST", "/rest/v1/rpc/my_roles")).body;
  const given = { role: "chair", within: club };
  assert.equal(await set([{ role: "Lead" }, given]), 200);
  assert.deepEqual((await held()) as unknown, [
    { role: "person", within: null },
    { role: "lead", within: null },
    { role: "chair", within: club },
  ]);
  const again = [given, { role: "Chair", within: club.toUpperCase() }];
  assert.deepEqual(await ask(product.serviceKey, "PUT", path, { roles: again }), {
    status: 200,
    body: { roles: [given] },
  });
  assert.equal((await ask(ann, "GET", "/rest/v1/club")).status, 200);
  const changes = await product.owner("SELECT role, event, by_person FROM writ.role_change ORDER BY id");
  assert.deepEqual(
    changes.map(({ role, event, by_person }) => [role, event, by_person]),
    [
      ["lead", "given", null],
      ["chair", "given", null],
      ["lead", "removed", null],
    ],
  );
  assert.deepEqual((await ask(product.serviceKey, "GET", path)).body, { roles: [given] });
  assert.equal((await ask(ann, "GET", path)).status, 403);
  // What nobody gives, what is held everywhere, what is no id, and whoever is not the service.
  for (const wrong of [[{ role: "person" }], [{ role: "king" }], [{ role: "lead", within: club }], "lead", ["lead"]])
    assert.equal(await set(wrong), 400, JSON.stringify(wrong));
  for (const wrong of [
    { role: "chair", within: "A" },
    // Nobody would have it anywhere.
    { role: "chair" },
    { role: "chair", within: "aaaaaaaa-0000-4000-8000-000000000002" },
    { role: { toString: 1 } },
  ])
    assert.equal(await set([wrong]), 400, JSON.stringify(wrong));
  assert.equal(await set([{ role: "lead" }], ann), 403);
  assert.equal(await set([{ role: "lead" }], product.anonKey), 403);
  assert.deepEqual(await product.owner("SELECT role FROM writ.assigned_role"), [{ role: "chair" }]);
});
