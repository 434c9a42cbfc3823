// Requests for many rows by somebody who reads few of them: the same answers as ever, found by an index.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { products, type TestProduct } from "../testing/product.ts";
import { eventually } from "../../../language/src/testing/eventually.ts";

const startProduct = products();
const source = `<!-- writ 1 -->
# Post

## 1. What the product does and for whom

Letters.

## 2. Screens and routes

none.

## 3. Entities and their fields

### Letter
- Owner: Writer

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Text | text up to 60 | yes | |
| Writer | reference to User | auto | \`me\` |
| Reader | reference to User | no | |

### Note

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Text | text up to 60 | yes | |

## 4. States and transitions

none.

## 5. Validation rules

none.

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Person | signed in |
| Clerk | named at installation |

| Condition | For | Holds when |
| --- | --- | --- |
| mine | Letter | \`letter.writer == me or letter.reader == me\` |

| For | May | Person | Clerk |
| --- | --- | --- | --- |
| User | read | yes | yes |
| Letter | create | yes | yes |
| Letter | read | mine | yes |
| Letter | update, delete | no | no |
| Note | create | yes | yes |
| Note | read | own | yes |
| Note | see Created by | no | yes |
| Note | update, delete | no | no |

## 7. The calls it makes

none.

## 8. The error catalogue

none.

## 9. Business constants and limits

| Setting | Value |
| --- | --- |
| Sign-in | email and password |
`;

let post: TestProduct;
const tokens = new Map<string, string>();
before(async () => {
  post = await startProduct(source);
  for (const name of ["Ann", "Ben"]) tokens.set(name, await post.person(name));
  tokens.set("Cleo", await post.person("Cleo", "clerk"));
  const id = async (name: string) =>
    String((await post.owner('SELECT id FROM public."user" WHERE name = $1', [name]))[0]?.["id"]);
  const [ann, ben] = [await id("Ann"), await id("Ben")];
  await post.owner(
    "INSERT INTO letter (text, writer, reader) VALUES ('from Ann', $1, NULL), ('to Ann', $2, $1), ('from Ben', $2, NULL)",
    [ann, ben],
  );
  await post.owner("INSERT INTO letter (text, writer) SELECT 'other ' || n, $1 FROM generate_series(1, 3000) AS n", [
    ben,
  ]);
  await post.owner("ANALYZE letter");
});

const ask = async (name: string | undefined, query: string, headers: Readonly<Record<string, string>> = {}) => {
  const token = name === undefined ? undefined : tokens.get(name);
  return fetch(`${post.url}/rest/v1/letter?${query}`, {
    headers: { ...headers, ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) },
  });
};
const texts = async (name: string | undefined, query = "") =>
  ((await (await ask(name, `select=text&order=text&${query}`)).json()) as readonly { text: string }[]).map(
    ({ text }) => text,
  );

test("each caller finds what they may read and nothing else, on every request", async () => {
  for (let times = 0; times < 3; times++) {
    assert.deepEqual(await texts("Ann"), ["from Ann", "to Ann"]);
    assert.deepEqual(await texts("Cleo", "text=like.*Ann"), ["from Ann", "to Ann"]);
    assert.deepEqual(await texts("Ben", "text=like.*Ann"), ["to Ann"]);
    assert.deepEqual(await texts(undefined), []);
  }
  const counted = await ask("Ann", "select=text&limit=1", { prefer: "count=exact" });
  assert.equal(counted.headers.get("content-range"), "0-0/2");
  const key = await fetch(`${post.url}/rest/v1/letter?select=text&text=eq.to%20Ann`, {
    headers: { apikey: post.serviceKey },
  });
  assert.equal(((await key.json()) as readonly unknown[]).length, 1);
});

test("a right that is given holds at the next request, and one that is taken ends with it", async () => {
  const clerk =
    "INSERT INTO writ.assigned_role (person, role) SELECT id, 'clerk' FROM public.\"user\" WHERE name = 'Ann'";
  assert.deepEqual(await texts("Ann", "text=like.other 1*&limit=1"), []);
  await post.owner(clerk);
  assert.deepEqual(await texts("Ann", "text=like.other 1*&limit=1"), ["other 1"]);
  const single = await ask("Ann", "select=text&text=eq.other%202", { accept: "application/vnd.pgrst.object+json" });
  assert.equal(single.status, 200);
  await post.owner("DELETE FROM writ.assigned_role");
  assert.deepEqual(await texts("Ann", "text=like.other 1*&limit=1"), []);
  // One who was not asked about for long is not assumed to be bound either: the first request after a change is right.
  await post.owner(clerk);
  const first = await ask("Ann", "select=text&text=eq.other%203", { accept: "application/vnd.pgrst.object+json" });
  assert.equal(first.status, 200);
  await post.owner("DELETE FROM writ.assigned_role");
});

test("the columns that bind a person are looked up in their indexes", async () => {
  await post.owner("DROP INDEX IF EXISTS letter_by_reader");
  await post.owner("CREATE INDEX letter_by_reader ON letter (reader)");
  const earlier = await scans();
  // Connections say what they did a while later, and at the end of what they do next.
  const areMore = async () => {
    await texts("Ann");
    return (await scans()) > earlier;
  };
  await eventually(areMore, "that an index was used");
});

async function scans(): Promise<number> {
  await post.owner("SELECT pg_stat_force_next_flush()");
  const [row] = await post.owner(
    "SELECT sum(idx_scan)::int AS n FROM pg_stat_user_indexes WHERE relname = 'letter' AND indexrelname ~ '(reader|writer)'",
  );
  return Number(row?.["n"]);
}

test("what tells it tells callers only of themselves", async () => {
  const client = await post.database.connect({ as: "authenticator" });
  await client.query(
    "BEGIN; SELECT set_config('role', 'authenticated', true), set_config('request.jwt.claims', '{}', true)",
  );
  const { rows } = await client.query("SELECT writ.narrow_letter() AS told");
  assert.deepEqual(rows[0].told, { writer: [], reader: [] });
  await client.query("ROLLBACK");
});

test("who may not see the column that would find their rows finds them all the same", async () => {
  const [ann] = await post.owner("SELECT id FROM public.\"user\" WHERE name = 'Ann'");
  await post.owner("INSERT INTO public.note (text, created_by) VALUES ('of Ann', $1), ('of nobody', NULL)", [
    ann?.["id"],
  ]);
  const headers = { authorization: `Bearer ${tokens.get("Ann") ?? ""}` };
  for (let times = 0; times < 2; times++) {
    const found = await fetch(`${post.url}/rest/v1/note?select=text,created_by`, { headers });
    assert.deepEqual(await found.json(), [{ text: "of Ann", created_by: null }]);
  }
});
