// Limits on a real PostgreSQL: quotas count rows that a change makes count, rates what people ask for, exactly.
import assert from "node:assert/strict";
import { test } from "node:test";
import { databases, refusalIn, type Answer } from "../../testing/database.ts";
import { completeDocument } from "../../testing/run-cases.ts";

const { open } = databases();
const codes = (answer: Answer) =>
  "rows" in answer ? "done" : answer.problems.map(({ code, clause }) => `${code} ${clause}`).join(", ") || answer.code;

const limits = completeDocument(`## 3. Entities and their fields

### House

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Free | yes/no | no | yes |

### Flat

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| House | reference to House | no | |
| Let | yes/no | no | no |
| Note | text up to 20 | no | |

### Wish

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Text | text up to 20 | yes | |
| Loud | yes/no | no | no |
| State | state | | |

## 4. States and transitions

### Wish

| State | Kind |
| --- | --- |
| Open | start |
| Done | end |

| Transition | From | To | On |
| --- | --- | --- | --- |
| Grant | Open | Done | button |
| Reopen | Done | Open | button |

### Effects

| For | After | Do | With |
| --- | --- | --- | --- |
| House | create | create Wish | \`text = 'new'\` |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Guest | anyone |

| For | May | Guest |
| --- | --- | --- |
${["House", "Flat", "Wish"].flatMap((entity) => ["create", "read", "update", "delete"].map((may) => `| ${entity} | ${may} | yes |`)).join("\n")}
| Wish | Grant | yes |
| Wish | Reopen | yes |
| Export | call | yes |

## 7. The calls it makes

| Call | Kind | On | Code |
| --- | --- | --- | --- |
| Export | function | button | below |

### Export

\`\`\`ts
export default async () => ({});
\`\`\`

## 8. The error catalogue

| Code | When | Status | Message |
| --- | --- | --- | --- |
| FULL | | 402 | Full. |
| SLOWLY | | 429 | At most {most_wishes, plural, one {# wish} other {# wishes}}. |

## 9. Business constants and limits

| Setting | Value |
| --- | --- |
| Sign-in | email and password |

| Constant | Value | Meaning |
| --- | --- | --- |
| Most wishes | 3 | |

| Limit | Value | Counts | When | Otherwise |
| --- | --- | --- | --- | --- |
| Let flats | 2 per House | Flat | \`flat.let and flat.house != null and flat.house.free\` | FULL |
| Wishes | \`most_wishes\` per hour per user | create Wish | | SLOWLY |
| Loud wishes | 1 per day per address | create Wish | \`wish.loud\` | RATE_LIMITED |
| Granting | 2 per 10 minutes per user | Grant | | RATE_LIMITED |
| Loud again | 1 per day per user | Reopen | \`wish.loud\` | RATE_LIMITED |
| Exports | 1 per minute per user | Export | | RATE_LIMITED |
| Signing in | 2 per minute per address | sign in | | RATE_LIMITED |
`).source;

