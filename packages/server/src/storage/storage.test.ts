// Files over the wire, with an unmodified client: buckets, objects, folders, ranges, conditions, who may what.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { products, type TestProduct } from "../testing/product.ts";
import { png, refusalOf, startBoxes, type Boxes } from "./testing/boxes.ts";

const start = products();
let product: TestProduct;
let { service, ann, ben, raw, kept } = {} as Boxes;

before(async () => {
  ({ product, service, ann, ben, raw, kept } = await startBoxes(start));
});

test("only the service manages buckets unless a policy allows it", async () => {
  const { error } = await ann.storage.createBucket("mine");
  assert.equal(error?.message, "new row violates row-level security policy");
  assert.equal((error as unknown as { statusCode: string }).statusCode, "403");
  assert.deepEqual((await ann.storage.listBuckets()).data, []);
  assert.equal((await ann.storage.getBucket("own")).error?.message, "Bucket not found");
});

test("buckets are made, shown, changed, listed and removed", async () => {
  assert.deepEqual((await service.storage.createBucket("own", { public: false, fileSizeLimit: "1MB" })).data, {
    name: "own",
  });
  assert.equal((await service.storage.createBucket("own")).error?.message, "The resource already exists");
  assert.equal((await service.storage.createBucket("a/b")).error?.message, "Bucket name invalid");
  const { data } = await service.storage.getBucket("own");
  assert.equal(data?.file_size_limit, 1_000_000);
  assert.equal(data?.public, false);
  await service.storage.createBucket("open", { public: false });
  assert.deepEqual((await service.storage.updateBucket("open", { public: true, allowedMimeTypes: ["image/*"] })).data, {
    message: "Successfully updated",
  });
  assert.deepEqual((await service.storage.getBucket("open")).data?.allowed_mime_types, ["image/*"]);
  assert.deepEqual(
    (await service.storage.listBuckets()).data?.map(({ id }) => id),
    ["open", "own"],
  );
  assert.equal((await service.storage.updateBucket("none", { public: true })).error?.message, "Bucket not found");
});

test("a file is uploaded and downloaded under the policies of the caller", async () => {
  const sent = await ann.storage.from("own").upload("letters/one.txt", "Dear all", { contentType: "text/plain" });
  assert.equal(sent.data?.fullPath, "own/letters/one.txt");
  const got = await ann.storage.from("own").download("letters/one.txt");
  assert.equal(await got.data?.text(), "Dear all");
  assert.equal((await ben.storage.from("own").download("letters/one.txt")).error !== null, true);
  assert.deepEqual((await ben.storage.from("own").list("letters")).data, []);
  assert.equal(
    (await ben.storage.from("own").createSignedUrl("letters/one.txt", 60)).error?.message,
    "Object not found",
  );
  const again = await ann.storage.from("own").upload("letters/one.txt", "Dear");
  assert.equal(again.error?.message, "The resource already exists");
  const info = await ann.storage.from("own").info("letters/one.txt");
  assert.equal(info.data?.size, 8);
  assert.equal(info.data?.contentType, "text/plain");
  assert.deepEqual(
    [
      (await ann.storage.from("own").exists("letters/one.txt")).data,
      (await ann.storage.from("own").exists("letters/two.txt")).data,
    ],
    [true, false],
  );
});

test("the head of what is known of a file is that of the file, and the service says that it is there", async () => {
  const head = async (path: string, key: string) =>
    (await fetch(`${product.url}/storage/v1/${path}`, { method: "HEAD", headers: { authorization: `Bearer ${key}` } }))
      .status;
  assert.equal(await head("object/info/own/letters/one.txt", product.serviceKey), 200);
  assert.equal(await head("object/info/authenticated/own/letters/one.txt", product.serviceKey), 200);
  assert.equal(await head("object/info/own/letters/two.txt", product.serviceKey), 400);
  assert.equal((await fetch(`${product.url}/storage/v1/status`)).status, 200);
  assert.match(await (await fetch(`${product.url}/storage/v1/version`)).text(), /^\d+\.\d+\.\d+$/);
});

