// Calls as somebody would use them who wants to break in, out or down: each attempt, and what became of it; long because all
// of them are made on one product.
import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { before, test } from "node:test";
import { gzipSync } from "node:zlib";
import { eventually } from "../../../language/src/testing/eventually.ts";
import { products } from "../testing/product.ts";
import { codeOf, serveFragment, type Served } from "./testing/served.ts";

const secret = "key-of-the-shop/with+signs";
const code: Readonly<Record<string, string>> = {
  Keep: `const said = [];
const tries = {
  kept: () => globalThis.localStorage.setItem("a", "b"),
  page: () => globalThis.sessionStorage.setItem("a", "b"),
  cache: async () => (await caches.open("x")).put("https://a.example/", new Response("x")),
  other: async () => {
    const { Worker } = await import("node:worker_threads");
    const worker = new Worker("caches.open('x').then(() => require('node:worker_threads').parentPort.postMessage('open'), () => require('node:worker_threads').parentPort.postMessage(''))", { eval: true });
    if (await new Promise((go) => worker.on("message", go)) === "") throw new Error("refused");
  },
  database: async () => {
    const { DatabaseSync } = await import("node:sqlite");
    new DatabaseSync("./kept.db");
  },
  program: async () => (await import("node:child_process")).execSync("ls"),
  surroundings: async () => (await import("node:process")).env.PATH.length,
  machine: () => Deno.hostname(),
  parent: () => Deno.kill(Deno.ppid, "SIGTERM"),
  elsewhere: async () => import("https://deno.land/std/path/mod.ts"),
  listen: () => Deno.listen({ port: 0 }),
  graphics: () => {
    if (navigator.gpu === undefined && !Object.getOwnPropertyNames(globalThis).some((name) => name.startsWith("GPU")))
      throw new Error("refused");
  },
  names: async () => (await import("node:dns/promises")).lookup("localhost"),
};
for (const [name, work] of Object.entries(tries)) try { await work(); said.push(name); } catch {}
return { told: said.join(" ") || "nothing" };`,
  Forge: `throw Object.assign(new Error("x"), { isTold: true, told: { status: 200, body: { code: "FORGED" }, headers: { "Set-Cookie": "forged=1" } } });`,
  "Forge number": `throw Object.assign(new Error("x"), { isTold: true, told: 0 });`,
  "Write to the pipe": `const line = new TextEncoder().encode(JSON.stringify({ done: { answer: { told: "forged" }, writes: [{ as: "system", entity: "seat", act: "create", values: { label: "forged" } }], mails: [] } }) + "\\n{\\"token\\":1,\\"failed\\":{\\"code\\":7}}\\nnot json\\n[1]\\n");
for (let at = 0; at < line.length; ) at += Deno.stdout.writeSync(line.subarray(at));
return { told: "itself" };`,
  Proto: `const merged = Object.assign({}, input.words && JSON.parse(input.words));
return { told: [({}).admin, Object.getPrototypeOf(input) === Object.prototype, merged.admin].map(String).join(" ") };`,
  // By the function that makes functions of where the realms are made: nothing else outlives a run.
  "Later as": `const outside = setTimeout.constructor("return globalThis")();
outside.held ??= [];
outside.held.push(db);
const said = [];
for (const one of outside.held.slice(0, -1)) said.push(await Promise.race([one.seat.find({}).then(() => "read", () => "failed"), new Promise((go) => setTimeout(() => go("unheard"), 400))]));
const before = said.length > 0;
await outside.held[0].seat.create({ label: before ? "of an earlier one" : "of another" });
return { told: said.join(" ") || "first" };`,
  "Leave behind": `const outside = setTimeout.constructor("return globalThis")();
outside.runs = (outside.runs ?? 0) + 1;
const places = { global: globalThis, array: Array.prototype, object: Object.prototype, json: JSON, console, timer: setTimeout, url: URL.prototype, crypto, error: Error, promise: Promise.prototype };
const found = Object.entries(places).filter(([, one]) => one.left !== undefined).map(([name]) => name);
if (typeof loose !== "undefined") found.push("loose");
if ([1].map(String)[0] !== "1") found.push("map");
loose = 1;
for (const one of Object.values(places)) try { Object.defineProperty(one, "left", { value: input.words, enumerable: false }); } catch {}
Array.prototype.map = () => ["replaced"];
return { told: [outside.runs, ...found].join(" ") };`,
  "Merge into": `const into = (target, given) => {
  for (const [key, value] of Object.entries(given))
    if (typeof value === "object") into((target[key] ??= {}), value);
    else target[key] = value;
};
const left = () => [({}).admin, structuredClone({}).admin, [...new Headers({ a: "b" })][0].admin, Object.admin, structuredClone({}).constructor.admin];
const found = left().filter((one) => one !== undefined).length;
for (const target of [{}, structuredClone({ a: 1 }), await new Response("{}").json(), [...new Headers({ a: "b" })][0]])
  try { into(target, JSON.parse(input.words)); } catch {}
return { told: [Deno.pid, found, String(structuredClone({})), await new Response('{"a":1}').json().then(({ a }) => a)].join(" ") };`,
  "Fail later": `const how = {
  timer: () => setTimeout(() => { throw new Error("later"); }, 20),
  rejected: () => setTimeout(() => void Promise.reject(new Error("later")), 20),
  sleeping: () => void (async () => { await new Promise((go) => setTimeout(go, 20)); throw new Error("later"); })(),
};
how[input.words]?.();
if (input.words === "wait") await new Promise((go) => setTimeout(go, 200));
return { told: String(Deno.pid) };`,
  "Tick on": `if (input.words === "begin") setInterval(() => { Deno.ticks = (Deno.ticks ?? 0) + 1; }, 1);
const before = Deno.ticks ?? 0;
await new Promise((go) => setTimeout(go, 100));
return { told: [Deno.pid, (Deno.ticks ?? 0) > before ? "ticks" : "is still"].join(" ") };`,
  "Fail beside": `setTimeout(() => { throw new Error("beside"); }, 0);
await new Promise(() => undefined);`,
  Inject: `const said = [];
const tries = [
  () => db.seat.find({}, { order: 'label"; DROP TABLE public.seat; --' }),
  () => db.seat.find({ 'label" = 1 OR "label': "x" }),
  () => db['seat" AS x, writ."outbox'].find({}),
  () => db["writ.outbox"].find({}),
  () => db.pg_authid.find({}),
  () => db.seat.find({ _did: "x" }),
  () => db.seat.find({ label: { toString: 1 } }).then((rows) => { if (rows.length === 0) throw new Error("none"); }),
];
for (const one of tries) said.push(await one().then(() => "open", () => "refused"));
const few = await db.seat.find({}, { limit: "1; DROP TABLE public.seat" });
const none = await db.seat.find({}, { limit: -1 });
return { told: [...said, few.length <= 1000, none.length].join(" ") };`,
  "Inject a step": `await db.seat['x"(); DROP TABLE public.seat; --']({ id: crypto.randomUUID() }, {});`,
  "Inject a column": `await system.seat.create({ label: "x", _did: "forged" });`,
  "Inject a row": `await system.seat.delete("' OR true --");`,
  Mine: `globalThis.label = input.words;
await db.seat.create({ label: input.words });
await new Promise((go) => setTimeout(go, 100));
const found = (await db.seat.find({})).map(({ label }) => label);
return { told: [globalThis.label, me.id, ...found].join(" ") };`,
  Ghost: `setTimeout(() => { for (;;) {} }, 0);
return { told: "done" };`,
  "Late ghost": `const { port1, port2 } = new MessageChannel();
const until = Date.now() + 300;
port1.onmessage = () => { if (Date.now() < until) port2.postMessage("again"); else for (;;) {} };
port2.postMessage("first");
return { told: String(Deno.pid) };`,
  Ask: `await Promise.all(Array.from({ length: 500 }, () => db.seat.find({})));
return { told: "all" };`,
  "Ask on": `for (let n = 0; ; n++) { void db.seat.find({}).catch(() => undefined); if (n % 100 === 0) await new Promise((go) => setTimeout(go, 0)); }`,
  Print: `for (let n = 0; n < 1000; n++) console.log("line", n);
return { told: "printed" };`,
  "Fill the pipe": `const line = new Uint8Array(2 ** 20).fill(120);
line[line.length - 1] = 10;
for (;;) Deno.stdout.writeSync(line);`,
  Cut: `console.log("x".repeat(1990) + secrets.SHOP_KEY);
console.log(JSON.stringify({ a: secrets.ODD_KEY }), encodeURIComponent(secrets.SHOP_KEY));
return { told: "printed" };`,
  "Name it": `const named = "x".repeat(90) + secrets.SHOP_KEY;
throw problem(named);`,
  "Answer it": `return { [secrets.SHOP_KEY]: 1 };`,
  "Write it": `await system[secrets.SHOP_KEY].create({});`,
  "Throw it": `throw new Error("x".repeat(1990) + secrets.SHOP_KEY);`,
};
const limits: Readonly<Record<string, string>> = { "Ask on": "4 seconds" };
const names = Object.keys(code);
const oddKey = 'first "line"\nsecond line';
const fragment = `
## 3. Entities and their fields

### Seat

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Label | text up to 20 | yes | |
| Owner | reference to User | no | \`me\` |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Person | signed in |

| For | May | Person |
| --- | --- | --- |
| Seat | create, read | own |
| Seat | update, delete | no |
${names.map((name) => `| ${name} | call | yes |`).join("\n")}

## 7. The calls it makes

| Call | Kind | On | Code |
| --- | --- | --- | --- |
${names.map((name) => `| ${name} | function | button | below |`).join("\n")}
| Paid | webhook in | \`POST /hooks/paid\` | below |
| Sold | webhook in | \`POST /hooks/sold\` | below |
| Whole | webhook in | \`POST /hooks/whole\` | below |
| Daily | schedule | every day at 07:30 | below |

${names
  .map(
    (name) =>
      `### ${name}\n- In: Words (text, optional)\n- Out: Told (text)\n- Secrets: \`SHOP_KEY\`, \`ODD_KEY\`\n- Timeout: ${limits[name] ?? "30 seconds"}\n\n\`\`\`ts\n${code[name] ?? ""}\n\`\`\`\n`,
  )
  .join("\n")}

