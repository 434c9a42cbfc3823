// What the system keeps of accounts is made once, beside servers that are at work with it.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, test } from "node:test";
import { DatabaseError, type Client } from "pg";
import { documentOf, newPerson, startProduct } from "./testing/product.ts";
import { rememberedSeconds } from "../keys/ended-sessions.ts";
import { completeSchema } from "./schema.ts";

const product = await startProduct({ after }, documentOf());

test("another server starts while accounts are written, and waits for none of that", async () => {
  const writes = await product.connect();
  await writes.query("BEGIN");
  for (const table of ["users", "sessions", "flow_state", "audit_log", "one_time_tokens"])
    await writes.query(`DELETE FROM auth.${table} WHERE false`);
  const url = await product.another();
  assert.equal((await fetch(`${url}/auth/v1/settings`)).status, 200);
  await writes.query("ROLLBACK");
  await writes.end();
});

test("what an earlier release has left is completed, by however many begin at once", async () => {
  await product.owner("COMMENT ON SCHEMA auth IS NULL; ALTER TABLE auth.flow_state DROP COLUMN linking");
  const owners = await Promise.all(Array.from({ length: 4 }, async () => product.connect()));
  await Promise.all(owners.map(completeSchema));
  for (const owner of owners) await owner.end();
  const columns = await product.owner(
    "SELECT FROM pg_attribute WHERE attrelid = 'auth.flow_state'::regclass AND attname = 'linking'",
  );
  assert.equal(columns.length, 1);
  await newPerson(product);
});

/** Whoever completes waits for a table of the other one, that asks for one of theirs: PostgreSQL refuses one of both. */
const meet = async (owner: Client, other: Client): Promise<"owner" | "other"> => {
  await product.owner("COMMENT ON SCHEMA auth IS NULL");
  await other.query("BEGIN");
  await other.query("DELETE FROM auth.audit_log WHERE false");
  const completed = completeSchema(owner);
  let waits = false;
  for (let turn = 0; turn < 1500 && !waits; turn++) {
    const locks = await product.owner(
      "SELECT FROM pg_locks WHERE relation = 'auth.audit_log'::regclass AND NOT granted",
    );
    waits = locks.length > 0;
  }
  assert.ok(waits);
  const refused = await other.query("DELETE FROM auth.users WHERE false").then(
    () => undefined,
    (error: unknown) => error,
  );
  if (refused !== undefined) assert.ok(refused instanceof DatabaseError && refused.code === "40P01");
  await other.query("ROLLBACK");
  await completed;
  return refused === undefined ? "owner" : "other";
};

test("of two who wait for each other's tables the one that completes begins again", async () => {
  const [owner, other] = [await product.connect(), await product.connect()];
  // Which of both is refused is a matter of milliseconds.
  let refused = await meet(owner, other);
  for (let turn = 1; turn < 20 && refused === "other"; turn++) refused = await meet(owner, other);
  assert.equal(refused, "owner");
  await owner.end();
  await other.end();
});

test("sessions that have ended are kept for as long as their tokens may be taken", () =>
  assert.match(
    readFileSync(new URL("./forget-ended.sql", import.meta.url), "utf8"),
    new RegExp(`ended_at < now\\(\\) - interval '${rememberedSeconds} seconds'`),
  ));
