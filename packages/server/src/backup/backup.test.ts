// A product that serves is backed up and brought back: every row and every file of that moment, and nothing of later; long because
// all of it is of one product and its backups.
import assert from "node:assert/strict";
import { existsSync, readFileSync, readdirSync, renameSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { eventually } from "../../../language/src/testing/eventually.ts";
import { emptyFolder } from "../postgres/testing/surroundings.ts";
import { serveProduct } from "../serve.ts";
import { holdFiles } from "../storage/hold.ts";
import { products, type TestProduct } from "../testing/product.ts";
import { listBackups } from "./list.ts";
import { removeOldBackups } from "./retention.ts";
import { keyOf, lockRepository, openRepository, type Manifest } from "./repository.ts";
import { findBackup } from "./find-backup.ts";
import { restoreBackup, restoreFiles } from "./restore.ts";
import { openSource } from "./source.ts";
import { takeBackup } from "./take.ts";
import { backUp, copyOf, upload, within, wordsIn, write } from "./testing/backed-up.ts";
import { notes } from "./testing/notes.ts";
import { verifyBackup } from "./verify.ts";

const words = "a key of backups that is long enough";
const start = products();
const target = emptyFolder({ after });
let product: TestProduct;
let first: Manifest;
before(async () => {
  product = await start(notes);
  for (let n = 0; n < 50; n++) await write(product, `first ${String(n).padStart(2, "0")}`);
  await upload(product, "a/b.txt", Buffer.from("the first file"));
  first = await backUp(product, target, keyOf(words));
  await write(product, "later");
});

const refusal = (code: string) => (error: unknown) => {
  assert.equal((error as { code?: string }).code, code, String(error));
  return true;
};
const restored = async (from = target, id = first.id) => {
  const place = emptyFolder({ after });
  const repository = openRepository(from, keyOf(words));
  const result = await restoreBackup(repository, place, { manifest: await repository.manifest(id), target: "backup" });
  return { place, result };
};
const sealedFiles = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile() && !["lock", "holder.json", "writ-backup.json"].includes(one.name))
    .map((one) => join(one.parentPath, one.name));

test("it comes back with the rows, the files and the document of its moment", async () => {
  const { place, result } = await restored();
  const kept = await wordsIn(place);
  assert.deepEqual([kept.length, kept[0], kept.includes("later")], [50, "first 00", false]);
  assert.deepEqual([result.files, result.missing, result.source], [1, [], notes]);
  await within(place, async (database) => {
    const running = await serveProduct(database, { port: 0, log: "silent", files: join(place, "files") });
    const { rows } = await (await database.connect()).query("SELECT name FROM storage.objects");
    assert.deepEqual(rows, [{ name: "a/b.txt" }]);
    const headers = {
      authorization: `Bearer ${await product.token({ role: "service_role", iss: `${running.url}/auth/v1` })}`,
    };
    // The keys are those of the product: its tokens are good here too.
    const file = await fetch(`${running.url}/storage/v1/object/box/a/b.txt`, { headers });
    assert.deepEqual([file.status, await file.text()], [200, "the first file"]);
    await running.stop();
  });
});

test("verifying it reads everything and finds what is missing or damaged", async () => {
  const repository = openRepository(target, keyOf(words));
  const verified = await verifyBackup(repository, first);
  assert.deepEqual([verified.differences, verified.files, verified.isCounted], [[], 1, true]);
  assert.ok(verified.rows > 50 && verified.tables > 10);
  const tables = first.database?.tables?.map((one) => (one.name === "public.note" ? { ...one, rows: 51 } : one));
  const wrong = { ...first, database: { ...first.database, tables } };
  const { differences } = await verifyBackup(repository, wrong as Manifest);
  assert.deepEqual(differences, ["the table public.note has 50 rows instead of 51"]);
});

