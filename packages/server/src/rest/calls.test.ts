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

test("one parameter without a name takes a body that names no parameter of another", async () => {
  const some = await smallSchema(`
    CREATE FUNCTION took(jsonb) RETURNS text LANGUAGE sql AS $$ SELECT $1::text $$;
    CREATE FUNCTION took(a int) RETURNS text LANGUAGE sql AS $$ SELECT 'a ' || $1 $$;
    CREATE FUNCTION took(bytea) RETURNS text LANGUAGE sql AS $$ SELECT encode($1, 'hex') $$;
    CREATE FUNCTION took(text) RETURNS text LANGUAGE sql AS $$ SELECT 'text ' || $1 $$;
    CREATE FUNCTION left_out(text DEFAULT 'nothing') RETURNS text LANGUAGE sql STABLE AS $$ SELECT 'left ' || $1 $$;
    CREATE FUNCTION partly(a int DEFAULT 1) RETURNS int LANGUAGE sql STABLE AS $$ SELECT a $$;
    CREATE FUNCTION unclear(int DEFAULT 1) RETURNS int LANGUAGE sql AS $$ SELECT 1 $$;
    CREATE FUNCTION unclear(text DEFAULT '') RETURNS int LANGUAGE sql AS $$ SELECT 1 $$;
    CREATE FUNCTION unclear(json DEFAULT '{}') RETURNS int LANGUAGE sql AS $$ SELECT 1 $$;
    CREATE FUNCTION ordered(arg text, num int DEFAULT 0) RETURNS int LANGUAGE sql AS $$ SELECT 1 $$;
    CREATE FUNCTION ordered(arg text) RETURNS int LANGUAGE sql AS $$ SELECT 1 $$;
    CREATE FUNCTION ordered(arg boolean) RETURNS int LANGUAGE sql AS $$ SELECT 1 $$;
    CREATE FUNCTION ordered(arg int) RETURNS int LANGUAGE sql AS $$ SELECT 1 $$;
    COMMENT ON FUNCTION ordered(boolean) IS 'said last of those with one parameter';`);
  const post = async (name: string, body: unknown, type = "application/json") =>
    some.ask("POST", `/rpc/${name}`, { headers: { "content-type": type }, body });
  assert.equal((await post("took", { b: 1 })).body, '{"b": 1}');
  assert.equal((await post("took", [{ b: 1 }, { b: 2 }])).body, '[{"b": 1}, {"b": 2}]');
  assert.equal((await post("took", "5")).body, "5");
  assert.equal((await post("took", { a: 1 })).body, "a 1");
  assert.equal((await post("took", "plain", "text/plain")).body, "text plain");
  assert.equal((await post("took", new Uint8Array([0, 255]), "application/octet-stream")).body, "00ff");
  assert.deepEqual(codeOf(await post("took", "a=1&b=2", "application/x-www-form-urlencoded")), [404, "PGRST202"]);
  // What has a default may be left out, and takes the body where there is one.
  assert.equal((await post("left_out", "plain", "text/plain")).body, "left plain");
  assert.equal((await some.ask("GET", "/rpc/left_out")).body, "left {}");
  assert.equal((await post("partly", "ignored", "text/plain")).body, 1);
  const candidates = async (name: string, body: unknown) => {
    const refused = (await post(name, body)).body as { readonly code: string; readonly message: string };
    assert.equal(refused.code, "PGRST203", JSON.stringify(refused));
    return refused.message.split("between: ")[1];
  };
  assert.equal(await candidates("unclear", {}), "public.unclear( => json), public.unclear( => text)");
  assert.equal(
    await candidates("ordered", { arg: "1" }),
    "public.ordered(arg => integer), public.ordered(arg => text), public.ordered(arg => boolean), public.ordered(arg => text, num => integer)",
  );
});

test("a hint names another function than the one that was refused", async () => {
  const refused = (await call("twice")).body as { readonly code: string; readonly hint: string | null };
  assert.deepEqual([refused.code, refused.hint], ["PGRST202", null]);
  const named = (await call("twice?x=1")).body as { readonly code: string; readonly hint: string | null };
  assert.deepEqual([named.code, named.hint], ["PGRST202", null]);
});

test("ranges are for GET alone; what may write is not called by it", async () => {
  const range = { range: "1-1", prefer: "count=exact" };
  const got = await made.ask("GET", "/rpc/places", { headers: range });
  assert.deepEqual([got.status, got.headers.get("content-range")], [206, "1-1/2"]);
  const head = await made.ask("HEAD", "/rpc/places", { headers: range });
  assert.deepEqual([head.status, head.headers.get("content-range"), head.text], [200, "0-1/2", ""]);
  assert.equal((await call("level")).body, "serializable");
});
