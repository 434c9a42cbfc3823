// SQL of operators over the wire: it sees all rows of the product and no secret, changes nothing, and ends within bounds.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { compile } from "@writ/language";
import { eventually } from "../../../../language/src/testing/eventually.ts";
import { applyDocument, planNow } from "../../applying/index.ts";
import type { TestProduct } from "../../testing/product.ts";
import type { ActsView } from "../operator-response-types.ts";
import { ask } from "../testing/ask.ts";
import { account, asked, origin, signIn } from "../testing/production.ts";
import { source, sqlDesk, type SqlDesk } from "./testing/desk.ts";

const start = sqlDesk();
let desk: TestProduct;
let cookie: string;
let run: SqlDesk["run"];
let rows: SqlDesk["rows"];

before(async () => {
  ({ desk, cookie, run, rows } = await start());
});

test("all rows are seen, whoever's they are, with values as PostgreSQL writes them", async () => {
  const { told } = await run("select about, cost, null as nothing from claim order by about; ");
  assert.deepEqual(told.columns, ["about", "cost", "nothing"]);
  assert.deepEqual(told.rows, [
    ["=1+1", "1.5", null],
    ["cellar", "1.5", null],
    ["roof", "1.5", null],
  ]);
  assert.equal(told.isCut, false);
  assert.deepEqual(await rows("with c as (select count(*) from public.claim) table c"), [["3"]]);
  assert.match(String((await rows("explain select * from claim"))[0]?.[0]), /Scan on claim/);
  assert.deepEqual(await rows("values (1, 'a''b'), (2, 'ä') -- with a comment"), [
    ["1", "a'b"],
    ["2", "ä"],
  ]);
});

test("a mistake is told in PostgreSQL's words, with its place", async () => {
  const { status, told } = await run("select abuot from claim");
  assert.equal(status, 400);
  assert.deepEqual([told.code, told.message, told.position], ["WRONG_SQL", 'column "abuot" does not exist', 8]);
});

test("EXPLAIN may follow comments, and its mistakes have their place too", async () => {
  for (const comment of ["/* x */ ", "-- x\n/* a * b **/\t", "\n"])
    assert.match(String((await rows(`${comment}explain select * from claim`))[0]?.[0]), /Scan on claim/, comment);
  assert.equal((await run("explain select abuot from claim")).told.position, 16);
  assert.equal((await run("/* x */ explain select abuot from claim")).told.position, 24);
  // A comment in a comment: what PostgreSQL would read after it is no EXPLAIN.
  assert.equal((await run("/* /* */ explain */ commit")).status, 400);
});

test("names that are refused may stand in a plain text, and columns may be named like them", async () => {
  assert.deepEqual(await rows("select about from claim where about like '%set_config%'"), []);
  assert.deepEqual(await rows(`select 'it''s u&"x" pg_sleep(1)' as "a'b", 2 as "repeat"`), [
    [`it's u&"x" pg_sleep(1)`, "2"],
  ]);
});

test("a thousand rows are answered, and that there are more", async () => {
  const { told } = await run("select generate_series(1, 1001)");
  assert.deepEqual([told.rows.length, told.isCut], [1000, true]);
  const { told: all } = await run("select generate_series(1, 1000)");
  assert.deepEqual([all.rows.length, all.isCut], [1000, false]);
});

test("the result as a file, without formulas", async () => {
  const answer = await ask(desk, "/_/console/api/sql.csv", {
    method: "POST",
    headers: { cookie, origin: origin(desk), "content-type": "application/json" },
    body: JSON.stringify({ text: "select about, 'a,b' as pair from claim order by about" }),
  });
  assert.equal(answer.status, 200);
  assert.match(String(answer.headers["content-disposition"]), /attachment; filename="result.csv"/);
  assert.equal(
    answer.text,
    '\ufeffabout,pair\r\n\'=1+1,"a,b"\r\ncellar,"a,b"\r\nroof,"a,b"\r\n'.replace("'=1+1", '"\'=1+1"'),
  );
});

test("who ran which statement is listed, also where it was refused", async () => {
  await run("select 'a statement to find'");
  await run("select 'another to find' from nowhere");
  await run("select 'refused to find', pg_sleep(1)");
  const { acts } = (await asked(desk, cookie, "acts?text=to%20find")).told as ActsView;
  assert.deepEqual(
    acts.map(({ name, act, about }) => [name, act, about]),
    [
      ["ann@example.test (Ann)", "Was refused SQL", "select 'refused to find', pg_sleep(1)"],
      ["ann@example.test (Ann)", "Ran SQL", "select 'another to find' from nowhere"],
      ["ann@example.test (Ann)", "Ran SQL", "select 'a statement to find'"],
    ],
  );
});