const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`;

test("a quota counts rows, and changes that make one count", async () => {
  const { as, account, owner } = await open(limits);
  const ann = await account("Ann");
  const write = async (sql: string) => codes(await as(ann, sql));
  await owner(`INSERT INTO house (id) VALUES ('${id(1)}'), ('${id(2)}')`);
  const flat = (number: number, house: number, isLet: boolean) =>
    write(`INSERT INTO flat (id, house, let) VALUES ('${id(number)}', '${id(house)}', ${isLet})`);
  const full = "FULL 9/Let flats";
  assert.equal(await flat(11, 1, true), "done");
  assert.equal(await flat(12, 1, true), "done");
  assert.equal(await flat(13, 1, true), full);
  assert.equal(await flat(13, 1, false), "done", "does not count");
  assert.equal(await flat(14, 2, true), "done", "another house");
  assert.equal(await write(`UPDATE flat SET let = true WHERE id = '${id(13)}'`), full, "made to count");
  assert.equal(await write(`UPDATE flat SET house = '${id(1)}' WHERE id = '${id(14)}'`), full, "moved there");
  assert.equal(await write(`INSERT INTO flat (let) VALUES (true)`), "done", "of no house");
  assert.equal(
    await write(`UPDATE flat SET let = (id <> '${id(11)}') WHERE house = '${id(1)}'`),
    "done",
    "one for another",
  );
  // More of them are there than the limit now says: what counted already may change otherwise.
  await owner("UPDATE house SET free = false");
  await owner(`UPDATE flat SET let = true, house = '${id(1)}'`);
  await owner("UPDATE house SET free = true");
  assert.equal(await write("UPDATE flat SET note = 'a'"), "done");
  assert.equal(await flat(15, 1, true), full);
  await owner("DELETE FROM flat");
  assert.equal(await flat(16, 1, true), "done");
});

test("a rate is an exact window of a person or an address, and knows requests of clients only", async () => {
  const { as, account, owner } = await open(limits);
  const [ann, ben] = [await account("Ann"), await account("Ben")];
  const at = (moment: string) =>
    owner(`DELETE FROM writ.clock; INSERT INTO writ.clock (moves) VALUES (interval '${moment}')`.replace("; ", ";"));
  const from = (address: string, more = "") =>
    `FROM set_config('request.headers', '{"x-forwarded-for": "${address}"}', true)${more}`;
  const wish = async (person: string | null, address = "192.0.2.1", loud = false) =>
    codes(await as(person, `INSERT INTO wish (text, loud) SELECT 'a', ${loud} ${from(address)}`));
  const slowly = "SLOWLY 9/Wishes";
  await at("0");
  assert.equal(await wish(ann), "done");
  await at("10 minutes");
  assert.equal(await wish(ann), "done");
  assert.equal(
    codes(await as(ann, "INSERT INTO wish (text) VALUES (NULL)")),
    "REQUIRED 3/Wish/Text",
    "takes its count back",
  );
  await owner("INSERT INTO wish (text) SELECT 'system' FROM generate_series(1, 10)");
  assert.equal(codes(await as(ann, "INSERT INTO house DEFAULT VALUES")), "done", "an effect is no request");
  await at("20 minutes");
  assert.equal(await wish(ann), "done");
  assert.equal(await wish(ann), slowly);
  assert.equal(await wish(ben), "done", "somebody else");
  await at("59 minutes 50 seconds");
  assert.equal(await wish(ann), slowly, "what was refused is not counted either");
  await at("1 hour 10 seconds");
  assert.equal(await wish(ann), "done", "the first one is over");
  assert.equal(await wish(ann), slowly);
  const [kept] = await owner("SELECT cardinality(times) AS times FROM writ.rate WHERE subject = $1", [ann]);
  assert.deepEqual(kept, { times: 3 });

  // Whoever is not signed in is known by the address; so is everybody where the limit says so.
  for (const outcome of ["done", "done", "done", slowly]) assert.equal(await wish(null, "192.0.2.7"), outcome);
  assert.equal(await wish(null, "192.0.2.8"), "done");
  const limited = "RATE_LIMITED 9/Loud wishes";
  assert.equal(await wish(null, "192.0.2.9", true), "done");
  assert.equal(await wish(ben, "spoofed, 192.0.2.9", true), limited, "the last address is the one that was seen");
  assert.equal(await wish(ben, "2001:db8:1:2::1", true), "done");
  assert.equal(await wish(null, "2001:db8:1:2:ffff::2", true), limited, "one network");
  assert.equal(await wish(null, "2001:db8:1:3::1", true), "done");
  assert.equal(await wish(null, "not an address: at: all", true), "done");
});

test("a rate answers how long to wait", async () => {
  const { account, owner, connect, as } = await open(limits);
  const ann = await account("Ann");
  await owner("INSERT INTO writ.clock (moves) VALUES ('0')");
  for (let count = 0; count < 3; count++) await as(ann, "INSERT INTO wish (text) VALUES ('a')");
  await owner("UPDATE writ.clock SET moves = '40 minutes'");
  const client = await connect();
  await client.query("BEGIN; SET LOCAL ROLE authenticated");
  await client.query("SELECT set_config('request.jwt.claims', $1, true)", [JSON.stringify({ sub: ann })]);
  const failure = await client.query("INSERT INTO wish (text) VALUES ('a')").catch((error: Error) => error);
  assert.ok(failure instanceof Error);
  const { headers, status, message, code } = refusalIn(failure);
  const wait = Number(headers["Retry-After"]);
  assert.ok(wait > 1190 && wait <= 1200, `${wait} seconds`);
  assert.deepEqual({ status, code, message }, { status: 429, code: "SLOWLY", message: "At most 3 wishes." });
});

test("transitions, calls and signing in", async () => {
  const { as, account, owner } = await open(limits);
  const ann = await account("Ann");
  await owner(
    `INSERT INTO wish (id, text, loud) SELECT ('${id(1).slice(0, -1)}' || n)::uuid, 'a', n < 3 FROM generate_series(1, 4) n`,
  );
  const step = async (name: string, number: number) => codes(await as(ann, `SELECT wish_${name}('${id(number)}')`));
  assert.deepEqual([await step("grant", 1), await step("grant", 2)], ["done", "done"]);
  assert.equal(await step("grant", 3), "RATE_LIMITED 9/Granting");
  assert.equal(await step("reopen", 1), "done");
  assert.equal(await step("reopen", 2), "RATE_LIMITED 9/Loud again");
  await owner("DELETE FROM writ.rate WHERE name = 'granting'");
  assert.equal(await step("grant", 3), "done");
  assert.equal(await step("reopen", 3), "done", "not a loud one");
  // The server counts what no row tells. Nobody else may.
  await owner("SELECT writ.act('sign in')");
  await owner("SELECT writ.act('sign in')");
  await assert.rejects(owner("SELECT writ.act('sign in')"), { code: "PGRST" });
  await owner("SELECT writ.act('sign up')");
  await owner("SELECT writ.act('call export')");
  await assert.rejects(owner("SELECT writ.act('call export')"), { code: "PGRST" });
  assert.equal(codes(await as(ann, "SELECT writ.act('sign in')")), "42501");
  assert.equal(codes(await as(ann, "SELECT writ.rate_wishes()")), "42501");
  assert.equal(codes(await as(ann, "SELECT writ.count_rate('wishes', 'x', 1, 1, 'a', 'b')")), "42501");
  assert.equal(codes(await as(ann, "DELETE FROM writ.rate")), "42501");
});