### Paid
- In: Label (text)
- Signature: header \`X-Signature\`, secret \`SHOP_KEY\`
- Timestamp: header \`X-Time\`, within 5 minutes

\`\`\`ts
await system.seat.create({ label: input.label });
\`\`\`

### Sold
- In: Label (text)
- Signature: header \`X-Sold\`, secret \`OTHER_KEY\`

\`\`\`ts
await system.seat.create({ label: input.label });
\`\`\`

### Whole
- Signature: none

\`\`\`ts
await system.seat.create({ label: [({}).admin, typeof input.constructor, Object.keys(input).length].join(" ") });
\`\`\`

### Daily

\`\`\`ts
await system.seat.create({ label: "daily" });
\`\`\`
`;

const start = products();
let product: Served;
let [ann, ben] = ["", ""];
before(async () => {
  product = await serveFragment(start, fragment, {
    environment: { SHOP_KEY: secret, OTHER_KEY: "another key", ODD_KEY: oddKey },
  });
  [ann, ben] = [await product.person("ann"), await product.person("ben")];
});

const told = async (name: string, given: unknown = {}, token = ann) => {
  const { status, body } = await product.call(name, given, token);
  assert.equal(status, 200, `${JSON.stringify(body)}\n${product.printed.join("\n")}`);
  return body["told"];
};
const broken = async (name: string) => {
  assert.deepEqual(codeOf(await product.call(name, {}, ann)), [500, "UNEXPECTED"]);
  return product.printed.at(-1) ?? "";
};
/** Of the processor; without end where the process has ended. */
function secondsOfProcess(pid: string): number {
  const path = `/proc/${pid}/stat`;
  if (!existsSync(path)) return Infinity;
  return Number(readFileSync(path, "utf8").split(" ")[13]) / 100;
}
const labels = async () =>
  (await product.owner("SELECT label FROM public.seat ORDER BY label")).map(({ label }) => String(label));

