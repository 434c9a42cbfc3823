// Files of SQL are taken apart at their semicolons, and nothing that is not understood passes.
import assert from "node:assert/strict";
import { test } from "node:test";
import { fillVariables, statementsOf } from "./statements.ts";

test("semicolons in texts, bodies, names and comments end nothing", () => {
  const file = `-- What it is for; and why.
SELECT ';', "a;b" /* ; /* ; */ ; */ FROM c; -- of the next; one

DO $x$ BEGIN PERFORM 1; PERFORM '$$;'; END $x$;
SELECT E'\\';', 1;`;
  assert.deepEqual(statementsOf(file), [
    `SELECT ';', "a;b" /* ; /* ; */ ; */ FROM c`,
    "DO $x$ BEGIN PERFORM 1; PERFORM '$$;'; END $x$",
    "SELECT E'\\';', 1",
  ]);
});

test("comments within a statement stay, those before it do not", () =>
  assert.deepEqual(statementsOf("-- why\nCREATE TABLE a (\n  -- who\n  b text\n);\n"), [
    "CREATE TABLE a (\n  -- who\n  b text\n)",
  ]));

for (const [what, file] of [
  ["a statement without an end", "SELECT 1; SELECT 2"],
  ["nothing before a semicolon", "SELECT 1;;"],
  ["a bracket too many", "SELECT (1));"],
  ["a bracket that is not closed", "SELECT (1;"],
  ["a text without an end", "SELECT 'a;"],
  ["a body without an end", "DO $$ BEGIN END;"],
  ["a comment without an end", "SELECT 1 /* a;"],
  ["a command of psql", "\\i other.sql\nSELECT 1;"],
  ["a body that holds statements itself", "CREATE FUNCTION a() RETURNS int BEGIN ATOMIC SELECT 1; END;"],
] as const)
  test(`${what} throws`, () => assert.throws(() => statementsOf(file)));

test("variables are filled as psql fills them", () => {
  const filled = fillVariables("SELECT :'zone', ':''zone''', a::text, b[1:2] -- :'zone'", { zone: "it's" });
  assert.equal(filled, "SELECT 'it''s', ':''zone''', a::text, b[1:2] -- :'zone'");
  assert.throws(() => fillVariables("SELECT :'zone'", {}), /zone/);
});
