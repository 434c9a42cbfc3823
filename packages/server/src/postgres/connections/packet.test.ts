// Several statements as one packet, on a real connection: errors at every place, and what a connection keeps.
import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import { DatabaseError, type Client } from "pg";
import { startPostgres, type Postgres } from "../../../../language/src/testing/postgres.ts";
import { sendPacket, type Statement } from "./packet.ts";
import { isFull, isOutdated } from "./prepared.ts";

let postgres: Postgres;
let client: Client;

before(async () => {
  postgres = await startPostgres();
  await postgres.createDatabase("packets");
  const owner = await postgres.connect("packets");
  await owner.query(`
    CREATE TABLE note (id int PRIMARY KEY DEFERRABLE INITIALLY DEFERRED, words text);
    CREATE FUNCTION noisy() RETURNS int LANGUAGE plpgsql AS $$ BEGIN RAISE NOTICE 'one'; RAISE WARNING 'two'; RETURN 3; END $$;
    CREATE FUNCTION taken() RETURNS int LANGUAGE plpgsql AS $$ BEGIN
      FOR n IN 1..50 LOOP EXECUTE format('PREPARE kept_%s AS SELECT ''not yours''', n); END LOOP; RETURN 1;
    END $$`);
});
beforeEach(async () => {
  client = await postgres.connect("packets");
});
after(async () => postgres.stop());

const of = (text: string, ...values: Statement["values"]): Statement => ({ text, values });
const ask = async (...statements: readonly Statement[]) => sendPacket(client, statements, "someone");
const codeOf = async (asked: Promise<unknown>): Promise<string | undefined> =>
  asked.then(
    () => undefined,
    (failure: unknown) => (failure instanceof DatabaseError ? failure.code : String(failure)),
  );
/** Whether the connection is in no transaction, and answers what it is asked. */
const isWhole = async () => {
  const { rows } = await client.query("SELECT now() = statement_timestamp() AS alone");
  assert.deepEqual(rows, [{ alone: true }]);
  assert.deepEqual(await ask(of("SELECT $1::text AS said", "mine")), [[{ said: "mine" }]]);
};

test("an error at any place is reported, whether the statements are cached or not", async () => {
  const whole = [of("BEGIN"), of("SELECT $1::text AS a", "x"), of("SELECT $1::int + 1 AS b", 1), of("COMMIT")];
  for (let turn = 0; turn < 2; turn++) {
    for (let at = 0; at <= whole.length; at++) {
      const wrong = [
        of("SELECT 1 / $1::int", 0),
        of("SELECT $1::int", "no number"),
        of(`SELECT nothing_${turn}`),
        of("no SQL"),
      ];
      const codes = ["22012", "22P02", "42703", "42601"];
      for (const [index, statement] of wrong.entries()) {
        const failed = await codeOf(ask(...whole.slice(0, at), statement, ...whole.slice(at)));
        assert.equal(failed, codes[index]);
        await client.query("ROLLBACK");
        const rows = await ask(...whole);
        assert.deepEqual(rows, [[], [{ a: "x" }], [{ b: "2" }], []]);
      }
    }
  }
  await isWhole();
});

test("a commit that fails fails the packet, and what stands behind it is not done", async () => {
  await ask(of("INSERT INTO note VALUES (1, 'first')"));
  for (let turn = 0; turn < 3; turn++) {
    const insert = of("INSERT INTO note VALUES ($1, $2) RETURNING id", 1, "twice");
    const failed = codeOf(ask(of("BEGIN"), insert, of("COMMIT"), of("INSERT INTO note VALUES (2, 'behind')")));
    assert.equal(await failed, "23505");
    await isWhole();
  }
  assert.deepEqual(await ask(of("SELECT id FROM note")), [[{ id: "1" }]]);
});

test("notices, empty statements, the same one twice, and values of every size come back at their place", async () => {
  const large = "😀".repeat(500_000);
  for (let turn = 0; turn < 3; turn++) {
    const rows = await ask(
      of("SELECT noisy()"),
      of(""),
      of("SELECT $1::text AS a", large),
      of("SELECT $1::text AS a", ""),
      of("SELECT $1::text AS a", null),
      of("SELECT length($1::bytea) AS n", new Uint8Array(70_000)),
      of("SELECT $1::bytea AS bytes", new Uint8Array([0, 255])),
      of("SELECT FROM generate_series(1, 3)"),
    );
    const [noisy, empty, first, second, third, length, bytes, none] = rows;
    assert.deepEqual([noisy, empty], [[{ noisy: "3" }], []]);
    assert.deepEqual([first, second, third], [[{ a: large }], [{ a: "" }], [{ a: null }]]);
    assert.deepEqual([length, none], [[{ n: "70000" }], [{}, {}, {}]]);
    assert.deepEqual(Buffer.from(bytes?.[0]?.["bytes"] as Uint8Array), Buffer.from([0, 255]));
  }
});