test("code keeps nothing on the disk, in no thread either, and finds no other way out", async () => {
  assert.equal(await told("keep"), "nothing");
});

test("code does not choose the status, the headers or the words of a refusal", async () => {
  for (const name of ["forge", "forge_number"]) {
    const answer = await product.call(name, {}, ann);
    assert.deepEqual(codeOf(answer), [500, "UNEXPECTED"]);
    assert.equal(answer.headers.get("set-cookie"), null);
  }
});

test("what code writes to the pipe itself is believed only under the token of its run", async () => {
  assert.equal(await told("write_to_the_pipe"), "itself");
  assert.ok(!(await labels()).includes("forged"));
});

test("names of what every object has are data, in inputs and in bodies of webhooks", async () => {
  const words = '{"__proto__":{"admin":true},"constructor":{"prototype":{"admin":true}}}';
  assert.equal(await told("proto", { words }), "undefined true undefined");
  for (const given of [words, '{"constructor":1}', '{"hasOwnProperty":1}', '{"toString":1}'])
    assert.deepEqual(codeOf(await product.call("proto", JSON.parse(given), ann)), [422, "INVALID"], given);
  const send = async (body: string) => product.ask("/hooks/whole", { method: "POST", body });
  assert.equal((await send(words)).status, 204);
  assert.ok((await labels()).includes(" object 2"), String(await labels()));
  const deep = (depth: number) => `{"words":${"[".repeat(depth)}${"]".repeat(depth)}}`;
  assert.equal((await send(deep(400))).status, 204);
  // The first would fit through the door, and not through the pipe.
  for (const depth of [600, 9000, 400_000]) assert.deepEqual(codeOf(await send(deep(depth))), [400, "WRONG_BODY"]);
  for (const [depth, answer] of [
    [400, [422, "INVALID"]],
    [9000, [400, "WRONG_BODY"]],
  ] as const) {
    const headers = { Authorization: `Bearer ${ann}`, "Content-Type": "application/json" };
    assert.deepEqual(
      codeOf(await product.ask("/functions/v1/proto", { method: "POST", headers, body: deep(depth) })),
      answer,
    );
  }
});

