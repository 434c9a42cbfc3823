// A database that is there already: it will do, or the failure says what it lacks; the roles are made.
import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { checkLoginRights, type LoginRights } from "./external.ts";
import { openDatabase } from "./index.ts";
import { transactionAs } from "./testing/transaction-as.ts";
import { readPasswords } from "./embedded/passwords.ts";
import { emptyFolder, failsWith } from "./testing/surroundings.ts";
import { join } from "node:path";

const wholeFile = { after: (step: () => Promise<void> | void) => after(step) };

describe("a database that is there already", async () => {
  const folder = emptyFolder(wholeFile);
  const embedded = await openDatabase({ folder });
  after(embedded.stop);
  const passwords = readPasswords(join(folder, "postgres/passwords.json"), true);
  // Somebody else's cluster, as its superuser sees it: none of our roles.
  const superuser = await embedded.connect({ user: "postgres", password: passwords.postgres, database: "postgres" });
  const roles = "authenticator, anon, authenticated, service_role, writ_client, writ_keeper";
  await superuser.query(`reassign owned by writ_owner to postgres; grant connect on database postgres to public`);
  await superuser.query("revoke all on database writ from authenticator");
  await superuser.query("drop database writ");
  await superuser.query(`drop role ${roles}, writ_owner`);

  const addressOf = (user: string, database = "theirs", password = "se%40cret") =>
    embedded.url.replace(/writ_owner:.*@\/writ/, `${user}:${password}@/${database}`);
  const addUser = async (user: string, may: string) => {
    await superuser.query(`create role ${user} login password 'se@cret' ${may}`);
    return addressOf(user);
  };
  await superuser.query("create database theirs");

  test("D022: what the user lacks is named, with what mends it", async () => {
    const url = await addUser("poor", "");
    await failsWith(
      "D022",
      () => openDatabase({ url }),
      "CREATEROLE",
      "CREATE on the database",
      'grant create on database "theirs" to "poor"',
    );
    await superuser.query("alter role poor createrole");
    await failsWith("D022", () => openDatabase({ url }), "poor", "CREATE on the database");
    assert.deepEqual((await superuser.query(`select from pg_roles where rolname = 'anon'`)).rowCount, 0);
  });

  test("the roles are made, and can be taken on", async () => {
    const url = await addUser("plain", "createrole");
    await superuser.query("grant create on database theirs to plain");
    const database = await openDatabase({ url });
    assert.deepEqual(database.capabilities, {
      majorVersion: 18,
      superuser: false,
      bypassRls: false,
      replication: false,
      logicalWal: true,
    });
    const client = await database.connect({ as: "authenticator" });
    const name = await transactionAs(
      client,
      { role: "anon", claims: {} },
      async () => (await client.query("select current_user as name")).rows[0].name,
    );
    assert.equal(name, "anon");
    const { rows } = await superuser.query(
      `select rolname || case when rolcanlogin then ' login' else '' end || case when rolbypassrls then ' bypass' else '' end as role
       from pg_roles where rolname in ('authenticator', 'anon', 'authenticated', 'service_role', 'writ_client', 'writ_keeper') order by 1`,
    );
    assert.deepEqual(
      rows.map(({ role }) => role),
      ["anon", "authenticated", "authenticator login", "service_role", "writ_client", "writ_keeper"],
    );
    await database.stop();
    assert.equal(database.state().is, "stopped");
    // Requests have bounds, as far as whoever made the roles may set them.
    const settings = async () =>
      (
        await superuser.query<{ setting: string }>(
          "select unnest(setconfig) as setting from pg_db_role_setting where setrole = 'authenticator'::regrole order by 1",
        )
      ).rows.map(({ setting }) => setting);
    const usual = [
      "idle_in_transaction_session_timeout=15000",
      "lock_timeout=5000",
      "statement_timeout=15000",
      "transaction_timeout=60000",
    ];
    assert.deepEqual(await settings(), usual);
    // What an operator has set stays, and what a superuser allows is set too.
    await superuser.query(
      "alter role authenticator set lock_timeout = 77; grant set on parameter deadlock_timeout to plain",
    );
    await (await openDatabase({ url })).stop();
    assert.deepEqual(await settings(), ["deadlock_timeout=100", ...usual.with(1, "lock_timeout=77")]);
    await superuser.query("revoke set on parameter deadlock_timeout from plain");
    // A second start finds them there.
    await (await openDatabase({ url })).stop();
    // Somebody else cannot hand out what is not theirs.
    const other = await addUser("other", "createrole");
    await superuser.query("grant create on database theirs to other");
    await failsWith(
      "D022",
      () => openDatabase({ url: other }),
      "grant the role anon",
      'grant "anon" to "other"',
      'grant "writ_client" to "other"',
      'grant "writ_keeper" to "other"',
    );
    await superuser.query(`drop role ${roles}`);
  });

  test("who passes row security can give that on", async () => {
    const url = await addUser("rich", "createrole bypassrls replication");
    await superuser.query("grant create on database theirs to rich");
    const database = await openDatabase({ url });
    assert.deepEqual(database.capabilities, {
      majorVersion: 18,
      superuser: false,
      bypassRls: true,
      replication: true,
      logicalWal: true,
    });
    const { rows } = await superuser.query("select rolbypassrls from pg_roles where rolname = 'service_role'");
    assert.deepEqual(rows, [{ rolbypassrls: true }]);
    await database.stop();
  });

  test("D023: a role of the same name that may too much", async () => {
    const url = addressOf("rich");
    for (const [change, back, words] of [
      ["alter role anon superuser", "nosuperuser", "is a superuser"],
      ["alter role anon bypassrls", "nobypassrls", "bypasses row security"],
      ["alter role authenticated login", "nologin", "can log in"],
      ["alter role writ_keeper login", "nologin", "can log in"],
      ["alter role writ_keeper bypassrls", "nobypassrls", "bypasses row security"],
    ] as const) {
      await superuser.query(change);
      const [, , role = ""] = change.split(" ");
      await failsWith("D023", () => openDatabase({ url }), role, words, `alter role "${role}" ${back}`);
      await superuser.query(`alter role ${role} ${back}`);
    }
    await (await openDatabase({ url })).stop();
  });

  test("a role that could not be given it is given it later", async () => {
    await superuser.query("alter role service_role nobypassrls");
    await superuser.query("create role giver login password 'se@cret' superuser");
    const database = await openDatabase({ url: addressOf("giver") });
    assert.equal(database.capabilities.bypassRls, true);
    await database.stop();
    await superuser.query("alter role service_role nobypassrls");
    // Passes row security itself, but what acts as service_role would not.
    await addUser("halfway", "createrole bypassrls");
    await superuser.query("grant create on database theirs to halfway");
    await superuser.query("grant anon, authenticated, service_role, writ_client, writ_keeper to halfway");
    const halfway = await openDatabase({ url: addressOf("halfway") });
    assert.equal(halfway.capabilities.bypassRls, false);
    await halfway.stop();
  });

  test("D021: it is too old", async () => {
    const standing: LoginRights = {
      version: 140_012,
      shown_version: "14.12",
      name: "old",
      database: "theirs",
      is_superuser: true,
      may_create_roles: true,
      may_create: true,
      bypass_rls: true,
      replication: true,
      logical_wal: true,
    };
    await failsWith("D021", () => checkLoginRights(standing, "somewhere/theirs"), "somewhere/theirs", "14.12");
    checkLoginRights({ ...standing, version: 150_000 }, "somewhere/theirs");
  });

  test("D020: it cannot be reached, and no message gives a secret away", async () => {
    for (const url of [
      addressOf("rich", "theirs", "wr0ngsecret"),
      addressOf("rich", "nowhere"),
      "postgresql://someone:wr0ngsecret@127.0.0.1:1/x",
    ]) {
      await failsWith("D020", () => openDatabase({ url }));
      const error = await openDatabase({ url }).catch((failure: unknown) => failure);
      assert.ok(error instanceof Error);
      assert.doesNotMatch(`${error.message} ${String(error.cause)}`, /cret/);
    }
  });

  test("D024: the address is not a PostgreSQL address", async () => {
    for (const url of ["nonsense", "mysql://a:b@c/d", "", "postgresql://a:b@c:port/d"]) {
      await failsWith("D024", () => openDatabase({ url }));
    }
  });
});
