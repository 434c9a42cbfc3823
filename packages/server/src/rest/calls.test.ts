// Functions: which one is meant, how its arguments reach it, and in which shape its answer comes.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { codeOf, smallSchemas, type SmallSchema } from "./testing/small-schema.ts";

const smallSchema = smallSchemas();

let made: SmallSchema;

before(async () => {
  made = await smallSchema(`
    CREATE TABLE place (id int PRIMARY KEY, name text); INSERT INTO place VALUES (1, 'Ghent'), (2, 'Oslo'); GRANT SELECT ON place TO anon;
    CREATE TABLE visit (id int PRIMARY KEY, place int REFERENCES place); INSERT INTO visit VALUES (5, 1); GRANT SELECT ON visit TO anon;
    CREATE DOMAIN a_place AS place;
    CREATE FUNCTION one() RETURNS record LANGUAGE sql STABLE AS $$ SELECT id, name FROM place WHERE id = 1 $$;
    CREATE FUNCTION many() RETURNS SETOF record LANGUAGE sql STABLE AS $$ SELECT id, name FROM place ORDER BY id $$;
    CREATE FUNCTION named(OUT x int, OUT y text) LANGUAGE sql STABLE AS $$ SELECT 1, 'a' $$;
    CREATE FUNCTION domained() RETURNS a_place LANGUAGE sql STABLE AS $$ SELECT place FROM place WHERE id = 1 $$;
    CREATE FUNCTION joined(VARIADIC words text[]) RETURNS text LANGUAGE sql IMMUTABLE AS $$ SELECT array_to_string(words, '+') $$;
    CREATE FUNCTION twice(json) RETURNS text LANGUAGE sql AS $$ SELECT 'json' $$;
    CREATE FUNCTION twice(jsonb) RETURNS text LANGUAGE sql AS $$ SELECT 'jsonb' $$;
    CREATE FUNCTION whole() RETURNS text LANGUAGE sql AS $$ SELECT 'nothing' $$;
    CREATE FUNCTION whole(text) RETURNS text LANGUAGE sql AS $$ SELECT 'text ' || $1 $$;
    CREATE FUNCTION level() RETURNS text LANGUAGE sql STABLE SET default_transaction_isolation = 'serializable' AS $$ SELECT current_setting('transaction_isolation') $$;
    CREATE FUNCTION places() RETURNS SETOF place LANGUAGE sql STABLE AS $$ SELECT * FROM place $$;
    CREATE FUNCTION counted() RETURNS int LANGUAGE sql VOLATILE AS $$ SELECT 1 $$;`);
});

const call = async (name: string, body?: unknown, type = "application/json") => {
  const headers = { "content-type": type };
  return body === undefined ? made.ask("GET", `/rpc/${name}`) : made.ask("POST", `/rpc/${name}`, { headers, body });
};

test("a record has the columns that it has, alone and in a set", async () => {
  assert.deepEqual((await call("one")).body, { id: 1, name: "Ghent" });
  assert.deepEqual((await call("many")).body, [
    { id: 1, name: "Ghent" },
    { id: 2, name: "Oslo" },
  ]);
  assert.deepEqual((await call("named")).body, { x: 1, y: "a" });
  assert.deepEqual((await call("domained?select=name,visit(id)")).body, { name: "Ghent", visit: [{ id: 5 }] });
});

test("an argument that comes again is one more item, from an address and from a form", async () => {
  assert.equal((await call("joined?words=a&words=b c")).body, "a+b c");
  assert.equal((await call("joined", "words=a&words=b%20c", "application/x-www-form-urlencoded")).body, "a+b c");
  assert.equal((await call("joined", { words: ["a", "b"] })).body, "a+b");
});

test("a body that is no object is the one argument, or nothing is found", async () => {
  assert.equal((await call("whole", "x", "text/plain")).body, "text x");
  assert.equal((await call("whole", {})).body, "nothing");
  assert.deepEqual(codeOf(await call("whole", "<a/>", "text/xml")), [404, "PGRST202"]);
  assert.deepEqual(codeOf(await call("twice", { a: 1 })), [300, "PGRST203"]);
  assert.deepEqual(codeOf(await call("whole", "{", "application/json")), [400, "PGRST102"]);
  assert.deepEqual(codeOf(await call("whole", "{}", "constructor")), [400, "PGRST102"]);
  assert.deepEqual(codeOf(await call(`${"ab".repeat(5000)}?x=1`)), [404, "PGRST202"]);
});

test("a hint names another function than the one that was refused", async () => {
  const refused = (await call("twice")).body as { readonly code: string; readonly hint: string | null };
  assert.deepEqual([refused.code, refused.hint], ["PGRST202", null]);
});

test("ranges are for GET alone; what may write is not called by it", async () => {
  const range = { range: "1-1", prefer: "count=exact" };
  const got = await made.ask("GET", "/rpc/places", { headers: range });
  assert.deepEqual([got.status, got.headers.get("content-range")], [206, "1-1/2"]);
  const head = await made.ask("HEAD", "/rpc/places", { headers: range });
  assert.deepEqual([head.status, head.headers.get("content-range"), head.text], [200, "0-1/2", ""]);
  assert.equal((await call("level")).body, "serializable");
});
