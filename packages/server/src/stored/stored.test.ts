// What the server stores has a version: completed beside servers that are at work with it, forward as a whole, never back.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { after, test } from "node:test";
import { DatabaseError, type Client } from "pg";
import { documentOf, newPerson, startProduct } from "../auth/testing/product.ts";
import { compile } from "@writ/language";
import { eventually } from "../../../language/src/testing/eventually.ts";
import { applyDocument } from "../applying/index.ts";
import { openDatabase, type DatabaseFailure } from "../postgres/index.ts";
import { storedVersion } from "../postgres/stored-version.ts";
import { openMade } from "../postgres/testing/copied.ts";
import { emptyFolder } from "../postgres/testing/surroundings.ts";
import { rememberedSeconds } from "../keys/ended-sessions.ts";
import { completeStored } from "./stored.ts";

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
  await product.owner("DROP TABLE writ.stored; ALTER TABLE auth.flow_state DROP COLUMN linking");
  const owners = await Promise.all(Array.from({ length: 4 }, async () => product.connect()));
  await Promise.all(owners.map(async (owner) => completeStored(owner)));
  for (const owner of owners) await owner.end();
  const columns = await product.owner(
    "SELECT FROM pg_attribute WHERE attrelid = 'auth.flow_state'::regclass AND attname = 'linking'",
  );
  assert.equal(columns.length, 1);
  await newPerson(product);
});

test("while tables are completed that others are long at work with, people go on signing up", async () => {
  await product.owner("UPDATE writ.stored SET fingerprint = 'another'");
  const [long, owner] = [await product.connect(), await product.connect()];
  await long.query("BEGIN; DELETE FROM auth.users WHERE false");
  let hasEnded = false;
  const completed = completeStored(owner).finally(() => (hasEnded = true));
  // It waits, and people come behind it.
  await eventually(
    async () =>
      (await product.owner("SELECT FROM pg_locks WHERE relation = 'auth.users'::regclass AND NOT granted")).length > 0,
    "it waits",
  );
  await newPerson(product);
  assert.equal(hasEnded, false);
  await long.query("ROLLBACK");
  assert.equal(await completed, true);
  await long.end();
  await owner.end();
});

/** Whoever completes waits for a table of the other one, that asks for one of theirs: PostgreSQL refuses one of both. */
const meet = async (owner: Client, other: Client): Promise<"owner" | "other"> => {
  await product.owner("UPDATE writ.stored SET fingerprint = 'another'");
  await other.query("BEGIN");
  await other.query("DELETE FROM auth.audit_log WHERE false");
  const completed = completeStored(owner);
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
    readFileSync(new URL("../auth/forget-ended.sql", import.meta.url), "utf8"),
    new RegExp(`ended_at < now\\(\\) - interval '${rememberedSeconds} seconds'`),
  ));

const two = (sql: string) => ({ version: 2, steps: [{ to: 2, sql }] });
const stored = async () => (await product.owner("SELECT version FROM writ.stored"))[0]?.["version"];
const columns = async () =>
  (
    await product.owner(
      "SELECT attname AS name FROM pg_attribute WHERE attrelid = 'writ.heard'::regclass AND attnum > 0 AND NOT attisdropped ORDER BY attnum",
    )
  ).map(({ name }) => name);

test("a step that fails leaves nothing of it, and what the files of SQL complete beside it neither", async () => {
  const owner = await product.connect();
  await owner.query("ALTER TABLE auth.flow_state DROP COLUMN linking");
  const broken = two("ALTER TABLE writ.heard ADD COLUMN since timestamptz; SELECT 1 / 0");
  await assert.rejects(completeStored(owner, broken), { code: "22012" });
  assert.deepEqual([await stored(), await columns()], [1, ["call", "mark", "until"]]);
  await product.owner("UPDATE writ.stored SET fingerprint = 'another'");
  await completeStored(owner);
  await owner.end();
});

test("a step runs once, by however many begin at once, and there is no way back", async () => {
  const forward = two("ALTER TABLE writ.heard ADD COLUMN since timestamptz");
  const owners = await Promise.all(Array.from({ length: 4 }, async () => product.connect()));
  await Promise.all(owners.map(async (owner) => completeStored(owner, forward)));
  assert.deepEqual([await stored(), await columns()], [2, ["call", "mark", "until", "since"]]);
  for (const owner of owners) {
    await assert.rejects(completeStored(owner), (refused: DatabaseFailure) => {
      assert.equal(refused.code, "D025");
      assert.match(refused.message, /has version 2, and this Writ knows up to 1/);
      assert.match(refused.hint, /Nothing was changed/);
      return true;
    });
    await owner.end();
  }
  await assert.rejects(product.another(), { code: "D025" });
  await product.owner("ALTER TABLE writ.heard DROP COLUMN since; UPDATE writ.stored SET version = 1");
});

test("no client reads or writes the version, whatever its key", async () => {
  for (const role of ["anon", "authenticated", "service_role"]) {
    const owner = await product.connect();
    await owner.query(`SET ROLE ${role}`);
    for (const statement of ["SELECT version FROM writ.stored", "UPDATE writ.stored SET version = 99"])
      await assert.rejects(owner.query(statement), { code: "42501" });
    await owner.end();
  }
});

test("a database of a later version is not opened, and stays as it is", async () => {
  const folder = emptyFolder({ after });
  const source = documentOf();
  const made = await openMade(folder);
  const client = await made.connect();
  await applyDocument(client, source, compile(source), (before) => compile(before));
  await client.query("UPDATE writ.stored SET version = 7");
  await made.stop();
  // The folder is free again after each refusal.
  for (let turn = 0; turn < 2; turn++)
    await assert.rejects(openDatabase({ folder }), { code: "D025", message: /has version 7/ });
});

/** In words that show in a review what a change changes. */
const structure = `SELECT c.relname AS name, n.nspname || '.' || c.relname AS table, (
    SELECT string_agg(format('  %s %s%s', a.attname, format_type(a.atttypid, a.atttypmod),
      CASE WHEN a.attnotnull THEN ' NOT NULL' ELSE '' END), E'\n' ORDER BY a.attname)
    FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
  ) AS columns, (
    SELECT string_agg('  ' || pg_get_constraintdef(k.oid), E'\n' ORDER BY pg_get_constraintdef(k.oid))
    FROM pg_constraint k WHERE k.conrelid = c.oid AND k.contype <> 'n'
  ) AS constraints
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE n.nspname IN ('auth', 'storage', 'writ') AND c.relkind = 'r' ORDER BY 2`;

test("the tables of this version are as they were written down: other ones are another version", async () => {
  const rows = await product.owner(structure);
  const found = rows
    .map((row) => [row["table"], row["columns"], row["constraints"] ?? ""].join("\n").trim())
    .join("\n\n");
  const path = new URL(`./version-${storedVersion}.txt`, import.meta.url);
  if (process.env["WRIT_ACCEPT"] === "1") writeFileSync(path, `${found}\n`);
  assert.equal(`${found}\n`, readFileSync(path, "utf8"), "CONTRIBUTING.md says what a change of a table needs");
});
