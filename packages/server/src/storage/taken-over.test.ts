// Files that effects take over from one row to another: read under the new row's rights, kept as long as either row has them.
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { completeDocument } from "../../../language/src/testing/run-cases.ts";
import { requestPool, type RequestPool } from "../postgres/connections/request-pool.ts";
import { products, type TestProduct } from "../testing/product.ts";
import { createFileStore, type FileStore } from "./disk/file-store.ts";
import { sweepFiles } from "./sweep.ts";

const { source } = completeDocument(`
## 3. Entities and their fields

### Claim

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| About | text up to 80 | yes | |
| Papers | files up to 3, each up to 1 KB (txt, pdf) | no | |
| Proof | file up to 1 KB (txt) | no | |
| State | state | | |

### Record

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| About | text up to 80 | auto | |
| Papers | files up to 3, each up to 1 KB (txt) | auto | |
| First | file up to 1 KB | auto | |

## 4. States and transitions

### Claim

| State | Kind |
| --- | --- |
| Open | start |
| Proven | |
| Closed | end |

| Transition | From | To | On | Asks for |
| --- | --- | --- | --- | --- |
| Prove | Open | Proven | button | Proof (required) |
| Close | Open, Proven | Closed | button | |

### Effects

| For | After | If | Do | With |
| --- | --- | --- | --- | --- |
| Claim | Close | \`claim.proof != null\` | create Record | \`about = claim.about, papers = claim.papers, first = claim.proof\` |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Person | signed in |
| Keeper | named at installation |

| For | May | Person | Keeper |
| --- | --- | --- | --- |
| Claim | create, read, update, delete, Prove, Close | own | no |
| Record | create, update | no | no |
| Record | read, delete | no | yes |

## 9. Business constants and limits

| Setting | Value |
| --- | --- |
| Sign-in | email and password |
`);
const start = products();
let product: TestProduct;
let store: FileStore;
let owner: RequestPool;
let [ann, ben, keeper] = [] as unknown as [SupabaseClient, SupabaseClient, SupabaseClient];

before(async () => {
  product = await start(source);
  const as = (token: string) =>
    createClient(product.url, product.anonKey, {
      auth: { persistSession: false },
      global: { headers: { Authorization: `Bearer ${token}` } },
    });
  [ann, ben, keeper] = [
    as(await product.person("ann")),
    as(await product.person("ben")),
    as(await product.person("keeper", "keeper")),
  ];
  store = createFileStore(join(product.folder, "files"));
  owner = requestPool(product.database, "owner");
});
after(async () => owner.end());

const kept = () =>
  readdirSync(join(product.folder, "files"), { recursive: true, withFileTypes: true }).filter((one) => one.isFile())
    .length;
const bring = async (of: SupabaseClient, field: string, row: string, content: string, contentType = "text/plain") => {
  const path = `${row}/${randomUUID()}/a.txt`;
  assert.equal((await of.storage.from(`claim.${field}`).upload(path, content, { contentType })).error, null);
  return path;
};
const read = async (as: SupabaseClient, bucket: string, path: string): Promise<string | undefined> =>
  (await as.storage.from(bucket).download(path)).data?.text();
const call = async (as: SupabaseClient, name: string, given: object) => (await as.rpc(name, given)).error?.code;

/** A claim of Ann's that has become a record. */
async function recorded(content: string, contentType?: string) {
  const id = randomUUID();
  const paper = await bring(ann, "papers", id, content, contentType);
  assert.equal((await ann.from("claim").insert({ id, about: content, papers: [paper] })).error, null);
  const proof = await bring(ann, "proof", id, "proof");
  assert.equal(await call(ann, "claim_prove", { id, proof }), undefined);
  const refused = await call(ann, "claim_close", { id });
  const { data } = await keeper.from("record").select("id, papers, first").eq("about", content);
  const [row] = (data ?? []) as readonly {
    readonly id: string;
    readonly papers: readonly string[];
    readonly first: string;
  }[];
  return { id, paper, refused, row };
}

