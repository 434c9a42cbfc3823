// Calls over the wire: who may make them, what they are given and answer, what they write, and what harm they can do.
import { createClient } from "@supabase/supabase-js";
import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { before, test } from "node:test";
import { compile } from "@writ/language";
import { completeDocument } from "../../../language/src/testing/run-cases.ts";
import { products, type TestProduct } from "../testing/product.ts";
import { emptyFolder } from "../postgres/testing/surroundings.ts";
import { eventually } from "../../../language/src/testing/eventually.ts";

const names = "Join Pair Race Spin Hog Flood Crash Peek Leak Wrong Late Beside Odd".split(" ");
const code: Readonly<Record<string, string>> = {
  Join: `if (input.seat.taken_by) throw problem("TAKEN");
await system.seat.set(input.seat, { taken_by: me, note: input.note });
return { told: "welcome", at: now };`,
  Pair: `await db.seat.create({ label: "one" });
await db.seat.create({ label: input.label });`,
  Race: `const seat: { taken_by: string | null } = (await system.seat.find({ label: "raced" }))[0];
if (seat.taken_by) throw problem("TAKEN");
console.log("has read");
while ((await system.seat.find({ label: "go on" })).length === 0) await new Promise((go) => setTimeout(go, 20));
await system.seat.set(seat, { taken_by: me });`,
  Spin: "for (;;) {}",
  Hog: "const held = []; for (;;) { held.push(new Uint8Array(64 * 2 ** 20).fill(1)); await new Promise((go) => setTimeout(go, 5)); }",
  Flood: 'return { told: "x".repeat(20 * 2 ** 20) };',
  Crash: "Deno.exit(1);",
  Peek: `const tries = {
  file: () => Deno.readTextFile("/etc/passwd"),
  write: () => Deno.writeTextFile("/tmp/written", "x"),
  env: () => Deno.env.get("PATH"),
  run: () => new Deno.Command("/bin/ls").output(),
  net: () => fetch("http://127.0.0.1:8765/"),
  raw: () => Deno.connect({ hostname: "127.0.0.1", port: 8765 }),
  module: () => import("data:application/json,1".replace("data:application/json,1", "file:///etc/passwd")),
  json: () => import("file:///etc/hosts", { with: { type: "text" } }),
  ffi: () => Deno.dlopen("/lib/x.so", {}),
};
const open = [];
for (const [name, work] of Object.entries(tries)) {
  try { await work(); open.push(name); } catch (failure) { if (!/NotCapable|access|not a function|import/i.test(String(failure))) open.push(name + String(failure)); }
}
return { told: open.join(" ") || "nothing" };`,
  Leak: "console.log(secrets.A_KEY); throw new Error(`no ${secrets.A_KEY}`);",
  Wrong: "return { told: 7 };",
  Late: "await new Promise(() => undefined);",
  Odd: 'await db["seat; drop table x"].create({ label: "x" });',
};
const answers = ["Join", "Flood", "Peek", "Wrong", "Beside"];
const fragment = `
## 3. Entities and their fields

### Seat

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Label | text up to 10 | yes | |
| Taken by | reference to User | no | |
| Note | text up to 20 | no | |

### Visit

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Label | text up to 10 | yes | |

## 4. States and transitions

### Effects

| For | After | Do | With |
| --- | --- | --- | --- |
| Visit | create | call Follow | |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Person | signed in |
| Guard | named at installation |

| For | May | Person | Guard |
| --- | --- | --- | --- |
| Seat | create | yes | no |
| Seat | read | yes | yes |
| Seat | update | no | yes |
| Seat | delete | no | no |
| Visit | create | yes | no |
| Visit | read | yes | no |
| Visit | update | no | no |
| Visit | delete | no | no |
${names.map((name) => `| ${name} | call | ${name === "Crash" ? "no" : "yes"} | ${name === "Crash" ? "yes" : "no"} |`).join("\n")}

## 7. The calls it makes

| Call | Kind | On | Code | Errors |
| --- | --- | --- | --- | --- |
${names.map((name) => `| ${name} | function | button | ${name === "Beside" ? "`calls/beside.ts`" : "below"} | ${name === "Join" || name === "Race" ? "TAKEN" : ""} |`).join("\n")}
| Follow | function | effect | below | |
| Daily | schedule | every day at 07:30 | below | |

### Follow
- In: Visit
- Retries: 1

\`\`\`ts
await system.seat.create({ label: input.visit.label });
if (input.visit.label === "bad") throw new Error("it is\\u0000 bad");
\`\`\`

### Daily

\`\`\`ts
await system.seat.create({ label: "daily" });
\`\`\`

${names
  .map(
    (name) => `### ${name}
