// Media types of the database's own: functions and aggregates that make a whole answer.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { codeOf, smallSchemas, type SmallSchema } from "./testing/small-schema.ts";

const smallSchema = smallSchemas();

let made: SmallSchema;

before(async () => {
  made = await smallSchema(`
    CREATE DOMAIN "text/html" AS text; CREATE DOMAIN "image/gif" AS bytea; CREATE DOMAIN "*/*" AS text;
    CREATE DOMAIN "text/tab-separated-values" AS text;
    CREATE TABLE place (id int PRIMARY KEY, name text); INSERT INTO place VALUES (1, 'Ghent'), (2, 'Oslo');
    CREATE TABLE note (id int PRIMARY KEY, words text); INSERT INTO note VALUES (1, 'a');
    GRANT SELECT, INSERT ON place, note TO anon;
    CREATE FUNCTION page() RETURNS "text/html" LANGUAGE sql AS $$ SELECT '<p>Hello</p>' $$;
    CREATE FUNCTION pixel() RETURNS "image/gif" LANGUAGE sql AS $$ SELECT '\\x00ff47'::bytea $$;
    CREATE FUNCTION pages() RETURNS SETOF "text/html" LANGUAGE sql AS $$ SELECT '<p>' $$;
    CREATE FUNCTION anything() RETURNS "*/*" LANGUAGE plpgsql AS $$ BEGIN
      PERFORM set_config('response.headers', '[{"Content-Type": "text/x-any"}]', true); RETURN 'any'; END $$;
    CREATE FUNCTION add_line(state text, next place) RETURNS text LANGUAGE sql AS $$ SELECT state || next.id || E'\\t' || next.name || E'\\n' $$;
    CREATE FUNCTION lines_done(state text) RETURNS "text/tab-separated-values" LANGUAGE sql AS $$ SELECT state $$;
    CREATE AGGREGATE lines(place) (sfunc = add_line, stype = text, initcond = '', finalfunc = lines_done);
    CREATE FUNCTION size_of(bytes bytea) RETURNS int LANGUAGE sql AS $$ SELECT length(bytes) $$;
    CREATE FUNCTION "send"(bytea) RETURNS text LANGUAGE sql AS $$ SELECT encode($1, 'hex') $$;`);
});

const accept = (type: string) => ({ headers: { accept: type } });

test("a function of a media type answers it as it is, bytes included", async () => {
  const page = await made.ask("GET", "/rpc/page", accept("text/html"));
  assert.deepEqual([page.status, page.headers.get("content-type"), page.text], [200, "text/html", "<p>Hello</p>"]);
  const pixel = await made.ask("GET", "/rpc/pixel", accept("image/gif, */*;q=0.1"));
  assert.equal(pixel.headers.get("content-type"), "image/gif");
  const head = await made.ask("HEAD", "/rpc/page", accept("text/html"));
  assert.deepEqual([head.status, head.text], [200, ""]);
  assert.equal((await made.ask("GET", "/rpc/page")).body, "<p>Hello</p>");
});

test("an aggregate makes the answer of a table, as long as its rows are whole", async () => {
  const tabs = accept("text/tab-separated-values");
  const all = await made.ask("GET", "/place?order=id", tabs);
  assert.equal(all.text, "1\tGhent\n2\tOslo\n");
  const written = await made.ask("POST", "/place", {
    headers: { accept: "text/tab-separated-values", prefer: "return=representation" },
    body: { id: 3, name: "Rome" },
  });
  assert.deepEqual([written.status, written.text], [201, "3\tRome\n"]);
  assert.deepEqual(codeOf(await made.ask("GET", "/place?select=id", tabs)), [406, "PGRST107"]);
  assert.deepEqual(codeOf(await made.ask("GET", "/note", tabs)), [406, "PGRST107"]);
});

test("what takes any type answers any, and names it itself", async () => {
  const any = await made.ask("GET", "/rpc/anything", accept("nobody/knows"));
  assert.deepEqual([any.status, any.headers.get("content-type"), any.text], [200, "text/x-any", "any"]);
});

test("sets of values and unknown types are refused", async () => {
  assert.deepEqual(codeOf(await made.ask("GET", "/rpc/pages", accept("text/html"))), [406, "PGRST107"]);
  assert.deepEqual(codeOf(await made.ask("GET", "/place", accept("image/gif"))), [406, "PGRST107"]);
  assert.deepEqual(codeOf(await made.ask("GET", "/place", accept("application/json;q=0"))), [406, "PGRST107"]);
});

test("bytes reach a function as they are", async () => {
  const bytes = Uint8Array.from([0, 255, 10, 34]);
  const sent = await made.ask("POST", "/rpc/send", {
    headers: { "content-type": "application/octet-stream" },
    body: bytes,
  });
  assert.deepEqual([sent.status, sent.body], [200, "00ff0a22"]);
});
