// A transaction as somebody: the role and the claims hold inside, nothing of them outside, and no failure is swallowed.
import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { openDatabase } from "../index.ts";
import { transactionAs } from "../testing/transaction-as.ts";
import { emptyFolder } from "../testing/surroundings.ts";

const wholeFile = { after: (step: () => Promise<void> | void) => after(step) };

describe("a transaction as somebody", async () => {
  const database = await openDatabase({ folder: emptyFolder(wholeFile) });
  after(database.stop);
  const owner = await database.connect();
  const client = await database.connect({ as: "authenticator" });
  await owner.query(`
    create table note (id int primary key deferrable initially deferred, text text);
    grant select, insert on note to authenticated;
    create function refuse() returns trigger language plpgsql as
      $$ begin if new.text = 'late' then raise exception 'refused at the end' using errcode = 'P0123'; end if; return null; end $$;
    create constraint trigger refuse after insert on note deferrable initially deferred
      for each row execute function refuse();`);

  const ann = { role: "authenticated", claims: { sub: "ann" } } as const;
  const count = async () => (await owner.query<{ count: number }>("select count(*)::int from note")).rows[0]?.count;
  const outside = async () =>
    (
      await client.query(`select current_user as role, current_setting('request.jwt.claims', true) as claims,
        current_setting('request.headers', true) as headers, now() = statement_timestamp() as alone`)
    ).rows[0];
  const nothing = { role: "authenticator", claims: "", headers: "", alone: true };

  test("role, claims and headers hold inside and not outside", async () => {
    const claims = { sub: `an'n\\`, name: 'ö"\u0000\n$$' };
    const inside = await transactionAs(
      client,
      { role: "authenticated", claims, headers: { "x-forwarded-for": "'; drop table note; --" } },
      async () =>
        (
          await client.query(`select current_user as role, current_setting('request.jwt.claims') as claims,
            current_setting('request.headers')::json->>'x-forwarded-for' as address`)
        ).rows[0],
    );
    assert.equal(inside.role, "authenticated");
    assert.deepEqual(JSON.parse(inside.claims), claims);
    assert.equal(inside.address, "'; drop table note; --");
    assert.deepEqual(await outside(), nothing);
    await assert.rejects(
      transactionAs(client, { role: "anon", claims: {} }, () => client.query("select from note")),
      /permission denied/,
    );
    assert.deepEqual(await outside(), nothing);
  });

  test("what succeeded is written, and its result returned", async () => {
    const result = await transactionAs(client, ann, async (same) => {
      await same.query("insert into note values (1, 'kept')");
      return "done";
    });
    assert.equal(result, "done");
    assert.equal(await count(), 1);
  });

  test("what throws is undone, and what it threw arrives", async () => {
    const thrown = new Error("mine");
    await assert.rejects(
      transactionAs(client, ann, async () => {
        await client.query("insert into note values (2, 'undone')");
        throw thrown;
      }),
      (error) => error === thrown,
    );
    await assert.rejects(
      transactionAs(client, ann, () => client.query("select 1 / 0")),
      /division by zero/,
    );
    assert.equal(await count(), 1);
    assert.deepEqual(await outside(), nothing);
  });

  test("a constraint that is checked at the end arrives, and nothing is written", async () => {
    for (const [id, text, code] of [
      [3, "late", "P0123"],
      [1, "twice", "23505"],
    ] as const) {
      await assert.rejects(
        transactionAs(client, ann, () => client.query("insert into note values ($1, $2)", [id, text])),
        (error) => error instanceof Error && "code" in error && error.code === code,
      );
      assert.equal(await count(), 1);
      assert.deepEqual(await outside(), nothing);
    }
  });

  test("an error that the work keeps to itself is no success", async () => {
    await assert.rejects(
      transactionAs(client, ann, async () => {
        await client.query("insert into note values (4, 'lost')");
        await client.query("select 1 / 0").catch(() => undefined);
      }),
      /nothing was written/,
    );
    assert.equal(await count(), 1);
    assert.deepEqual(await outside(), nothing);
  });

  test("a cut connection is reported", async () => {
    const doomed = await database.connect({ as: "authenticator" });
    await assert.rejects(
      transactionAs(doomed, ann, async () => {
        const { rows } = await doomed.query("select pg_backend_pid() as backend");
        // Whoever owns the database may not end its connections, so it ends itself.
        const superuser = await database.connect({ ...database.poolConfig("owner"), database: "writ" });
        await superuser.query("select 1");
        await superuser.end();
        assert.ok(rows[0].backend > 0);
        doomed.connection.stream.destroy();
        await doomed.query("select 1");
      }),
    );
    assert.equal(await count(), 1);
  });
});