test("what takes long is ended, and a setting inside of it lifts nothing", async () => {
  const { status, told } = await run(
    "select count(*) from generate_series(1, 1000000) a, generate_series(1, 1000000) b",
  );
  assert.deepEqual([status, told.code], [400, "TOO_LONG"]);
  const isOver = async () =>
    (await desk.owner("SELECT FROM pg_stat_activity WHERE application_name = 'writ sql'")).length === 0;
  assert.ok(await eventually(isOver, "its session ends"));
});

test("an answer that is too large is given up on the way", async () => {
  for (const text of [
    "select string_agg('123456789 123456789 123456789 ', '') from generate_series(1, 1000000)",
    "select string_agg('123456789 ', '') from generate_series(1, 1500000) a group by a / 100000",
  ]) {
    const memory = process.memoryUsage.rss();
    const { status, told } = await run(text);
    assert.deepEqual([status, told.code], [400, "TOO_LARGE"], JSON.stringify(told));
    assert.ok(process.memoryUsage.rss() - memory < 200e6);
  }
});

test("two at once and no more, and what PostgreSQL does not stop keeps its place", async (here) => {
  const slow = "select count(*) from generate_series(1, 1000000) a, generate_series(1, 1000000) b";
  const eye = await desk.database.connect({ as: "superuser" });
  here.after(async () => eye.end());
  const sessions = async () => {
    const { rows: found } = await eye.query<{ pid: number; query: string }>(
      "SELECT pid, query FROM pg_stat_activity WHERE usename LIKE 'writ_sql_%' AND datname = current_database()",
    );
    return found;
  };
  const runs = async () => (await sessions()).filter(({ query }) => query.startsWith("FETCH"));
  const isFree = async () => (await sessions()).length === 0;
  const bothRun = async () =>
    (await Promise.all([run("select 1"), run("select 1")])).every(({ status }) => status === 200);
  assert.ok(await eventually(bothRun, "both places are free"));
  assert.ok(await eventually(isFree, "no statement runs"));
  const both = Promise.all([run(slow), run(slow)]);
  assert.ok(await eventually(async () => (await runs()).length === 2, "both run"));
  const stopped = (await runs()).map(({ pid }) => pid);
  try {
    assert.equal((await run("select 1")).told.code, "BUSY");
    // They react to nothing.
    for (const pid of stopped) process.kill(pid, "SIGSTOP");
    assert.deepEqual(
      (await both).map(({ told }) => told.code),
      ["TOO_LONG", "TOO_LONG"],
    );
    assert.equal((await run("select 1")).told.code, "BUSY");
  } finally {
    for (const pid of stopped) process.kill(pid, "SIGCONT");
  }
  assert.ok(await eventually(async () => (await run("select 1")).status === 200, "their places are free"));
  assert.ok(await eventually(isFree, "their sessions end"));
});

test("somebody who is not signed in, is no operator, or comes from another page is refused", async () => {
  const from = async (headers: Readonly<Record<string, string>>, path = "sql") =>
    (
      await ask(desk, `/_/console/api/${path}`, {
        method: "POST",
        headers: { origin: origin(desk), "content-type": "application/json", ...headers },
        body: JSON.stringify({ text: "select 1" }),
      })
    ).status;
  await account(desk, "mallory@example.test");
  const token = await signIn(desk, "mallory@example.test");
  for (const path of ["sql", "sql.csv"]) {
    assert.equal(await from({}, path), 401);
    assert.equal(await from({ authorization: `Bearer ${token}` }, path), 401);
    assert.equal(await from({ authorization: `Bearer ${desk.serviceKey}`, apikey: desk.serviceKey }, path), 401);
    assert.equal(await from({ cookie, origin: "https://elsewhere.example" }, path), 403);
    assert.equal(await from({ cookie, "content-type": "text/plain" }, path), 400);
    assert.equal(await from({ cookie }, path), 200);
  }
});

test("a role that another program gave more is used for nothing", async () => {
  await desk.owner("CREATE SCHEMA vault");
  await desk.owner("CREATE TABLE vault.secret (word text)");
  await desk.owner("GRANT USAGE ON SCHEMA vault TO service_role");
  assert.equal((await run("select 1")).status, 200);
  await desk.owner("GRANT SELECT ON vault.secret TO service_role");
  const { status, told } = await run("select 1");
  assert.deepEqual([status, told.code], [409, "NOT_OFFERED"]);
  assert.match(told.message ?? "", /vault\.secret/);
  await desk.owner("DROP SCHEMA vault CASCADE");
  assert.equal((await run("select 1")).status, 200);
});

test("the document's database is as it was: a plan sees no difference, and another document can be applied", async () => {
  const client = await desk.database.connect();
  const plan = await planNow(client, compile(source), (earlier) => compile(earlier));
  assert.deepEqual([plan.steps, plan.drift], [[], []]);
  const wider = source.replace("| Cost |", "| Note | text up to 20 | no | |\n| Cost |");
  const outcome = await applyDocument(client, wider, compile(wider), (earlier) => compile(earlier));
  await client.end();
  assert.equal(outcome.is, "applied");
  assert.deepEqual((await run("select note from claim")).told.rows.length, 3);
});
