// Files of a document's fields: who brings, saves, fetches and loses them is what the row's own rights say.
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { compile } from "@writ/language";
import { completeDocument } from "../../../language/src/testing/run-cases.ts";
import { applyDocument } from "../applying/index.ts";
import { requestPool, type RequestPool } from "../postgres/connections/request-pool.ts";
import { products, type TestProduct } from "../testing/product.ts";
import { createFileStore, type FileStore } from "./disk/file-store.ts";
import { sweepFiles } from "./sweep.ts";
import { png } from "./testing/boxes.ts";
import { pause } from "../../../language/src/testing/eventually.ts";

const fragment = `
## 3. Entities and their fields

### Claim

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| About | text up to 80 | yes | |
| Photo | image up to 1 MB | no | |
| Papers | files up to 2, each up to 1 KB (pdf, txt) | no | |
| Verdict | file up to 1 KB (txt) | no | |
| Shared | yes/no | no | |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Person | signed in |
| Judge | named at installation |

| Condition | For | Holds when |
| --- | --- | --- |
| shared | Claim | \`claim.shared\` |

| For | May | Person | Judge |
| --- | --- | --- | --- |
| Claim | create | yes | no |
| Claim | read | own or shared | yes |
| Claim | update | own | yes |
| Claim | delete | own | no |
| Claim | see Verdict | no | yes |
| Claim | set Verdict | no | yes |

## 9. Business constants and limits

| Setting | Value |
| --- | --- |
| Sign-in | email and password |
`;
const { source } = completeDocument(fragment);
const start = products();
let product: TestProduct;
let store: FileStore;
let owner: RequestPool;
let [ann, ben, judge, visitor] = [] as unknown as SupabaseClient[];

before(async () => {
  product = await start(source);
  const as = (token: string) =>
    createClient(product.url, product.anonKey, {
      auth: { persistSession: false },
      global: { headers: { Authorization: `Bearer ${token}` } },
    });
  [ann, ben] = [as(await product.person("ann")), as(await product.person("ben"))];
  judge = as(await product.person("judge", "judge"));
  visitor = createClient(product.url, product.anonKey, { auth: { persistSession: false } });
  store = createFileStore(join(product.folder, "files"));
  owner = requestPool(product.database, "owner");
});
after(async () => owner.end());

const kept = () =>
  readdirSync(join(product.folder, "files"), { recursive: true, withFileTypes: true }).filter((one) => one.isFile())
    .length;
const pathIn = (row: string, name = "a.txt") => `${row}/${randomUUID()}/${name}`;
const text = { contentType: "text/plain" };
const of = (person: SupabaseClient | undefined, field: string) => {
  assert.ok(person);
  return person.storage.from(`claim.${field}`);
};
const rows = (person: SupabaseClient | undefined) => {
  assert.ok(person);
  return person.from("claim");
};
const mayFetch = async (person: SupabaseClient | undefined, field: string, path: string) =>
  (await of(person, field).download(path)).error === null;

/** A claim of Ann's with a paper. */
async function claim(): Promise<{ readonly id: string; readonly paper: string }> {
  const id = randomUUID();
  const paper = pathIn(id);
  assert.equal((await of(ann, "papers").upload(paper, "I paid.", text)).error, null);
  const { error } = await rows(ann).insert({ id, about: "A bill", papers: [paper] });
  assert.equal(error, null);
  return { id, paper };
}

test("a file is uploaded before its row, and readable with the row", async () => {
  const { id, paper } = await claim();
  assert.deepEqual(
    [
      await mayFetch(ann, "papers", paper),
      await mayFetch(judge, "papers", paper),
      await mayFetch(ben, "papers", paper),
      await mayFetch(visitor, "papers", paper),
    ],
    [true, true, false, false],
  );
  await rows(ann).update({ shared: true }).eq("id", id);
  assert.equal(await mayFetch(ben, "papers", paper), true);
  assert.equal((await of(ben, "papers").list(id)).data?.length, 1);
  assert.equal((await of(visitor, "papers").list(id)).data?.length, 0);
});