test("characters that PostgreSQL cannot store are refused, and do not affect other statements", async () => {
  for (let turn = 0; turn < 3; turn++) {
    assert.equal(await codeOf(ask(of("SELECT $1::text AS a", "a\0b"), of("SELECT 1 AS one"))), "22021");
    assert.equal(await codeOf(ask(of("SELECT 'a\0b' AS a"), of("SELECT 1 AS one"))), "08P01");
    const [half] = await ask(of("SELECT $1::text AS a", "\ud800"), of("SELECT $1::text AS a", "next"));
    assert.deepEqual(half, [{ a: "\ufffd" }]);
    await isWhole();
  }
});

test("what a kept statement answers may change: that one is asked no more, whatever language says so", async () => {
  await client.query("CREATE TABLE changing (a int); INSERT INTO changing VALUES (1)");
  const all = of("SELECT * FROM changing");
  for (let turn = 0; turn < 3; turn++) await ask(all);
  await client.query("ALTER TABLE changing ADD b text DEFAULT 'new'");
  const failure = await ask(all).catch((error: unknown) => error);
  assert.ok(failure instanceof DatabaseError && isOutdated(failure));
  failure.message = "gepufferter Plan darf den Ergebnistyp nicht ändern";
  assert.ok(isOutdated(failure));
  const other = await client
    .query("DECLARE c CURSOR WITH HOLD FOR SELECT 1; SELECT nothing")
    .catch((error: unknown) => error);
  assert.ok(other instanceof DatabaseError && !isOutdated(other));
  for (let turn = 0; turn < 3; turn++) await ask(of(`SELECT ${turn}::text AS n`), of("SELECT $1::text AS a", "x"));
});

test("a function that takes our names for statements of its own answers nobody", async () => {
  await ask(of("SELECT taken()"));
  for (let turn = 0; turn < 8; turn++) {
    const said = await ask(of("SELECT $1::text AS own", `${turn}`)).catch((error: unknown) => error);
    if (said instanceof DatabaseError) assert.equal(said.code, "42P05");
    else assert.deepEqual(said, [[{ own: `${turn}` }]]);
  }
});

test("more values than a message holds are refused, and the connection goes on", async () => {
  const many = (count: number) =>
    of(
      `SELECT num_nulls(VARIADIC ARRAY[${Array.from({ length: count }, (_, at) => `$${at + 1}::int`).join(",")}]) AS n`,
      ...Array.from({ length: count }, () => null),
    );
  assert.deepEqual(await ask(many(32_767)), [[{ n: "32767" }]]);
  for (let turn = 0; turn < 3; turn++) await assert.rejects(ask(of("SELECT 1 AS one"), many(32_768)), RangeError);
  await isWhole();
});

test("a connection is replaced after it has cached its maximum of statements", async () => {
  for (let index = 0; index < 220; index++) {
    // What is asked once is not kept.
    const statement = of(`SELECT ${index} AS n, $1::text AS a`, "x");
    for (let turn = 0; turn < 2; turn++) assert.deepEqual(await ask(statement), [[{ n: String(index), a: "x" }]]);
  }
  assert.equal(isFull(client.connection), true);
  const { rows } = await client.query("SELECT count(*)::int AS count FROM pg_prepared_statements");
  assert.ok(rows[0].count >= 200 && rows[0].count <= 221, String(rows[0].count));
});

test("a connection that breaks during a request is reported once", async () => {
  client.on("error", () => undefined);
  const asked = codeOf(ask(of("SELECT pg_sleep(60)"), of("SELECT 1 AS one")));
  // By the clock: while a statement runs that takes far longer.
  setTimeout(() => client.connection.stream.destroy(), 50);
  assert.match(String(await asked), /terminated/);
  assert.match(String(await codeOf(ask(of("SELECT 1 AS one")))), /./);
});
