// What effects and code send to other programs: signed, tried again with the same key, given up in sight, and answers as Out says.
import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { after, before, test } from "node:test";
import { retryJob } from "../../console/outbox/fate.ts";
import { products } from "../../testing/product.ts";
import { codeOf, serveFragment, type Served } from "../testing/served.ts";
import { startReceiver, type Receiver } from "../testing/receiver.ts";

const key = "shared-and-secret";
const functions: Readonly<Record<string, string>> = {
  Search: `const found = await api.ask_the_register({ words: input.words, seat: (await db.seat.find({}))[0], on: null });
return { told: found.name + " " + found.number + " " + Object.keys(found).length };`,
  Catch: `try { await api.ask_the_register({ words: "wrong" }); } catch (failure) { return { told: String(failure.message) }; }
return { told: "nothing" };`,
  Trip: 'await api.ask_the_register({ words: "wrong" });\nreturn { told: "" };',
  Look: "return { told: (await api.look_up({ words: input.words, many: ['a', 'b'] })).name };",
  Unasked: `const said = [];
for (const ask of [() => api.ask_the_register({}), () => api.ask_the_register({ words: 7 }), () => api.of_an_effect({})])
  try { await ask(); said.push("open"); } catch (failure) { said.push(failure.message); }
try { api.tell({}); said.push("open"); } catch { said.push("no such API"); }
return { told: said.join("; ") };`,
  Flood: `for (let n = 0; n < 101; n++) await api.look_up({ words: "" + n });
return { told: "all" };`,
};
const fragment = `
## 3. Entities and their fields

### Seat

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Label | text up to 20 | yes | |

## 4. States and transitions

### Effects

| For | After | Do | With |
| --- | --- | --- | --- |
| Seat | create | call Tell | |
| Seat | update | call Of an effect | |
| Seat | delete | call Hidden | |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Person | signed in |

| For | May | Person |
| --- | --- | --- |
| Seat | create | yes |
| Seat | read | yes |
| Seat | update | yes |
| Seat | delete | yes |
${Object.keys(functions)
  .map((name) => `| ${name} | call | yes |`)
  .join("\n")}

## 7. The calls it makes

| Call | Kind | On | Code | Errors |
| --- | --- | --- | --- | --- |
| Tell | webhook out | effect | | |
| Hidden | webhook out | effect | | |
| Of an effect | API | effect | | |
| Ask the register | API | | | |
| Look up | API | | | |
${Object.keys(functions)
  .map((name) => `| ${name} | function | button | below | |`)
  .join("\n")}

### Tell
- Sends: POST to secret \`TELL_HOOK\`
- Body: \`{"text": seat.label + "!", "id": seat.id, "new": true}\`
- Signature: header \`X-Signed\`, secret \`TELL_KEY\`
- Retries: 1

### Hidden
- Sends: DELETE to secret \`HIDDEN_HOOK\`
- Body: \`{"id": seat.id}\`
- Retries: 0

### Of an effect
- Sends: PUT to secret \`REGISTER\`
- Body: \`{"words": seat.label}\`
- Out: Name (text), Number (integer)
- Retries: 0

### Ask the register
- In: Words (text up to 20), Seat (optional), On (date, optional)
- Sends: POST to secret \`REGISTER\`
- Body: \`{"query": {"words": input.words, "lengths": [input.words.size()], "on": input.on, "seat": seat == null ? "none" : seat.label}}\`
- Out: Name (text), Number (integer, optional)

### Look up
- In: Words (text), Many (several of: a, b, optional)
- Sends: GET to secret \`REGISTER\`
- Body: \`{"q": input.words, "n": 3}\`
- Out: Name (text)

${Object.entries(functions)
  .map(([name, code]) => `### ${name}\n- In: Words (text, optional)\n- Out: Told (text)\n\n\`\`\`ts\n${code}\n\`\`\`\n`)
  .join("\n")}
