// What a server has taken of the outbox is its own while it lives, however long that takes, and the next one's once it is gone.
import assert from "node:assert/strict";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { SMTPServer } from "smtp-server";
import { completeDocument } from "../../../language/src/testing/run-cases.ts";
import { eventually } from "../../../language/src/testing/eventually.ts";
import { readPasswords } from "../postgres/embedded/passwords.ts";
import { serveProduct } from "../serve.ts";
import { products, type TestProduct } from "../testing/product.ts";
import { claimLock, createClaims, usualGrace } from "./claims.ts";

const { source } = completeDocument(`
## 3. Entities and their fields

### Invitation

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Email | email | yes | |

## 4. States and transitions

### Effects
| For | After | If | Do | With |
| --- | --- | --- | --- | --- |
| Invitation | create | | mail invited | to \`invitation.email\` |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Member | signed in |

| For | May | Member |
| --- | --- | --- |
| Invitation | create, read | yes |
| Invitation | update, delete | no |

## 7. The calls it makes

| Mail | For | Subject | Text |
| --- | --- | --- | --- |
| invited | Invitation | Hello | Come in. |

## 9. Business constants and limits

| Setting | Value |
| --- | --- |
| Sign-in | email and password |
`);

/** A mail server that takes every mail once it is let. */
const held: (() => void)[] = [];
let arrived = 0;
let isHolding = false;
const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ["STARTTLS"],
  onData: (stream, _session, done) => {
    arrived++;
    stream.resume().once("end", () => (isHolding ? void held.push(done) : done()));
  },
});
await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
after(async () => new Promise<void>((resolve) => server.close(() => resolve())));
const environment = {
  WRIT_SMTP_URL: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
  WRIT_MAIL_FROM: "desk@example.org",
};

const start = products();
const options = { log: "silent", jobs: "asked", graceMilliseconds: 0, environment } as const;
let desk: TestProduct;
let person = "";
before(async () => {
  desk = await start(source, options);
  person = await desk.person("Ann");
});

async function invite(): Promise<void> {
  const { status } = await fetch(`${desk.url}/rest/v1/invitation`, {
    method: "POST",
    headers: { apikey: desk.anonKey, authorization: `Bearer ${person}`, "content-type": "application/json" },
    body: JSON.stringify({ email: "stranger@example.org" }),
  });
  assert.equal(status, 201);
}
const left = async () => (await desk.owner("SELECT FROM writ.outbox WHERE done_at IS NULL")).length;
/** As a server would that has taken all there is. */
const takeAs = async (number: number) =>
  desk.owner(
    "UPDATE writ.outbox SET claimed_by = $1, tries = 1, due_at = clock_timestamp() + interval '5 minutes' WHERE done_at IS NULL",
    [number],
  );

test("a mail of a server that is gone goes out at once, and that of one which lives is left to it", async () => {
  arrived = 0;
  await invite();
  const other = await desk.database.connect();
  await other.query("SELECT pg_advisory_lock($1, 77)", [claimLock]);
  await takeAs(77);
  await desk.work();
  assert.equal(arrived, 0);
  // However long it takes: it is not due for others as long as that server lives.
  await desk.owner("UPDATE writ.outbox SET due_at = clock_timestamp() - interval '1 hour' WHERE done_at IS NULL");
  await desk.work();
  assert.deepEqual([arrived, await left()], [0, 1]);
  await other.end();
  const locks = async () => desk.owner("SELECT FROM pg_locks WHERE classid = $1 AND objid = 77", [claimLock]);
  await eventually(async () => (await locks()).length === 0, "that its session is over");
  // Somebody else's session may have a lock of that number; that makes it no server.
  const { postgres: key } = readPasswords(join(desk.folder, "postgres/passwords.json"), true);
  const stranger = await desk.database.connect({ user: "postgres", password: key });
  await stranger.query("SELECT pg_advisory_lock($1, 77)", [claimLock]);
  await desk.work();
  await stranger.end();
  assert.deepEqual([arrived, await left()], [1, 0]);
});

