// A bad day of the disk of the backups: full, away, no folder. It is said, nothing half counts, and it goes on when the disk is back.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { eventually, patience } from "../../../language/src/testing/eventually.ts";
import { emptyFolder } from "../postgres/testing/surroundings.ts";
import { products, type TestProduct } from "../testing/product.ts";
import { lockRepository, lockRepositoryInTurn, openRepository } from "./repository.ts";
import { findBackup } from "./find-backup.ts";
import { restoreBackup } from "./restore.ts";
import { startBackups, type Schedule } from "./schedule.ts";
import { openSource } from "./source.ts";
import { takeBackup } from "./take.ts";
import { readBackupHealth } from "./state.ts";
import { backUp, upload, wordsIn, write } from "./testing/backed-up.ts";
import { notes } from "./testing/notes.ts";

const start = products();
let product: TestProduct;
before(async () => {
  product = await start(notes);
  await write(product, "one");
  await upload(product, "large.bin", randomBytes(3_000_000));
});

/** Backups of a product by a schedule, and what that has said. */
async function scheduled(of: TestProduct, given: Pick<Schedule, "target"> & Partial<Schedule>) {
  const source = await openSource(of.folder);
  const said: string[] = [];
  const log = {
    note: (message: string) => void said.push(message),
    warning: (message: string, { why }: Readonly<Record<string, unknown>>) =>
      void said.push(`${message}: ${String(why)}`),
  };
  const backups = startBackups(
    source,
    { key: undefined, everyMilliseconds: 86_400_000, keep: 3, ...given },
    { version: "test", log, pauseMilliseconds: 20, lastTryMilliseconds: patience },
  );
  const stop = async () => {
    await backups.stop();
    await source.end();
  };
  return { said, stop };
}

/** A disk of so many megabytes; undefined where nothing may be mounted. */
function smallDisk(megabytes: number): string | undefined {
  // Unmounted before it is removed.
  const endings: (() => Promise<void> | void)[] = [];
  after(async () => {
    for (const end of endings.reverse()) await end();
  });
  const folder = join(emptyFolder({ after: (end) => void endings.push(end) }), "disk");
  mkdirSync(folder);
  const mount = ["-t", "tmpfs", "-o", `size=${megabytes}m`, "tmpfs", folder];
  if (process.platform !== "linux" || spawnSync("mount", mount, { stdio: "ignore" }).status !== 0) return undefined;
  endings.push(() => void spawnSync("umount", ["-l", folder], { stdio: "ignore" }));
  return folder;
}
const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile())
    .map(({ name }) => name);
const restoredWords = async (target: string) => {
  const place = emptyFolder({ after });
  const repository = openRepository(target, undefined);
  await restoreBackup(repository, place, { manifest: await findBackup(repository, {}), target: "latest" });
  return wordsIn(place);
};

test("a disk that is full while the database or the files are copied, and has room later", async (context) => {
  for (const megabytes of [1, 6]) {
    const target = smallDisk(megabytes);
    if (target === undefined) return context.skip("needs a right to mount");
    await assert.rejects(backUp(product, target), { code: "B011" });
    assert.deepEqual(
      filesIn(target).filter((name) => name.endsWith(".part") || name === "manifest"),
      [],
    );
    assert.deepEqual(await openRepository(target, undefined).list(), []);
    assert.equal(spawnSync("mount", ["-o", "remount,size=100m", target]).status, 0);
    await backUp(product, target);
    assert.deepEqual(await restoredWords(target), ["one"]);
    assert.equal((await openRepository(target, undefined).incomplete()).length, 0);
  }
});

test("a place that is no folder, or below one that is none", async () => {
  const folder = emptyFolder({ after });
  writeFileSync(join(folder, "letter"), "mine");
  for (const target of [join(folder, "letter"), join(folder, "letter", "below")])
    await assert.rejects(backUp(product, target), { code: "B012" });
});

test("what an earlier backup left when it was cut off is removed by the next one", async () => {
  const target = emptyFolder({ after });
  const { id } = await backUp(product, target);
  const cutOff = "2026-01-01T00-00-00-000Z";
  cpSync(join(target, "backups", id), join(target, "backups", cutOff), { recursive: true });
  rmSync(join(target, "backups", cutOff, "manifest"));
  assert.deepEqual(await openRepository(target, undefined).list(), [id]);
  await backUp(product, target);
  assert.ok(!existsSync(join(target, "backups", cutOff)));
});

test("a disk that goes away and comes back: said once, and what was written meanwhile is there", async () => {
  const parent = emptyFolder({ after });
  const [target, away] = [join(parent, "target"), join(parent, "away")];
  const { said, stop } = await scheduled(product, { target });
  const heard = async (words: RegExp) =>
    eventually(
      () => said.some((line) => words.test(line)),
      () => said.join("\n"),
    );
  await heard(/a backup was made/);
  // Between two rounds: what one of them is writing would go to the new place.
  const [, letGo] = await lockRepositoryInTurn(target, undefined);
  renameSync(target, away);
  // In its place there is something that is no folder of backups, as an empty folder where nothing is mounted could be.
  writeFileSync(target, "");
  letGo();
  await write(product, "meanwhile");
  await heard(/no backup is made: there are no backups in/);
  const client = await product.database.connect();
  const health = await readBackupHealth(client);
  await client.end();
  assert.match(health.failure ?? "", /there are no backups/);
  assert.ok(typeof health.failingSeconds === "number");
  rmSync(target);
  renameSync(away, target);
  await heard(/backups are made again/);
  await stop();
  assert.equal(said.filter((line) => /no backup is made/.test(line)).length, 1, said.join("\n"));
  assert.deepEqual(await restoredWords(target), ["meanwhile", "one"]);
});

test("a folder with the backups of another product is left alone", async () => {
  const target = emptyFolder({ after });
  const { id } = await backUp(product, target);
  const other = await start(notes);
  await assert.rejects(backUp(other, target), { code: "B015" });
  const { said, stop } = await scheduled(other, { target, everyMilliseconds: 1, keep: 1 });
  await eventually(() => said.length > 0, "it is said");
  await stop();
  assert.match(said[0] ?? "", /backups of another product/);
  assert.deepEqual(await openRepository(target, undefined).list(), [id]);
  // What is restored from them is the same product, and goes on with them.
  const place = emptyFolder({ after });
  const repository = openRepository(target, undefined);
  await restoreBackup(repository, place, { manifest: await findBackup(repository, {}), target: "latest" });
  const restored = await openSource(place);
  const [writing, release] = lockRepository(target, undefined);
  await takeBackup(restored, writing, { version: "test" }).finally(restored.end);
  release();
  assert.equal((await openRepository(target, undefined).list()).length, 2);
});

test("an empty folder in the place of the disk is not taken for it", async () => {
  const parent = emptyFolder({ after });
  const [target, away] = [join(parent, "target"), join(parent, "away")];
  const { said, stop } = await scheduled(product, { target });
  await eventually(
    () => said.length === 1,
    () => said.join("\n"),
  );
  const [, letGo] = await lockRepositoryInTurn(target, undefined);
  renameSync(target, away);
  mkdirSync(target);
  letGo();
  await eventually(
    () => said.length === 2,
    () => said.join("\n"),
  );
  assert.match(said[1] ?? "", /no backup is made: there are no backups in .*, although some were made there/);
  assert.deepEqual(readdirSync(target), []);
  await stop();
});
