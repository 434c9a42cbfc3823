// Who gets into the console over the wire, and who does not: tokens, cookies, names, origins, keys.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { compile } from "@writ/language";
import { completeDocument } from "../../../language/src/testing/run-cases.ts";
import { products, type TestProduct } from "../testing/product.ts";
import { routes } from "./routes.ts";
import { ask, cookieOf, enter } from "./testing/ask.ts";
import type { PersonRightsView } from "./response-types.ts";
import { patience } from "../../../language/src/testing/eventually.ts";

const start = products();
const folder = mkdtempSync(join(tmpdir(), "writ-console-"));
after(() => rmSync(folder, { recursive: true, force: true }));
const { source } = completeDocument(`## 3. Entities and their fields

### Note

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Words | text up to 40 | yes | |
| Author | reference to User | auto | \`me\` |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Reader | signed in |

| Condition | For | Holds when |
| --- | --- | --- |
| mine | Note | \`note.author == me\` |

| For | May | Reader |
| --- | --- | --- |
| Note | create | yes |
| Note | read, update | mine |
| Note | delete | no |

## 9. Business constants and limits

| Setting | Value |
| --- | --- |
| Sign-in | email and password |
`);
const document = { file: "SPEC.md", source, compiled: compile(source) };
const links: string[] = [];
let desk: TestProduct;

before(async () => {
  writeFileSync(join(folder, "console.html"), "<!doctype html><!-- writ -->");
  desk = await start(source, { development: true, document, console: { folder, onLink: (link) => links.push(link) } });
});

test("a token signs in once, becomes a cookie for the console only, and leaves no trace", async () => {
  const link = new URL(desk.consoleLink() ?? "");
  const first = await ask(desk, link.pathname + link.search);
  assert.equal(first.status, 303);
  assert.equal(first.headers["location"], "/_/");
  assert.equal(first.headers["referrer-policy"], "no-referrer");
  assert.match(
    String(first.headers["set-cookie"]),
    /^writ_console_\d+=[\w-]{43}; Path=\/_\/; HttpOnly; SameSite=Strict; Max-Age=43200$/,
  );
  assert.equal((await ask(desk, "/_/console/api/state", { headers: { cookie: cookieOf(first) } })).status, 200);
  const again = await ask(desk, link.pathname + link.search);
  assert.equal(again.headers["location"], "/_/?link=used");
  assert.equal(again.headers["set-cookie"], undefined);
  // Whoever has the used one was given it once: the terminal, and nobody else, is told of a new one.
  assert.equal(links.length, 1);
  assert.equal((await ask(desk, `/_/?token=${"x".repeat(43)}`)).headers["set-cookie"], undefined);
  assert.equal(links.length, 1);
});

test("without the cookie there is only a page that asks to sign in", async () => {
  const page = await ask(desk, "/_/", { headers: { accept: "text/html" } });
  assert.equal(page.status, 200);
  assert.doesNotMatch(page.text, /Note|Words|token/);
  const policy = String(page.headers["content-security-policy"]);
  assert.match(policy, /default-src 'none'; script-src 'self'; style-src 'self' 'nonce-[\w-]+'/);
  assert.match(policy, /frame-ancestors 'none'/);
  assert.doesNotMatch(policy, /unsafe/);
  assert.equal(page.headers["referrer-policy"], "no-referrer");
  assert.equal(page.headers["cache-control"], "no-store");
  const origin = `http://127.0.0.1:${desk.port}`;
  const others = ["mails/1", "files/00000000-0000-0000-0000-000000000000", "events"];
  for (const [method, asked] of [...routes, ...others.map((one) => ["GET", one] as const)])
    assert.equal((await ask(desk, `/_/console/api/${asked}`, { method, headers: { origin } })).status, 401, asked);
  for (const cookie of [
    "writ_console_1=x",
    `writ_console_${desk.port}=`,
    `writ_console_${desk.port}=${"a".repeat(43)}`,
  ])
    assert.equal((await ask(desk, "/_/console/api/state", { headers: { cookie } })).status, 401);
  // The service key passes every right to rows, and is no way in here.
  const headers = { apikey: desk.serviceKey, authorization: `Bearer ${desk.serviceKey}` };
  assert.equal((await ask(desk, "/_/console/api/people", { headers })).status, 401);
});

test("a name that was made to lead here, another origin, another port and a server in between are refused, cookie or not", async () => {
  const cookie = cookieOf(await enter(desk));
  const own = `127.0.0.1:${desk.port}`;
  const state = async (headers: Readonly<Record<string, string>>) =>
    ask(desk, "/_/console/api/state", { headers: { cookie, ...headers } });
  assert.equal((await state({ host: own, "sec-fetch-site": "same-origin" })).status, 200);
  assert.equal((await state({ host: `localhost:${desk.port}` })).status, 200);
  const strangers: readonly Readonly<Record<string, string>>[] = [
    { host: "evil.example" },
    { host: `evil.example:${desk.port}` },
    { host: `127.0.0.1.evil.example:${desk.port}` },
    { host: own, origin: "https://evil.example" },
    { host: own, origin: `http://127.0.0.1:${desk.port + 1}` },
    { host: own, origin: "null" },
    { host: own, "sec-fetch-site": "cross-site" },
    { host: own, "sec-fetch-site": "same-site" },
    { host: own, "x-forwarded-for": "203.0.113.9" },
  ];
  for (const headers of strangers) {
    const answer = await state(headers);
    assert.equal(answer.status, 403, JSON.stringify(headers));
    assert.equal(answer.headers["access-control-allow-origin"], undefined);
    assert.doesNotMatch(answer.text, /SPEC\.md/);
  }
  // Nor does such a name use up a token.
  const link = new URL(desk.consoleLink() ?? "");
  assert.equal((await ask(desk, link.pathname + link.search, { headers: { host: "evil.example" } })).status, 403);
  assert.match(cookieOf(await ask(desk, link.pathname + link.search)), /^writ_console/);
});

