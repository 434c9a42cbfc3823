// SQL of operators that is meant to harm: each attempt is refused over the wire, and by PostgreSQL alone too.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { eventually } from "../../../../language/src/testing/eventually.ts";
import type { TestProduct } from "../../testing/product.ts";
import { readerRole } from "./reader-role.ts";
import { sqlDesk, type SqlDesk } from "./testing/desk.ts";

const start = sqlDesk();
let desk: TestProduct;
let run: SqlDesk["run"];
let rows: SqlDesk["rows"];

before(async () => {
  ({ desk, run, rows } = await start());
});

/** Each with what the answer says. */
const hostile: Readonly<Record<string, RegExp>> = {
  // Passwords, tokens, sessions, keys, and what the server keeps.
  "select encrypted_password from auth.users": /permission denied/,
  "select * from auth.sessions": /permission denied/,
  "select secret from auth.mfa_factors": /permission denied/,
  "select * from auth.signing_keys": /permission denied/,
  "select * from writ.operator_session": /permission denied/,
  "select * from writ.outbox": /permission denied/,
  "select * from writ.applied": /permission denied/,
  "select * from vault.decrypted_secrets": /does not exist/,
  "select * from pg_authid": /pg_authid/,
  'select rolpassword from "pg_catalog"."pg_authid"': /pg_authid/,
  "select passwd from pg_shadow": /pg_shadow/,
  "select * from pg_user_mapping": /permission denied/,
  "select stavalues1 from pg_statistic": /permission denied/,
  // Files and programs of the server.
  "select pg_read_file('/etc/passwd')": /pg_read_file/,
  "select pg_ls_dir('/')": /pg_ls_dir/,
  "select lo_export(1, '/tmp/x')": /lo_export/,
  "select lo_import('/etc/passwd')": /lo_import/,
  "copy (select 1) to program 'id'": /syntax error/,
  "copy claim to stdout": /syntax error/,
  "select * from dblink('host=/tmp', 'select 1') as t(a int)": /dblink/,
  // Another role.
  "set role service_role": /syntax error/,
  "reset role": /syntax error/,
  "select set_config('role', 'writ_owner', true)": /set_config/,
  "set session authorization writ_owner": /syntax error/,
  // Another statement, or another mode.
  "select 1; delete from claim": /multiple commands/,
  "select 1; commit; delete from claim": /multiple commands/,
  commit: /syntax error/,
  "begin read write": /syntax error/,
  "set transaction read write": /syntax error/,
  "set statement_timeout = 0": /syntax error/,
  "select set_config('statement_timeout', '0', false), pg_sleep(60)": /set_config/,
  "do $$ begin perform pg_sleep(1); end $$": /pg_sleep/,
  "do $$ begin null; end $$": /syntax error/,
  "call x()": /syntax error/,
  "prepare transaction 'x'": /syntax error/,
  "listen x": /syntax error/,
  "lock table claim": /syntax error/,
  "declare c cursor with hold for select 1": /syntax error/,
  "fetch all from answer": /syntax error/,
  // Writing.
  "delete from claim": /syntax error/,
  "insert into claim (about) values ('x')": /syntax error/,
  "with gone as (delete from claim returning *) select * from gone": /data-modifying/,
  "select * into stolen from claim": /INTO/,
  "select * from claim for update": /read-only/,
  "explain analyze delete from claim": /read-only/,
  "explain analyze create table x as select 1": /permission denied|read-only/,
  "select writ.note_operator_act()": /permission denied|insufficient/,
  // What outlives a transaction, or reaches others.
  "select pg_advisory_lock(1)": /pg_advisory_lock/,
  'select "pg_advisory_lock"(1)': /pg_advisory_lock/,
  "select PG_TRY_ADVISORY_LOCK(1)": /pg_try_advisory_lock/,
  'select U&"\\0070g_advisory_lock"(1)': /is not allowed/,
  "select query_to_xml('select pg_adv' || 'isory_lock(1)', true, true, '')": /query_to_xml/,
  "select pg_notify('x', 'y')": /pg_notify/,
  "select pg_terminate_backend(pid) from pg_stat_activity": /pg_terminate_backend/,
  "select pg_logical_emit_message(false, 'x', 'y')": /pg_logical_emit_message/,
  "select pg_reload_conf()": /permission denied/,
  "select pg_sleep(60)": /pg_sleep/,
  "select 'it''s', pg_sleep(60), 'x'": /pg_sleep/,
  "select $$'$$, pg_sleep(60), $$'$$": /pg_sleep/,
  "select E'\\'', pg_sleep(60), ' '": /pg_sleep/,
  "select 1 -- '\n, pg_sleep(60) -- '": /pg_sleep/,
  "select 1 /* ' */, pg_sleep(60) /* ' */": /pg_sleep/,
  'select 1 as "\'", pg_sleep(60), 2 as "\'"': /pg_sleep/,
  // Much memory of a short statement.
  "select length(repeat('x', 1000000000))": /repeat/,
  "select length(pg_catalog.\"repeat\" -- x\n('x', 1000000000))": /repeat/,
  "select lpad('x', 1000000000)": /lpad/,
  "select rpad/**/('x', 1000000000)": /rpad/,
  "select array_fill(1, array[100000000])": /array_fill/,
};

