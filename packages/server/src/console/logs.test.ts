// The console's page Logs: what is found in it, under which request, and that nothing in it lets anybody in.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { serveFragment, type Served } from "../functions/testing/served.ts";
import { products } from "../testing/product.ts";
import { ask, cookieOf, enter } from "./testing/ask.ts";
import type { LogsView } from "./log-response-types.ts";
import { eventually } from "../../../language/src/testing/eventually.ts";

const fragment = `
## 3. Entities and their fields

### Ticket

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| About | text up to 80 | yes | |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Person | signed in |

| For | May | Person |
| --- | --- | --- |
| Ticket | create, read, update, delete | own |
| Greet | call | yes |
| Break | call | yes |

## 7. The calls it makes

| Call | Kind | On | Code |
| --- | --- | --- | --- |
| Greet | function | button | below |
| Break | function | button | below |
| Told | webhook in | \`POST /hooks/told\` | below |

### Greet
- Secrets: \`A_KEY\`

\`\`\`ts
console.log("hello with", secrets.A_KEY);
\`\`\`

### Break
- Secrets: \`A_KEY\`

\`\`\`ts
const told: { readonly word: string } | null = null;
throw new Error(told!.word + secrets.A_KEY);
\`\`\`

### Told
- Signature: header \`X-Signature\`, secret \`A_KEY\`

\`\`\`ts
console.log(input);
\`\`\`

## 9. Business constants and limits

| Setting | Value |
| --- | --- |
| Sign-in | email and password |
`;
const secret = "a secret of chance 4711";
const folder = mkdtempSync(join(tmpdir(), "writ-console-"));
after(() => rmSync(folder, { recursive: true, force: true }));
const start = products();
let desk: Served;
let [cookie, token] = ["", ""];

before(async () => {
  writeFileSync(join(folder, "console.html"), "<!doctype html><!-- writ -->");
  desk = await serveFragment(start, fragment, {
    development: true,
    console: { folder },
    environment: { A_KEY: secret },
  });
  cookie = cookieOf(await enter(desk));
  token = await desk.person("Ann");
});

const raw = async (path: string) => ask(desk, `/_/console/api/${path}`, { headers: { cookie } });
const told = async <Told>(path: string): Promise<Told> => {
  const { status, text } = await raw(path);
  assert.equal(status, 200, text);
  return JSON.parse(text) as Told;
};

test("logs: what a request led to stands under its number, by level and words, and as it was when it was paused", async () => {
  const call = async (name: string, id: string) =>
    desk.ask(`/functions/v1/${name}?apikey=${desk.anonKey}`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json", "x-request-id": id },
      body: "{}",
    });
  await call("greet", "greeting-1");
  await call("break", "breaking-1");
  const logs = async (query: string) => told<LogsView>(`logs?${query}`);
  const until = async (query: string, count: number): Promise<LogsView> => {
    const found = async () => {
      const now = await logs(query);
      return now.found === count && now;
    };
    return eventually(found, async () => JSON.stringify(await logs(query)));
  };
  const said = ({ records }: LogsView) =>
    records.map(({ level, what, call: by, said: words }) => [level, what, by, words]);
  const greeting = await until("id=greeting-1", 2);
  const line = desk.source.slice(0, desk.source.indexOf('console.log("hello')).split("\n").length;
  assert.deepEqual(said(greeting)[1], ["info", "printed", "Greet", "hello with •••"]);
  assert.equal(greeting.records[1]?.place, `${desk.file}:${line}:9`);
  assert.match(
    said(greeting)[0]?.join() ?? "",
    /^info,request,,POST \/functions\/v1\/greet: 204, [\d.]+ ms, from 127\.0\.0\.1$/,
  );
  const breaking = await until("id=breaking-1", 2);
  assert.deepEqual(
    breaking.records.map(({ level, what }) => [level, what]),
    [
      ["error", "request"],
      ["error", "failure"],
    ],
  );
  assert.match(breaking.records[1]?.said ?? "", /SPEC\.md:\d+:23: .*null/);
  assert.deepEqual(said(await logs("id=breaking-1&level=info")), []);
  assert.equal((await logs("text=HELLO%20WITH")).records[0]?.what, "printed");
  // Whoever has paused looks at what was there.
  const { newest } = greeting;
  await call("greet", "greeting-2");
  await until("id=greeting-2", 2);
  assert.equal((await logs(`until=${newest}&text=greeting-2`)).found, 0);
  assert.ok((await logs(`until=${newest}&most=all`)).records.every(({ number }) => number <= newest));
  // What this page asks by itself is no news.
  assert.equal((await logs("text=/_/console/api/logs")).found, 0);
  for (const wrong of ["until=-1", "until=x", "level=debug", "most=1e9", "id=%27"])
    assert.ok((await logs(wrong)).kept > 0, wrong);
});

