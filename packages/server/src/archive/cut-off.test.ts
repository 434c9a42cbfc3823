// Imports that end midway, and places that are taken: nothing of them is there, what was there stays, and a second try works.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { emptyFolder } from "../postgres/testing/surroundings.ts";
import { products, type TestProduct } from "../testing/product.ts";
import { within, wordsIn, write } from "../backup/testing/backed-up.ts";
import { notes } from "../backup/testing/notes.ts";
import { holdFiles, holdFilesForExport, mayDeleteFiles } from "../storage/hold.ts";
import { eventually } from "../../../language/src/testing/eventually.ts";
import { importArchive } from "./import.ts";
import { readManifest } from "./manifest.ts";
import { filesIn, refusal } from "./testing/archived.ts";
import { exported, startServed, upload } from "./testing/moved.ts";

const start = products();
let product: TestProduct;
const archive = join(emptyFolder({ after }), "archive");
before(async () => {
  product = await startServed(start, notes);
  for (let n = 0; n < 5; n++) await write(product, `note ${n}`);
  await upload(product, "a.txt", "the content");
  await upload(product, "b.txt", "another content");
  await exported(product, archive);
});

test("contents are held while an export runs, also beside a backup; a second export waits for the first", async () => {
  const backup = await product.database.connect();
  assert.equal(await holdFiles(backup), true);
  await exported(product);
  await backup.end();
  const first = await product.database.connect();
  await holdFilesForExport(first);
  const deleting = await product.database.connect();
  // Outside of a transaction each statement is one.
  const mayDelete = async () => mayDeleteFiles(deleting);
  assert.equal(await mayDelete(), false);
  let isDone = false;
  const second = exported(product).then(() => (isDone = true));
  await eventually(
    async () => (await product.owner("SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted")).length > 0,
    "the second export waits",
  );
  assert.equal(isDone, false);
  await first.end();
  await second;
  await eventually(mayDelete, "what is held ends with the exports");
  await deleting.end();
});

test("of two imports into one place, one is done", async () => {
  const place = join(emptyFolder({ after }), "data");
  const both = await Promise.allSettled([importArchive(archive, place, {}), importArchive(archive, place, {})]);
  const codes = both.map((one) => (one.status === "fulfilled" ? "done" : (one.reason as { code: string }).code));
  assert.deepEqual(codes.toSorted(), ["B034", "done"]);
  assert.equal((await wordsIn(place)).length, 5);
});

test("a place with a product is left as it is, whether it runs or not", async () => {
  await assert.rejects(importArchive(archive, product.folder, {}), refusal("B034"));
  const place = join(emptyFolder({ after }), "data");
  await importArchive(archive, place, {});
  await within(place, async (database) => {
    const client = await database.connect();
    await client.query("DELETE FROM public.note WHERE words = 'note 0'");
  });
  await assert.rejects(importArchive(archive, place, {}), refusal("B034"));
  assert.equal((await wordsIn(place)).length, 4);
  await assert.rejects(exported(product, archive), refusal("B038"));
  assert.equal(filesIn(place).filter((path) => path.includes("/files/")).length, 2);
});

test("what fails midway leaves nothing, and a second try works", async () => {
  const place = join(emptyFolder({ after }), "data");
  for (const [at, last] of [
    ["archive", 3],
    ["rows", 7],
    ["files", 1],
  ] as const) {
    const progress = (what: string, done: number) => {
      if (what === at && done === last) throw new Error("stopped here");
    };
    await assert.rejects(importArchive(archive, place, { progress }), refusal("B039", /stopped here/));
    assert.deepEqual([existsSync(place) ? filesIn(place) : [], existsSync(join(place, "postgres"))], [[], false]);
  }
  await importArchive(archive, place, {});
  assert.equal((await wordsIn(place)).length, 5);
});

test("contents that are there already stay as they are, whatever happens", async () => {
  const [file] = (await readManifest(archive)).files;
  const place = join(emptyFolder({ after }), "data");
  const path = join(place, String(file?.name));
  mkdirSync(join(path, ".."), { recursive: true });
  writeFileSync(path, "another product's");
  await assert.rejects(importArchive(archive, place, {}), refusal("B034", /files already holds/));
  assert.equal(readFileSync(path, "utf8"), "another product's");
  cpSync(join(archive, String(file?.name)), path);
  const progress = (what: string, done: number) => {
    if (what === "files" && done === 1) throw new Error("stopped here");
  };
  await assert.rejects(importArchive(archive, place, { progress }), refusal("B039"));
  assert.deepEqual(filesIn(place), [path]);
  await importArchive(archive, place, {});
  assert.equal((await wordsIn(place)).length, 5);
});

test("what is cut off by kill -9 does not count, and a second try works", async () => {
  const place = join(emptyFolder({ after }), "data");
  const importing = `import { importArchive } from ${JSON.stringify(new URL("import.ts", import.meta.url).href)};
    const stop = (what) => what === "files" && process.kill(process.pid, "SIGKILL");
    await importArchive(${JSON.stringify(archive)}, ${JSON.stringify(place)}, { progress: stop });`;
  const { signal } = spawnSync(process.execPath, ["--input-type=module", "-e", importing], { encoding: "utf8" });
  assert.equal(signal, "SIGKILL");
  await importArchive(archive, place, {});
  assert.equal((await wordsIn(place)).length, 5);
});

const small = emptyFolder({
  after: (remove) =>
    after(() => {
      spawnSync("umount", ["-l", join(small, "disk")], { stdio: "ignore" });
      return remove();
    }),
});
mkdirSync(join(small, "disk"));
const isMounted =
  process.platform === "linux" &&
  spawnSync("mount", ["-t", "tmpfs", "-o", "size=1m,mode=755", "tmpfs", join(small, "disk")], { stdio: "ignore" })
    .status === 0;

test("a full disk is said, and leaves nothing", { skip: !isMounted && "needs a right to mount" }, async () => {
  await upload(product, "large.txt", "x".repeat(2_000_000));
  await assert.rejects(exported(product, join(small, "disk/one")), refusal("B035"));
  assert.deepEqual(readdirSync(join(small, "disk")), []);
  await assert.rejects(exported(product, join(small, "disk/one.tar")), refusal("B035"));
  assert.deepEqual(readdirSync(join(small, "disk")), []);
  const whole = await exported(product);
  const place = join(small, "place");
  mkdirSync(place);
  symlinkSync(join(small, "disk"), join(place, "files"));
  await assert.rejects(importArchive(whole, place, {}), refusal("B035"));
  assert.ok(!existsSync(join(place, "postgres")));
  assert.deepEqual(filesIn(join(small, "disk")), []);
  rmSync(join(place, "files"));
  await importArchive(whole, place, {});
  assert.equal((await wordsIn(place)).length, 5);
});