test("what changes something takes an origin and a form that no other site's form has", async () => {
  const cookie = cookieOf(await enter(desk));
  const own = `http://127.0.0.1:${desk.port}`;
  const retry = async (headers: Readonly<Record<string, string>>, body = '{"job":"1"}') =>
    (await ask(desk, "/_/console/api/retry", { method: "POST", headers: { cookie, ...headers }, body })).status;
  assert.equal(await retry({ origin: own, "content-type": "application/json" }), 404);
  assert.equal(await retry({ "content-type": "application/json" }), 403);
  assert.equal(await retry({ origin: "https://evil.example", "content-type": "application/json" }), 403);
  assert.equal(await retry({ origin: own, "content-type": "text/plain" }), 400);
  assert.equal(
    await retry({ origin: own, "content-type": "application/json" }, `{"job":"${"x".repeat(70_000)}"}`),
    400,
  );
  assert.equal(await retry({ origin: own, "content-type": "application/json" }, "[".repeat(60_000)), 400);
  const json = { origin: own, "content-type": "application/json" };
  assert.equal(await retry(json, String.raw`{"job":"\u0000"}`), 400);
  assert.equal(await retry(json, String.raw`{"job":"\\u0000"}`), 404);
  assert.equal((await ask(desk, "/_/console/api/acts?text=%00", { headers: { cookie, origin: own } })).status, 400);
  const preflight = { origin: "https://evil.example", "access-control-request-method": "POST" };
  const asked = await ask(desk, "/_/console/api/retry", { method: "OPTIONS", headers: preflight });
  assert.equal(asked.headers["access-control-allow-origin"], undefined);
});

test("who leaves is out", async () => {
  const cookie = cookieOf(await enter(desk));
  const origin = `http://127.0.0.1:${desk.port}`;
  const left = await ask(desk, "/_/console/api/session", { method: "DELETE", headers: { cookie, origin } });
  assert.match(String(left.headers["set-cookie"]), /Max-Age=0/);
  assert.equal((await ask(desk, "/_/console/api/state", { headers: { cookie } })).status, 401);
});

test("who can what is what the database answers that person about that row", async () => {
  const cookie = cookieOf(await enter(desk));
  await desk.person("Ann");
  await desk.person("Ben");
  const people = await desk.owner("SELECT id, email FROM auth.users ORDER BY email");
  const [ann, ben] = people.map(({ id }) => String(id));
  const [note] = await desk.owner("INSERT INTO note (words, author) VALUES ('Hello', $1) RETURNING id", [ann]);
  const rights = async (person: string | undefined, row: unknown = note?.["id"]) =>
    ask(
      desk,
      `/_/console/api/rights?entity=note&person=${encodeURIComponent(person ?? "")}&row=${encodeURIComponent(String(row))}`,
      { headers: { cookie } },
    );
  const said = async (person: string | undefined) =>
    Object.fromEntries(
      (JSON.parse((await rights(person)).text) as { answers: readonly { action: string; may: string }[] }).answers.map(
        ({ action, may }) => [action, may],
      ),
    );
  assert.deepEqual(await said(ann), { create: "yes", read: "yes", update: "yes", delete: "no" });
  assert.deepEqual(await said(ben), { create: "yes", read: "no", update: "no", delete: "no" });
  const ofPerson = async (id = "") => ask(desk, `/_/console/api/person-rights?person=${id}`, { headers: { cookie } });
  const { roles, entities } = JSON.parse((await ofPerson(ann)).text) as PersonRightsView;
  const { may, mayNot } = entities.find(({ id }) => id === "note") ?? {};
  const given = [roles[0]?.label, may?.map(({ action }) => action), mayNot];
  assert.equal(given.join(), "Reader,create,read,update,delete");
  for (const no of [crypto.randomUUID(), "1"]) assert.equal((await ofPerson(no)).status, 404);
  assert.equal((await rights(ann, "' OR true --")).status, 404);
  assert.equal((await rights("'; DROP TABLE note --")).status, 404);
  assert.equal((await desk.owner("SELECT FROM note")).length, 1);
});

