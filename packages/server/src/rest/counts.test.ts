// How many rows there are: counted, guessed, or both; and what is told about how an answer came to be.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { codeOf, smallSchemas, type SmallSchema } from "./testing/small-schema.ts";

const smallSchema = smallSchemas();

const sql = `CREATE TABLE grain (id int PRIMARY KEY); INSERT INTO grain SELECT generate_series(1, 500); ANALYZE grain;
  GRANT SELECT, INSERT ON grain TO anon;`;

let made: SmallSchema;
before(async () => {
  made = await smallSchema(sql, { maxRows: 10, plans: true, timed: true });
});

const range = async (address: string, prefer: string): Promise<readonly [number, string | undefined]> => {
  const { status, headers } = await made.ask("HEAD", address, { headers: { prefer } });
  return [status, headers.get("content-range")];
};

test("an estimate is exact as long as there is little to count, and a guess beyond", async () => {
  assert.deepEqual(await range("/grain?id=lte.4", "count=estimated"), [200, "0-3/4"]);
  assert.deepEqual(await range("/grain", "count=estimated"), [206, "0-9/500"]);
  assert.deepEqual(await range("/grain", "count=planned"), [206, "0-9/500"]);
  assert.deepEqual(await range("/grain?limit=3&offset=1", "count=exact"), [206, "1-3/500"]);
});

test("what others have is not guessed at", async () => {
  const guarded = await smallSchema(
    `CREATE TABLE kept (id int PRIMARY KEY, kind text, mine boolean);
    INSERT INTO kept SELECT n, CASE WHEN n % 10 = 0 THEN 'rare' ELSE 'usual' END, n < 4 FROM generate_series(1, 5000) AS n;
    ALTER TABLE kept ENABLE ROW LEVEL SECURITY; CREATE POLICY own ON kept FOR SELECT TO anon USING (mine);
    CREATE ROLE counts_viewer; GRANT SELECT ON kept TO counts_viewer; CREATE POLICY shown ON kept FOR SELECT TO counts_viewer USING (mine);
    CREATE VIEW shown AS SELECT id, kind FROM kept; ALTER VIEW shown OWNER TO counts_viewer;
    ANALYZE kept; GRANT SELECT ON kept, shown TO anon;`,
    { maxRows: 2 },
  );
  for (const table of ["kept", "shown"]) {
    for (const [filter, expected] of [
      ["kind=eq.usual", "0-1/3"],
      ["kind=eq.rare", "*/0"],
      ["id=gt.1", "0-1/2"],
    ]) {
      for (const count of ["planned", "estimated", "exact"]) {
        const { headers } = await guarded.ask("HEAD", `/${table}?${filter}`, { headers: { prefer: `count=${count}` } });
        assert.equal(headers.get("content-range"), expected, `${table} ${filter} ${count}`);
      }
    }
  }
});

test("without a range the rows are counted while they are read", async () => {
  const whole = await smallSchema(sql);
  const { headers } = await whole.ask("GET", "/grain?id=lt.3", { headers: { prefer: "count=exact" } });
  assert.equal(headers.get("content-range"), "0-1/2");
  assert.doesNotMatch(
    whole
      .statements()
      .map(({ text }) => text)
      .join("\n"),
    /counted/,
  );
});

test("query plans are returned only if enabled, and write nothing", async () => {
  const plan = { accept: 'application/vnd.pgrst.plan+json; for="text/csv"; options=verbose' };
  const got = await made.ask("GET", "/grain", { headers: plan });
  assert.equal(
    got.headers.get("content-type"),
    'application/vnd.pgrst.plan+json; for="text/csv"; options=verbose; charset=utf-8',
  );
  assert.ok((got.body as readonly { readonly Plan: unknown }[])[0]?.Plan);
  const text = await made.ask("POST", "/grain", {
    headers: { accept: "application/vnd.pgrst.plan" },
    body: { id: 900 },
  });
  assert.match(text.text, /Insert on public\.grain|Insert on grain/);
  assert.deepEqual(await made.owner("SELECT id FROM grain WHERE id = 900"), []);
  const off = await smallSchema(sql);
  assert.deepEqual(codeOf(await off.ask("GET", "/grain", { headers: plan })), [406, "PGRST107"]);
});

test("timings are returned only if enabled", async () => {
  const times = (await made.ask("GET", "/grain")).headers.get("server-timing") ?? "";
  for (const stage of ["jwt", "parse", "plan", "transaction", "response"])
    assert.match(times, new RegExp(`${stage};dur=\\d+\\.\\d`));
  assert.equal((await (await smallSchema(sql)).ask("GET", "/grain")).headers.has("server-timing"), false);
});
