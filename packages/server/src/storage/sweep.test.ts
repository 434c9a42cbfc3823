// Bytes and rows agree, whoever removes what, and whenever the server dies.
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { mkdirSync, readdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { requestPool, type RequestPool } from "../postgres/connections/request-pool.ts";
import { products, type TestProduct } from "../testing/product.ts";
import { createFileStore, type FileStore } from "./disk/file-store.ts";
import { sweepFiles } from "./sweep.ts";
import { startBoxes, type Boxes } from "./testing/boxes.ts";
import { TooManyBytes } from "./disk/write-pieces.ts";
import { eventually } from "../../../language/src/testing/eventually.ts";

const start = products();
let product: TestProduct;
let store: FileStore;
let { service, kept } = {} as Boxes;
let owner: RequestPool;
const sweep = async () => sweepFiles({ owner, store });

before(async () => {
  ({ product, service, kept } = await startBoxes(start));
  store = createFileStore(join(product.folder, "files"));
  owner = requestPool(product.database, "owner");
  await service.storage.createBucket("box", { public: false });
});

after(async () => owner.end());

async function* bytes(...parts: readonly string[]) {
  for (const part of parts) yield Buffer.from(part);
}
const hours = (count: number) => new Date(Date.now() - count * 60 * 60 * 1000);
const age = (version: string, by: number) =>
  utimesSync(join(product.folder, "files", version.slice(0, 2), version), hours(by), hours(by));

test("what is removed in the database itself takes its bytes with it", async () => {
  const there = kept();
  await service.storage.from("box").upload("a", "a");
  await service.storage.from("box").upload("b", "b");
  await product.owner("DELETE FROM storage.objects WHERE name = 'a'");
  await product.owner("UPDATE storage.objects SET version = NULL WHERE name = 'b'");
  assert.equal(kept(), there + 2);
  await sweep();
  // The product may be sweeping by itself at that moment, and hold what it is about to remove.
  const left = async () => (await product.owner("SELECT FROM storage.gone")).length;
  await eventually(async () => kept() === there && (await left()) === 0, "that nothing is left");
});

test("what is taken back in its transaction keeps its bytes", async () => {
  await service.storage.from("box").upload("c", "c");
  await product.owner("BEGIN");
  await product.owner("DELETE FROM storage.objects WHERE name = 'c'");
  await product.owner("ROLLBACK");
  await sweep();
  assert.equal(await (await service.storage.from("box").download("c")).data?.text(), "c");
});

test("bytes that were never entered go after an hour, and not before", async () => {
  const there = kept();
  const [fresh, old] = [randomUUID(), randomUUID()];
  await store.write(fresh, bytes("fresh"), 100);
  await store.write(old, bytes("old"), 100);
  age(old, 2);
  const cut = join(product.folder, "files", "coming", randomUUID());
  writeFileSync(cut, "half");
  utimesSync(cut, hours(2), hours(2));
  await sweep();
  assert.equal(kept(), there + 1);
  age(fresh, 2);
  await sweep();
  assert.equal(kept(), there);
});

test("what is entered stays, however old it is; what is no version is left alone", async () => {
  await service.storage.from("box").upload("d", "d");
  const [row] = await product.owner("SELECT version FROM storage.objects WHERE name = 'd'");
  age(String(row?.["version"]), 1000);
  const other = join(product.folder, "files", "zz");
  mkdirSync(other);
  writeFileSync(join(other, "notes"), "somebody's own");
  await sweep();
  assert.equal(await (await service.storage.from("box").download("d")).data?.text(), "d");
  assert.deepEqual(readdirSync(other), ["notes"]);
});

test("a file is whole or not there; no text becomes a path", async () => {
  const version = randomUUID();
  await assert.rejects(store.write(version, bytes("12345", "67890"), 9), TooManyBytes);
  assert.equal(await store.read(version), undefined);
  assert.equal(await store.write(version, bytes("12345", "67890"), 10), 10);
  await assert.rejects(async () => store.read("../../etc/passwd"));
  await assert.rejects(async () => store.write("../x", bytes("x"), 10));
  await store.copy(version, randomUUID());
  await store.remove(version);
  await store.remove(version);
});
