// What is wrong with the database's machine is told to whoever operates it, and not to whoever asks.
import assert from "node:assert/strict";
import { test } from "node:test";
import { smallSchemas } from "./testing/small-schema.ts";

const smallSchema = smallSchemas();

test("words that name files are in the log, and in no answer", async () => {
  const logged: string[] = [];
  const { ask } = await smallSchema(
    `CREATE FUNCTION fail(code text) RETURNS void LANGUAGE plpgsql AS $$
     BEGIN RAISE 'could not read "/srv/data/base/5/1259"' USING ERRCODE = code, DETAIL = '/srv/detail', HINT = '/srv/hint'; END $$`,
    { failed: ({ message }) => void logged.push(message) },
  );
  for (const [code, status] of [
    ["XX000", 500],
    ["XX001", 500],
    ["53100", 503],
    ["53200", 503],
    ["58030", 500],
    ["58P01", 500],
    ["F0000", 500],
  ] as const) {
    const answer = await ask("POST", "/rpc/fail", { body: { code } });
    assert.deepEqual(
      [answer.status, answer.body],
      [status, { code, message: "The database cannot do this at the moment.", details: null, hint: null }],
    );
    assert.deepEqual(logged.splice(0), ['could not read "/srv/data/base/5/1259"']);
  }
  // A function's own words are its own.
  const own = await ask("POST", "/rpc/fail", { body: { code: "P0001" } });
  assert.deepEqual([own.status, (own.body as { readonly hint: string }).hint, logged], [400, "/srv/hint", []]);
});