test("nothing of it can be read without the key, and nothing of the product stands in it", async () => {
  assert.throws(() => openRepository(target, undefined), refusal("B006"));
  assert.throws(() => openRepository(target, keyOf(`${words}!`)), refusal("B007"));
  assert.throws(() => keyOf("short"), refusal("B009"));
  const all = Buffer.concat(sealedFiles(target).map((path) => readFileSync(path)));
  for (const secret of ["first 00", "the first file", first.database?.passwords["postgres"] ?? "", "Note", words])
    assert.ok(!all.includes(secret), secret);
  const names = sealedFiles(target).join("\n");
  assert.ok(!names.includes("b.txt"));
});

test("a file that is changed, cut off, longer, swapped or missing is found, and nothing is restored", async () => {
  const damage: Readonly<Record<string, (path: string) => void>> = {
    changed: (path) => {
      const bytes = readFileSync(path);
      const at = bytes.length - 1;
      bytes[at] = (bytes[at] ?? 0) ^ 1;
      writeFileSync(path, bytes);
    },
    "cut off": (path) => truncateSync(path, statSync(path).size - 1),
    longer: (path) => writeFileSync(path, "more", { flag: "a" }),
    empty: (path) => truncateSync(path, 0),
  };
  for (const [name, damaging] of Object.entries(damage)) {
    for (const original of sealedFiles(target).filter((path) => !path.endsWith("deleted-accounts"))) {
      const copy = copyOf(target);
      damaging(original.replace(target, copy));
      await assert.rejects(restored(copy), refusal("B001"), `${name}: ${original}`);
    }
  }
  const copy = copyOf(target);
  for (const path of sealedFiles(copy).filter((one) => !one.endsWith("manifest"))) {
    renameSync(path, `${path}.away`);
    await assert.rejects(restored(copy), refusal("B002"), path);
    renameSync(`${path}.away`, path);
  }
});

test("what fails leaves nothing, and a second try works", async () => {
  const place = emptyFolder({ after });
  const copy = copyOf(target);
  const repository = openRepository(copy, keyOf(words));
  const path = sealedFiles(copy).find((one) => one.includes("/files/")) ?? "";
  renameSync(path, `${path}.away`);
  await assert.rejects(restoreBackup(repository, place, { manifest: first, target: "backup" }), refusal("B002"));
  assert.ok(!existsSync(join(place, "postgres", "data")) && !existsSync(join(place, "files")));
  renameSync(`${path}.away`, path);
  await restoreBackup(repository, place, { manifest: first, target: "backup" });
  assert.equal((await wordsIn(place)).length, 50);
  // And it is never restored over a product.
  await assert.rejects(restoreBackup(repository, place, { manifest: first, target: "backup" }), refusal("B020"));
});

test("a restore into the folder of a product that runs is refused", async () => {
  const repository = openRepository(target, keyOf(words));
  await assert.rejects(
    restoreBackup(repository, product.folder, { manifest: first, target: "backup" }),
    refusal("B020"),
  );
  assert.equal((await product.owner("SELECT FROM public.note")).length, 51);
});

test("two backups at once, of one product or into one folder, are refused", async () => {
  const other = emptyFolder({ after });
  const [, release] = lockRepository(target, keyOf(words));
  await assert.rejects(backUp(product, target, keyOf(words)), refusal("B010"));
  release();
  const both = await Promise.allSettled([backUp(product, other), backUp(product, emptyFolder({ after }))]);
  const codes = both.map((one) => (one.status === "fulfilled" ? "done" : (one.reason as { code: string }).code));
  assert.deepEqual(codes.toSorted(), ["B010", "done"]);
});

test("folders that hold something else, and formats of a later version, are refused", async () => {
  const other = emptyFolder({ after });
  writeFileSync(join(other, "letter.txt"), "mine");
  assert.throws(() => lockRepository(other, undefined), refusal("B004"));
  assert.throws(() => openRepository(other, undefined), refusal("B003"));
  const copy = copyOf(target);
  const mark = join(copy, "writ-backup.json");
  writeFileSync(mark, readFileSync(mark, "utf8").replace('"format":1', '"format":2'));
  assert.throws(() => openRepository(copy, keyOf(words)), refusal("B005"));
  assert.throws(() => lockRepository(copy, keyOf(words)), refusal("B005"));
  await assert.rejects(findBackup(openRepository(target, keyOf(words)), { to: new Date(0) }), refusal("B021"));
  await assert.rejects(findBackup(openRepository(target, keyOf(words)), { id: "../.." }), refusal("B003"));
});

