// A visitor's SQL may lift its bounds and lock a table; it does not keep the table for long.
import assert from "node:assert/strict";
import { test } from "node:test";
import { products } from "../testing/product.ts";
import { visitorsOnly } from "../testing/visitors-only.ts";
import { endOverlong, longestMilliseconds } from "./overlong.ts";

const start = products();

test("a transaction of a request that has lifted its bounds and locks a table is ended, and no other", async () => {
  const desk = await start(visitorsOnly("Note"), { jobs: "asked" });
  const owner = await desk.database.connect();
  const [visitor, other] = [await desk.database.connect({ as: "authenticator" }), await desk.database.connect()];
  let isEnded = false;
  visitor.on("error", () => undefined);
  visitor.once("end", () => (isEnded = true));
  const lifted = ["statement_timeout", "lock_timeout", "idle_in_transaction_session_timeout", "transaction_timeout"];
  for (const setting of lifted) await visitor.query(`SET ${setting} = 0`);
  await visitor.query("BEGIN; SET LOCAL ROLE anon; LOCK TABLE note IN ACCESS EXCLUSIVE MODE");
  await other.query("BEGIN; SELECT pg_current_xact_id()");
  assert.equal(await endOverlong(owner, longestMilliseconds), 0);
  assert.equal(isEnded, false);
  assert.equal((await visitor.query("SELECT 1 AS one")).rows[0].one, 1);
  assert.equal(await endOverlong(owner, 0), 1);
  // Waits for the lock where it is not given back.
  await desk.owner("INSERT INTO note (words) VALUES ('free')");
  await assert.rejects(visitor.query("SELECT 1"));
  await other.query("COMMIT");
  for (const client of [owner, other]) await client.end();
});