test("nothing is changed, and nothing secret is read", async () => {
  for (const [text, says] of Object.entries(hostile)) {
    const { status, told } = await run(text);
    assert.equal(status, 400, `${text}: ${JSON.stringify(told)}`);
    assert.match(told.message ?? "", says, text);
  }
  assert.deepEqual(await desk.owner("SELECT count(*)::int AS count FROM public.claim"), [{ count: 3 }]);
  // It keeps its failure to itself.
  await run("select realtime.send('{}', 'x', 'y', false)");
  assert.deepEqual(await desk.owner("SELECT FROM realtime.messages"), []);
  assert.deepEqual(
    await desk.owner("SELECT FROM pg_locks WHERE locktype = 'advisory' AND classid = 0 AND objid = 1"),
    [],
  );
});

/** With another secret than the product's. */
const options: Omit<Parameters<typeof readerRole>[0], "database"> = {
  owner: {
    withConnection: async (work) => {
      const client = await desk.database.connect();
      try {
        return await work(client);
      } finally {
        await client.end();
      }
    },
  },
  secret: () => Buffer.from("another secret"),
  schemas: [],
};

test("a database that is known by its address is entered as the same role", async () => {
  const { url } = desk.database;
  const client = await readerRole({ ...options, database: { poolConfig: () => ({ connectionString: url }) } }).connect(
    {},
  );
  const { rows: found } = await client.query(
    "SELECT session_user::text AS name, rolbypassrls, rolsuper FROM pg_roles WHERE rolname = session_user",
  );
  assert.match(found[0]?.name, /^writ_sql_\d+$/);
  assert.deepEqual([found[0]?.rolbypassrls, found[0]?.rolsuper], [true, false]);
  await client.end();
});

test("the owner ends a session of the role, and takes on no right of it", async () => {
  const role = readerRole({ ...options, database: desk.database });
  const client = await role.connect({});
  assert.equal(await role.isEnded(client), false);
  assert.ok(await eventually(async () => role.isEnded(client), "the session ends"));
  await assert.rejects(client.query("select 1"));
  assert.deepEqual(await desk.owner("SELECT pg_has_role('service_role', 'USAGE') AS has"), [{ has: false }]);
});

test("without the list of refused names PostgreSQL itself still holds to what is to be kept", async () => {
  const role = readerRole({ ...options, database: desk.database });
  // With another secret the role gets another password, and the product takes its own again.
  const client = await role.connect({});
  const fails = async (text: string, says: RegExp) => assert.rejects(client.query(text), says, text);
  await fails("set role service_role", /permission denied/);
  await fails("set role writ_owner", /permission denied/);
  await fails("set session authorization writ_owner", /permission denied/);
  await fails("select pg_read_file('/etc/passwd')", /permission denied/);
  await fails("select lo_export(1, '/tmp/x')", /permission denied/);
  await fails("copy (select 1) to program 'id'", /permission denied|read-only/);
  await fails("select * from pg_authid", /permission denied/);
  await fails("select * from auth.users", /permission denied/);
  await fails(
    "select set_config('role', 'none', false), query_to_xml('select * from auth.users', true, true, '')",
    /permission denied/,
  );
  await fails("create table public.mine ()", /read-only/);
  // What a statement sets is for the next one: its own time is counted already.
  await client.query("set statement_timeout = 300");
  const endless = "generate_series(1, 1000000) a, generate_series(1, 1000000) b";
  await fails(`select set_config('statement_timeout', '0', false), count(*) from ${endless}`, /statement timeout/);
  await client.query("begin read only");
  await client.query("select 1");
  await fails("select set_config('transaction_read_only', 'off', true)", /read-write mode/);
  await client.end();
  assert.deepEqual(await rows("select 1"), [["1"]]);
});

test("a superuser's database bounds the files of its sorts too", async () => {
  const superuser = await desk.database.connect({ as: "superuser" });
  try {
    const { rows: found } = await superuser.query<{ drop: string }>(
      `SELECT format('DROP OWNED BY %1$I; DROP ROLE %1$I', rolname) AS drop FROM pg_roles, pg_database d
       WHERE rolname = 'writ_sql_' || d.oid AND d.datname = current_database()`,
    );
    // No session of an earlier test is in its way.
    await eventually(
      async () =>
        superuser.query(found[0]?.drop ?? "").then(
          () => true,
          () => false,
        ),
      "it is dropped",
    );
    const owner: typeof options.owner = { withConnection: async (work) => work(superuser) };
    const client = await readerRole({ ...options, owner, database: desk.database }).connect({});
    const { rows: shown } = await client.query("SHOW temp_file_limit");
    assert.deepEqual(shown, [{ temp_file_limit: "1GB" }]);
    await client.end();
  } finally {
    await superuser.end();
  }
});
