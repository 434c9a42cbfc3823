// Jobs and mails of a product that others use: what became of each, and what an operator does about it, in their name.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { SMTPServer } from "smtp-server";
import { completeDocument } from "../../../../language/src/testing/run-cases.ts";
import { products, type TestProduct } from "../../testing/product.ts";
import type { ActsView, MailFatesView, MailFateView } from "../operator-response-types.ts";
import type { JobsView } from "../response-types.ts";
import { ask } from "../testing/ask.ts";
import { account, asked, inProduction, operator, origin, signIn } from "../testing/production.ts";

const { source } = completeDocument(`## 3. Entities and their fields

### Claim
- Owner: Author

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Author | reference to User | auto | \`me\` |
| About | text up to 80 | yes | |
| State | state | | |

## 4. States and transitions

### Claim

| State | Kind |
| --- | --- |
| Open | start |
| Shut | end |

| Transition | From | To | On |
| --- | --- | --- | --- |
| Shut it | Open | Shut | button |

### Effects
| For | After | If | Do | With |
| --- | --- | --- | --- | --- |
| Claim | Shut it | | mail shut | to \`claim.author\` |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Person | signed in |

| For | May | Person |
| --- | --- | --- |
| Claim | create, read, update, delete, Shut it | own |

## 7. The calls it makes

| Mail | For | Subject | Text |
| --- | --- | --- | --- |
| shut | Claim | Your claim {claim.about} is shut | It is. |

## 9. Business constants and limits

| Setting | Value |
| --- | --- |
| Sign-in | email and password |
`);
let isRefusing = false;
const taken: string[] = [];
const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ["STARTTLS"],
  onRcptTo: ({ address }, _, done) => {
    const code = address.startsWith("gone") ? 550 : isRefusing ? 451 : undefined;
    if (code === undefined) return done();
    done(Object.assign(new Error("5.1.1 No such user here"), { responseCode: code }));
  },
  onData: (stream, { envelope }, done) => {
    stream.resume();
    stream.on("end", () => {
      taken.push(...envelope.rcptTo.map(({ address }) => address));
      done();
    });
  },
});
await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
after(async () => new Promise<void>((resolve) => server.close(() => resolve())));
const folder = mkdtempSync(join(tmpdir(), "writ-outbox-"));
after(() => rmSync(folder, { recursive: true, force: true }));
writeFileSync(join(folder, "console.html"), "<head><!-- writ --></head>");
const start = products();
let desk: TestProduct;
let cookie: string;

before(async () => {
  const { port } = server.server.address() as AddressInfo;
  desk = await inProduction(start, source, folder, {
    environment: { WRIT_SMTP_URL: `smtp://127.0.0.1:${port}`, WRIT_MAIL_FROM: "Desk <desk@example.test>" },
    jobs: "asked",
  });
  cookie = await operator(desk, "ann@example.test");
  await desk.owner("DELETE FROM writ.outbox");
});

const mails = async (search = ""): Promise<readonly MailFateView[]> =>
  ((await asked(desk, cookie, `mail-fates?${search}`)).told as MailFatesView).mails;
const jobs = async (search = ""): Promise<JobsView> => (await asked(desk, cookie, `jobs?${search}`)).told as JobsView;
const act = async (name: string, body: object) => (await asked(desk, cookie, name, body)).status;
const acts = async () =>
  ((await asked(desk, cookie, "acts")).told as ActsView).acts.map((one) => `${one.name} ${one.act}: ${one.about}`);

/** Mails about accounts with a link. */
const wait = async (to: string) => {
  const rows = await desk.owner(
    `INSERT INTO writ.outbox (kind, name, payload, clause) VALUES ('account', 'recovery', $1, '9/Sign-in') RETURNING id::text`,
    [JSON.stringify({ to, link: "https://desk.example/secret-link", language: "en" })],
  );
  return String(rows[0]?.["id"]);
};