test("a mail that is being sent is not sent by another server", async () => {
  const second = await serveProduct(desk.database, { port: 0, ...options });
  try {
    [arrived, isHolding] = [0, true];
    await invite();
    const sending = desk.work();
    await eventually(() => held.length === 1, "the mail");
    await desk.owner("UPDATE writ.outbox SET due_at = clock_timestamp() WHERE done_at IS NULL");
    await second.work();
    isHolding = false;
    for (const go of held.splice(0)) go();
    await sending;
    await second.work();
    assert.deepEqual([arrived, await left()], [1, 0]);
  } finally {
    await second.stop();
  }
});

test("a server without a session for a while counts as gone, and one that returns does not", async () => {
  await invite();
  await takeAs(78);
  const clock = { at: 0 };
  const claims = createClaims(desk.database, { now: () => clock.at });
  await claims.start();
  const client = await desk.database.connect();
  try {
    const gone = async () => claims.gone(client);
    assert.deepEqual(await gone(), []);
    clock.at += usualGrace - 1;
    assert.deepEqual(await gone(), []);
    await client.query("SELECT pg_advisory_lock($1, 78)", [claimLock]);
    clock.at += usualGrace;
    assert.deepEqual(await gone(), []);
    await client.query("SELECT pg_advisory_unlock($1, 78)", [claimLock]);
    assert.deepEqual(await gone(), []);
    clock.at += usualGrace;
    assert.deepEqual(await gone(), [78]);
    // A server without a session takes nothing, and has another one soon.
    const number = claims.own();
    await client.query(
      "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND classid = $1 AND objid = $2",
      [claimLock, number],
    );
    await eventually(() => claims.own() === undefined, "that the session is over");
    await eventually(() => claims.own() === number, "that there is another one");
    // A database that was started again ended sessions of others too: they have as long again to come back.
    clock.at += usualGrace;
    assert.deepEqual(await gone(), []);
    clock.at += usualGrace;
    assert.deepEqual(await gone(), [78]);
    // Where the last session lingers, it goes on under another number with what it is at.
    const [row] = await desk.owner("UPDATE writ.outbox SET claimed_by = $1 WHERE claimed_by = 78 RETURNING id", [
      number,
    ]);
    claims.going.add(String(row?.["id"]));
    const lingering = client.query("SELECT pg_advisory_lock($1, $2)", [claimLock, number]);
    const waits = async () =>
      desk.owner("SELECT FROM pg_locks WHERE classid = $1 AND objid = $2 AND NOT granted", [claimLock, number]);
    await eventually(async () => (await waits()).length === 1, "that it waits for the lock");
    await desk.owner(
      "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND classid = $1 AND objid = $2 AND granted",
      [claimLock, number],
    );
    await lingering;
    const next = await eventually(
      () => (claims.own() === number ? undefined : claims.own()),
      "that there is another one",
    );
    const [now] = await desk.owner("SELECT claimed_by FROM writ.outbox WHERE id = $1", [row?.["id"]]);
    assert.equal(now?.["claimed_by"], next);
    claims.going.clear();
    // What became of something is written down once the database is back, and is nobody else's until then.
    let writes = 0;
    claims.going.add("5");
    const write = async () => {
      if (++writes === 1) throw new Error("away");
    };
    await assert.rejects(claims.end("5", write), /away/);
    assert.ok(claims.going.has("5"));
    await claims.settle();
    await claims.settle();
    assert.deepEqual([writes, claims.going.has("5")], [2, false]);
    // One that can never be written keeps no other from it.
    const never = async () => Promise.reject(new Error("never"));
    writes = 0;
    await assert.rejects(claims.end("6", never), /never/);
    await assert.rejects(claims.end("7", write), /away/);
    await claims.settle();
    assert.equal(writes, 2);
  } finally {
    await claims.stop();
    await client.end();
  }
  await desk.work();
});
