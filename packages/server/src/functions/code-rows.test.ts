// What code does to rows besides writing fields: steps, deletion, fields that are hidden, hosts, and bounds that constants say.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { products } from "../testing/product.ts";
import { codeOf, serveFragment, type Served } from "./testing/served.ts";

/** By name, the code of a call that is given a seat. */
const calls: Readonly<Record<string, string>> = {
  Take: "await db.seat.take(input.seat, { note: 'mine' });",
  "Take silently": "await db.seat.take(input.seat, {});",
  "Take past rights": "await system.seat.close(input.seat);",
  Close: "await db.seat.close(input.seat);",
  Leave: "await db.seat.leave(input.seat);",
  Remove: "await db.seat.delete(input.seat);",
  "Remove past rights": "await system.seat.delete(input.seat);",
  "Remove twice": "await system.seat.delete(input.seat); await system.seat.delete(input.seat.id);",
  Look: `const [row] = await db.seat.find({ id: input.seat.id });
const found = (await db.seat.find({ secret: "hidden words" })).length;
const [sorted] = await db.seat.find({}, { order: "-secret", limit: 1 });
const all = await system.seat.read(input.seat);
return { told: [row.secret, input.seat.secret, found, sorted.secret, all.secret].map(String).join(" ") };`,
  Write: "await db.seat.set(input.seat, { secret: 'written' });",
  Call: `const tries = ["https://other.example.com/", "http://127.0.0.1:8765/", "https://named.example.com.evil.example/"];
const said = [];
for (const address of tries)
  try { await fetch(address); said.push("open"); } catch (failure) { said.push(failure.name); }
try { await fetch("https://named.invalid/"); said.push("open"); } catch (failure) { said.push(failure.name); }
return { told: said.join(" ") };`,
};
const given: Readonly<Record<string, string>> = {
  Look: "- Out: Told (text)\n",
  Call: "- Out: Told (text)\n- Hosts: named.invalid, named.example.com\n",
};
const fragment = `
## 3. Entities and their fields

### Seat
- History: kept

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Label | text up to 10 | yes | |
| Secret | text up to 20 | no | |
| Note | text up to 20 | no | |
| State | state | | |

## 4. States and transitions

### Seat

| State | Kind |
| --- | --- |
| Free | start |
| Taken | |
| Closed | end |

| Transition | From | To | On | Asks for |
| --- | --- | --- | --- | --- |
| Take | Free | Taken | button | Note (required) |
| Leave | Taken | Free | button | |
| Close | Free, Taken | Closed | button | |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Person | signed in |
| Guard | named at installation |

| For | May | Person | Guard |
| --- | --- | --- | --- |
| Seat | create | no | yes |
| Seat | read | yes | yes |
| Seat | see Secret | no | yes |
| Seat | set Secret | no | yes |
| Seat | update | yes | yes |
| Seat | delete | no | yes |
| Seat | Take | yes | yes |
| Seat | Leave | yes | yes |
| Seat | Close | no | yes |
${[...Object.keys(calls), "Say", "Take files"].map((name) => `| ${name} | call | yes | yes |`).join("\n")}

## 7. The calls it makes

| Call | Kind | On | Code | Errors |
| --- | --- | --- | --- | --- |
${[...Object.keys(calls), "Say", "Take files"].map((name) => `| ${name} | function | button | below | |`).join("\n")}

${Object.entries(calls)
  .map(([name, code]) => `### ${name}\n- In: Seat\n${given[name] ?? ""}\n\`\`\`ts\n${code}\n\`\`\`\n`)
  .join("\n")}

### Take files
- In: Paper (file up to 1 KB (txt)), More (files up to 2, optional), Face (image, optional)
- Out: Told (text)

\`\`\`ts
return { told: [Object.keys(input.paper).sort().join(), input.paper.name, (input.more ?? []).length].join(" ") };
\`\`\`

### Say
- In: Words (text up to \`most_words\`), Number (integer 1 to \`most_number\`, optional)
- Out: Told (text up to \`most_told\`)

\`\`\`ts
return { told: input.words + input.words };
\`\`\`

## 9. Business constants and limits

| Constant | Value |
| --- | --- |
| Most words | 5 |
| Most number | 7 |
| Most told | 8 |
`;

const start = products();
let product: Served;
let [ann, guard] = ["", ""];
before(async () => {
  product = await serveFragment(start, fragment);
  [ann, guard] = [await product.person("ann"), await product.person("guard", "guard")];
});

const seat = async (label: string) => {
  const [row] = await product.owner(
    "INSERT INTO writ_data.seat (label, secret) VALUES ($1, 'hidden words') RETURNING id",
    [label],
  );
  return String(row?.["id"]);
};
const stateOf = async (id: string) =>
  (await product.owner("SELECT state, note, secret FROM writ_data.seat WHERE id = $1", [id]))[0];

test("code performs transitions with the permissions of the caller and the fields that they ask for", async () => {
  const id = await seat("steps");
  assert.deepEqual(codeOf(await product.call("take_silently", { seat: id }, ann)), [422, "REQUIRED"]);
  assert.deepEqual(codeOf(await product.call("close", { seat: id }, ann)), [403, "FORBIDDEN"]);
  assert.deepEqual(codeOf(await product.call("leave", { seat: id }, ann)), [409, "CONFLICT"]);
  assert.equal((await stateOf(id))?.["state"], "free");
  assert.equal((await product.call("take", { seat: id }, ann)).status, 204);
  assert.deepEqual(await stateOf(id), { state: "taken", note: "mine", secret: "hidden words" });
  assert.equal((await product.call("leave", { seat: id }, ann)).status, 204);
  // As the system past rights, and past no state.
  assert.equal((await product.call("take_past_rights", { seat: id }, ann)).status, 204);
  assert.equal((await stateOf(id))?.["state"], "closed");
  assert.deepEqual(codeOf(await product.call("take_past_rights", { seat: id }, guard)), [409, "CONFLICT"]);
});