test("a mail waits, is refused for now with the server's words, is sent, and has the server's answer", async () => {
  const id = await wait("cleo@example.test");
  const [waiting] = await mails();
  for (const name of ["constructor", "__proto__", "nothing"]) assert.deepEqual(await mails(`fate=${name}`), [], name);
  assert.deepEqual(
    [waiting?.to, waiting?.is, waiting?.tries, waiting?.mayRetry, waiting?.mayDismiss],
    ["cleo@example.test", "waiting", 0, true, false],
  );
  assert.match(waiting?.subject ?? "", /password/i);
  isRefusing = true;
  await desk.work();
  const [failed] = await mails("fate=waiting,retrying");
  assert.deepEqual([failed?.is, failed?.tries], ["retrying", 1]);
  assert.deepEqual(
    (await jobs("fate=retrying")).jobs.map((job) => [job.id, job.is]),
    [[id, "retrying"]],
  );
  assert.match(failed?.failure ?? "", /451: 5\.1\.1 No such user here/);
  assert.ok(Date.parse(failed?.nextAt ?? "") > Date.now());
  isRefusing = false;
  assert.equal(await act("retry", { job: id }), 200);
  await desk.work();
  const [sent] = await mails("fate=done");
  assert.deepEqual([sent?.is, sent?.failure, sent?.mayRetry, sent?.mayResend], ["done", null, false, false]);
  assert.match(sent?.answer ?? "", /^250 /);
  assert.deepEqual(taken, ["cleo@example.test"]);
  // What would let somebody in is in no answer.
  assert.doesNotMatch(JSON.stringify(await mails()), /secret-link/);
  assert.ok((await acts()).includes(`ann@example.test (Ann) Retried: account recovery, job ${id}`));
});

test("a mail that is refused for good is listed as failed until it is dismissed", async () => {
  const id = await wait("gone@example.test");
  await desk.work();
  const [failed] = await mails("fate=failed");
  assert.deepEqual([failed?.to, failed?.is], ["gone@example.test", "failed"]);
  assert.equal(failed?.failure, "the mail server answers 550: 5.1.1 No such user here");
  // Its link is gone with it: it could not be read.
  assert.deepEqual([failed?.mayRetry, failed?.mayDismiss], [false, true]);
  assert.equal(await act("retry", { job: id }), 404);
  const isListed = async () =>
    ((await asked(desk, cookie, "health")).told as { items: { id: string }[] }).items.some(
      (one) => one.id === "mails given up",
    );
  assert.equal(await isListed(), true);
  assert.equal(await act("dismiss", { job: id }), 200);
  assert.equal(await isListed(), false);
  assert.deepEqual([await mails("fate=failed"), (await mails("fate=dismissed")).length], [[], 1]);
  assert.equal(await act("dismiss", { job: id }), 404);
  assert.ok((await acts()).includes(`ann@example.test (Ann) Dismissed: account recovery, job ${id}`));
});

test("mails are found by a part of their address, fifty at a time", async () => {
  for (let n = 0; n < 51; n++) await wait(`many${n}@example.test`);
  const { mails: first, hasMore } = (await asked(desk, cookie, "mail-fates?text=MANY")).told as MailFatesView;
  assert.deepEqual([first.length, hasMore, first[0]?.to], [50, true, "many50@example.test"]);
  const rest = await mails(`text=many&before=${first.at(-1)?.id}`);
  assert.deepEqual(
    rest.map(({ to }) => to),
    ["many0@example.test"],
  );
  assert.deepEqual(await mails("text=%25nothing%25"), []);
  await desk.owner("DELETE FROM writ.outbox WHERE done_at IS NULL");
});

