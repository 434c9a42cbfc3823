// What somebody can hold who has a connection of requests, and for how long: locks, moments, and what no policy binds.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Client, ClientBase } from "pg";
import { openDatabase, type Database } from "../index.ts";
import { requestPool, usualLimits } from "./request-pool.ts";
import { emptyFolder } from "../testing/surroundings.ts";

const wholeFile = { after: (step: () => Promise<void> | void) => after(step) };
const folder = emptyFolder(wholeFile);

const codeOf = async (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => "done",
    (error: unknown) => (error instanceof Error && "code" in error ? error.code : String(error)),
  );

describe("a connection of requests", () => {
  let database: Database;
  let owner: Client;
  before(async () => {
    database = await openDatabase({ folder });
    owner = await database.connect();
    await owner.query(
      "create table ticket (id int); insert into ticket values (1); grant select, update, delete on ticket to authenticated",
    );
  });
  after(() => database.stop());

  /** Somebody who is let do what they like, with bounds that a test can wait for. */
  const asSomebody = async <Result>(
    work: (client: ClientBase) => Promise<Result>,
    statementMilliseconds = 400,
  ): Promise<Result> => {
    const pool = requestPool(database, "authenticator", {
      ...usualLimits,
      statementMilliseconds,
      lockMilliseconds: 200,
    });
    try {
      return await pool.withConnection(work);
    } finally {
      await pool.end();
    }
  };
  const lock = "begin; set local role authenticated; lock table ticket in access exclusive mode";

  test("a connection has the bounds of its role", async () => {
    const client = await database.connect({ as: "authenticator" });
    const shown = async (of: Client) =>
      (
        await of.query(
          `select string_agg(current_setting(name), ' ' order by place) as all from unnest(array['statement_timeout', 'lock_timeout',
            'idle_in_transaction_session_timeout', 'transaction_timeout']) with ordinality as n (name, place)`,
        )
      ).rows[0]?.all;
    assert.equal(await shown(client), "15s 5s 15s 1min");
    // Applying a document may take its time.
    assert.equal(await shown(owner), "0 0 0 0");
    await client.end();
  });

  test("keeps a table from others no longer than it works on it, and its own moment neither", async () => {
    const waiting = await database.connect({ as: "authenticator" });
    await waiting.query("set role authenticated; set lock_timeout = 200");
    await asSomebody(async (client) => {
      const ended = new Promise<unknown>((resolve) =>
        client.on("error", (error) => resolve("code" in error && error.code)),
      );
      await client.query(lock);
      // The others are told soon, and go on as soon as nobody works there.
      assert.equal(await codeOf(waiting.query("select from ticket")), "55P03");
      await owner.query("select from ticket");
      // The transaction is over: nothing is judged by its clock any more.
      assert.equal(await ended, "25P03");
      await assert.rejects(client.query("select now()"));
      // Long enough for the others to come on a busy machine.
    }, 3000);
    await waiting.end();
  });

  test("a connection can be ended while in use without affecting others", async () => {
    const pool = requestPool(database, "authenticator", { ...usualLimits, connections: 1 });
    const same = await database.connect({ as: "authenticator" });
    const own = "select pg_backend_pid() as number";
    const first = await pool.withConnection(async (client) => {
      const { number } = (await client.query(own)).rows[0];
      const ended = new Promise((resolve) => client.once("end", resolve));
      await same.query("select pg_terminate_backend($1, 5000)", [number]);
      // Its end is told by itself, while nothing is asked.
      await ended;
      return number;
    });
    const second = await pool.withConnection(async (client) => (await client.query(own)).rows[0].number);
    assert.notEqual(second, first);
    await pool.end();
    await same.end();
  });

  test("does not work on one statement for ever", async () => {
    assert.equal(await codeOf(asSomebody((client) => client.query("select pg_sleep(5)"))), "57014");
  });

  test("makes no large objects, and takes no locks on numbers", async () => {
    const client = await database.connect({ as: "authenticator" });
    for (const role of ["anon", "authenticated", "service_role"]) {
      await client.query(`set role ${role}`);
      for (const call of [
        "lo_create(0)",
        "lo_creat(-1)",
        "lo_from_bytea(0, 'x')",
        "lo_put(1, 0, 'x')",
        "lo_get(1)",
        "lo_unlink(1)",
        "pg_advisory_lock(7765827)",
        "pg_try_advisory_xact_lock(1, 2)",
        "pg_advisory_unlock_all()",
      ]) {
        assert.equal(await codeOf(client.query(`select ${call}`)), "42501", `${role}: ${call}`);
      }
    }
    await client.end();
    // Who applies documents takes them.
    await owner.query("begin; select pg_advisory_xact_lock(7765827); rollback");
  });
});