test("a file that an effect copies belongs to the new row and its readers", async () => {
  const { id, paper, refused, row } = await recorded("I paid.");
  assert.equal(refused, undefined);
  assert.ok(row);
  const [taken = ""] = row.papers;
  assert.match(taken, new RegExp(`^${row.id}/[0-9a-f-]{36}/a\\.txt$`));
  assert.match(row.first, new RegExp(`^${row.id}/[0-9a-f-]{36}/a\\.txt$`));
  assert.equal(await read(keeper, "record.papers", taken), "I paid.");
  assert.equal(await read(keeper, "record.first", row.first), "proof");
  // Each side has its own rights, and whoever brought it has none to what became of it.
  assert.equal(await read(keeper, "claim.papers", paper), undefined);
  assert.equal(await read(ann, "claim.papers", paper), "I paid.");
  for (const other of [ann, ben]) assert.equal(await read(other, "record.papers", taken), undefined);
  assert.deepEqual(await product.owner("SELECT FROM writ.loose_file"), []);
  assert.equal((await ann.from("claim").select("papers").eq("id", id).single()).data?.papers[0], paper);
});

test("it stays when the first row goes, and its bytes go with the last of both", async () => {
  const { id, row } = await recorded("kept");
  const there = kept();
  assert.equal((await ann.from("claim").delete().eq("id", id)).error, null);
  await sweepFiles({ owner, store }, Date.now() + 2 * 60 * 60 * 1000);
  assert.equal(await read(keeper, "record.papers", row?.papers[0] ?? ""), "kept");
  assert.equal(kept(), there);
  assert.equal((await keeper.from("record").delete().eq("id", row?.id)).error, null);
  await sweepFiles({ owner, store }, Date.now() + 2 * 60 * 60 * 1000);
  assert.equal(kept(), there - 2);
  assert.equal(await read(keeper, "record.papers", row?.papers[0] ?? ""), undefined);
});

test("what the new field does not take is refused, and nothing of the step stays", async () => {
  const { id, refused, row } = await recorded("%PDF-1.4 a paper", "application/pdf");
  assert.equal(refused, "INVALID");
  assert.equal(row, undefined);
  assert.equal((await ann.from("claim").select("state").eq("id", id).single()).data?.state, "proven");
});

test("a person takes over nothing: neither by writing a row nor by what a step asks for", async () => {
  const { paper } = await recorded("Ann's alone");
  const id = randomUUID();
  const row = { id, about: "Ben's" };
  assert.equal((await ben.from("claim").insert({ ...row, papers: [paper] })).error?.code, "INVALID");
  assert.equal((await ben.from("claim").insert(row)).error, null);
  assert.equal(
    (
      await ben
        .from("claim")
        .update({ papers: [paper] })
        .eq("id", id)
    ).error?.code,
    "INVALID",
  );
  for (const proof of [paper, `${id}/${randomUUID()}/none.txt`, "anything"])
    assert.equal(await call(ben, "claim_prove", { id, proof }), "INVALID", proof);
  assert.equal((await ben.from("claim").select("state, proof").eq("id", id).single()).data?.state, "open");
  assert.equal(await call(ben, "claim_prove", { id, proof: await bring(ben, "proof", id, "his own") }), undefined);
});

test("neither people nor the service call what makes such files", async () => {
  const given = { bucket: "claim.papers", row_id: randomUUID(), given: ["x"], before: [], field: "x", clause: "x" };
  for (const [name, values] of [
    ["own_files", given],
    ["writ.own_files", given],
  ] as const)
    assert.equal(await call(ann, name, values), "PGRST202");
  const [may] = await product.owner(
    `SELECT bool_or(has_function_privilege(role, 'writ.own_files(text, uuid, text[], text[], text, text)', 'EXECUTE')) AS may
     FROM unnest(ARRAY['anon', 'authenticated', 'service_role']) AS role`,
  );
  assert.equal(may?.["may"], false);
});