test("a mail of the document is sent once more on request", async () => {
  const [{ id: person } = {}] = await desk.owner("SELECT id FROM auth.users WHERE email = 'ann@example.test'");
  await desk.owner(
    `INSERT INTO writ.outbox (kind, name, payload, clause) VALUES ('mail', 'shut', $1, '7/shut'), ('mail', 'nothing', $1, '7/Nothing')`,
    [JSON.stringify({ to: { person }, values: { "": { subject: ["Roof"], text: [] } } })],
  );
  const waiting = await mails("text=ann");
  // A mail that the document has no more is called by its name.
  assert.deepEqual(
    waiting.map(({ to, subject, mayResend }) => [to, subject, mayResend]),
    [
      ["ann@example.test", "nothing", false],
      ["ann@example.test", "Your claim Roof is shut", false],
    ],
  );
  taken.length = 0;
  await desk.work();
  const sent = (await mails("text=ann")).find(({ name }) => name === "shut");
  assert.deepEqual([sent?.is, sent?.mayResend], ["done", true]);
  assert.equal(await act("resend", { mail: sent?.id }), 200);
  await desk.work();
  assert.deepEqual(taken, ["ann@example.test", "ann@example.test"]);
  const [account1] = await mails("fate=done&text=cleo");
  assert.equal(await act("resend", { mail: account1?.id }), 404);
});

test("a schedule runs on request, and next at its time", async () => {
  await desk.owner(
    `INSERT INTO writ.schedule (name, rule, zone, clause, next_at) VALUES ('tidy', '{"every": 3600}', 'UTC', '7/Tidy', now() + interval '1 hour'), ('never', '{"every": 3600}', 'UTC', '7/Never', NULL)`,
  );
  const due = (await jobs()).schedules.find(({ name }) => name === "tidy");
  assert.deepEqual([due?.lastAt, due?.lastRun, due?.failure], [null, null, null]);
  assert.equal(await act("run-schedule", { schedule: "tidy" }), 200);
  await desk.owner("SELECT writ.due_schedules()");
  const ran = (await jobs()).schedules.find(({ name }) => name === "tidy");
  assert.ok(Date.parse(ran?.lastAt ?? "") > 0 && Date.parse(ran?.nextAt ?? "") > Date.now());
  assert.deepEqual(
    (await jobs("kind=call")).jobs.map(({ name, is }) => [name, is]),
    [["tidy", "waiting"]],
  );
  await desk.owner("UPDATE writ.outbox SET failure = 'it broke', due_at = 'infinity' WHERE name = 'tidy'");
  const failed = await jobs("fate=failed&text=BROKE");
  assert.deepEqual(
    [
      failed.jobs.map(({ failure }) => failure),
      failed.counts["failed"],
      failed.schedules[1]?.failure ?? failed.schedules[0]?.failure,
    ],
    [["it broke"], 1, "it broke"],
  );
  assert.equal(await act("run-schedule", { schedule: "never" }), 404);
  assert.equal(await act("run-schedule", { schedule: "nothing" }), 404);
  assert.ok((await acts()).includes("ann@example.test (Ann) Ran now: schedule tidy"));
});

test("who is no operator does nothing of it", async () => {
  await account(desk, "eve@example.test");
  const token = await signIn(desk, "eve@example.test");
  const id = await wait("kept@example.test");
  await desk.owner("UPDATE writ.outbox SET failure = 'x' WHERE id::text = $1", [id]);
  for (const path of ["retry", "dismiss", "run-schedule", "resend"])
    for (const [headers, status] of [
      [{ origin: origin(desk) }, 401],
      [{ origin: origin(desk), authorization: `Bearer ${token}` }, 401],
      [{ origin: origin(desk), authorization: `Bearer ${desk.serviceKey}` }, 401],
      [{ origin: "https://elsewhere.example", cookie }, 403],
    ] as const) {
      const answer = await ask(desk, `/_/console/api/${path}`, {
        method: "POST",
        headers: { "content-type": "application/json", ...headers },
        body: JSON.stringify({ job: id, schedule: "tidy", mail: id }),
      });
      assert.equal(answer.status, status, path);
    }
  for (const path of ["jobs", "mail-fates"])
    assert.equal((await ask(desk, `/_/console/api/${path}`, { headers: { origin: origin(desk) } })).status, 401);
  assert.deepEqual(await desk.owner("SELECT done_at FROM writ.outbox WHERE id::text = $1", [id]), [{ done_at: null }]);
});
