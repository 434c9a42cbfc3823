// Uploads that may be interrupted, by people who mean no good: whose they are, what is said of them, and how many.
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { statSync } from "node:fs";
import { join } from "node:path";
import { before, test } from "node:test";
import { requestPool } from "../../postgres/connections/request-pool.ts";
import { products, type TestProduct } from "../../testing/product.ts";
import { createFileStore } from "../disk/file-store.ts";
import { sweepFiles } from "../sweep.ts";
import { png, startBoxes, type Boxes } from "../testing/boxes.ts";
import { beginRaw, metadata, piece, refusal, send, tus, type Sending } from "../testing/tus.ts";
import { eventually } from "../../../../language/src/testing/eventually.ts";

const start = products();
let product: TestProduct;
let { service, ann, visitor, annToken, benToken, kept } = {} as Boxes;

before(async () => {
  ({ product, service, ann, visitor, annToken, benToken, kept } = await startBoxes(start));
  await service.storage.createBucket("own", { public: false, fileSizeLimit: "20MB" });
  await service.storage.createBucket("pictures", { public: false, allowedMimeTypes: ["image/png"] });
});

const sendIt = async (one: Omit<Sending, "product" | "token"> & { readonly token?: string }) =>
  send({ product, token: annToken, ...one });
const ask = async (
  one: { readonly method: string; readonly path?: string; readonly url?: string; readonly token?: string },
  headers?: Record<string, string>,
  body?: unknown,
) => tus({ product, token: annToken, ...one }, headers, body);
const begin = async (name: string, length: number, token = annToken) => beginRaw({ product, token }, name, length);

const bytesOf = async (name: string) =>
  Buffer.from((await (await ann.storage.from("own").download(name)).data?.arrayBuffer()) ?? new ArrayBuffer());

const offsetOf = async (url: string): Promise<number> =>
  Number((await ask({ method: "HEAD", url })).headers.get("upload-offset"));

test("an upload is accessible only to the user who began it", async () => {
  const url = await begin("mine", 4);
  for (const token of [benToken, product.anonKey, product.serviceKey])
    for (const method of ["HEAD", "PATCH", "DELETE"]) {
      const answer = await ask(
        { method, url, token },
        { ...piece, "upload-offset": "0" },
        method === "PATCH" ? "evil" : undefined,
      );
      assert.equal(answer.status, 404, `${method} as another`);
    }
  assert.equal((await ask({ method: "HEAD", path: "/../../../etc/passwd" })).status, 404);
  assert.equal((await ask({ method: "HEAD", path: `/${"0".repeat(36)}` })).status, 404);
  assert.equal((await ask({ method: "PATCH", url }, { ...piece, "upload-offset": "0" }, "mine")).status, 204);
  assert.equal((await bytesOf("mine")).toString(), "mine");
});

test("a signed address allows a resumable upload of this file and nothing else", async () => {
  const bytes = randomBytes(500_000);
  const { data } = await ann.storage.from("own").createSignedUploadUrl("given");
  const sign = { endpoint: `${product.url}/storage/v1/upload/resumable/sign`, chunkSize: 200_000 };
  const headers = { "x-signature": data?.token ?? "" };
  await sendIt({ name: "given", bytes, options: { ...sign, headers } });
  assert.ok((await bytesOf("given")).equals(bytes));
  const [status] = await refusal(sendIt({ name: "other", bytes, options: { ...sign, headers } }));
  assert.equal(status, 400);
  assert.equal((await refusal(sendIt({ name: "none", bytes, options: { ...sign, headers: {} } })))[0], 400);
  // Begun with a signature, it is not reached without; nor with that of another file.
  const again = await ann.storage.from("own").createSignedUploadUrl("given-2");
  const made = await ask(
    { method: "POST", path: "/sign" },
    { "x-signature": again.data?.token ?? "", "upload-length": "4", "upload-metadata": metadata("given-2") },
  );
  const url = made.headers.get("location") ?? "";
  assert.equal((await ask({ method: "HEAD", url }, { "x-signature": data?.token ?? "" })).status, 400);
  assert.equal((await ask({ method: "HEAD", url: url.replace("/sign", "") })).status, 404);
  assert.equal((await ask({ method: "HEAD", url }, { "x-signature": again.data?.token ?? "" })).status, 200);
  assert.equal((await visitor.storage.from("own").exists("given")).data, false);
});

