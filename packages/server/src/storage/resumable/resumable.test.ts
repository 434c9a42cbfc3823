// Uploads that are interrupted, with an unmodified client of tus: they go on where they stopped, as whoever began them.
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import type { UploadOptions } from "tus-js-client";
import { serveProduct } from "../../serve.ts";
import { products, type TestProduct } from "../../testing/product.ts";
import { png, startBoxes, type Boxes } from "../testing/boxes.ts";
import { beginRaw, piece, refusal, send, tus, type Sending } from "../testing/tus.ts";

const start = products();
let product: TestProduct;
let { service, ann, annToken } = {} as Boxes;
const unfinished = () => readdirSync(join(product.folder, "files", "unfinished")).length;

// It is another one after a new start.
after(async () => product.stop());
before(async () => {
  ({ product, service, ann, annToken } = await startBoxes(start));
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

test("a file in one go, in pieces, with the beginning, and without a byte", async () => {
  const bytes = randomBytes(3_000_000);
  const ways: readonly Partial<UploadOptions>[] = [
    {},
    { chunkSize: 700_000 },
    { uploadDataDuringCreation: true },
    { uploadLengthDeferred: true, chunkSize: 1_000_000 },
    { overridePatchMethod: true },
  ];
  for (const [at, options] of ways.entries()) {
    await sendIt({ name: `way-${at}`, bytes, options });
    assert.ok((await bytesOf(`way-${at}`)).equals(bytes), `way ${at}`);
  }
  await sendIt({ name: "empty", bytes: Buffer.alloc(0) });
  assert.equal((await bytesOf("empty")).length, 0);
  const { data } = await ann.storage.from("own").info("way-0");
  assert.deepEqual([data?.contentType, data?.cacheControl, data?.size], ["text/plain", "max-age=60", 3_000_000]);
  assert.equal(unfinished(), 0);
});

test("interrupted wherever chance says, and across a new start of the server, it goes on where it stopped", async (t) => {
  const seed = Number(process.env["WRIT_SEED"] ?? 20_261_128);
  t.diagnostic(`WRIT_SEED=${seed}`);
  let state = seed;
  const chance = () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
  const bytes = randomBytes(12_000_000);
  let url: string | undefined;
  for (let cut = 0; cut < 6; cut++) {
    url = await sendIt({ name: "cut", bytes, ...(url === undefined ? {} : { url }), leaveAt: chance() * bytes.length });
    assert.equal((await ann.storage.from("own").exists("cut")).data, (await offsetOf(url)) === bytes.length);
    if (cut === 3) await restart();
  }
  await sendIt({ name: "cut", bytes, ...(url === undefined ? {} : { url }) });
  assert.ok((await bytesOf("cut")).equals(bytes));
});

const offsetOf = async (url: string): Promise<number> =>
  Number((await ask({ method: "HEAD", url })).headers.get("upload-offset"));

async function restart(): Promise<void> {
  const { port } = product;
  await product.stop();
  const running = await serveProduct(product.database, {
    port,
    log: "silent",
    files: join(product.folder, "files"),
  });
  Object.assign(product, { stop: running.stop });
}

test("rights are asked at the beginning, and again at the end", async () => {
  const [status, said] = await refusal(sendIt({ name: "x", bytes: png, bucket: "pictures", type: "image/png" }));
  assert.deepEqual([status, said], [403, "new row violates row-level security policy"]);
  const url = await begin("late", 4);
  await product.owner("ALTER POLICY own_files ON storage.objects WITH CHECK (false)");
  const late = await ask({ method: "PATCH", url }, { ...piece, "upload-offset": "0" }, "late");
  await product.owner(
    "ALTER POLICY own_files ON storage.objects WITH CHECK (bucket_id = 'own' AND owner = auth.uid())",
  );
  assert.deepEqual([late.status, await late.text()], [403, "new row violates row-level security policy"]);
  assert.equal((await ask({ method: "HEAD", url })).status, 404);
  const url2 = await begin("twice", 4);
  await ann.storage.from("own").upload("twice", "mine");
  const twice = await ask({ method: "PATCH", url: url2 }, { ...piece, "upload-offset": "0" }, "late");
  assert.equal(twice.status, 409);
  assert.equal(unfinished(), 0);
});
