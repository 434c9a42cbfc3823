// Writes: what was new and what was there already, through tables, views and partitions, and bodies that say nothing.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { codeOf, smallSchemas, type SmallSchema } from "./testing/small-schema.ts";

const smallSchema = smallSchemas();

let made: SmallSchema;

before(async () => {
  made = await smallSchema(`
    CREATE TABLE plain (id int PRIMARY KEY, name text);
    CREATE VIEW seen AS SELECT * FROM plain;
    CREATE TABLE parted (id int PRIMARY KEY, name text) PARTITION BY RANGE (id);
    CREATE TABLE parted_low PARTITION OF parted FOR VALUES FROM (0) TO (100);
    CREATE TABLE loose (a int);
    CREATE TABLE blind (id int PRIMARY KEY, name text);
    CREATE TABLE odd (id int PRIMARY KEY, value int DEFAULT 7, body int, list int, given int, whole int, item int, "one" int, "key" int);
    GRANT SELECT, INSERT, UPDATE ON plain, seen, parted, loose, odd TO anon; GRANT INSERT ON blind TO anon;`);
});

const merge = { prefer: "resolution=merge-duplicates" };

for (const table of ["plain", "seen", "parted"]) {
  test(`${table}: 201 where a row is new, 200 where all were there`, async () => {
    const send = async (...ids: number[]) => {
      const body = ids.map((id) => ({ id, name: `n${id}` }));
      return (await made.ask("POST", `/${table}`, { headers: merge, body })).status;
    };
    await made.owner("DELETE FROM plain; DELETE FROM parted");
    assert.deepEqual(
      [await send(1), await send(1), await send(1, 2), await send(1, 2), await send()],
      [201, 200, 201, 200, 200],
    );
    const put = async (id: number) => {
      const shown = { prefer: "return=representation" };
      return (await made.ask("PUT", `/${table}?id=eq.${id}`, { headers: shown, body: { id, name: "p" } })).status;
    };
    assert.deepEqual([await put(1), await put(9)], [200, 201]);
    const ignored = { headers: { prefer: "resolution=ignore-duplicates" }, body: [{ id: 1, name: "x" }] };
    assert.equal((await made.ask("POST", `/${table}`, ignored)).status, 201);
    assert.equal((await made.owner(`SELECT name FROM ${table} WHERE id = 1`))[0]?.["name"], "p");
  });
}

test("without a key there are no duplicates to ignore or merge", async () => {
  const got = await made.ask("POST", "/loose", { headers: merge, body: { a: 1 } });
  assert.deepEqual([got.status, got.headers.get("preference-applied")], [201, undefined]);
});

test("a body that says nothing is refused; one that changes nothing changes nothing", async () => {
  assert.deepEqual(codeOf(await made.ask("POST", "/plain")), [400, "PGRST102"]);
  assert.deepEqual(codeOf(await made.ask("PATCH", "/plain")), [400, "PGRST102"]);
  assert.equal((await made.ask("PATCH", "/plain", { body: {} })).status, 204);
});

test("what is written is asked back only with the right to read it", async () => {
  assert.equal((await made.ask("POST", "/blind", { body: { id: 1, name: "a" } })).status, 201);
  const shown = { prefer: "return=representation" };
  const refused = await made.ask("POST", "/blind", { headers: shown, body: { id: 2, name: "b" } });
  assert.deepEqual(codeOf(refused), [401, "42501"]);
  assert.deepEqual(await made.owner("SELECT id FROM blind"), [{ id: 1 }]);
});

test("columns may have any name, also those that statements call their own", async () => {
  const rest = { value: 1, body: 2, list: 3, given: 4, whole: 5, item: 6, one: 7, key: 8 };
  const missing = { prefer: "missing=default,resolution=merge-duplicates" };
  for (const [id, headers] of [{}, missing].entries()) {
    assert.equal((await made.ask("POST", "/odd", { headers, body: { id, ...rest } })).status, 201);
    for (const name of Object.keys(rest)) {
      const got = await made.ask("PATCH", `/odd?id=eq.${id}`, { headers, body: { [name]: 9 } });
      assert.deepEqual([got.status, codeOf(got)[1]], [204, undefined], name);
    }
  }
  assert.deepEqual(await made.owner("SELECT DISTINCT value, body, list, given, whole, item, one, key FROM odd"), [
    Object.fromEntries(Object.keys(rest).map((name) => [name, 9])),
  ]);
});
