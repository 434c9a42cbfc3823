// Answers that are too large to be made: refused, whatever is asked, and what would have been done is not done.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { codeOf, smallSchemas, type SmallSchema } from "./testing/small-schema.ts";

const smallSchema = smallSchemas();

let made: SmallSchema;

before(async () => {
  made = await smallSchema(`
    CREATE TABLE page (id int PRIMARY KEY, words text, seen int NOT NULL DEFAULT 0);
    INSERT INTO page SELECT n, repeat('x', 10000000) FROM generate_series(1, 7) n;
    CREATE FUNCTION marked(bytes int) RETURNS text LANGUAGE plpgsql VOLATILE AS $$
      BEGIN UPDATE page SET seen = seen + 1; RETURN repeat('x', bytes); END $$;
    GRANT SELECT, UPDATE, DELETE ON page TO anon`);
});

const seen = async () =>
  (
    await made.owner(
      "SELECT count(*)::int AS rows, sum(seen)::int AS seen, count(*) FILTER (WHERE words = 'x')::int AS short FROM page",
    )
  )[0];
const shown = { prefer: "return=representation" };
const tooLarge = [400, "ANSWER_TOO_LARGE"];

test("a change that would give back too much is not made", async () => {
  const refused = await made.ask("PATCH", "/page?id=gt.0", { headers: shown, body: { seen: 1 } });
  assert.deepEqual(codeOf(refused), tooLarge);
  const single = await made.ask("PATCH", "/page?id=eq.1", {
    headers: { ...shown, accept: "application/vnd.pgrst.object+json" },
    body: { seen: 0 },
  });
  assert.equal(single.status, 200);
  assert.deepEqual(codeOf(await made.ask("DELETE", "/page?id=gt.0", { headers: shown })), tooLarge);
  assert.deepEqual(await seen(), { rows: 7, seen: 0, short: 0 });
  const kept = await made.ask("PATCH", "/page?id=gt.0&select=id", { headers: shown, body: { seen: 1 } });
  assert.equal((kept.body as readonly unknown[]).length, 7);
  assert.equal((await made.ask("PATCH", "/page?id=gt.0", { body: { seen: 2 } })).status, 204);
  assert.deepEqual(await seen(), { rows: 7, seen: 14, short: 0 });
});

test("a function that says too much has done nothing", async () => {
  const earlier = await seen();
  assert.deepEqual(codeOf(await made.ask("POST", "/rpc/marked", { body: { bytes: 70_000_000 } })), tooLarge);
  assert.deepEqual(await seen(), earlier);
  assert.equal((await made.ask("POST", "/rpc/marked", { body: { bytes: 1000 } })).status, 200);
  assert.equal((await seen())?.["seen"], Number(earlier?.["seen"]) + 7);
});

test("an answer that is too large is refused; HEAD works, and an invalid value is reported as such", async () => {
  assert.deepEqual(codeOf(await made.ask("GET", "/page")), tooLarge);
  assert.equal((await made.ask("HEAD", "/page")).status, 200);
  assert.deepEqual(codeOf(await made.ask("GET", "/page?id=eq.too large")), [400, "22P02"]);
});