test("no name, order, bound or row of code becomes SQL", async () => {
  assert.equal(await told("inject"), "refused refused refused refused refused refused refused true 0");
  const kept = await labels();
  for (const name of ["inject_a_step", "inject_a_column", "inject_a_row"]) await broken(name);
  assert.deepEqual(await labels(), kept);
});

test("code left over from one run cannot read or write for later callers", async () => {
  assert.equal(await told("later_as"), "first");
  const [first] = await labels().then((all) => all.filter((one) => one === "of another"));
  assert.equal(first, "of another");
  for (let tries = 0; tries < 20; tries++) {
    const said = await told("later_as", {}, ben);
    // In another process there is nothing left.
    if (said === "first") continue;
    assert.match(String(said), /^unheard(?: unheard)*$/);
    // What was written through the hands of an earlier run is written by nobody.
    assert.ok(!(await labels()).includes("of an earlier one"));
    return;
  }
  assert.fail("no process was used twice");
});

test("what code leaves in global variables and in what the language has is gone with its run", async () => {
  const runs: number[] = [];
  for (let time = 0; time < 5; time++) {
    const [run, ...found] = String(await told("leave_behind", { words: "mine" }, time % 2 === 0 ? ann : ben)).split(
      " ",
    );
    assert.deepEqual(found, [], `in run ${run} of a process`);
    runs.push(Number(run));
  }
  assert.ok(Math.max(...runs) > 1, "no process was used twice");
});

test("inputs of one run cannot change the prototypes of the next run", async () => {
  const words = JSON.stringify({ constructor: { admin: "left", prototype: { admin: "left", toString: "left" } } });
  const pids: string[] = [];
  for (let time = 0; time < 4; time++) {
    const [pid = "", ...rest] = String(await told("merge_into", { words }, time % 2 === 0 ? ann : ben)).split(" ");
    assert.deepEqual(rest, ["0", "[object", "Object]", "1"]);
    pids.push(pid);
  }
  assert.ok(new Set(pids).size < pids.length, "no process was used twice");
});

test("a failure after a run does not fail other runs, and a failure beside a run fails that run", async () => {
  let shared = 0;
  for (const words of ["timer", "rejected", "sleeping"]) {
    const left = await told("fail_later", { words }, ann);
    if ((await told("fail_later", { words: "wait" }, ben)) === left) shared++;
  }
  assert.ok(shared > 0, "no process was used twice");
  const { status, body } = await product.call("fail_beside", {}, ann);
  assert.deepEqual([status, body["code"]], [500, "UNEXPECTED"]);
});

test("what a run does again and again ends with it, and does not hold its realm", async () => {
  let shared = 0;
  for (let time = 0; time < 3; time++) {
    const begun = String(await told("tick_on", { words: "begin" }, ann));
    const [pid = "", ...rest] = String(await told("tick_on", { words: "look" }, ben)).split(" ");
    assert.equal(rest.join(" "), "is still");
    if (begun === `${pid} ticks`) shared++;
  }
  assert.ok(shared > 0, "no process was used twice");
});