test("an invalid or expired token is refused as by storage-api", async () => {
  const signed = await product.token({ sub: crypto.randomUUID() });
  const expired = await product.token({ sub: crypto.randomUUID(), exp: 1_700_000_000 });
  for (const token of ["a.b.c", signed.slice(0, -1), expired]) {
    const answer = await fetch(`${product.url}/storage/v1/object/own/letters/one.txt`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const { statusCode, error } = (await answer.json()) as Record<string, unknown>;
    assert.deepEqual([answer.status, statusCode, error], [400, "403", "Unauthorized"]);
  }
});

test("a multipart form with a file and its metadata is accepted as browsers send it", async () => {
  const file = new Blob(["in a form"], { type: "text/plain" });
  const { error } = await ann.storage
    .from("own")
    .upload("form.txt", file, { metadata: { mood: "fine" }, cacheControl: "60" });
  assert.equal(error, null);
  const info = await ann.storage.from("own").info("form.txt");
  assert.deepEqual(info.data?.metadata, { mood: "fine" });
  assert.equal(info.data?.cacheControl, "max-age=60");
});

test("replacing takes the old bytes away; so does removing", async () => {
  const there = kept();
  await ann.storage.from("own").upload("r.txt", "one");
  await ann.storage.from("own").upload("r.txt", "two", { upsert: true });
  assert.equal(await (await ann.storage.from("own").download("r.txt")).data?.text(), "two");
  assert.equal(kept(), there + 1);
  assert.deepEqual((await ben.storage.from("own").remove(["r.txt"])).data, []);
  assert.equal((await ann.storage.from("own").remove(["r.txt", "never"])).data?.length, 1);
  assert.equal(kept(), there);
});

test("moved and copied: other names, the same bytes, and the rights of both ends", async () => {
  await ann.storage.from("own").upload("m/a.txt", "abc");
  assert.equal((await ben.storage.from("own").move("m/a.txt", "m/b.txt")).error?.message, "Object not found");
  assert.equal((await ann.storage.from("own").move("m/a.txt", "m/b.txt")).data?.message, "Successfully moved");
  assert.equal((await ann.storage.from("own").copy("m/b.txt", "m/c.txt")).data?.path, "own/m/c.txt");
  assert.equal(
    (await ann.storage.from("own").copy("m/b.txt", "c.txt", { destinationBucket: "open" })).error !== null,
    true,
  );
  await ann.storage.from("own").remove(["m/b.txt"]);
  assert.equal(await (await ann.storage.from("own").download("m/c.txt")).data?.text(), "abc");
});

test("folders are listed as folders, page by page, by name and by time, in both orders", async () => {
  const names = ["f/a.txt", "f/b/1.txt", "f/b/2.txt", "f/b.txt", "f/c/d/e.txt", "f/z.txt"];
  for (const name of names) await service.storage.from("own").upload(name, name);
  const listed = async (options: object) =>
    (await service.storage.from("own").list("f", options)).data?.map(({ name, id }) =>
      id === null ? `${name}/` : name,
    );
  assert.deepEqual(await listed({}), ["a.txt", "b.txt", "b/", "c/", "z.txt"]);
  assert.deepEqual(await listed({ limit: 2, offset: 1 }), ["b.txt", "b/"]);
  assert.deepEqual(await listed({ sortBy: { column: "name", order: "desc" } }), [
    "z.txt",
    "c/",
    "b/",
    "b.txt",
    "a.txt",
  ]);
  assert.deepEqual(await listed({ search: "B" }), ["b.txt", "b/"]);
  assert.deepEqual(await listed({ sortBy: { column: "created_at", order: "desc" } }), [
    "c/",
    "b/",
    "z.txt",
    "b.txt",
    "a.txt",
  ]);
  for (const order of ["asc", "desc"] as const) {
    for (const column of ["name", "created_at"] as const) {
      const flat: string[] = [];
      let cursor: string | undefined;
      do {
        const { data } = await service.storage
          .from("own")
          .listV2({ prefix: "f/", limit: 2, sortBy: { column, order }, ...(cursor === undefined ? {} : { cursor }) });
        flat.push(...(data?.objects.map(({ name }) => name) ?? []));
        cursor = data?.nextCursor;
      } while (cursor !== undefined);
      const expected = column === "name" ? [...names].sort() : names;
      assert.deepEqual(flat, order === "asc" ? expected : expected.toReversed(), `${column} ${order}`);
    }
    const parts: string[] = [];
    let cursor: string | undefined;
    do {
      const { data } = await service.storage.from("own").listV2({
        prefix: "f/",
        limit: 2,
        with_delimiter: true,
        sortBy: { column: "name", order },
        ...(cursor === undefined ? {} : { cursor }),
      });
      parts.push(...[...(data?.objects ?? []), ...(data?.folders ?? [])].map(({ name }) => name).sort());
      cursor = data?.nextCursor;
    } while (cursor !== undefined);
    assert.deepEqual(parts.sort(), ["f/a.txt", "f/b.txt", "f/b/", "f/c/", "f/z.txt"]);
  }
});

test("ranges and conditions are HTTP's", async () => {
  await service.storage.from("own").upload("range.txt", "0123456789", { contentType: "text/plain" });
  const at = "object/authenticated/own/range.txt";
  const asked = async (headers: Record<string, string>) => {
    const answer = await raw(at, { headers });
    return [answer.status, await answer.text(), answer.headers.get("content-range")];
  };
  assert.deepEqual(await asked({ range: "bytes=2-4" }), [206, "234", "bytes 2-4/10"]);
  assert.deepEqual(await asked({ range: "bytes=-3" }), [206, "789", "bytes 7-9/10"]);
  assert.deepEqual(await asked({ range: "bytes=8-" }), [206, "89", "bytes 8-9/10"]);
  assert.deepEqual(await asked({ range: "bytes=0-1,3-4" }), [200, "0123456789", null]);
  const [status, , contentRange] = await asked({ range: "bytes=20-" });
  assert.deepEqual([status, contentRange], [416, "bytes */10"]);
  const whole = await raw(at);
  const etag = whole.headers.get("etag") ?? "";
  assert.equal(whole.headers.get("content-type"), "text/plain");
  assert.match(whole.headers.get("content-security-policy") ?? "", /sandbox/);
  assert.equal(whole.headers.get("x-content-type-options"), "nosniff");
  assert.equal((await asked({ "if-none-match": etag }))[0], 304);
  assert.equal((await asked({ "if-none-match": '"other"' }))[0], 200);
  assert.equal((await asked({ "if-match": '"other"' }))[0], 412);
  assert.equal((await asked({ range: "bytes=2-4", "if-range": '"other"' }))[0], 200);
  assert.equal((await asked({ range: "bytes=2-4", "if-range": etag }))[0], 206);
  assert.equal((await asked({ "if-modified-since": new Date(Date.now() + 5000).toUTCString() }))[0], 304);
  const head = await raw(at, { method: "HEAD" });
  assert.deepEqual([head.status, head.headers.get("content-length")], [200, "10"]);
});

test("everyone can read a public bucket, and only permitted users a private one", async () => {
  await service.storage.from("open").upload("p.png", png, { contentType: "image/png" });
  const open = await fetch(`${product.url}/storage/v1/object/public/open/p.png`);
  assert.equal(open.status, 200);
  assert.equal(
    (await fetch(`${product.url}/storage/v1/object/public/open/p.png?download=a%22b%0d%0a.png`)).headers.get(
      "content-disposition",
    ),
    "attachment; filename=a%22b%0D%0A.png; filename*=UTF-8''a%22b%0D%0A.png",
  );
  const shut = await fetch(`${product.url}/storage/v1/object/public/own/range.txt`);
  assert.equal(shut.status, 400);
  assert.equal((await refusalOf(shut)).message, "Bucket not found");
  const unasked = await fetch(`${product.url}/storage/v1/object/own/range.txt`);
  assert.equal((await refusalOf(unasked)).message, "Object not found");
});

test("a bucket is emptied by the service alone, and removed when it is empty", async () => {
  assert.match((await service.storage.deleteBucket("open")).error?.message ?? "", /not empty/);
  assert.notEqual((await ann.storage.emptyBucket("open")).error, null);
  assert.equal((await service.storage.emptyBucket("open")).error, null);
  assert.deepEqual((await service.storage.deleteBucket("open")).data, { message: "Successfully deleted" });
});