${name === "Join" ? "- In: Seat, Note (text up to 20, optional)\n" : name === "Pair" ? "- In: Label (text)\n" : ""}${
      answers.includes(name) ? `- Out: Told (text)${name === "Join" ? ", At (datetime)" : ""}\n` : ""
    }${name === "Leak" ? "- Secrets: `A_KEY`\n" : ""}- Timeout: ${name === "Spin" || name === "Late" ? "1 second" : "20 seconds"}
${name === "Beside" ? "" : `\n\`\`\`ts\n${code[name] ?? ""}\n\`\`\`\n`}`,
  )
  .join("\n")}

## 8. The error catalogue

| Code | When | Status | Message |
| --- | --- | --- | --- |
| TAKEN | Somebody sits there | 409 | Somebody sits there. |
`;
const { source } = completeDocument(fragment);
const start = products();
const printed: string[] = [];
let product: TestProduct;
let [ann, ben] = ["", ""];
let file = "";

before(async () => {
  const folder = emptyFolder({ after: () => undefined });
  file = join(folder, "SPEC.md");
  mkdirSync(join(folder, "calls"));
  writeFileSync(join(folder, "calls/beside.ts"), 'const told: string = "from a file";\nreturn { told };\n');
  product = await start(source, {
    document: { file, source, compiled: compile(source) },
    environment: { A_KEY: "very-secret-key" },
    onPrint: (line) => void printed.push(line),
  });
  [ann, ben] = [await product.person("ann"), await product.person("ben")];
});

const call = async (name: string, given: unknown, token?: string) => {
  const response = await fetch(`${product.url}/functions/v1/${name}`, {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
    },
    body: typeof given === "string" ? given : JSON.stringify(given),
  });
  const text = await response.text();
  return { status: response.status, body: text === "" ? undefined : JSON.parse(text) };
};
const seat = async (label: string) =>
  String((await product.owner("INSERT INTO public.seat (label) VALUES ($1) RETURNING id", [label]))[0]?.["id"]);

test("a call runs for users with permission, and writes as the system what they may not write", async () => {
  const id = await seat("first");
  const client = createClient(product.url, product.anonKey, {
    auth: { persistSession: false },
    global: { headers: { Authorization: `Bearer ${ann}` } },
  });
  const { data, error } = await client.functions.invoke("join", { body: { seat: id, note: "hello" } });
  assert.equal(error, null, JSON.stringify(printed));
  assert.equal(data.told, "welcome");
  assert.ok(Date.parse(data.at) > 0);
  const [row] = await product.owner("SELECT note, taken_by IS NOT NULL AS taken FROM public.seat WHERE id = $1", [id]);
  assert.deepEqual(row, { note: "hello", taken: true });
  const again = await call("join", { seat: id }, ben);
  assert.deepEqual([again.status, again.body.code, again.body.message], [409, "TAKEN", "Somebody sits there."]);
});

test("visitors, other roles, wrong values and rows that are not there are refused", async () => {
  const id = await seat("second");
  assert.deepEqual(codeOf(await call("join", { seat: id })), [401, "NOT_SIGNED_IN"]);
  assert.deepEqual(codeOf(await call("crash", {}, ann)), [403, "FORBIDDEN"]);
  assert.deepEqual(codeOf(await call("join", {}, ann)), [422, "REQUIRED"]);
  assert.deepEqual(codeOf(await call("join", { seat: " " }, ann)), [422, "REQUIRED"]);
  assert.deepEqual(codeOf(await call("join", { seat: "1" }, ann)), [422, "INVALID"]);
  assert.deepEqual(codeOf(await call("join", { seat: id, extra: 1 }, ann)), [422, "INVALID"]);
  assert.deepEqual(codeOf(await call("join", { seat: id, note: { a: 1 } }, ann)), [422, "INVALID"]);
  assert.deepEqual(codeOf(await call("join", { seat: id, note: "x".repeat(21) }, ann)), [422, "TOO_LONG"]);
  assert.deepEqual(codeOf(await call("join", { seat: crypto.randomUUID() }, ann)), [404, "NOT_FOUND"]);
  assert.deepEqual(codeOf(await call("join", '{"seat":', ann)), [400, "WRONG_BODY"]);
  assert.deepEqual(codeOf(await call("join", "[]", ann)), [400, "WRONG_BODY"]);
  assert.deepEqual(codeOf(await call("nothing", {}, ann)), [404, "NOT_FOUND"]);
  assert.equal((await call("join", { seat: id, note: "x".repeat(2 ** 21) }, ann)).status, 413);
  const other = await fetch(`${product.url}/functions/v1/join`, { headers: { Authorization: `Bearer ${ann}` } });
  assert.equal(other.status, 405);
});

