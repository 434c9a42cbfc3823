// Sums and counts: of rows, of what is embedded, and of what is spread into the row around it.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { codeOf, smallSchemas, type SmallSchema } from "./testing/small-schema.ts";

const smallSchema = smallSchemas();

const sql = `CREATE TABLE kind (id int PRIMARY KEY, name text);
  CREATE TABLE shop (id int PRIMARY KEY, town text, kind int REFERENCES kind);
  CREATE TABLE sale (id int PRIMARY KEY, shop int REFERENCES shop, amount int, at jsonb);
  INSERT INTO kind VALUES (1, 'small'), (2, 'large');
  INSERT INTO shop VALUES (1, 'Ghent', 1), (2, 'Ghent', 2), (3, 'Oslo', 2);
  INSERT INTO sale VALUES (1, 1, 10, '{"day": 1}'), (2, 1, 5, '{"day": 2}'), (3, 2, 7, '{"day": 1}'), (4, 3, 1, '{"day": 1}');
  GRANT SELECT ON ALL TABLES IN SCHEMA public TO anon;`;

let made: SmallSchema;
before(async () => {
  made = await smallSchema(sql);
});

const read = async (address: string): Promise<unknown> => (await made.ask("GET", address)).body;

test("over all rows, and for each of what else is selected", async () => {
  assert.deepEqual(await read("/sale?select=amount.sum(),count()"), [{ sum: 23, count: 4 }]);
  assert.deepEqual(await read("/sale?select=shop,total:amount.sum()::text&order=shop"), [
    { shop: 1, total: "15" },
    { shop: 2, total: "7" },
    { shop: 3, total: "1" },
  ]);
  // The way into JSON is a value of the statement: it must be the same one where rows are put together.
  assert.deepEqual(await read("/sale?select=day:at->day,count()&at->>day=eq.1"), [{ day: 1, count: 3 }]);
});

test("what is spread is worked out in the row around it, from any depth", async () => {
  assert.deepEqual(await read("/sale?select=amount.sum(),...shop(town)&order=shop(town)"), [
    { sum: 22, town: "Ghent" },
    { sum: 1, town: "Oslo" },
  ]);
  assert.deepEqual(await read("/sale?select=...shop(count(),...kind(name,most:id.max()))&order=shop(name)"), [
    { count: 2, name: "large", most: 2 },
    { count: 2, name: "small", most: 1 },
  ]);
  assert.deepEqual(await read("/shop?select=id,sale(amount.sum())&id=eq.1"), [{ id: 1, sale: [{ sum: 15 }] }]);
});

test("what is spread from many rows is refused, and everything where they are switched off", async () => {
  assert.deepEqual(codeOf(await made.ask("GET", "/shop?select=id,...sale(amount.sum())")), [400, "PGRST127"]);
  const off = await smallSchema(sql, { aggregates: false });
  assert.deepEqual(codeOf(await off.ask("GET", "/sale?select=count()")), [400, "PGRST123"]);
  assert.deepEqual(codeOf(await off.ask("GET", "/shop?select=sale(amount.sum())")), [400, "PGRST123"]);
});