`;

const start = products();
let receiver: Receiver;
let product: Served;
let ann = "";
/** What the next requests to /tell are answered. */
const statuses: number[] = [];

before(async () => {
  receiver = await startReceiver(({ url, body, method }, response) => {
    if (url.startsWith("/tell")) return void response.writeHead(statuses.shift() ?? 200).end();
    const isWrong = body.includes("wrong") || method === "PUT";
    response.end(JSON.stringify(isWrong ? { name: 7 } : { name: "found", number: 3, more: "than asked" }));
  });
  product = await serveFragment(start, fragment, {
    environment: {
      TELL_HOOK: receiver.url("/tell?token=hidden-part"),
      TELL_KEY: key,
      HIDDEN_HOOK: "https://localhost/hidden-part",
      REGISTER: receiver.url("/register?token=hidden-part"),
      WRIT_PRIVATE_HOSTS: receiver.host,
    },
  });
  ann = await product.person("ann");
});
after(async () => receiver.end());

const write = async (method: string, path: string, body: unknown) => {
  const answer = await product.ask(`/rest/v1/${path}`, {
    method,
    headers: { Authorization: `Bearer ${ann}`, "Content-Type": "application/json", Prefer: "return=minimal" },
    body: JSON.stringify(body),
  });
  assert.ok(answer.status < 300, JSON.stringify(answer.body));
};
const told = async (name: string, words?: string) => {
  const { status, body } = await product.call(name, { words }, ann);
  assert.equal(status, 200, `${JSON.stringify(body)}\n${product.printed.join("\n")}`);
  return body["told"];
};

test("an effect sends a signed request until it is accepted; operators see and retry what was given up", async () => {
  statuses.push(503, 404);
  await write("POST", "seat", { label: "aisle" });
  const failed = await product.rowOf(
    "SELECT failure, due_at > clock_timestamp() + interval '30 seconds' AS later FROM writ.outbox WHERE name = 'tell' AND failure IS NOT NULL AND tries = 1",
  );
  assert.deepEqual(failed, { failure: "it answers 503", later: true });
  await product.owner("UPDATE writ.outbox SET due_at = now() WHERE name = 'tell'");
  const dead = await product.rowOf("SELECT id, failure FROM writ.outbox WHERE name = 'tell' AND due_at = 'infinity'");
  assert.equal(dead["failure"], "it answers 404");
  const client = await product.database.connect();
  assert.equal(await retryJob(client, String(dead["id"])), `call tell, job ${dead["id"]}`);
  await product.rowOf("SELECT 1 FROM writ.outbox WHERE name = 'tell' AND done_at IS NOT NULL AND failure IS NULL");
  await client.end();

  const [first, ...more] = receiver.at("/tell");
  assert.equal(more.length, 2);
  assert.ok(first !== undefined);
  const [row] = await product.owner("SELECT id FROM public.seat");
  assert.deepEqual(JSON.parse(first.body), { text: "aisle!", id: row?.["id"], new: true });
  assert.equal(first.method, "POST");
  assert.equal(first.headers["x-signed"], createHmac("sha256", key).update(first.body).digest("hex"));
  // Whoever hears of it twice can tell.
  const keys = new Set(receiver.at("/tell").map(({ headers }) => headers["idempotency-key"]));
  assert.equal(keys.size, 1);
  assert.match([...keys][0] ?? "", /^tell-\d+$/);
});

test("an API of an effect fails where its answer is not what Out says; a private address is refused", async () => {
  await write("PATCH", "seat?label=eq.aisle", { label: "window" });
  const wrong = await product.rowOf(
    "SELECT failure FROM writ.outbox WHERE name = 'of_an_effect' AND due_at = 'infinity'",
  );
  assert.equal(wrong["failure"], "its answer is not what Out says: name is INVALID");
  await write("POST", "seat", { label: "gone" });
  await write("DELETE", "seat?label=eq.gone", {});
  const refused = await product.rowOf("SELECT failure FROM writ.outbox WHERE name = 'hidden' AND due_at = 'infinity'");
  assert.equal(refused["failure"], "its address is a private one");
});

test("code asks an API by what In says and gets what Out says", async () => {
  const asked = receiver.at("/register").length;
  assert.equal(await told("search", "green"), "found 3 2");
  const heard = receiver.at("/register")[asked];
  assert.deepEqual(JSON.parse(heard?.body ?? ""), {
    query: { words: "green", lengths: [5], on: null, seat: "window" },
  });
  assert.equal(heard?.headers["content-type"], "application/json");
  assert.equal(await told("look", "a & b"), "found");
  const read = receiver.at("/register").at(-1);
  assert.deepEqual([read?.method, read?.url, read?.body], ["GET", "/register?token=hidden-part&n=3&q=a+%26+b", ""]);
});

test("code can catch the failure of an API, and clients do not see it", async () => {
  assert.equal(await told("catch"), "Ask the register: its answer is not what Out says: name is INVALID");
  const answer = await product.call("trip", {}, ann);
  assert.deepEqual(codeOf(answer), [500, "UNEXPECTED"]);
  assert.ok(!JSON.stringify(answer.body).includes("Out"));
  const line = product.source
    .split("\n")
    .findIndex((one) => one.startsWith('await api.ask_the_register({ words: "wrong"'));
  assert.ok(
    product.printed.some((one) => one.includes(`SPEC.md:${line + 1}:`) && one.includes("name is INVALID")),
    product.printed.join("\n"),
  );
  const sent = receiver.received.length;
  assert.equal(
    await told("unasked"),
    "Ask the register: words is REQUIRED; Ask the register: words is INVALID; Of an effect: its Body speaks of the row of an effect, so that code cannot ask it; no such API",
  );
  assert.equal(receiver.received.length, sent);
  assert.deepEqual(codeOf(await product.call("flood", {}, ann)), [500, "UNEXPECTED"]);
  assert.equal(receiver.received.length, sent + 100);
  const kept = JSON.stringify(await product.owner("SELECT failure FROM writ.outbox"));
  for (const shown of [product.printed.join("\n"), kept]) {
    assert.ok(!shown.includes("hidden-part"));
    assert.ok(!shown.includes(key));
  }
});

test("no call that sends is at an address, nor is the body that it would send", async () => {
  for (const name of ["tell", "ask_the_register", "of_an_effect"])
    assert.deepEqual(codeOf(await product.call(name, { words: "x" }, ann)), [404, "NOT_FOUND"]);
  const body = await product.ask("/rest/v1/rpc/code_body_ask_the_register", {
    method: "POST",
    headers: { Authorization: `Bearer ${ann}`, "Content-Type": "application/json" },
    body: "{}",
  });
  assert.deepEqual(codeOf(body), [404, "PGRST202"]);
});