test("all that a run writes is written, or none of it", async () => {
  const rows = await product.owner("SELECT count(*)::integer AS n FROM public.seat");
  assert.deepEqual(codeOf(await call("pair", { label: "far too long for it" }, ann)), [422, "TOO_LONG"]);
  assert.deepEqual(await product.owner("SELECT count(*)::integer AS n FROM public.seat"), rows);
  assert.equal((await call("pair", { label: "two" }, ann)).status, 204);
  const [row] = await product.owner("SELECT count(*)::integer AS n FROM public.seat WHERE label IN ('one', 'two')");
  assert.deepEqual(row, { n: 2 });
});

test("of two writers that read the same row, one gets CONFLICT", async () => {
  await seat("raced");
  const racing = Promise.all([call("race", {}, ann), call("race", {}, ben)]);
  const haveRead = () => printed.filter((line) => line.includes("has read")).length === 2;
  await eventually(haveRead, () => printed.join("\n"));
  await seat("go on");
  const both = await racing;
  assert.deepEqual(both.map(({ status }) => status).sort(), [204, 409]);
  assert.equal(both.find(({ status }) => status === 409)?.body.code, "CONFLICT");
});

test("code that loops, fills memory, floods or crashes ends only its own run", async () => {
  const guard = await product.person("guard", "guard");
  const id = await seat("calm");
  const [spin, hog, flood, crash, calm] = await Promise.all([
    call("spin", {}, ann),
    call("hog", {}, ann),
    call("flood", {}, ann),
    call("crash", {}, guard),
    call("join", { seat: id }, ben),
  ]);
  for (const one of [spin, hog, flood, crash]) assert.deepEqual(codeOf(one), [500, "UNEXPECTED"]);
  assert.equal(calm.status, 200);
  assert.ok(printed.some((line) => line.includes("took too long")));
  assert.ok(
    printed.some((line) => line.includes("too much memory")),
    printed.join("\n"),
  );
  assert.deepEqual(codeOf(await call("late", {}, ann)), [500, "UNEXPECTED"]);
});

test("code reaches no file, no environment, no network and no program", async () => {
  assert.deepEqual((await call("peek", {}, ann)).body, { told: "nothing" });
  assert.deepEqual(codeOf(await call("odd", {}, ann)), [500, "UNEXPECTED"]);
});

test("a printed secret is masked, and an error is reported with its line of the document", async () => {
  assert.deepEqual(codeOf(await call("leak", {}, ann)), [500, "UNEXPECTED"]);
  assert.ok(!printed.join("\n").includes("very-secret-key"));
  const line = source.split("\n").findIndex((one) => one.includes("secrets.A_KEY")) + 1;
  assert.ok(
    printed.some((one) => one.includes(`SPEC.md:${line}:`) && one.includes("•••")),
    printed.join("\n"),
  );
  assert.deepEqual(codeOf(await call("wrong", {}, ann)), [500, "UNEXPECTED"]);
});

test("code in a file is read again when it has changed", async () => {
  assert.deepEqual((await call("beside", {}, ann)).body, { told: "from a file" });
  writeFileSync(join(file, "../calls/beside.ts"), 'return { told: "changed" };\n');
  assert.deepEqual((await call("beside", {}, ann)).body, { told: "changed" });
});

test("what effects and schedules leave is run, once for the rows; what fails is tried again and then given up", async () => {
  const client = createClient(product.url, product.anonKey, {
    auth: { persistSession: false },
    global: { headers: { Authorization: `Bearer ${ann}` } },
  });
  assert.equal((await client.from("visit").insert([{ label: "good" }, { label: "bad" }])).error, null);
  await product.owner("UPDATE writ.schedule SET next_at = now() WHERE name = 'daily'");
  const waitFor = async (sql: string) =>
    eventually(
      async () => (await product.owner(sql)).length > 0,
      async () => JSON.stringify(await product.owner("SELECT * FROM writ.outbox")),
    );
  await waitFor("SELECT 1 FROM public.seat WHERE label = 'good'");
  await waitFor("SELECT 1 FROM public.seat WHERE label = 'daily'");
  await waitFor(
    "SELECT 1 FROM writ.outbox WHERE name = 'follow' AND failure LIKE 'UNEXPECTED: %SPEC.md:%: it is bad' AND tries = 1",
  );
  await product.owner("UPDATE writ.outbox SET due_at = now() WHERE name = 'follow' AND done_at IS NULL");
  await waitFor("SELECT 1 FROM writ.outbox WHERE name = 'follow' AND due_at = 'infinity' AND tries = 2");
  const [seats] = await product.owner(
    "SELECT count(*)::integer AS n FROM public.seat WHERE label IN ('good', 'bad', 'daily')",
  );
  assert.deepEqual(seats, { n: 2 });
  const asked = await call("follow", { visit: crypto.randomUUID() }, ann);
  assert.deepEqual(codeOf(asked), [404, "NOT_FOUND"]);
});

const codeOf = ({ status, body }: { readonly status: number; readonly body: { readonly code: string } }) => [
  status,
  body.code,
];
