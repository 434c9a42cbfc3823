// What cannot be read is refused at its place, and what is too much of anything before it reaches the database.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { codeOf, smallSchemas, type SmallSchema } from "./testing/small-schema.ts";

const smallSchema = smallSchemas();

let made: SmallSchema;

before(async () => {
  made = await smallSchema(`CREATE TABLE thing (id int PRIMARY KEY, up int REFERENCES thing, data jsonb, words text);
    CREATE FUNCTION add(a int, b int) RETURNS int LANGUAGE sql AS $$ SELECT a + b $$;
    GRANT SELECT ON thing TO anon;`);
});

const deep = (times: number, open: string, middle: string) => open.repeat(times) + middle + ")".repeat(times);

const refused: Readonly<Record<string, readonly [address: string, status: number, code: string]>> = {
  "an operator that is none": ["/thing?id=equals.1", 400, "PGRST100"],
  "an operator that every object has": ["/thing?id=constructor.1", 400, "PGRST100"],
  "no operator": ["/thing?id=1", 400, "PGRST100"],
  "any of what cannot be any": ["/thing?id=cs(any).{1}", 400, "PGRST100"],
  "a list without its end": ["/thing?id=in.(1,2", 400, "PGRST100"],
  "is something": ["/thing?id=is.maybe", 400, "PGRST100"],
  "a tree without its end": ["/thing?or=(id.eq.1", 400, "PGRST100"],
  "an empty tree": ["/thing?or=()", 400, "PGRST100"],
  "a tree of nothing known": ["/thing?or=(id.up.1)", 400, "PGRST100"],
  "an order that goes nowhere": ["/thing?order=id.up", 400, "PGRST100"],
  "letters after an order": ["/thing?order=id.asc.nullslastx", 400, "PGRST100"],
  "an item that is empty": ["/thing?select=id,", 400, "PGRST100"],
  "one parenthesis too many": ["/thing?select=id)", 400, "PGRST100"],
  "a cast to nothing": ["/thing?select=id::", 400, "PGRST100"],
  "a cast that is more": ["/thing?select=id::int);x", 400, "PGRST100"],
  "a place in JSON that is none": ["/thing?select=data->--1", 400, "PGRST100"],
  "an embedding that is not there": ["/thing?other.id=eq.1", 400, "PGRST108"],
  "a limit below nothing": ["/thing?limit=-1", 416, "PGRST103"],
  "a percent sign alone": ["/thing?id=eq.%", 400, "PGRST100"],
  "bytes that are no letters": ["/thing?words=eq.%ff", 400, "PGRST100"],
  "NUL in a value": ["/thing?words=eq.a%00b", 400, "PGRST100"],
  "NUL in a name": ["/thing?select=%22a%00b%22", 400, "PGRST100"],
  "embedded too deep": [`/thing?select=${deep(2000, "up(", "id")}`, 400, "PGRST100"],
  "a tree too deep": [`/thing?or=(${deep(2000, "and(", "id.eq.1")})`, 400, "PGRST100"],
  "JSON too deep": [`/thing?select=data${"->a".repeat(500)}`, 400, "PGRST100"],
  "too many columns": [`/thing?select=${"id,".repeat(2000)}id`, 400, "PGRST100"],
  "too long": [`/thing?id=in.(${"1,".repeat(20_000)}1)`, 414, "PGRST100"],
  "no such function": ["/rpc/ad?a=1", 404, "PGRST202"],
  "too few arguments": ["/rpc/add?a=1", 404, "PGRST202"],
};

for (const [name, [address, status, code]] of Object.entries(refused)) {
  test(`${name} is refused`, async () => {
    assert.deepEqual(codeOf(await made.ask("GET", address)), [status, code]);
    assert.deepEqual(made.statements(), []);
  });
}

test("a refusal names the place, and what could stand there", async () => {
  const { body } = await made.ask("GET", "/thing?order=id.asc.nullslastx");
  assert.deepEqual(body, {
    code: "PGRST100",
    message: '"failed to parse order (id.asc.nullslastx)" (line 1, column 17)',
    details: `unexpected 'x' expecting "," or end of input`,
    hint: null,
  });
});

test("as much as is allowed is answered", async () => {
  assert.equal((await made.ask("GET", `/thing?select=${deep(30, "up(", "id")}`)).status, 200);
  assert.equal((await made.ask("GET", `/thing?or=(${deep(35, "and(", "id.eq.1")})`)).status, 200);
  assert.equal((await made.ask("GET", `/thing?select=data${"->a".repeat(90)}`)).status, 200);
  assert.equal((await made.ask("GET", `/thing?id=in.(${"1,".repeat(15_000)}1)`)).status, 200);
});