test("logs show requests of interest: with who asked, by status and by time, and our own noise on request", async () => {
  const logs = async (query: string) => told<LogsView>(`logs?${query}`);
  const paths = async (query: string) =>
    (await logs(`${query}&most=all`)).records.map(({ request }) => `${request?.status} ${request?.path}`);
  const headers = { authorization: `Bearer ${token}`, "user-agent": "a browser of chance" };
  await desk.ask("/rest/v1/ticket?select=id", { headers });
  await desk.ask("/rest/v1/ticket?about=eq.x", { headers: { apikey: desk.serviceKey } });
  await desk.ask("/rest/v1/none-of-chance", {});
  for (const path of ["/health", "/ready", "/metrics", "/_/app/none.js", "/storage/v1/object/public/x/logo.png"])
    await ask(desk, path);
  await eventually(async () => (await paths("noise=yes")).includes("400 /storage/v1/object/public/x/logo.png"), "all");
  const [anonymous, service, person] = (await logs("text=/rest/v1/&most=all")).records;
  assert.deepEqual(
    [anonymous, service, person].map((one) => [one?.request?.caller, one?.request?.status]),
    [
      ["anonymous", 404],
      ["service key", 200],
      ["ann@example.test", 200],
    ],
  );
  assert.deepEqual(person?.facts, [["agent", "a browser of chance"]]);
  const isNoise = (path: string) => /200 \/(?:health|ready|metrics)/.test(path);
  assert.deepEqual((await paths("")).filter(isNoise), []);
  assert.equal((await paths("noise=yes")).filter(isNoise).length, 3);
  // What failed is news, whatever it is.
  assert.ok((await paths("")).includes("404 /_/app/none.js"));
  assert.ok((await paths("status=4")).every((one) => one.startsWith("4")));
  assert.ok((await paths("status=4")).includes("404 /rest/v1/none-of-chance"));
  assert.deepEqual(await paths("slow=yes&text=/rest/v1/"), []);
});

test("logs contain no credentials, whatever was sent and where", async () => {
  const hidden = "word-of-chance-0815";
  const auth = async (path: string, body: object) =>
    desk.ask(`/auth/v1/${path}`, {
      method: "POST",
      headers: { apikey: desk.anonKey, "content-type": "application/json", cookie: `session=${hidden}` },
      body: JSON.stringify(body),
    });
  const account = { email: "eve@example.test", password: `${hidden}-Aa1!` };
  await auth("signup", account);
  await auth("token?grant_type=password", account);
  await auth("token?grant_type=password", { ...account, password: `${hidden}-wrong` });
  await auth("token?grant_type=refresh_token", { refresh_token: hidden });
  await desk.ask(`/auth/v1/verify?token=${hidden}&type=signup`, { redirect: "manual" }).catch(() => undefined);
  await desk.ask(`/rest/v1/ticket?about=eq.${hidden}`, { headers: { authorization: `Bearer ${hidden}` } });
  await desk.ask(`/rest/v1/ticket`, { method: "POST", headers: { authorization: `Bearer ${token}` }, body: hidden });
  await desk.ask(`/storage/v1/object/sign/ticket.papers/x?token=${hidden}`).catch(() => undefined);
  await desk.ask(`/functions/v1/greet`, { method: "POST", headers: { "x-signature": hidden }, body: hidden });
  await desk.ask(`/hooks/told?signature=${hidden}`, {
    method: "POST",
    headers: { "x-signature": hidden },
    body: hidden,
  });
  const areAllThere = async () => {
    const all = (await raw("logs?most=all")).text;
    for (const one of [hidden, token, desk.anonKey, desk.serviceKey, cookie.split("=")[1] ?? "none", secret])
      assert.ok(!all.includes(one), `${one} in ${all}`);
    const { found } = JSON.parse((await raw("logs?text=/auth/v1/token")).text) as LogsView;
    return found === 3;
  };
  await eventually(areAllThere, "all three");
});

test("logs are readable only in the console", async () => {
  for (const headers of [
    {},
    { apikey: desk.serviceKey, authorization: `Bearer ${desk.serviceKey}` },
    { authorization: `Bearer ${token}` },
    { cookie: `${cookie.split("=")[0]}=${"x".repeat(43)}` },
  ] as readonly Readonly<Record<string, string>>[])
    assert.equal((await ask(desk, "/_/console/api/logs", { headers })).status, 401);
  const elsewhere = { cookie, origin: "https://evil.example" };
  assert.equal((await ask(desk, "/_/console/api/logs", { headers: elsewhere })).status, 403);
});
