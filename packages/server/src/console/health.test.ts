// Health of a product that others use: what needs attention appears when it happens, and goes when it is mended.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { compile } from "@writ/language";
import { eventually } from "../../../language/src/testing/eventually.ts";
import { completeDocument } from "../../../language/src/testing/run-cases.ts";
import type { HealthView } from "../operating/health/health-view.ts";
import { products, type TestProduct } from "../testing/product.ts";
import { removeOperator } from "./operators/operators.ts";
import { ask, cookieOf } from "./testing/ask.ts";
import { account, asked, enterWith, nameAs, origin, signIn } from "./testing/production.ts";

const { source } = completeDocument(`## 3. Entities and their fields

### Claim

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| About | text up to 80 | yes | |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Person | signed in |

| For | May | Person |
| --- | --- | --- |
| Claim | create, read, update, delete | own |

## 9. Business constants and limits

| Setting | Value |
| --- | --- |
| Sign-in | email and password |
`);
const key = "a console key that is long enough";
const folder = mkdtempSync(join(tmpdir(), "writ-health-"));
after(() => rmSync(folder, { recursive: true, force: true }));
writeFileSync(join(folder, "console.html"), "<head><!-- writ --></head>");
const file = join(folder, "SPEC.md");
writeFileSync(file, source);
const environment: Record<string, string> = {
  WRIT_CONSOLE_KEY: key,
  WRIT_SMTP_URL: "smtp://127.0.0.1:9",
  WRIT_MAIL_FROM: "Desk <desk@example.test>",
};
const start = products();
let desk: TestProduct;
let cookie: string;

before(async () => {
  desk = await start(source, {
    document: { file, source, compiled: compile(source) },
    console: { folder },
    environment,
    jobs: "asked",
    version: "1.2.3",
  });
  const entered = await ask(desk, "/_/console/api/session", {
    method: "POST",
    headers: { "content-type": "application/json", origin: origin(desk) },
    body: JSON.stringify({ key }),
  });
  cookie = cookieOf(entered);
});

const health = async (): Promise<HealthView> => (await asked(desk, cookie, "health")).told as HealthView;
const listed = async () => (await health()).items.map(({ id }) => id);

/** Seen while it is so, and not before nor after. */
async function seen(id: string, make: () => Promise<unknown> | void, mend: () => Promise<unknown> | void) {
  assert.deepEqual(await listed(), []);
  await make();
  assert.deepEqual(await listed(), [id]);
  await mend();
  assert.deepEqual(await listed(), []);
}

test("a product without operators says so, until one is named", async () => {
  assert.deepEqual(await listed(), ["no operator"]);
  // An address that has no account yet is nobody.
  await nameAs(desk, "ann@example.test");
  assert.deepEqual(await listed(), ["no operator"]);
  const client = await desk.database.connect();
  await removeOperator(client, "ann@example.test");
  await client.end();
  await account(desk, "ann@example.test");
  await nameAs(desk, "ann@example.test");
  assert.deepEqual(await listed(), []);
});

test("mails and calls that wait for long or were given up", async () => {
  const insert = async (kind: string, due: string, made: string) =>
    desk.owner(
      `INSERT INTO writ.outbox (kind, name, payload, clause, due_at, made_at) VALUES ($1, 'x', '{}', '7', ${due}, ${made})`,
      [kind],
    );
  const clear = async () => desk.owner("DELETE FROM writ.outbox");
  const [future, past] = ["now() + interval '1 hour'", "now() - interval '2 hours'"];
  await insert("mail", future, "now()");
  await seen("mails late", async () => insert("account", future, past), clear);
  await seen("mails given up", async () => insert("mail", "'infinity'", past), clear);
  await seen("jobs late", async () => insert("call", future, past), clear);
  await seen("jobs given up", async () => insert("notify", "'infinity'", past), clear);
});

test("timers that fail and schedules that are late", async () => {
  await seen(
    "timers fail",
    async () =>
      desk.owner(
        "INSERT INTO writ.timer_failure (timer, row_id, next_at, failure, clause) VALUES ('t', gen_random_uuid(), now(), 'no', '4')",
      ),
    async () => desk.owner("DELETE FROM writ.timer_failure"),
  );
  await seen(
    "schedules late",
    async () =>
      desk.owner(
        `INSERT INTO writ.schedule (name, rule, zone, clause, next_at) VALUES ('s', '{"every": 60}', 'UTC', '7', now() - interval '6 minutes')`,
      ),
    async () => desk.owner("UPDATE writ.schedule SET next_at = now() + interval '1 minute'"),
  );
});

test("a file that is edited and not applied", async () => {
  await seen(
    "document file differs",
    () => writeFileSync(file, `${source}\n`),
    () => writeFileSync(file, source),
  );
});

test("a setting that the document needs", async () => {
  await seen(
    "setting missing",
    () => void delete environment["WRIT_SMTP_URL"],
    () => void (environment["WRIT_SMTP_URL"] = "smtp://127.0.0.1:9"),
  );
});

test("connections that other programs hold", async () => {
  const { connections } = (await health()).figures;
  const clients: Awaited<ReturnType<typeof desk.database.connect>>[] = [];
  await seen(
    "connections near limit",
    async () => {
      while (clients.length + (connections?.used ?? 0) <= (connections?.most ?? 0) * 0.9)
        clients.push(await desk.database.connect());
    },
    async () => {
      await Promise.all(clients.map(async (one) => one.end()));
      // A session may be there for a moment after its client has gone.
      await eventually(async () => ((await health()).figures.connections?.used ?? 99) < 20, "connections that end");
    },
  );
});

test("figures of now", async () => {
  const first = (await health()).figures;
  assert.ok((first.databaseBytes ?? 0) > 1e6 && (first.diskFreeBytes ?? 0) > 0 && first.memoryBytes > 1e6);
  assert.deepEqual([first.version, first.processes], ["1.2.3", { serving: 1, wanted: 1 }]);
  assert.ok(Date.parse(first.appliedAt ?? "") > 0);
  for (let n = 0; n < 20; n++) await fetch(`${desk.url}/rest/v1/claim`, { headers: { apikey: desk.anonKey } });
  const then = (await health()).figures;
  assert.ok(then.requestsPerMinute > first.requestsPerMinute);
  assert.equal(then.errorShare, 0);
  assert.ok((then.p95Seconds ?? 0) > 0);
});

test("who is not signed in, who is no operator, and the service key are answered nothing", async () => {
  const from = async (headers: Readonly<Record<string, string>>) =>
    (await ask(desk, "/_/console/api/health", { headers: { origin: origin(desk), ...headers } })).status;
  assert.equal(await from({}), 401);
  await account(desk, "eve@example.test");
  assert.equal(await from({ authorization: `Bearer ${await signIn(desk, "eve@example.test")}` }), 401);
  assert.equal(await from({ authorization: `Bearer ${desk.serviceKey}`, apikey: desk.serviceKey }), 401);
  assert.equal(await from({ cookie, origin: "https://elsewhere.example" }), 403);
});

test("a database that is away comes first, and named operators read of it too", async () => {
  await account(desk, "bea@example.test");
  await nameAs(desk, "bea@example.test");
  const named = cookieOf(await enterWith(desk, await signIn(desk, "bea@example.test")));
  assert.equal((await asked(desk, named, "health")).status, 200);
  await desk.database.stop();
  assert.equal((await listed())[0], "database away");
  const { status, told } = await asked(desk, named, "health");
  assert.deepEqual([status, (told as { code: string }).code], [503, "DATABASE_AWAY"]);
});
