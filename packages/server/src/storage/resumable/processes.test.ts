// Uploads that go on where several processes serve: each piece may come to another one, and two at once are one after the other.
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { statSync } from "node:fs";
import { join } from "node:path";
import { before, test } from "node:test";
import type { Running } from "../../serve.ts";
import { processesOf } from "../../testing/processes.ts";
import { products, type TestProduct } from "../../testing/product.ts";
import { startBoxes } from "../testing/boxes.ts";
import { beginRaw, piece, tus } from "../testing/tus.ts";
import { eventually } from "../../../../language/src/testing/eventually.ts";

const start = products();
let product: TestProduct;
let token = "";
let both: readonly Running[] = [];

before(async () => {
  const boxes = await startBoxes(start);
  ({ product, annToken: token } = boxes);
  await boxes.service.storage.createBucket("own", { public: false, fileSizeLimit: "20MB" });
  const begin = processesOf(product, 2);
  both = [await begin(), await begin()];
});

/** The same upload at one of them: an address names the one that people know. */
const at = (index: number, url: string): string => {
  const { port } = new URL(both[index]?.url ?? "");
  return Object.assign(new URL(url), { port }).href;
};
const put = async (index: number, url: string, offset: number, body: unknown) =>
  tus({ product, token, method: "PATCH", url: at(index, url) }, { ...piece, "upload-offset": String(offset) }, body);
const offsetOf = async (index: number, url: string) =>
  Number((await tus({ product, token, method: "HEAD", url: at(index, url) })).headers.get("upload-offset"));
const content = async (name: string) =>
  Buffer.from(
    await (
      await fetch(`${product.url}/storage/v1/object/authenticated/own/${name}`, {
        headers: { authorization: `Bearer ${token}` },
      })
    ).arrayBuffer(),
  );
const sizeOnDisk = (url: string): number =>
  statSync(join(product.folder, "files", "unfinished", url.split("/").at(-1) ?? ""), { throwIfNoEntry: false })?.size ??
  0;

test("pieces of one upload may come to one process after the other", async () => {
  const bytes = randomBytes(1_000_000);
  const url = await beginRaw({ product, token }, "turns", bytes.length);
  for (let part = 0; part < 10; part++) {
    const answer = await put(part % 2, url, part * 100_000, bytes.subarray(part * 100_000, (part + 1) * 100_000));
    assert.equal(answer.status, 204, await answer.text());
  }
  assert.ok((await content("turns")).equals(bytes));
});

test("a client that comes back to another process goes on there: the one that hangs gives way", async () => {
  const bytes = randomBytes(2_000_000);
  const url = await beginRaw({ product, token }, "both", bytes.length);
  async function* slowly() {
    yield bytes.subarray(0, 100_000);
    await new Promise<void>(() => undefined);
  }
  const slow = put(0, url, 0, ReadableStream.from(slowly()));
  slow.catch(() => undefined);
  await eventually(
    () => sizeOnDisk(url) === 100_000,
    () => sizeOnDisk(url),
  );
  assert.equal(await offsetOf(1, url), 100_000);
  await assert.rejects(slow);
  const rest = bytes.subarray(100_000);
  const many = await Promise.allSettled(Array.from({ length: 6 }, async (_, one) => put(one % 2, url, 100_000, rest)));
  assert.ok(many.every((one) => one.status === "rejected" || [204, 409].includes(one.value.status)));
  const offset = await offsetOf(0, url);
  if (offset < bytes.length) assert.equal((await put(1, url, offset, bytes.subarray(offset))).status, 204);
  assert.ok((await content("both")).equals(bytes));
});

test("an upload of a process that is gone is taken up by another one", async () => {
  const url = await beginRaw({ product, token }, "gone", 10);
  async function* slowly() {
    yield Buffer.from("01234");
    await new Promise<void>(() => undefined);
  }
  const slow = put(0, url, 0, ReadableStream.from(slowly()));
  slow.catch(() => undefined);
  await eventually(
    () => sizeOnDisk(url) === 5,
    () => sizeOnDisk(url),
  );
  // Its locks go with its connection, as they would with the process.
  await product.owner(`SELECT pg_terminate_backend(a.pid) FROM pg_stat_activity a
    WHERE a.application_name = 'writ uploads' AND EXISTS (SELECT FROM pg_locks l WHERE l.pid = a.pid AND l.locktype = 'advisory')`);
  await eventually(async () => (await offsetOf(1, url)) === 5, "the other one has it");
  assert.equal((await put(1, url, 5, Buffer.from("56789"))).status, 204);
  assert.equal((await content("gone")).toString(), "0123456789");
});