test("a backup of a later version of Writ is refused before anything is there", async () => {
  const newer = emptyFolder({ after });
  await product.owner("UPDATE writ.stored SET version = version + 1");
  const { id } = await backUp(product, newer, keyOf(words));
  await product.owner("UPDATE writ.stored SET version = version - 1");
  const place = join(emptyFolder({ after }), "place");
  const repository = openRepository(newer, keyOf(words));
  const manifest = await repository.manifest(id);
  await assert.rejects(restoreBackup(repository, place, { manifest, target: "backup" }), refusal("D025"));
  assert.equal(existsSync(place), false);
});

test("a second backup copies only files that are new, and the first one stays as it was", async () => {
  const copy = copyOf(target);
  await upload(product, "a/c.txt", Buffer.from("the second file"));
  const earlier = sealedFiles(copy).filter((path) => path.includes("/files/"));
  const times = earlier.map((path) => statSync(path).mtimeMs);
  const second = await backUp(product, copy, keyOf(words));
  assert.deepEqual(
    earlier.map((path) => statSync(path).mtimeMs),
    times,
  );
  assert.equal(sealedFiles(copy).filter((path) => path.includes("/files/")).length, 2);
  assert.deepEqual([(await restored(copy)).result.files, (await restored(copy, second.id)).result.files], [1, 2]);
});

test("an account that was deleted since does not come back", async () => {
  const copy = copyOf(target);
  await product.person("ann");
  await product.person("ben");
  const with2 = await backUp(product, copy, keyOf(words));
  const [ann] = await product.owner("DELETE FROM auth.users WHERE email = 'ann@example.test' RETURNING id");
  const again = async (deleted: readonly string[]) => {
    const place = emptyFolder({ after });
    const repository = openRepository(copy, keyOf(words));
    const { deletedAgain } = await restoreBackup(repository, place, { manifest: with2, target: "backup", deleted });
    return { deletedAgain, place };
  };
  assert.deepEqual((await again([])).deletedAgain, { ids: [], held: [] });
  assert.deepEqual((await again([String(ann?.["id"])])).deletedAgain.ids, [ann?.["id"]]);
  // A later backup into the folder knows of it, also when an earlier one is brought back.
  await backUp(product, copy, keyOf(words));
  const { deletedAgain, place } = await again([]);
  assert.deepEqual(deletedAgain.ids, [ann?.["id"]]);
  await within(place, async (database) => {
    const { rows } = await (await database.connect()).query("SELECT email FROM auth.users ORDER BY email");
    assert.deepEqual(
      rows.map(({ email }) => email),
      ["ben@example.test"],
    );
  });
});

test("files that are removed while a backup runs stay until it has ended", async () => {
  const token = await product.token({ role: "service_role" });
  const remove = async (name: string) => {
    const headers = { authorization: `Bearer ${token}` };
    assert.equal(
      (await fetch(`${product.url}/storage/v1/object/box/${name}`, { method: "DELETE", headers })).status,
      200,
    );
  };
  await upload(product, "gone.txt", Buffer.from("gone"));
  await upload(product, "other.txt", Buffer.from("other"));
  const [{ version } = {}] = await product.owner("SELECT version FROM storage.objects WHERE name = 'gone.txt'");
  const path = join(product.folder, "files", String(version).slice(0, 2), String(version));
  const holding = await product.database.connect({ as: "superuser" });
  assert.equal(await holdFiles(holding), true);
  await remove("gone.txt");
  assert.ok(existsSync(path));
  await holding.end();
  await eventually(async () => {
    await remove("other.txt").catch(() => undefined);
    return !existsSync(path);
  }, "the content is deleted");
});