test("mails and jobs stand with the newest first, also where their numbers have more digits", async () => {
  const cookie = cookieOf(await enter(desk));
  const numbers = Array.from({ length: 12 }, (_, index) => index + 1);
  for (const number of numbers) {
    await desk.owner(
      "INSERT INTO writ.mailbox (recipient, subject, text, html) VALUES ('ann@example.test', $1, '', '')",
      [`Mail ${number}`],
    );
    await desk.owner(
      "INSERT INTO writ.outbox (kind, name, clause, payload, done_at) VALUES ('mail', $1, '7/Mails/x', '{}', now())",
      [`job ${number}`],
    );
  }
  const listed = async <Told>(what: string) =>
    JSON.parse((await ask(desk, `/_/console/api/${what}`, { headers: { cookie } })).text) as Told;
  const mails = await listed<readonly { readonly subject: string }[]>("mails");
  const newestFirst = numbers.toReversed();
  assert.deepEqual(
    mails.map(({ subject }) => subject),
    newestFirst.map((number) => `Mail ${number}`),
  );
  const { jobs } = await listed<{ readonly jobs: readonly { readonly name: string }[] }>("jobs");
  assert.deepEqual(
    jobs.map(({ name }) => name),
    newestFirst.map((number) => `job ${number}`),
  );
});

test("in production a console key lets in where there is one, and cannot be guessed", async () => {
  const none = await start(source, { document, console: { folder } });
  assert.equal(none.consoleLink(), undefined);
  assert.equal((await ask(none, "/_/console/api/state")).status, 401);
  const asking = { origin: `http://127.0.0.1:${none.port}`, "content-type": "application/json" };
  for (const given of ["", "undefined"]) {
    const body = JSON.stringify({ key: given });
    const answer = await ask(none, "/_/console/api/session", { method: "POST", headers: asking, body });
    assert.deepEqual([answer.status, answer.headers["set-cookie"]], [401, undefined]);
  }
  assert.equal((await ask(none, "/_/writing")).status, 404);
  const key = "a key that only the operator has";
  const kept = await start(source, { document, console: { folder }, environment: { WRIT_CONSOLE_KEY: key } });
  assert.equal((await ask(kept, "/_/writing")).status, 404);
  const headers = { origin: `http://127.0.0.1:${kept.port}`, "content-type": "application/json" };
  const tell = async (given: string) =>
    ask(kept, "/_/console/api/session", { method: "POST", headers, body: JSON.stringify({ key: given }) });
  assert.equal((await tell("wrong")).status, 401);
  const cookie = cookieOf(await tell(key));
  assert.equal((await ask(kept, "/_/console/api/state", { headers: { cookie } })).status, 200);
  // Nobody is tried as somebody in production, and mails are nobody's to read.
  const people = JSON.parse(
    (await ask(kept, "/_/console/api/people", { headers: { cookie } })).text,
  ) as readonly object[];
  assert.ok(people.every((one) => !("link" in one)));
  assert.equal((await ask(kept, "/_/console/api/mails", { headers: { cookie } })).text, "[]");
  for (let tries = 0; tries < 9; tries++) await tell("wrong");
  assert.equal((await tell("wrong")).status, 429);
  assert.equal((await ask(kept, "/_/?token=anything")).headers["set-cookie"], undefined);
});

test("guessed keys do not lock an operator out", async () => {
  const key = "a key that only the operator has";
  const environment = { WRIT_CONSOLE_KEY: key };
  const kept = await start(source, { document, console: { folder }, environment, proxies: 1 });
  const headers = { origin: `http://127.0.0.1:${kept.port}`, "content-type": "application/json" };
  const tell = async (given: string, from: string) =>
    ask(kept, "/_/console/api/session", {
      method: "POST",
      headers: { ...headers, "x-forwarded-for": from },
      body: JSON.stringify({ key: given }),
    });
  for (let tries = 0; tries < 10; tries++) assert.equal((await tell("wrong", "203.0.113.9")).status, 401);
  assert.equal((await tell(key, "203.0.113.9")).status, 429);
  assert.equal((await tell(key, "198.51.100.7")).status, 200);
  // It is written down, as what they change is.
  assert.deepEqual(await kept.owner("SELECT name, act, about FROM writ.operator_act"), [
    { name: "the console key", act: "Signed in", about: "from 198.51.100.7" },
  ]);
});

test("a client that sends the key slowly or never holds no connection", async () => {
  const key = "a key that only the operator has";
  const kept = await start(source, {
    document,
    console: { folder },
    environment: { WRIT_CONSOLE_KEY: key },
    body: { milliseconds: 300 },
  });
  const headers = {
    origin: `http://127.0.0.1:${kept.port}`,
    "content-type": "application/json",
    "content-length": 400,
  };
  const sent = request({ host: "127.0.0.1", port: kept.port, path: "/_/console/api/session", method: "POST", headers });
  const ended = new Promise((resolve) => sent.once("error", resolve).once("response", resolve));
  // By the clock: letter by letter, until the server ends it.
  const dripping = setInterval(() => sent.write(" "), 50);
  // By the clock: what is never ended fails.
  const late = setTimeout(() => sent.destroy(new Error("nobody ended it")), patience);
  const how = await ended;
  clearInterval(dripping);
  clearTimeout(late);
  sent.destroy();
  assert.ok(!(how instanceof Error && how.message === "nobody ended it"));
});
