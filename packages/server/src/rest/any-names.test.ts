// Fields may have any name, also those that statements of the wire give to rows and functions: all answers stay whole.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { completeDocument } from "../../../language/src/testing/run-cases.ts";
import { products, type TestProduct } from "../testing/product.ts";

// The entity that is called like its own field, the names that rows have in statements, and what statements call.
const names = ["Seat", "Row", "One", "T", "Count", "Json agg", "Row to json", "To json", "To jsonb"];

const { source } = completeDocument(`# Theatre

## 3. Entities and their fields

### Seat

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Place | text up to 10 | yes | |
| Keeper | reference to User | no | \`me\` |
${names.map((name) => `| ${name} | several Seat | no | |`).join("\n")}

### Chair

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Place | text up to 10 | yes | |
| Keeper | reference to User | no | \`me\` |
${names.map((name) => `| ${name} | text up to 10 | no | |`).join("\n")}

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Usher | signed in |

| For | May | Usher |
| --- | --- | --- |
| Seat | create, read, update, delete | yes |
| Chair | create, read, update, delete | yes |

## 9. Business constants and limits

| Setting | Value |
| --- | --- |
| Sign-in | email and password |
`);
const startProduct = products();
let theatre: TestProduct;
let token: string;

before(async () => {
  theatre = await startProduct(source);
  token = await theatre.person("Una");
});

async function ask(path: string, options: RequestInit = {}): Promise<Response> {
  const { headers, ...rest } = options;
  const own = { apikey: theatre.anonKey, authorization: `Bearer ${token}`, "content-type": "application/json" };
  return fetch(`${theatre.url}${path}`, { ...rest, headers: { ...own, ...headers } });
}

for (const [entity, id] of [
  ["seat", "00000000-0000-4000-8000-000000000001"],
  ["chair", "00000000-0000-4000-8000-000000000002"],
])
  test(`rows of ${entity} are written, read, counted and exported whole`, async () => {
    const made = await ask(`/rest/v1/${entity}?select=place`, {
      method: "POST",
      body: JSON.stringify({ id, place: "A" }),
      headers: { prefer: "return=representation" },
    });
    assert.deepEqual([made.status, await made.json()], [201, [{ place: "A" }]]);
    const path = `/rest/v1/${entity}?select=place,row,created_by(name)`;
    const row = entity === "seat" ? [] : null;
    const shown = { place: "A", row, created_by: { name: "Una" } };
    const read = await ask(path, { headers: { prefer: "count=exact" } });
    assert.deepEqual([read.headers.get("content-range"), await read.json()], ["0-0/1", [shown]]);
    const single = await ask(path, { headers: { accept: "application/vnd.pgrst.object+json" } });
    assert.deepEqual(await single.json(), shown);
    const stripped = await ask(path, { headers: { accept: "application/vnd.pgrst.array+json;nulls=stripped" } });
    const { row: _, ...others } = shown;
    assert.deepEqual(await stripped.json(), [row === null ? others : shown]);
    const csv = await ask(`/rest/v1/${entity}?select=place,one`, { headers: { accept: "text/csv" } });
    assert.equal(await csv.text(), `place,one\nA,${entity === "seat" ? "{}" : ""}`);
    const spread = await ask(`/rest/v1/${entity}?select=place,...created_by!inner(who:name)&created_by=not.is.null`);
    assert.deepEqual(await spread.json(), [{ place: "A", who: "Una" }]);
    const exported = (await (await ask("/auth/v1/user/export")).json()) as {
      readonly data: Record<string, readonly { readonly place?: string }[]>;
    };
    assert.equal(exported.data[entity ?? ""]?.[0]?.place, "A");
  });

test("a row names those of a field that is called like its entity, and others through it", async () => {
  const one = "00000000-0000-4000-8000-000000000001";
  const body = JSON.stringify({ seat: [one], row: [one], count: [one] });
  await ask(`/rest/v1/seat?id=eq.${one}`, { method: "PATCH", body });
  const read = await ask("/rest/v1/seat?select=place,seat(place),row(place,t(place)),count(place),total:count()");
  assert.deepEqual(await read.json(), [
    { place: "A", seat: [{ place: "A" }], row: [{ place: "A", t: [] }], count: [{ place: "A" }], total: 1 },
  ]);
});