test("until it is saved it is its bringer's alone, who may take it back", async () => {
  const id = randomUUID();
  const path = pathIn(id);
  await of(ann, "papers").upload(path, "draft", text);
  assert.deepEqual(
    [await mayFetch(ann, "papers", path), await mayFetch(judge, "papers", path), await mayFetch(ben, "papers", path)],
    [true, false, false],
  );
  assert.deepEqual((await of(ben, "papers").remove([path])).data, []);
  assert.equal((await of(ann, "papers").remove([path])).data?.length, 1);
});

test("who may not write a row brings it nothing; a saved file is neither replaced nor moved nor removed", async () => {
  const { id, paper } = await claim();
  const refused = async (person: SupabaseClient | undefined, field: string, path: string) =>
    (await of(person, field).upload(path, "x", text)).error?.message;
  const rls = "new row violates row-level security policy";
  assert.equal(await refused(ben, "papers", pathIn(id)), rls);
  assert.equal(await refused(visitor, "papers", pathIn(randomUUID())), rls);
  assert.equal(await refused(judge, "papers", pathIn(id)), undefined);
  for (const odd of [
    "a.txt",
    `${id}/a.txt`,
    `${id}/x/a.txt`,
    `${id}/${randomUUID()}/b/a.txt`,
    `x${id}/${randomUUID()}/a.txt`,
  ])
    assert.equal(await refused(ann, "papers", odd), rls, odd);
  assert.notEqual((await of(ann, "papers").upload(paper, "other", { ...text, upsert: true })).error, null);
  assert.notEqual((await of(ann, "papers").move(paper, pathIn(id))).error, null);
  assert.deepEqual((await of(ann, "papers").remove([paper])).data, []);
  assert.equal(await (await of(ann, "papers").download(paper)).data?.text(), "I paid.");
});

test("a row names only files of its own that its writer has brought", async () => {
  const { id, paper } = await claim();
  const other = await claim();
  const foreign = pathIn(id);
  await of(judge, "papers").upload(foreign, "the judge's", text);
  const wrong = async (papers: readonly string[]) => {
    const { error } = await rows(ann).update({ papers }).eq("id", id);
    return error === null ? "" : `${error.code} ${JSON.parse(error.details ?? "[]")[0]?.field}`;
  };
  assert.equal(await wrong([other.paper]), "INVALID papers");
  assert.equal(await wrong([pathIn(id)]), "INVALID papers");
  assert.equal(await wrong([paper, foreign]), "INVALID papers");
  assert.equal(await wrong(["javascript:alert(1)"]), "INVALID papers");
  assert.equal(await wrong([paper]), "");
  const photo = pathIn(id, "p.png");
  await of(ann, "photo").upload(photo, png, { contentType: "image/png" });
  // Of another field, so of another bucket.
  assert.equal(await wrong([photo]), "INVALID papers");
  assert.equal((await rows(ann).update({ photo }).eq("id", id)).error, null);
});

test("limits and types are the field's", async () => {
  const id = randomUUID();
  const refused = async (field: string, body: Buffer | string, contentType: string) =>
    (await of(ann, field).upload(pathIn(id), body, { contentType })).error?.message;
  assert.equal(await refused("papers", "x".repeat(1025), "text/plain"), "The object exceeded the maximum allowed size");
  assert.equal(await refused("papers", png, "image/png"), "mime type image/png is not supported");
  assert.equal(await refused("papers", png, "text/plain"), "mime type image/png is not supported");
  assert.equal(await refused("photo", "<svg/>", "image/svg+xml"), "mime type image/svg+xml is not supported");
  const three = [pathIn(id), pathIn(id), pathIn(id)];
  for (const path of three) await of(ann, "papers").upload(path, "x", text);
  assert.equal((await rows(ann).insert({ id, about: "Three", papers: three })).error?.code, "INVALID");
});

