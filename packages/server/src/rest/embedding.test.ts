// Rows in rows: which way is meant, what is hidden, and what an empty place decides about the row around it.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { codeOf, smallSchemas, type SmallSchema } from "./testing/small-schema.ts";

const smallSchema = smallSchemas();

let made: SmallSchema;

before(async () => {
  made = await smallSchema(`
    CREATE TABLE person (id int PRIMARY KEY, name text);
    CREATE TABLE parcel (id int PRIMARY KEY, sender int REFERENCES person, receiver int REFERENCES person, weight int, person text);
    CREATE TABLE stop (id int PRIMARY KEY, parcel int REFERENCES parcel, place text);
    CREATE VIEW parcel_1 AS SELECT id, sender, weight FROM parcel;
    INSERT INTO person VALUES (1, 'Ann'), (2, 'Ben'), (3, 'Cleo');
    INSERT INTO parcel VALUES (1, 1, 2, 5, 'x'), (2, 1, 3, 7, 'y'), (3, 2, NULL, 9, 'z');
    INSERT INTO stop VALUES (1, 1, 'Ghent'), (2, 1, NULL), (3, 3, 'Oslo');
    CREATE FUNCTION label(parcel) RETURNS text LANGUAGE sql AS $$ SELECT 'parcel ' || $1.id $$;
    CREATE TABLE "order" (id int PRIMARY KEY);
    CREATE TABLE "Odd ""name" (id int PRIMARY KEY);
    INSERT INTO "order" VALUES (1);
    INSERT INTO "Odd ""name" VALUES (2);
    CREATE FUNCTION buyer("order") RETURNS person LANGUAGE sql AS $$ SELECT p FROM person p WHERE p.id = $1.id $$;
    CREATE FUNCTION buyer("Odd ""name") RETURNS person LANGUAGE sql AS $$ SELECT p FROM person p WHERE p.id = $1.id $$;
    CREATE FUNCTION heavy() RETURNS SETOF parcel LANGUAGE sql AS $$ SELECT * FROM parcel WHERE weight > 6 $$;
    GRANT SELECT, INSERT, UPDATE ON ALL TABLES IN SCHEMA public TO anon;`);
});

const read = async (address: string): Promise<unknown> => {
  const { status, body } = await made.ask("GET", address);
  return status === 200 ? body : [status, body];
};

test("an ambiguous embedding lists each relationship with its hint, and a hint selects one", async () => {
  const unclear = await made.ask("GET", "/parcel?select=id,person(name)");
  assert.deepEqual(codeOf(unclear), [300, "PGRST201"]);
  assert.match(
    (unclear.body as { readonly hint: string }).hint,
    /'person!parcel_receiver_fkey', 'person!parcel_sender_fkey'/,
  );
  assert.deepEqual(await read("/parcel?select=id,from:person!sender(name)&id=eq.1"), [
    { id: 1, from: { name: "Ann" } },
  ]);
  assert.deepEqual(await read("/parcel?select=id,receiver(name)&id=eq.3"), [{ id: 3, receiver: null }]);
  assert.deepEqual(codeOf(await made.ask("GET", "/parcel?select=person!nobody(name)")), [400, "PGRST200"]);
});

test("where nothing is selected nothing is shown, however deep, and the filters hold", async () => {
  assert.deepEqual(await read("/parcel?select=id,stop(parcel())&order=id"), [{ id: 1 }, { id: 2 }, { id: 3 }]);
  assert.deepEqual(await read("/parcel?select=id,stop!inner()&order=id"), [{ id: 1 }, { id: 3 }]);
  assert.deepEqual(await read("/person?select=&id=eq.1"), [{ id: 1, name: "Ann" }]);
});

test("whether something is there decides, inside and in what is spread", async () => {
  assert.deepEqual(await read("/parcel?select=id,stop(id)&stop=is.null"), [{ id: 2, stop: [] }]);
  assert.deepEqual(await read("/parcel?select=id,...stop(place)&stop=is.null"), [{ id: 2, place: [] }]);
  // An empty value in a row that is there is no missing row.
  assert.deepEqual(await read("/parcel?select=id,...stop(place)&stop.id=eq.2&stop=not.is.null"), [
    { id: 1, place: [null] },
  ]);
  const nested =
    "/person?select=id,parcel!parcel_sender_fkey(id,stop())&parcel.stop=not.is.null&parcel=not.is.null&order=id";
  assert.deepEqual(await read(nested), [
    { id: 1, parcel: [{ id: 1 }] },
    { id: 2, parcel: [{ id: 3 }] },
  ]);
  assert.deepEqual(await read("/parcel?select=id,stop(),receiver()&or=(stop.is.null,receiver.is.null)&order=id"), [
    { id: 2 },
    { id: 3 },
  ]);
});

test("a column that is called like what is embedded is still a column", async () => {
  assert.deepEqual(await read("/parcel?select=id,person:receiver(name)&person=eq.x"), [
    { id: 1, person: { name: "Ben" } },
  ]);
  assert.deepEqual(codeOf(await made.ask("GET", "/parcel?select=id,stop(id)&stop=eq.1")), [400, "PGRST120"]);
});

test("no name of a request hides another table's rows", async () => {
  // The view is called as what is embedded would be, were it not for a number of its own.
  assert.deepEqual(await read("/parcel_1?select=id,parcel:sender(name)&order=id&limit=2"), [
    { id: 1, parcel: { name: "Ann" } },
    { id: 2, parcel: { name: "Ann" } },
  ]);
  const long = "x".repeat(63);
  const both = `/parcel?select=id,${long}a:sender(name),${long}b:receiver(name)&id=eq.1`;
  assert.equal((await made.ask("GET", both)).status, 200);
});

test("functions of a row are asked of rows that were answered, written and not written", async () => {
  assert.deepEqual(await read("/rpc/heavy?select=id,label&label=eq.parcel 2"), [{ id: 2, label: "parcel 2" }]);
  const shown = { prefer: "return=representation" };
  const written = await made.ask("PATCH", "/parcel?id=eq.1&select=label", { headers: shown, body: { weight: 6 } });
  assert.deepEqual(written.body, [{ label: "parcel 1" }]);
  const nothing = await made.ask("PATCH", "/parcel?select=id,label", { headers: shown, body: {} });
  assert.deepEqual([nothing.status, nothing.body], [200, []]);
});

test("functions of a row are found for tables that are called like words of PostgreSQL, or oddly", async () => {
  assert.deepEqual(await read("/order?select=id,buyer(name)"), [{ id: 1, buyer: { name: "Ann" } }]);
  assert.deepEqual(await read("/Odd%20%22name?select=id,buyer(name)"), [{ id: 2, buyer: { name: "Ben" } }]);
});

test("errors of the database speak of the table by its name", async () => {
  const { body } = await made.ask("GET", "/person?select=nose");
  assert.equal((body as { readonly message: string }).message, "column person.nose does not exist");
});
