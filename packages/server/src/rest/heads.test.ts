// What functions of the database choose for the head of a response, and what cannot stand there.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { codeOf, smallSchemas, type SmallSchema } from "./testing/small-schema.ts";

const smallSchema = smallSchemas();

let made: SmallSchema;

before(async () => {
  made = await smallSchema(`
    CREATE FUNCTION head(headers text, status text) RETURNS int LANGUAGE plpgsql AS $$ BEGIN
      PERFORM set_config('response.headers', headers, true), set_config('response.status', status, true); RETURN 1; END $$;
    CREATE FUNCTION fail(code text, message text, detail text) RETURNS int LANGUAGE plpgsql AS $$ BEGIN
      RAISE EXCEPTION USING ERRCODE = code, MESSAGE = message, DETAIL = detail; END $$;
    CREATE TABLE "Bücher" (id int PRIMARY KEY); GRANT SELECT, INSERT ON "Bücher" TO anon;`);
});

const head = async (headers: string, status = "") => made.ask("POST", "/rpc/head", { body: { headers, status } });
const fail = async (code: string, message = "{}", detail = "{}") =>
  made.ask("POST", "/rpc/fail", { body: { code, message, detail } });

test("headers and a status that are some are taken", async () => {
  const got = await head('[{"X-Place": "Köln"}]', "202");
  assert.deepEqual([got.status, got.headers.get("x-place")], [202, Buffer.from("Köln").toString("latin1")]);
  const raised = await fail("PGRST", '{"code": "A", "message": "b"}', '{"status": 402, "headers": {"X-A": "b"}}');
  assert.deepEqual([raised.status, raised.headers.get("x-a"), codeOf(raised)[1]], [402, "b", "A"]);
  assert.equal((await fail("PT418", "tea")).status, 418);
});

test("line breaks, invalid header names and non-final statuses are refused", async () => {
  for (const headers of [
    '[{"Content-Length": "1"}]',
    '[{"transfer-encoding": "chunked"}]',
    '[{"A": "b\\r\\nSet-Cookie: c"}]',
    '[{"A b": "c"}]',
    '[{"": "c"}]',
    '{"A": "b"}',
    "no JSON",
  ]) {
    assert.deepEqual(codeOf(await head(headers)), [500, "PGRST111"], headers);
  }
  for (const status of ["100", "99", "2000", "x"])
    assert.deepEqual(codeOf(await head("", status)), [500, "PGRST112"], status);
  const whole = '{"code": "A", "message": "b"}';
  for (const detail of ['{"status": 402, "headers": {"A": "b\\nc"}}', '{"status": 9, "headers": {}}', "{}"]) {
    assert.deepEqual(codeOf(await fail("PGRST", whole, detail)), [500, "PGRST121"], detail);
  }
  assert.equal((await fail("PT000")).status, 500);
});

test("a name beyond ASCII stands in an address as addresses have it", async () => {
  const read = await made.ask("GET", `/${encodeURIComponent("Bücher")}?id=eq.1`);
  assert.equal(read.headers.get("content-location"), "/B%C3%BCcher?id=eq.1");
  const written = await made.ask("POST", "/B%C3%BCcher", {
    headers: { prefer: "return=headers-only" },
    body: { id: 1 },
  });
  assert.equal(written.headers.get("location"), "/B%C3%BCcher?id=eq.1");
});

test("a long question is not repeated in the head of its answer", async () => {
  const asked = async (ids: number) => made.ask("GET", `/Bücher?id=in.(${"1,".repeat(ids)}1)`);
  assert.ok((await asked(1000)).headers.has("content-location"));
  const long = await asked(10_000);
  assert.deepEqual([long.status, long.headers.get("content-location")], [200, undefined]);
});
