// Two databases of one PostgreSQL: the second one holds what the first one did, lets in the same, and goes its own way.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Client } from "pg";
import { emptyFolder } from "./testing/surroundings.ts";
import { copyDatabase } from "./copy-database.ts";
import { openDatabase } from "./open-database.ts";

test("a second database has the rows of the first one, and what is written to one is not in the other", async (context) => {
  const database = await openDatabase({ folder: emptyFolder(context), isScratch: true });
  context.after(database.stop);
  const maker = await database.connect();
  await maker.query("CREATE TABLE note (words text); INSERT INTO note VALUES ('first')");
  await maker.end();
  const second = await copyDatabase(database, "second");
  const [here, there] = await Promise.all([database.connect(), second.connect()]);
  await there.query("INSERT INTO note VALUES ('second')");
  const words = async (client: typeof here) => (await client.query("SELECT words FROM note ORDER BY words")).rows;
  assert.deepEqual(await words(here), [{ words: "first" }]);
  assert.deepEqual(await words(there), [{ words: "first" }, { words: "second" }]);
  const wire = await second.connect({ as: "authenticator" });
  const { rows } = await wire.query("SELECT current_database() AS name, current_user AS me");
  assert.deepEqual(rows, [{ name: "second", me: "authenticator" }]);
  assert.equal(second.poolConfig("authenticator").database, "second");
  const byAddress = new Client(second.url);
  await byAddress.connect();
  const named = await byAddress.query("SELECT current_database() AS name");
  await byAddress.end();
  assert.deepEqual(named.rows, [{ name: "second" }]);
});

test("a role without access to the first database has none to the copy", async (context) => {
  const database = await openDatabase({ folder: emptyFolder(context), isScratch: true });
  context.after(database.stop);
  const second = await copyDatabase(database, "second");
  const granted = async (of: typeof database) => {
    const superuser = await of.connect({ as: "superuser" });
    const { rows } = await superuser.query(
      "SELECT role, may, has_database_privilege(role, current_database(), may) AS has FROM unnest(ARRAY['authenticator', 'anon', 'authenticated', 'service_role', 'writ_owner']) AS role, unnest(ARRAY['connect', 'temporary', 'create']) AS may ORDER BY role, may",
    );
    return rows;
  };
  const there = await granted(second);
  assert.deepEqual(there, await granted(database));
  assert.deepEqual(
    there.filter(({ has }) => has === true).map(({ role, may }) => `${role} ${may}`),
    ["authenticator connect", "writ_owner connect", "writ_owner create", "writ_owner temporary"],
  );
});
