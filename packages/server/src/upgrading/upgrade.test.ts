// What is refused before a database is brought to another PostgreSQL, and a swap that was cut off between its two names.
import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { openMade } from "../postgres/testing/copied.ts";
import { openDatabase } from "../postgres/index.ts";
import { emptyFolder } from "../postgres/testing/surroundings.ts";
import { programsOf } from "./earlier-postgres.ts";
import { removeEarlier, upgradeDatabase } from "./upgrade.ts";

const how = { version: "test", programs: async () => Promise.reject(new Error("nothing is fetched")) };

test("a folder without a database, with one of today and with one of tomorrow", async () => {
  const folder = emptyFolder({ after });
  await assert.rejects(upgradeDatabase(folder, how), { code: "B044" });
  assert.ok(!existsSync(join(folder, "postgres")));
  await (await openMade(folder)).stop();
  await assert.rejects(upgradeDatabase(folder, how), { code: "B041" });
  const version = join(folder, "postgres", "data", "PG_VERSION");
  writeFileSync(version, "19\n");
  await assert.rejects(upgradeDatabase(folder, how), { code: "B042" });
  await assert.rejects(openDatabase({ folder }), (error: Error & { readonly hint: string }) => {
    assert.match(error.hint, /with a later one/);
    return true;
  });
  writeFileSync(version, "17\n");
  await assert.rejects(upgradeDatabase(folder, how), /nothing is fetched/);
  // It is as it was, and the folder can be used at once.
  assert.equal(readFileSync(version, "utf8"), "17\n");
  writeFileSync(version, "18\n");
  await (await openDatabase({ folder })).stop();
});

test("there are no programs of a PostgreSQL that no one has packed", async () => {
  await assert.rejects(
    programsOf(9, () => undefined),
    { code: "B040" },
  );
});

test("a swap that was cut off is finished by the next start, and what was kept is removed when asked", async () => {
  const folder = emptyFolder({ after });
  await (await openMade(folder)).stop();
  const data = join(folder, "postgres", "data");
  renameSync(data, `${data}.upgraded`);
  mkdirSync(`${data}.17`);
  const database = await openDatabase({ folder });
  assert.throws(() => removeEarlier(folder), { code: "D003" });
  await database.stop();
  assert.ok(existsSync(data) && !existsSync(`${data}.upgraded`));
  assert.deepEqual(removeEarlier(folder), [`${data}.17`]);
  assert.throws(() => removeEarlier(folder), { code: "B043" });
});
