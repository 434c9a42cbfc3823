// Random requests from the grammar, whole and damaged, against rows whose answer JavaScript works out by itself.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { drawFrom } from "../../../language/src/testing/draw.ts";
import { damaged, randomRequest } from "./testing/random-request.ts";
import { rowsFor, evaluate } from "./testing/expected-rows.ts";
import { smallSchemas, type SmallSchema } from "./testing/small-schema.ts";

const smallSchema = smallSchemas();

const isLong = process.env["WRIT_LONG"] === "1";
const seed = Number(process.env["WRIT_SEED"] ?? 20_261_121);
const requests = isLong ? 40_000 : 600;

let made: SmallSchema;

const literal = (value: unknown): string =>
  value === null
    ? "NULL"
    : `'${String(typeof value === "object" ? JSON.stringify(value) : value).replaceAll("'", "''")}'`;

before(async () => {
  const things = rowsFor(drawFrom(seed), 40);
  made = await smallSchema(`
    CREATE TABLE thing (id int PRIMARY KEY, amount int, words text, flag boolean, data jsonb, up int REFERENCES thing, owner text NOT NULL);
    CREATE TABLE note (id int PRIMARY KEY, thing int REFERENCES thing, words text, owner text NOT NULL);
    INSERT INTO thing VALUES ${things.map((row) => `(${[row.id, row.amount, row.words, row.flag, row.data, row.up, row.owner].map(literal).join(", ")})`).join(", ")};
    INSERT INTO note SELECT id, id, words, owner FROM thing WHERE id % 2 = 0;
    ALTER TABLE thing ENABLE ROW LEVEL SECURITY; ALTER TABLE note ENABLE ROW LEVEL SECURITY;
    CREATE POLICY own ON thing USING (owner = 'open'); CREATE POLICY own ON note USING (owner = 'open');
    CREATE TABLE vault (id int PRIMARY KEY, owner text); INSERT INTO vault VALUES (1, 'hidden treasure');
    GRANT SELECT ON thing, note TO anon;`);
});

test("a whole request answers what JavaScript says, and its values never stand in the statement", async () => {
  const draw = drawFrom(seed);
  const things = rowsFor(drawFrom(seed), 40).filter(({ owner }) => owner === "open");
  let answered = 0;
  let compared = 0;
  for (let turn = 0; turn < requests; turn++) {
    const request = randomRequest(draw);
    const got = await made.ask("GET", request.address);
    const shown = `${request.address}\n${got.text.slice(0, 400)}`;
    assert.ok(got.status === 200 || (got.status >= 400 && got.status < 500), `${got.status} ${shown}`);
    assert.doesNotMatch(got.text, /hidden/, shown);
    for (const { text } of made.statements()) {
      for (const value of request.values) assert.ok(!text.includes(value), `${value} stands in ${text}`);
    }
    answered++;
    if (got.status !== 200) continue;
    assert.deepEqual(got.body, evaluate(request, things), request.address);
    compared++;
  }
  // Most of what is whole can be answered; what cannot is a value of another type, or a pattern that is none.
  assert.ok(compared > answered / 2 && compared > 100, `${compared} of ${answered}`);
});

test("a damaged request is answered or refused, and never shows or does what it may not", async () => {
  const draw = drawFrom(seed + 1);
  const kept = await made.owner("SELECT count(*) FROM thing");
  let refused = 0;
  for (let turn = 0; turn < requests; turn++) {
    const address = damaged(draw, randomRequest(draw).address);
    const got = await made.ask(draw.once(6) ? "HEAD" : "GET", address);
    assert.ok(
      got.status === 200 || got.status === 206 || (got.status >= 300 && got.status < 500),
      `${got.status} ${address}\n${got.text}`,
    );
    assert.doesNotMatch(got.text, /hidden treasure/, address);
    if (got.status !== 200) refused++;
    // One statement each: a second one would have come from the request.
    const writes = made
      .statements()
      .filter(
        ({ text }) => !/^(BEGIN|SELECT num_nulls\(set_config|WITH answer AS|COMMIT|RESET ALL|ROLLBACK)/.test(text),
      );
    assert.deepEqual(writes, [], address);
  }
  assert.ok(refused > 50, String(refused));
  assert.deepEqual(await made.owner("SELECT count(*) FROM thing"), kept);
});
