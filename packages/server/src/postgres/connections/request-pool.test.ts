// Connections that go from one request to the next: nothing of the one is a part of the other.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { openDatabase } from "../index.ts";
import { requestPool, usualLimits } from "./request-pool.ts";
import { emptyFolder } from "../testing/surroundings.ts";

const database = await openDatabase({ folder: emptyFolder({ after }) });
after(database.stop);
const pool = requestPool(database, "owner", { ...usualLimits, connections: 1 });
after(pool.end);

const backend = async () =>
  pool.withConnection(async (client) => (await client.query("SELECT pg_backend_pid() AS id")).rows[0].id as number);

test("a connection is used again, but not where a transaction is still open on it", async () => {
  const first = await backend();
  assert.equal(await backend(), first);
  await pool.withConnection(async (client) => {
    await client.query("CREATE TABLE note (words text); BEGIN; INSERT INTO note VALUES ('left')");
  });
  assert.notEqual(await backend(), first);
  const [second] = [await backend()];
  const failed = pool.withConnection(async (client) => {
    await client.query("BEGIN");
    await client.query("SELECT 1 / 0");
  });
  await assert.rejects(failed, { code: "22012" });
  assert.notEqual(await backend(), second);
  const rows = await pool.withConnection(
    async (client) => (await client.query("SELECT to_regclass('note') AS kept")).rows,
  );
  assert.deepEqual(rows, [{ kept: null }]);
});

test("what fails by itself and leaves nothing open costs no connection", async () => {
  const first = await backend();
  await assert.rejects(
    pool.withConnection(async (client) => client.query("SELECT 1 / 0")),
    { code: "22012" },
  );
  assert.equal(await backend(), first);
});