test("a process that does not end after its answer is not reused", async () => {
  for (let round = 0; round < 3; round++) assert.equal(await told("ghost"), "done");
});

test("nor is one that was calm after its answer, and never ends since then", async () => {
  const pid = await told("late_ghost");
  await eventually(() => secondsOfProcess(String(pid)) > 1, "the process goes on for ever, or has been ended");
  assert.notEqual(await told("late_ghost"), pid);
});

test("a run with endless requests is throttled and ended, and does not block the database", async () => {
  assert.equal(await told("ask"), "all");
  const [endless, ...others] = await Promise.all([
    product.call("ask_on", {}, ann),
    ...Array.from({ length: 10 }, async () =>
      product.ask("/rest/v1/seat?select=id&limit=1", { headers: { Authorization: `Bearer ${ben}` } }),
    ),
  ]);
  assert.deepEqual(codeOf(endless), [500, "UNEXPECTED"]);
  for (const { status } of others) assert.equal(status, 200);
  assert.match(product.printed.at(-1) ?? "", /said too much|took too (?:long|much memory)/);
});

test("of what a run prints without end little is kept, and a run that fills the pipe is ended", async () => {
  const lines = product.printed.length;
  assert.equal(await told("print"), "printed");
  assert.equal(product.printed.length - lines, 200);
  assert.match(await broken("fill_the_pipe"), /said too much/);
});

test("no part of a secret is printed, however it is encoded or cut", async () => {
  const from = product.printed.length;
  assert.equal(await told("cut"), "printed");
  for (const name of ["name_it", "answer_it", "write_it", "throw_it"]) await broken(name);
  const shown = product.printed.slice(from).join("\n");
  for (const part of [secret, "key-of", encodeURIComponent(secret), "second line", "first"])
    assert.ok(!shown.includes(part), `${part} in ${shown}`);
  const metrics = await fetch(`${product.url}/metrics`);
  assert.ok(!(await metrics.text()).includes("key-of"));
});

const hmac = (text: string, key = secret) => createHmac("sha256", key).update(text).digest("hex");

test("requests that are nearly signed: of another secret, in another header, packed, or of another time", async () => {
  const body = '{"label":"nearly"}';
  const now = () => String(Math.floor(Date.now() / 1000));
  const send = async (path: string, sent: string | Uint8Array, headers: Readonly<Record<string, string>>) =>
    codeOf(await product.ask(path, { method: "POST", body: Buffer.from(sent), headers }));
  const unsigned = [401, "WRONG_SIGNATURE"];
  const time = now();
  const signed = { "X-Time": time, "X-Signature": hmac(`${time}.${body}`) };
  // The signature of one is none of another, and nothing stands in another header.
  assert.deepEqual(await send("/hooks/sold", body, { "X-Sold": hmac(body) }), unsigned);
  assert.deepEqual(await send("/hooks/paid", body, { "X-Time": time, "X-Sold": hmac(body) }), unsigned);
  assert.deepEqual(await send("/hooks/sold", body, { "X-Signature": hmac(body, "another key") }), unsigned);
  assert.deepEqual(
    await send("/hooks/paid", body, { ...signed, "X-Signature": hmac(`${time}.${body}`, "") }),
    unsigned,
  );
  // What is signed is what was sent: packed it is something else.
  const packed = gzipSync(body);
  assert.deepEqual(await send("/hooks/paid", packed, { ...signed, "Content-Encoding": "gzip" }), unsigned);
  const packedToo = { "X-Sold": createHmac("sha256", "another key").update(packed).digest("hex") };
  assert.deepEqual(await send("/hooks/sold", packed, { ...packedToo, "Content-Encoding": "gzip" }), [
    400,
    "WRONG_BODY",
  ]);
  // The time is signed with it, so another one is another request; and where one ends and the other begins is fixed.
  assert.deepEqual(await send("/hooks/paid", body, { ...signed, "X-Time": String(Number(time) + 1) }), unsigned);
  assert.deepEqual(await send("/hooks/paid", `.${body}`, { ...signed, "X-Time": time.slice(0, -1) }), unsigned);
  assert.deepEqual(await send("/hooks/paid", `${time}.${body}`, { ...signed, "X-Time": now() }), [400, "WRONG_BODY"]);
  assert.deepEqual(await send("/hooks/paid", "", { "X-Time": time, "X-Signature": "" }), unsigned);
  assert.ok(!(await labels()).includes("nearly"));
  assert.deepEqual(await send("/hooks/paid", body, signed), [204, undefined]);
  assert.deepEqual(await send("/hooks/paid", body, signed), [409, "REPLAYED"]);
  assert.deepEqual(await send("/functions/v1/paid", body, signed), [409, "REPLAYED"]);
});

