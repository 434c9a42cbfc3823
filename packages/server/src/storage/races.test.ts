// Many who do something with one file at once, and many who send slowly: each is answered, and nobody sees half of anything.
import assert from "node:assert/strict";
import { request as httpRequest, type ClientRequest } from "node:http";
import { before, test } from "node:test";
import { products, type TestProduct } from "../testing/product.ts";
import { startBoxes, type Boxes } from "./testing/boxes.ts";
import { eventually, patience } from "../../../language/src/testing/eventually.ts";

const start = products();
let product: TestProduct;
let { service, ann, raw, kept } = {} as Boxes;

before(async () => {
  ({ product, service, ann, raw, kept } = await startBoxes(start));
  await service.storage.createBucket("own", { public: false });
});

const put = async (name: string, body: string, headers = {}) =>
  raw(`object/own/${name}`, { method: "POST", body, headers });

test("of two who bring one name, one does", async () => {
  const there = kept();
  const sent = await Promise.all(Array.from({ length: 12 }, async (_, at) => put("one", String(at))));
  assert.equal(sent.filter(({ status }) => status === 200).length, 1);
  assert.equal(kept(), there + 1);
});

test("a file that is replaced again and again is always there, and whole", async () => {
  const texts = ["a", "b", "c"].map((letter) => letter.repeat(50_000));
  await put("busy", texts[0] ?? "");
  const over = new AbortController();
  const writing = Promise.all(
    texts.map(async (text) => {
      for (let round = 0; round < 15; round++)
        assert.equal((await put("busy", text, { "x-upsert": "true" })).status, 200);
    }),
  ).finally(() => over.abort());
  while (!over.signal.aborted) {
    const answer = await raw("object/own/busy");
    assert.equal(answer.status, 200);
    assert.ok(texts.includes(await answer.text()));
  }
  await writing;
});

test("moved, copied and removed while it is fetched", async () => {
  const text = "x".repeat(3_000_000);
  await put("moving", text);
  const [fetched] = await Promise.all([raw("object/own/moving"), service.storage.from("own").move("moving", "moved")]);
  if (fetched.status === 200) assert.equal(await fetched.text(), text);
  const fetching = await raw("object/own/moved");
  assert.equal((await service.storage.from("own").remove(["moved"])).data?.length, 1);
  assert.equal(await fetching.text(), text);
});

test("a bucket is not removed under what comes into it", async () => {
  for (let round = 0; round < 8; round++) {
    await service.storage.createBucket("brief");
    const [sent, removed] = await Promise.all([
      raw("object/brief/x", { method: "POST", body: "x" }),
      service.storage.deleteBucket("brief"),
    ]);
    const isThere = removed.error !== null;
    assert.equal(sent.status, isThere ? 200 : 400);
    if (!isThere) continue;
    assert.match(removed.error?.message ?? "", /not empty/);
    assert.equal(await (await raw("object/brief/x")).text(), "x");
    await service.storage.emptyBucket("brief");
    await service.storage.deleteBucket("brief");
  }
});

test("slow uploads are limited in number, and other clients are served", async () => {
  const there = kept();
  const statuses: number[] = [];
  const slow: ClientRequest[] = [];
  for (let at = 0; at < 300; at++) {
    const sending = httpRequest(`${product.url}/storage/v1/object/own/slow-${at}`, {
      method: "POST",
      headers: { authorization: `Bearer ${product.serviceKey}`, "content-length": 1_000_000 },
    });
    sending.on("response", ({ statusCode = 0 }) => void statuses.push(statusCode));
    sending.on("error", () => undefined);
    sending.write("x");
    slow.push(sending);
  }
  await eventually(
    () => statuses.length >= 40,
    () => `${statuses.length}`,
  );
  assert.ok(
    statuses.every((status) => status === 503),
    `${statuses.length}`,
  );
  assert.equal((await fetch(`${product.url}/health`)).status, 200);
  assert.equal((await raw("bucket")).status, 200);
  for (const one of slow) one.destroy();
  await eventually(() => kept() === there, "that nothing is left");
  assert.equal((await put("after", "after")).status, 200);
});

test("the metadata of a file cannot inject response headers", async () => {
  await put("said", "<script>alert(1)</script>", { "content-type": "text/html" });
  const copied = await raw("object/copy", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      bucketId: "own",
      sourceKey: "said",
      destinationKey: "said-2",
      copyMetadata: false,
      metadata: { cacheControl: "x\r\nSet-Cookie: a=b", mimetype: "text/html\r\nSet-Cookie: a=b" },
    }),
  });
  assert.equal(copied.status, 200);
  const answer = await raw("object/own/said-2");
  assert.deepEqual(
    [answer.status, answer.headers.get("set-cookie"), answer.headers.get("content-type")],
    [200, null, "application/octet-stream"],
  );
  assert.match((await raw("object/own/said")).headers.get("content-security-policy") ?? "", /sandbox/);
  const name = encodeURIComponent(`${"a".repeat(499)}\u{1F600}"\r\n`);
  assert.equal((await raw(`object/own/said?download=${name}`)).status, 200);
});

test("a form with a thousand parts, with huge heads, or without an end", async () => {
  const form = async (body: string) =>
    raw("object/own/form", {
      signal: AbortSignal.timeout(patience),
      method: "POST",
      body,
      headers: { "content-type": "multipart/form-data; boundary=b" },
    });
  const part = (name: string, value: string) =>
    `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const many = Array.from({ length: 1000 }, (_, at) => part(`p${at}`, "x")).join("");
  assert.equal((await form(`${many}--b--`)).status, 400);
  const head = `--b\r\nContent-Disposition: form-data; name="a"\r\nX: ${"h".repeat(2_000_000)}\r\n\r\nx\r\n--b--`;
  assert.equal((await form(head)).status, 400);
  assert.equal((await form(part("metadata", "x".repeat(2_000_000)))).status, 400);
  assert.equal((await form("--b\r\nContent-Disposition: form-data; name=file; filename=x\r\n\r\nhalf")).status, 400);
  assert.equal((await form("nothing of the kind")).status, 400);
  assert.equal((await ann.storage.from("own").exists("form")).data, false);
});

test("a form that is cut off in its file leaves nothing", async () => {
  const there = kept();
  const sending = httpRequest(`${product.url}/storage/v1/object/own/cut-form`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${product.serviceKey}`,
      "content-type": "multipart/form-data; boundary=b",
      "content-length": 1_000_000,
    },
  });
  sending.on("error", () => undefined);
  sending.write('--b\r\nContent-Disposition: form-data; name="file"; filename="x"\r\n\r\n');
  sending.write(Buffer.alloc(500_000, "x"));
  await eventually(() => kept() === there + 1, "its beginning");
  sending.destroy();
  await eventually(() => kept() === there, "that nothing is left");
});

test("one name is found by the index, and so is a folder", async () => {
  await product.owner("SET enable_seqscan = off");
  const rows = await product.owner("EXPLAIN SELECT FROM storage.objects WHERE bucket_id = 'own' AND name = 'a'");
  assert.match(rows.map((row) => row["QUERY PLAN"]).join("\n"), /Index Cond: .*name = 'a'/);
});
