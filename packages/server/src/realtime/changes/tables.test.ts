// Tables are published while people work with them.
import assert from "node:assert/strict";
import { test } from "node:test";
import { products } from "../../testing/product.ts";
import { talks } from "../testing/talks.ts";
import { publishTables } from "./tables.ts";
import { eventually } from "../../../../language/src/testing/eventually.ts";

const start = products();

test("whoever has one of the tables and comes for another waits for nobody who waits for them", async () => {
  const { database, owner } = await start(talks);
  const [publishing, working] = [await database.connect(), await database.connect()];
  const places = [...(await publishTables(publishing)).values()].map(
    ({ place: { schema, name } }) => `${schema}.${name}`,
  );
  const [first, last] = [places.at(0), places.at(-1)];
  assert.notEqual(first, last);
  for (const place of [first, last]) await owner(`ALTER TABLE ${place} REPLICA IDENTITY DEFAULT`);
  await working.query(`BEGIN; LOCK TABLE ${last} IN ACCESS SHARE MODE`);
  const published = publishTables(publishing);
  const isWaiting = `SELECT FROM pg_locks WHERE relation = '${last}'::regclass AND NOT granted`;
  await eventually(async () => (await owner(isWaiting)).length > 0, "that it waits");
  await working.query(`LOCK TABLE ${first} IN ACCESS SHARE MODE NOWAIT; COMMIT`);
  assert.deepEqual([...(await published).keys()].sort(), places.toSorted());
  const notWhole = "SELECT relname FROM pg_class WHERE oid = ANY ($1::regclass[]) AND relreplident <> 'f'";
  assert.deepEqual(await owner(notWhole, [places]), []);
  await Promise.all([publishing.end(), working.end()]);
});