test("the history distinguishes what code wrote as the system and as the user", async () => {
  const id = await seat("history");
  await product.call("take", { seat: id }, ann);
  await product.call("take_past_rights", { seat: id }, ann);
  const { body } = await product.ask(`/rest/v1/rpc/history_seat?row_id=${id}`, {
    headers: { authorization: `Bearer ${ann}` },
  });
  const told = (body as unknown as readonly Record<string, unknown>[]).map(({ event, name, through, call }) => [
    event,
    name,
    through,
    call,
  ]);
  assert.deepEqual(told.slice(1), [
    ["take", "ann", null, null],
    ["close", null, "call", "take_past_rights"],
  ]);
});

test("code deletes what the caller may delete, and the rest as the system, once", async () => {
  const [one, two, three] = [await seat("one"), await seat("two"), await seat("three")];
  assert.deepEqual(codeOf(await product.call("remove", { seat: one }, ann)), [403, "FORBIDDEN"]);
  assert.ok(await stateOf(one));
  assert.equal((await product.call("remove", { seat: one }, guard)).status, 204);
  assert.equal(await stateOf(one), undefined);
  assert.equal((await product.call("remove_past_rights", { seat: two }, ann)).status, 204);
  assert.equal(await stateOf(two), undefined);
  assert.deepEqual(codeOf(await product.call("remove_twice", { seat: three }, ann)), [404, "NOT_FOUND"]);
  assert.ok(await stateOf(three));
});

test("in the caller's name, code cannot read, find, sort by or write hidden fields", async () => {
  const id = await seat("masked");
  const told = async (token: string) => (await product.call("look", { seat: id }, token)).body["told"];
  assert.equal(await told(ann), "null null 0 null hidden words", product.printed.join("\n"));
  assert.match(String(await told(guard)), /^hidden words hidden words [1-9]\d* hidden words hidden words$/);
  assert.deepEqual(codeOf(await product.call("write", { seat: id }, ann)), [403, "FORBIDDEN"]);
  assert.equal((await stateOf(id))?.["secret"], "hidden words");
});

test("code connects to the hosts of its call and to no other, nor to one whose name only begins so", async () => {
  const id = await seat("hosts");
  // The last one may be asked, and is nowhere: that is another failure than not being allowed to.
  const { body } = await product.call("call", { seat: id }, ann);
  assert.equal(body["told"], "NotCapable NotCapable NotCapable TypeError", product.printed.join("\n"));
});

test("bounds that constants say hold for what a call is given and answers", async () => {
  assert.deepEqual((await product.call("say", { words: "four", number: 7 }, ann)).body, { told: "fourfour" });
  assert.deepEqual(codeOf(await product.call("say", { words: "sixsix" }, ann)), [422, "TOO_LONG"]);
  assert.deepEqual(codeOf(await product.call("say", { words: "four", number: 8 }, ann)), [422, "INVALID"]);
  assert.deepEqual(codeOf(await product.call("say", { words: "fives" }, ann)), [500, "UNEXPECTED"]);
});

test("a call is given files with everything else, as its input says, and nothing besides", async () => {
  const give = async (input: unknown) => product.call("take_files", input, ann);
  const file = (other: object = {}) => ({ name: "a.txt", type: "text/plain", text: "one", ...other });
  const picture = { name: "a.png", type: "image/png", base64: "aaaa" };
  assert.deepEqual((await give({ paper: file(), more: [file(), picture], face: picture })).body, {
    told: "name,text,type a.txt 2",
  });
  const bytes = { name: "a.TXT", type: "", base64: Buffer.alloc(1024).toString("base64") };
  assert.equal((await give({ paper: bytes })).status, 200);
  for (const wrong of [
    "a.txt",
    [file()],
    file({ name: "" }),
    file({ name: "../a.txt" }),
    file({ name: "a\\b.txt" }),
    file({ name: "a\r\nSet-Cookie: x.txt" }),
    file({ name: `${"a".repeat(252)}.txt` }),
    file({ name: "a.exe" }),
    file({ type: "text/plain\r\nx: y" }),
    file({ text: undefined }),
    file({ base64: "aaaa" }),
    file({ text: undefined, base64: "not base64!" }),
    file({ path: "/etc/passwd" }),
    JSON.parse('{ "name": "a.txt", "type": "", "text": "x", "__proto__": { "admin": true } }'),
  ])
    assert.deepEqual(codeOf(await give({ paper: wrong })), [422, "INVALID"], JSON.stringify(wrong));
  assert.deepEqual(codeOf(await give({ paper: file({ text: "é".repeat(513) }) })), [413, "TOO_LARGE"]);
  assert.deepEqual(codeOf(await give({ paper: file(), more: [file(), file(), file()] })), [422, "INVALID"]);
  assert.deepEqual(codeOf(await give({ paper: file(), face: { ...picture, type: "image/svg+xml" } })), [
    422,
    "INVALID",
  ]);
  const large = { ...file(), text: "x".repeat(11 * 2 ** 20) };
  assert.equal((await give({ paper: file(), more: [large] }).catch(() => ({ status: 413 }))).status, 413);
});