test("lengths and offsets are held to, and types and sizes asked of the content", async () => {
  const there = kept();
  const url = await begin("held", 10);
  const put = async (offset: string, body: unknown, more = {}) =>
    (await ask({ method: "PATCH", url }, { ...piece, "upload-offset": offset, ...more }, body)).status;
  assert.equal(await put("4", "four"), 409);
  assert.equal(await put("-1", "four"), 400);
  assert.equal(await put("0", "longer than said"), 413);
  async function* pieces() {
    yield Buffer.from("12345");
    yield Buffer.from("678901");
  }
  // What is too long without saying so leaves nothing of itself.
  assert.equal(await put("0", ReadableStream.from(pieces())), 413);
  assert.equal(await offsetOf(url), 0);
  assert.equal(await put("0", "01234"), 204);
  assert.equal(await put("0", "01234"), 409);
  assert.equal(await put("5", "56789", { "upload-length": "11" }), 400);
  assert.equal(await put("5", "56789", { "content-type": "text/plain" }), 415);
  assert.equal(await put("5", "56789"), 204);
  assert.equal((await bytesOf("held")).toString(), "0123456789");
  // Whoever did not hear of it asks, and is told; there is nothing to give up any more.
  assert.equal(await offsetOf(url), 10);
  assert.equal((await ask({ method: "DELETE", url })).status, 400);
  assert.deepEqual(await refusal(sendIt({ name: "large", bytes: Buffer.alloc(20_000_001) })), [
    413,
    "Maximum size exceeded\n",
  ]);
  const asService = { bucket: "pictures", token: product.serviceKey };
  assert.equal((await refusal(sendIt({ ...asService, name: "a", bytes: png })))[0], 415);
  const liar = refusal(sendIt({ ...asService, name: "b", bytes: Buffer.from("#!/bin/sh"), type: "image/png" }));
  assert.equal((await liar)[0], 415);
  await sendIt({ ...asService, name: "c.png", bytes: png, type: "image/png" });
  assert.equal(kept(), there + 2);
});

test("refusals have the words of storage-api", async () => {
  const url = await begin("words", 4);
  const put = async (offset: string, body: string) => {
    const answer = await ask({ method: "PATCH", url }, { ...piece, "upload-offset": offset }, body);
    return [answer.status, await answer.text(), answer.headers.get("upload-offset")];
  };
  assert.deepEqual(await put("2", "ab"), [409, "Upload-Offset conflict\n", "0"]);
  assert.deepEqual(await put("0", "abcde"), [413, "upload's size exceeded\n", null]);
  const later = { "upload-defer-length": "1", "upload-metadata": metadata("later") };
  const made = await ask({ method: "POST" }, later);
  const length = { ...piece, "upload-offset": "0", "upload-length": "20000001" };
  const longer = await ask({ method: "PATCH", url: made.headers.get("location") ?? "" }, length, "a");
  assert.deepEqual([longer.status, await longer.text()], [413, "Maximum size exceeded\n"]);
  const signed = async (headers: Record<string, string>) => {
    const answer = await ask(
      { method: "POST", path: "/sign" },
      { ...headers, "upload-length": "4", "upload-metadata": metadata("signed-words") },
    );
    return [answer.status, await answer.text()];
  };
  assert.deepEqual(await signed({}), [400, "Missing x-signature header"]);
  assert.deepEqual(await signed({ "x-signature": "nothing" }), [400, "Invalid Compact JWS"]);
});