test("what is counted is the moment of the backup, whoever writes meanwhile", async () => {
  const other = emptyFolder({ after });
  const over = new AbortController();
  const writing = [1, 2, 3].map(async (writer) => {
    const client = await product.database.connect();
    for (let n = 0; !over.signal.aborted; n++)
      await client.query("INSERT INTO public.note (words) VALUES ($1)", [`writer ${writer} ${n}`]);
    await client.end();
  });
  const made = await backUp(product, other).finally(() => over.abort());
  await Promise.all(writing);
  const now = (await product.owner("SELECT count(*)::int AS all FROM public.note"))[0]?.["all"];
  const counted = made.database?.tables?.find(({ name }) => name === "public.note")?.rows ?? 0;
  assert.ok(counted > 51 && counted < Number(now), `${counted} of ${String(now)}`);
  assert.deepEqual((await verifyBackup(openRepository(other, undefined), made)).differences, []);
});

test("with a database that is somewhere else the files and the document are backed up to match", async () => {
  const other = emptyFolder({ after });
  const source = await openSource(product.folder, product.database.url);
  const [repository, release] = lockRepository(other, undefined);
  const made = await takeBackup(source, repository, { version: "1.2.3" }).finally(source.end);
  release();
  assert.deepEqual([made.database, made.source], [undefined, notes]);
  const place = emptyFolder({ after });
  const whole = restoreBackup(repository, place, { manifest: made, target: "backup" });
  await assert.rejects(whole, refusal("B024"));
  const client = await product.database.connect();
  const restoring = async () => restoreFiles(repository, place, { manifest: made, client });
  const known = made.files.length;
  assert.deepEqual(
    [await restoring(), await restoring()],
    [
      { files: known, missing: [] },
      { files: 0, missing: [] },
    ],
  );
  await upload(product, "too-late.txt", Buffer.from("after the backup"));
  assert.equal((await restoring()).missing.length, 1);
  await client.end();
});

test("a name of a file that leads out of the folder brings nothing", async () => {
  const other = emptyFolder({ after });
  const product2 = await start(notes);
  await product2.owner("INSERT INTO storage.buckets (id, name) VALUES ('box', 'box')");
  await product2.owner("INSERT INTO storage.objects (bucket_id, name, version) VALUES ('box', 'x', '../../out')");
  const made = await backUp(product2, other);
  assert.deepEqual(made.missing, ["../../out"]);
  const place = emptyFolder({ after });
  const repository = openRepository(other, undefined);
  const lying = { ...made, missing: [] };
  await assert.rejects(restoreBackup(repository, place, { manifest: lying, target: "backup" }), refusal("B001"));
});

test("a damaged list of contents is passed over, and what was made just now is kept whatever clocks said", async () => {
  const other = emptyFolder({ after });
  const one = await backUp(product, other);
  const two = await backUp(product, other);
  writeFileSync(join(other, "backups", two.id, "manifest"), "x", { flag: "a" });
  const repository = openRepository(other, undefined);
  const listed = await listBackups(repository);
  assert.deepEqual(
    listed.map(({ id, isDamaged }) => [id, isDamaged]),
    [
      [one.id, false],
      [two.id, true],
    ],
  );
  assert.equal((await findBackup(repository, {})).id, one.id);
  renameSync(join(other, "backups", two.id), join(other, "backups", "2099-01-01T00-00-00-000Z"));
  const three = await backUp(product, other);
  assert.equal((await removeOldBackups(repository, 1, three.id)).length, 2);
  assert.deepEqual(await repository.list(), [three.id]);
  assert.equal((await verifyBackup(repository, three)).differences.length, 0);
});

test("no client reads or writes what is known of backups and of deleted accounts", async () => {
  const open = await product.owner(
    `SELECT r AS role, t AS name, p AS privilege
     FROM unnest(ARRAY['anon', 'authenticated', 'service_role', 'authenticator', 'writ_client']) AS r,
       unnest(ARRAY['writ.backup_state', 'auth.deleted_users']) AS t,
       unnest(ARRAY['SELECT', 'INSERT', 'UPDATE', 'DELETE']) AS p
     WHERE has_table_privilege(r, t, p)`,
  );
  assert.deepEqual(open, []);
});
