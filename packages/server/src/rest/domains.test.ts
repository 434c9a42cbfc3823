// Domains that are shown and read by functions of their own, which casts name.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { codeOf, smallSchemas, type SmallSchema } from "./testing/small-schema.ts";

const smallSchema = smallSchemas();

let made: SmallSchema;

before(async () => {
  made = await smallSchema(`
    CREATE DOMAIN colour AS int CHECK (VALUE >= 0);
    CREATE FUNCTION shown(colour) RETURNS json LANGUAGE sql IMMUTABLE AS $$ SELECT to_json(CASE WHEN $1 IS NULL THEN 'none' ELSE '#' || lpad(to_hex($1), 6, '0') END) $$;
    CREATE FUNCTION from_text(text) RETURNS colour LANGUAGE plpgsql IMMUTABLE AS $$ BEGIN
      IF $1 !~ '^#?[0-9a-f]{6}$' THEN RAISE invalid_text_representation USING message = 'no colour'; END IF;
      RETURN ('x' || lpad(ltrim($1, '#'), 8, '0'))::bit(32)::int; END $$;
    CREATE FUNCTION from_json(json) RETURNS colour LANGUAGE sql IMMUTABLE AS $$ SELECT from_text($1 #>> '{}') $$;
    CREATE CAST (colour AS json) WITH FUNCTION shown(colour) AS IMPLICIT;
    CREATE CAST (json AS colour) WITH FUNCTION from_json(json) AS IMPLICIT;
    CREATE CAST (text AS colour) WITH FUNCTION from_text(text) AS IMPLICIT;
    CREATE TABLE wall (id int PRIMARY KEY, paint colour DEFAULT 255, height int);
    CREATE TABLE door (id int PRIMARY KEY, wall int REFERENCES wall, paint colour);
    INSERT INTO wall VALUES (1, 255, 2), (2, 256, 3), (3, NULL, 4); INSERT INTO door VALUES (1, 2, 1);
    GRANT SELECT, INSERT, UPDATE ON wall, door TO anon;`);
});

test("they are shown wherever they are answered: chosen, all, embedded, renamed, empty", async () => {
  const read = async (address: string) => (await made.ask("GET", address)).body;
  assert.deepEqual(await read("/wall?select=id,p:paint&order=id"), [
    { id: 1, p: "#0000ff" },
    { id: 2, p: "#000100" },
    { id: 3, p: "none" },
  ]);
  assert.deepEqual(await read("/wall?id=eq.1"), [{ id: 1, paint: "#0000ff", height: 2 }]);
  assert.deepEqual(await read("/door?select=*,wall(paint)"), [{ id: 1, wall: { paint: "#000100" }, paint: "#000001" }]);
  assert.deepEqual(await read("/wall?select=height.sum(),paint&id=eq.1"), [{ sum: 2, paint: "#0000ff" }]);
});

test("they are read where they are compared, one by one and in lists", async () => {
  const ids = async (filter: string) => (await made.ask("GET", `/wall?select=id&order=id&${filter}`)).body;
  assert.deepEqual(await ids("paint=eq.%230000ff"), [{ id: 1 }]);
  assert.deepEqual(await ids("paint=in.(0000ff,000100)"), [{ id: 1 }, { id: 2 }]);
  assert.deepEqual(await ids("paint=gt(any).{0000ff}"), [{ id: 2 }]);
  assert.deepEqual(await ids("paint=isdistinct.0000ff"), [{ id: 2 }, { id: 3 }]);
  assert.deepEqual(codeOf(await made.ask("GET", "/wall?paint=eq.red")), [400, "22P02"]);
});

test("they are read where they are written, and defaults stay", async () => {
  const shown = { prefer: "return=representation" };
  const one = await made.ask("POST", "/wall", { headers: shown, body: { id: 10, paint: "#000002" } });
  assert.deepEqual([one.status, one.body], [201, [{ id: 10, paint: "#000002", height: null }]]);
  const missing = { prefer: "return=representation, missing=default" };
  const other = await made.ask("POST", "/wall?columns=id,paint", { headers: missing, body: [{ id: 11 }] });
  assert.deepEqual(other.body, [{ id: 11, paint: "#0000ff", height: null }]);
  const changed = await made.ask("PATCH", "/wall?paint=eq.000002", { headers: shown, body: { paint: "#000003" } });
  assert.deepEqual(changed.body, [{ id: 10, paint: "#000003", height: null }]);
  assert.deepEqual(codeOf(await made.ask("POST", "/wall", { body: { id: 12, paint: "red" } })), [400, "22P02"]);
});