test("the headers of resumable uploads are validated", async () => {
  const make = async (headers: Record<string, string>) => (await ask({ method: "POST" }, headers)).status;
  const named = { "upload-metadata": metadata("heads") };
  assert.equal(await make({ ...named, "upload-length": "1", "tus-resumable": "0.2.2" }), 412);
  for (const length of ["-1", "1.5", "9".repeat(17), "0x10", ""])
    assert.equal(await make({ ...named, "upload-length": length }), 400, length);
  assert.equal(await make(named), 400);
  assert.equal(await make({ ...named, "upload-length": "1", "upload-defer-length": "1" }), 400);
  for (const wrong of ["a b c", "objectName %%", `${metadata("x")},${metadata("y")}`, "objectName"])
    assert.equal(await make({ "upload-metadata": wrong, "upload-length": "1" }), 400, wrong);
  assert.equal(await make({ "upload-metadata": metadata("a\u0000b"), "upload-length": "1" }), 400);
  assert.equal(await make({ "upload-metadata": metadata("x", "nowhere"), "upload-length": "1" }), 404);
  const options = await fetch(`${product.url}/storage/v1/upload/resumable`, { method: "OPTIONS" });
  assert.deepEqual([options.status, options.headers.get("tus-version")], [204, "1.0.0"]);
});

test("two at once on one upload: the later one goes on, and the file is one of them", async () => {
  const bytes = randomBytes(2_000_000);
  const url = await begin("both", bytes.length);
  async function* slowly(stop: Promise<void>) {
    yield bytes.subarray(0, 100_000);
    await stop;
    yield Buffer.alloc(1_900_000);
  }
  const never = new Promise<void>(() => undefined);
  const slow = ask({ method: "PATCH", url }, { ...piece, "upload-offset": "0" }, ReadableStream.from(slowly(never)));
  slow.catch(() => undefined);
  await eventually(
    () => sizeOnDisk(url) === 100_000,
    () => sizeOnDisk(url),
  );
  const offset = await offsetOf(url);
  assert.equal(offset, 100_000);
  await assert.rejects(slow);
  const rest = bytes.subarray(offset);
  const many = await Promise.allSettled(
    Array.from({ length: 5 }, async () =>
      ask({ method: "PATCH", url }, { ...piece, "upload-offset": String(offset) }, rest),
    ),
  );
  assert.ok(many.every((one) => one.status === "rejected" || [204, 409].includes(one.value.status)));
  if ((await offsetOf(url)) < bytes.length) await sendIt({ name: "both", bytes, url });
  assert.ok((await bytesOf("both")).equals(bytes));
});

const sizeOnDisk = (url: string): number =>
  statSync(join(product.folder, "files", "unfinished", url.split("/").at(-1) ?? ""), { throwIfNoEntry: false })?.size ??
  0;

test("cancelled uploads are deleted, expired ones are swept, and their number is limited", async () => {
  const url = await begin("given-up", 10);
  await ask({ method: "PATCH", url }, { ...piece, "upload-offset": "0" }, "01234");
  assert.equal((await ask({ method: "DELETE", url })).status, 204);
  assert.equal((await ask({ method: "HEAD", url })).status, 404);
  const there = kept();
  const old = await begin("old", 10);
  await ask({ method: "PATCH", url: old }, { ...piece, "upload-offset": "0" }, "01234");
  await product.owner("UPDATE storage.unfinished SET expires_at = now() - interval '1 second' WHERE name = 'old'");
  assert.equal((await ask({ method: "PATCH", url: old }, { ...piece, "upload-offset": "5" }, "56789")).status, 410);
  const owner = requestPool(product.database, "owner");
  await sweepFiles({ owner, store: createFileStore(join(product.folder, "files")) });
  await owner.end();
  assert.equal((await ask({ method: "HEAD", url: old })).status, 404);
  assert.equal(kept(), there);
  const ends = await Promise.all(
    Array.from({ length: 130 }, async (_, at) =>
      ask({ method: "POST", token: benToken }, { "upload-length": "1", "upload-metadata": metadata(`many-${at}`) }),
    ),
  );
  const statuses = ends.map(({ status }) => status);
  assert.ok(statuses.filter((status) => status === 201).length <= 110, "about a hundred");
  assert.ok(statuses.includes(429));
  // Others are not kept from it.
  await begin("after", 1);
});
