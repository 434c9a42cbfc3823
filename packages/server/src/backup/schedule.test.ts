// Backups while a product is served: what was written since the last one comes back too, up to any moment.
import assert from "node:assert/strict";
import { existsSync, rmSync, statSync, truncateSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { eventually, patience, pause } from "../../../language/src/testing/eventually.ts";
import { emptyFolder } from "../postgres/testing/surroundings.ts";
import { products, type TestProduct } from "../testing/product.ts";
import { lsnOf } from "../postgres/connections/replication.ts";
import { openRepository } from "./repository.ts";
import { findBackup } from "./find-backup.ts";
import { restoreBackup } from "./restore.ts";
import { startBackups, type Backups } from "./schedule.ts";
import { openSource, sourceOf, type OpenSource } from "./source.ts";
import { upload, within, wordsIn, write } from "./testing/backed-up.ts";
import { notes } from "./testing/notes.ts";
import { verifyBackup } from "./verify.ts";

const start = products();
const target = emptyFolder({ after });
const day = 86_400_000;
let product: TestProduct;
let source: OpenSource;
const said: string[] = [];
const plan = { key: undefined, everyMilliseconds: day, keep: 3 };
const how = {
  version: "1.2.3",
  log: { note: () => undefined, warning: () => undefined },
  pauseMilliseconds: 20,
  lastTryMilliseconds: patience,
};
const begin = (given: Partial<Parameters<typeof startBackups>[1]> = {}): Backups =>
  startBackups(
    source,
    { target, key: undefined, everyMilliseconds: day, keep: 3, ...given },
    {
      version: "1.2.3",
      log: {
        note: (message) => said.push(message),
        warning: (message, { why }) => said.push(`${message}: ${String(why)}`),
      },
      pauseMilliseconds: 20,
      lastTryMilliseconds: patience,
    },
  );
before(async () => {
  product = await start(notes);
  source = await openSource(product.folder);
});
after(async () => source.end());

/** Apart from what is written before and after. */
const now = async () => {
  await pause(20, "moments are given in milliseconds");
  const [{ at } = {}] = await product.owner("SELECT clock_timestamp() AS at");
  await pause(20, "moments are given in milliseconds");
  return at as Date;
};
/** Everything up to now is in the folder. */
const taken = async () => {
  const [{ lsn } = {}] = await product.owner("SELECT pg_current_wal_flush_lsn() AS lsn");
  await eventually(
    async () =>
      (
        await product.owner(
          "SELECT restart_lsn >= $1::pg_lsn AS done FROM pg_replication_slots WHERE slot_name = 'writ_backup'",
          [lsn],
        )
      )[0]?.["done"],
    () => said.join("\n"),
  );
};
const restored = async (to?: Date) => {
  const place = emptyFolder({ after });
  const repository = openRepository(target, undefined);
  const manifest = await findBackup(repository, to === undefined ? {} : { to });
  const result = await restoreBackup(repository, place, { manifest, target: to ?? "latest" });
  return { words: await wordsIn(place), result };
};

test("a row that is written after the backup comes back, and a moment before it is without it", async () => {
  await write(product, "one");
  const backups = begin();
  await eventually(
    () => said.some((line) => /a backup was made/.test(line)),
    () => said.join("\n"),
  );
  await write(product, "two");
  await upload(product, "two.txt", Buffer.from("2"));
  const between = await now();
  await write(product, "three");
  await taken();
  assert.deepEqual((await restored()).words, ["one", "three", "two"]);
  const { words, result } = await restored(between);
  assert.deepEqual([words, result.files], [["one", "two"], 1]);
  await write(product, "four");
  await backups.stop();
  // What was written before the end is taken at the end.
  assert.deepEqual((await restored()).words, ["four", "one", "three", "two"]);
  await assert.rejects(restored(new Date(Date.now() + day)), { code: "B021", message: /: the last moment is \d{4}-/ });
});

test("a file that was removed since is there at the moment at which a row named it", async () => {
  const backups = begin();
  await upload(product, "short.txt", Buffer.from("short"));
  const during = await now();
  const headers = { authorization: `Bearer ${await product.token({ role: "service_role" })}` };
  await fetch(`${product.url}/storage/v1/object/box/short.txt`, { method: "DELETE", headers });
  await taken();
  assert.equal((await restored(during)).result.files, 2);
  assert.equal((await restored()).result.files, 1);
  await backups.stop();
});

test("the log goes on after a pause, and another backup is made when one is due or the log has a gap", async () => {
  said.length = 0;
  await write(product, "in the pause");
  const first = begin();
  await taken();
  await first.stop();
  assert.deepEqual(said, []);
  assert.ok((await restored()).words.includes("in the pause"));
  const superuser = await product.database.connect({ as: "superuser" });
  await superuser.query("SELECT pg_drop_replication_slot('writ_backup')");
  await superuser.end();
  const second = begin({ keep: 1 });
  await eventually(() => said.length > 0, "another backup");
  await second.stop();
  const repository = openRepository(target, undefined);
  assert.deepEqual([said.length, (await repository.list()).length], [1, 1]);
  assert.ok((await restored()).words.includes("in the pause"));
});

test("what goes on from two restores of one backup never mixes", async () => {
  const target2 = emptyFolder({ after });
  const first = startBackups(source, { ...plan, target: target2 }, how);
  await eventually(
    async () => existsSync(join(target2, "backups")) && (await openRepository(target2, undefined).list()).length > 0,
    "a backup",
  );
  await first.stop();
  const repository = openRepository(target2, undefined);
  const manifest = await findBackup(repository, {});
  for (const name of ["left", "right"]) {
    const place = emptyFolder({ after });
    await restoreBackup(repository, place, { manifest, target: "backup" });
    await within(place, async (database) => {
      const client = await database.connect();
      const going = startBackups(sourceOf(database, place, true), { ...plan, target: target2 }, how);
      await client.query("INSERT INTO public.note (words) SELECT $1 || n FROM generate_series(1, 500) AS n", [name]);
      await going.stop();
    });
  }
  const place = emptyFolder({ after });
  await restoreBackup(repository, place, { manifest: await findBackup(repository, {}), target: "latest" });
  const words = await wordsIn(place);
  assert.deepEqual(
    [words.filter((one) => one.startsWith("left")).length, words.filter((one) => one.startsWith("right")).length],
    [0, 500],
  );
});

test("a part of the log that is damaged or gone ends what comes back there, which is said", async () => {
  const target2 = emptyFolder({ after });
  const going = startBackups(source, { ...plan, target: target2 }, how);
  await eventually(
    async () => existsSync(join(target2, "backups")) && (await openRepository(target2, undefined).list()).length > 0,
    "a backup",
  );
  const repository = openRepository(target2, undefined);
  const { database } = await findBackup(repository, {});
  const logs = async () => repository.logs(database?.lineage ?? "", database?.log.timeline ?? 0);
  let place3 = 0n;
  // A part follows the one that is broken: that the last one is gone can't be seen.
  for (const words of ["log one", "log two", "log three", "log four"]) {
    const known = (await logs()).length;
    const [{ lsn } = {}] = await product.owner("SELECT pg_current_wal_lsn()::text AS lsn");
    if (words === "log three") place3 = lsnOf(String(lsn));
    await write(product, words);
    await eventually(async () => (await logs()).length > known, "a part of the log");
  }
  await going.stop();
  const parts = await logs();
  const brokenAt = parts.findIndex((part) => part.from <= place3 && place3 < part.to);
  const broken = parts[brokenAt]?.sealed.path ?? "";
  const bring = async (to?: Date) => {
    const place = emptyFolder({ after });
    const manifest = await findBackup(repository, {});
    const { lost } = await restoreBackup(repository, place, { manifest, target: to ?? "latest" });
    return [lost !== undefined, (await wordsIn(place)).includes("log three")];
  };
  for (const breaking of [() => truncateSync(broken, statSync(broken).size - 1), () => rmSync(broken)]) {
    breaking();
    assert.deepEqual(await bring(), [true, false]);
    const manifest = await findBackup(repository, {});
    assert.match((await verifyBackup(repository, manifest)).differences.join(), /cannot be brought back/);
    // A moment before it is as good as ever.
    const earlier = parts[brokenAt - 2]?.moment;
    if (earlier !== undefined && earlier > new Date(manifest.moment)) assert.equal((await bring(earlier))[0], false);
  }
});