test("names with ways, other letters and signs in them are no calls", async () => {
  for (const name of [
    "KEEP",
    "Keep",
    "keep%00",
    "ke%65p",
    "keep%2f",
    "keep/",
    "x%2f..%2fkeep",
    "..%2f..%2f..%2fetc%2fpasswd",
    "__proto__",
    "constructor",
    "keep;",
    "daily",
    "",
  ]) {
    const { status } = await product.call(name, {}, ann);
    assert.ok(status === 404 || status === 400, `${name}: ${status}`);
  }
  for (const name of ["PAID", "pa%69d", "paid/", "paid%00", "paid%2f..%2fsold"]) {
    const { status } = await product.ask(`/hooks/${name}`, { method: "POST", body: "{}" });
    assert.ok(status >= 400 && status < 500, `${name}: ${status}`);
  }
  assert.ok(!(await labels()).includes("daily"));
});

test("only whom section 6 lets make it makes a call, whatever a token or a header says", async () => {
  const ask = async (headers: Readonly<Record<string, string>>, method = "POST") =>
    product.ask("/functions/v1/proto", {
      method,
      headers: { "Content-Type": "application/json", ...headers },
      body: "{}",
    });
  const [head = "", claims = "", signature = ""] = ann.split(".");
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const said = JSON.parse(Buffer.from(claims, "base64url").toString()) as object;
  const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });
  for (const [name, headers] of Object.entries({
    nobody: {},
    "the key of pages": { ...bearer(product.anonKey), apikey: product.anonKey },
    "a role of the database": bearer(await product.token({ sub: crypto.randomUUID(), role: "authenticator" })),
    "no algorithm": bearer(`${part({ alg: "none", typ: "JWT" })}.${part({ ...said, role: "service_role" })}.`),
    "another content": bearer(`${head}.${part({ ...said, role: "service_role" })}.${signature}`),
    "a key as a secret": bearer(
      `${part({ alg: "HS256", typ: "JWT" })}.${claims}.${createHmac("sha256", product.anonKey)
        .update(`${part({ alg: "HS256", typ: "JWT" })}.${claims}`)
        .digest("base64url")}`,
    ),
    "no token": bearer("x"),
    "a role in a header": { "X-Role": "service_role", "X-Client-Info": "x", Role: "service_role" },
  })) {
    const { status, body } = await ask(headers as Readonly<Record<string, string>>);
    assert.ok(status === 401 || status === 403, `${name}: ${status} ${JSON.stringify(body)}`);
  }
  // Nothing of what is between the outbox and code is on the wire.
  for (const name of ["enqueue", "call_keep", "may_call_keep", "sweep", "due_schedules"]) {
    const answer = await product.ask(`/rest/v1/rpc/${name}`, { method: "POST", headers: bearer(ann), body: "{}" });
    assert.equal(answer.status, 404, name);
    const other = { ...bearer(ann), "Content-Profile": "writ", "Content-Type": "application/json" };
    const reached = await product.ask(`/rest/v1/rpc/${name}`, { method: "POST", headers: other, body: "{}" });
    assert.equal(reached.status, 406, name);
  }
});

test("runs of several people at once are each of their own caller, with what they were given", async () => {
  const people: (readonly [string, string])[] = [];
  for (let n = 0; n < 6; n++) people.push([`mine${n}`, await product.person(`mine${n}`)]);
  const all = await Promise.all(people.map(async ([label, token]) => told("mine", { words: label }, token)));
  const again = await Promise.all(people.map(async ([label, token]) => told("mine", { words: label }, token)));
  const ids = new Map(
    (await product.owner("SELECT email, id FROM auth.users")).map(({ email, id }) => [String(email), String(id)]),
  );
  for (const [at, [label]] of people.entries()) {
    const id = ids.get(`${label}@example.test`) ?? "";
    // What a run writes is there when it has ended, and only for whom it was written.
    assert.equal(all[at], `${label} ${id}`);
    assert.equal(again[at], `${label} ${id} ${label}`);
  }
});
