// Files that are not what they say, addresses that are not for this, and names that lead elsewhere.
import assert from "node:assert/strict";
import { request as httpRequest } from "node:http";
import { before, test } from "node:test";
import { products, type TestProduct } from "../testing/product.ts";
import { png, refusalOf, startBoxes, type Boxes } from "./testing/boxes.ts";
import { eventually } from "../../../language/src/testing/eventually.ts";

const start = products();
let product: TestProduct;
let { service, ann, visitor, raw, kept, annToken } = {} as Boxes;

before(async () => {
  ({ product, service, ann, visitor, raw, kept, annToken } = await startBoxes(start));
  await service.storage.createBucket("own", { public: false, fileSizeLimit: "1MB" });
  await service.storage.createBucket("open", { public: true, allowedMimeTypes: ["image/*"] });
  await ann.storage.from("own").upload("letters/one.txt", "Dear all", { contentType: "text/plain" });
});

test("a signed address works for one file, one purpose and a limited time", async () => {
  const { data } = await ann.storage.from("own").createSignedUrl("letters/one.txt", 60);
  assert.equal(await (await fetch(data?.signedUrl ?? "")).text(), "Dear all");
  const token = new URL(data?.signedUrl ?? "").searchParams.get("token") ?? "";
  const other = await fetch(`${product.url}/storage/v1/object/sign/own/form.txt?token=${token}`);
  assert.equal((await refusalOf(other)).code, "InvalidSignature");
  const put = await fetch(`${product.url}/storage/v1/object/upload/sign/own/letters/one.txt?token=${token}`, {
    method: "PUT",
    body: "x",
  });
  assert.equal((await refusalOf(put)).code, "InvalidSignature");
  // It lets nobody in anywhere else, and what lets people in is no such token.
  const rest = await fetch(`${product.url}/rest/v1/user`, {
    headers: { apikey: product.anonKey, authorization: `Bearer ${token}` },
  });
  assert.equal(rest.status, 401);
  const forged = await fetch(`${product.url}/storage/v1/object/sign/own/letters/one.txt?token=${annToken}`);
  assert.equal((await refusalOf(forged)).code, "InvalidJWT");
  const short = await ann.storage.from("own").createSignedUrl("letters/one.txt", 1);
  const isOver = async () => {
    const answer = await fetch(short.data?.signedUrl ?? "");
    return !answer.ok && (await refusalOf(answer)).code === "InvalidJWT";
  };
  await eventually(isOver, "its end");
  const many = await ann.storage.from("own").createSignedUrls(["letters/one.txt", "never"], 60);
  assert.deepEqual(
    many.data?.map(({ error }) => error),
    [null, "Either the object does not exist or you do not have access to it"],
  );
});

test("a user who may upload a file can let another user upload it in their name", async () => {
  const { data } = await ann.storage.from("own").createSignedUploadUrl("gift.txt");
  const sent = await visitor.storage.from("own").uploadToSignedUrl("gift.txt", data?.token ?? "", "for you");
  assert.equal(sent.error, null);
  assert.equal(await (await ann.storage.from("own").download("gift.txt")).data?.text(), "for you");
  const again = await visitor.storage.from("own").uploadToSignedUrl("gift.txt", data?.token ?? "", "once more");
  assert.equal(again.error?.message, "The resource already exists");
  const other = await visitor.storage.from("own").uploadToSignedUrl("letters/one.txt", data?.token ?? "", "mine now");
  assert.notEqual(other.error, null);
  const { error } = await visitor.storage.from("own").createSignedUploadUrl("v.txt");
  assert.equal(error?.message, "new row violates row-level security policy");
});

test("sizes and types are checked on the content, not on the headers", async () => {
  const box = service.storage.from("open");
  const refused = async (name: string, body: Buffer | string, contentType: string) =>
    (await box.upload(name, body, { contentType })).error?.message;
  assert.equal(await refused("a.txt", "text", "text/plain"), "mime type text/plain is not supported");
  assert.equal(await refused("b.png", "#!/bin/sh\necho", "image/png"), "the content of the file is not image/png");
  assert.equal(
    await refused("c.png", Buffer.concat([Buffer.from("MZ"), Buffer.alloc(5000)]), "image/png"),
    "mime type application/x-msdownload is not supported",
  );
  assert.equal(await refused("d.png", png, "image/png"), undefined);
  const there = kept();
  const large = await service.storage.from("own").upload("large", Buffer.alloc(1_000_001));
  assert.equal(large.error?.message, "The object exceeded the maximum allowed size");
  // Nothing announces its length, and the limit holds all the same.
  async function* pieces() {
    for (let at = 0; at < 20; at++) yield new Uint8Array(100_000);
  }
  const streamed = await raw("object/own/streamed", {
    method: "POST",
    body: ReadableStream.from(pieces()),
    duplex: "half",
    headers: { "content-type": "application/octet-stream" },
  } as RequestInit);
  assert.deepEqual([streamed.status, (await refusalOf(streamed)).statusCode], [400, "413"]);
  const form = await service.storage.from("own").upload("form-large", new Blob([Buffer.alloc(1_000_001)]));
  assert.equal(form.error?.message, "The object exceeded the maximum allowed size");
  assert.equal(kept(), there);
});

test("a file that is cut off is not there, and nor are its bytes", async () => {
  const there = kept();
  const isCut = new Promise<void>((resolve) => {
    const sending = httpRequest(`${product.url}/storage/v1/object/own/cut`, {
      method: "POST",
      headers: { authorization: `Bearer ${product.serviceKey}`, "content-length": "100000" },
    });
    sending.on("error", () => resolve());
    sending.write(Buffer.alloc(50_000));
    void eventually(() => kept() > there, "its beginning").then(() => sending.destroy());
  });
  await isCut;
  await eventually(() => kept() === there, "that nothing of it is left");
  assert.equal((await service.storage.from("own").exists("cut")).data, false);
  assert.equal(kept(), there);
});

test("names that lead elsewhere, or are none, are refused", async () => {
  for (const name of ["a\u0000b", "ö.txt", "a\\b", "x".repeat(1025), "a|b", "%"]) {
    const answer = await raw(`object/own/${encodeURIComponent(name)}`, { method: "POST", body: "x" });
    assert.equal((await refusalOf(answer)).code, "InvalidKey", name);
  }
  assert.equal((await raw("object/own/%ff", { method: "POST", body: "x" })).status, 400);
  // Dots are letters like others: no path of the disk is made of a name.
  const dots = await raw("object/own/..%2f..%2fetc%2fpasswd", { method: "POST", body: "x" });
  assert.equal(dots.status, 200);
  assert.equal(await (await raw("object/own/..%2f..%2fetc%2fpasswd")).text(), "x");
  for (const body of ["[]", "{", '"x"', "7"]) {
    const answer = await raw("object/list/own", {
      method: "POST",
      body,
      headers: { "content-type": "application/json" },
    });
    assert.equal(answer.status, 400, body);
  }
});
