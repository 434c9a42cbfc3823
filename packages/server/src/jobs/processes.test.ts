// What happens without a request where several processes serve: mails, timers, schedules and notices, each once.
import assert from "node:assert/strict";
import type { AddressInfo } from "node:net";
import { after, test } from "node:test";
import { SMTPServer } from "smtp-server";
import { completeDocument } from "../../../language/src/testing/run-cases.ts";
import { processesOf } from "../testing/processes.ts";
import { products } from "../testing/product.ts";
import { eventually } from "../../../language/src/testing/eventually.ts";

const { source } = completeDocument(`
## 3. Entities and their fields

### Invitation

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Email | email | yes | |
| State | state | | |

## 4. States and transitions

### Invitation
| State | Kind |
| --- | --- |
| Open | start |
| Shut | end |

| Transition | From | To | On |
| --- | --- | --- | --- |
| Shut | Open | Shut | after \`soon\` |

### Effects
| For | After | If | Do | With |
| --- | --- | --- | --- | --- |
| Invitation | create | | mail invited | to \`invitation.email\` |
| Invitation | Shut | | mail closed | to \`invitation.email\` |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Member | signed in |

| For | May | Member |
| --- | --- | --- |
| Invitation | create, read | yes |
| Invitation | update, delete | no |

## 7. The calls it makes

| Call | Kind | On | Code |
| --- | --- | --- | --- |
| Count | schedule | every month on the 1st at 06:00 | \`calls/count.ts\` |

| Mail | For | Subject | Text |
| --- | --- | --- | --- |
| invited | Invitation | Hello | Come in. |
| closed | Invitation | Goodbye | Too late. |

## 9. Business constants and limits

| Setting | Value |
| --- | --- |
| Sign-in | email and password |

| Constant | Value |
| --- | --- |
| Soon | 1 seconds |
`);

const arrived: string[] = [];
const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ["STARTTLS"],
  onData: (stream, session, done) => {
    arrived.push(...session.envelope.rcptTo.map(({ address }) => address));
    stream.resume().once("end", () => done());
  },
});
await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
after(async () => new Promise<void>((resolve) => server.close(() => resolve())));
const environment = {
  WRIT_SMTP_URL: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
  WRIT_MAIL_FROM: "desk@example.org",
  WRIT_MAILS_IN_ALL: "65",
};

const start = products();
const product = await start(source, { jobs: "asked", environment });
const begin = processesOf(product, 2, { environment });
const both = [await begin(), await begin()];
const person = await product.person("Ann");

async function invite(email: string, turn: number): Promise<void> {
  const { status } = await fetch(`${both[turn % 2]?.url}/rest/v1/invitation`, {
    method: "POST",
    headers: { apikey: product.anonKey, authorization: `Bearer ${person}`, "content-type": "application/json" },
    body: JSON.stringify({ email }),
  });
  assert.equal(status, 201);
}

test("each mail goes out once and each timer fires once, though both look for them", async () => {
  const all = Array.from({ length: 30 }, (_, one) => `reader-${one}@example.org`);
  await Promise.all(all.map(invite));
  // One when it is made, and one when its time is over.
  await eventually(
    () => arrived.length >= 60,
    () => arrived.length,
  );
  const left = async () =>
    (await product.owner("SELECT FROM writ.outbox WHERE kind = 'mail' AND done_at IS NULL")).length;
  await eventually(async () => (await left()) === 0, left);
  assert.deepEqual(arrived.toSorted(), [...all, ...all].toSorted());
});

test("a schedule that is due is called once", async () => {
  await product.owner(`BEGIN; UPDATE writ.schedule SET next_at = now() - interval '1 second';
    DELETE FROM writ.outbox WHERE kind = 'call'; COMMIT`);
  const calls = async () =>
    (await product.owner("SELECT FROM writ.outbox WHERE kind = 'call' AND name = 'count'")).length;
  await eventually(async () => (await calls()) > 0, "a call");
  // By then each of them has looked for schedules again.
  for (const one of both) await one.work();
  assert.equal(await calls(), 1);
});

test("mails in an hour are counted for both", async () => {
  for (let turn = 0; turn < 10; turn++) await invite(`late-${turn}@example.org`, turn);
  const waits = async () =>
    (await product.owner("SELECT FROM writ.outbox WHERE kind = 'mail' AND failure LIKE 'waits: 65 mails%'")).length;
  await eventually(async () => (await waits()) === 15, waits);
  assert.equal(arrived.length, 65);
});