test("a field that one may not see hides its files, also from who reads the row", async () => {
  const { id } = await claim();
  const verdict = pathIn(id);
  assert.equal((await of(judge, "verdict").upload(verdict, "Guilty", text)).error, null);
  assert.equal((await rows(judge).update({ verdict }).eq("id", id)).error, null);
  assert.deepEqual([await mayFetch(judge, "verdict", verdict), await mayFetch(ann, "verdict", verdict)], [true, false]);
  assert.notEqual((await of(ann, "verdict").createSignedUrl(verdict, 60)).error, null);
  assert.deepEqual((await of(ann, "verdict").list(id)).data, []);
});

test("what a row lets go of, and all files of a row that is gone, go; what is never saved goes after a day", async () => {
  await product.owner("UPDATE writ.loose_file SET due_at = now() - interval '1 second'");
  await sweepFiles({ owner, store });
  const there = kept();
  const { id, paper } = await claim();
  const second = pathIn(id);
  await of(ann, "papers").upload(second, "two", text);
  await rows(ann)
    .update({ papers: [second] })
    .eq("id", id);
  assert.equal(await mayFetch(judge, "papers", paper), false);
  await sweepFiles({ owner, store });
  assert.equal(kept(), there + 1);
  const loose = pathIn(id);
  await of(ann, "papers").upload(loose, "never saved", text);
  await rows(ann).delete().eq("id", id);
  await sweepFiles({ owner, store });
  assert.equal(kept(), there + 1);
  await product.owner("UPDATE writ.loose_file SET due_at = now() - interval '1 second'");
  await sweepFiles({ owner, store });
  assert.equal(kept(), there);
  assert.deepEqual(await product.owner("SELECT FROM storage.objects WHERE name = $1", [loose]), []);
});

test("a row that names a file at the moment of the sweep keeps it", async () => {
  const { id } = await claim();
  const path = pathIn(id);
  await of(ann, "papers").upload(path, "in time", text);
  await product.owner("UPDATE writ.loose_file SET due_at = now() - interval '1 second' WHERE name = $1", [path]);
  const client = await product.database.connect();
  await client.query("BEGIN");
  await client.query("UPDATE public.claim SET updated_at = updated_at WHERE false");
  const [person] = await product.owner("SELECT owner FROM storage.objects WHERE name = $1", [path]);
  // As the guard holds it, while the row is being written.
  await client.query("SELECT writ.are_files('claim.papers', $1, ARRAY[$2], '{}', $3)", [id, path, person?.["owner"]]);
  await client.query("UPDATE writ_data.claim SET papers = ARRAY[$2] WHERE id = $1", [id, path]);
  const swept = sweepFiles({ owner, store });
  await pause(200, "the sweep is to meet the row while it is held");
  await client.query("COMMIT");
  await swept;
  await client.end();
  assert.equal(await mayFetch(ann, "papers", path), true);
});

test("the files of a field that is dropped go with it, and its bucket too", async () => {
  const { id } = await claim();
  const photo = pathIn(id, "p.png");
  await of(ann, "photo").upload(photo, png, { contentType: "image/png" });
  await rows(ann).update({ photo }).eq("id", id);
  const less = source.replace("| Photo | image up to 1 MB | no | |\n", "");
  const client = await product.database.connect();
  const outcome = await applyDocument(client, less, compile(less), (one) => compile(one), {
    drop: new Set(["3/Claim/Photo"]),
  });
  assert.equal(outcome.is, "applied");
  await client.end();
  await sweepFiles({ owner, store });
  assert.deepEqual(await product.owner("SELECT FROM storage.objects WHERE bucket_id = 'claim.photo'"), []);
  assert.deepEqual(await product.owner("SELECT id FROM storage.buckets ORDER BY id"), [
    { id: "claim.papers" },
    { id: "claim.verdict" },
  ]);
});

test("what leads elsewhere is no name of a file, however it was brought", async () => {
  const id = "00000000-0000-4000-8000-000000000001";
  const named = async (last: string) => {
    const [row] = await product.owner("SELECT writ.file_row($1) AS row", [`${id}/${id}/${last}`]);
    return row?.["row"];
  };
  for (const last of [".", ".."]) assert.equal(await named(last), null, last);
  for (const last of ["...", "..a", "a..", ".a", "bill.pdf"]) assert.equal(await named(last), id, last);
});
