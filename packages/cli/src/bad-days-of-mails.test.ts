// A bad day of a product in production: the mail server is away, or does not answer. Mails wait and are tried later each time,
// nothing else waits for them, and when it is back each goes out once.
import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type AddressInfo, type Socket } from "node:net";
import { join } from "node:path";
import { after, test } from "node:test";
import { Client } from "pg";
import { SMTPServer } from "smtp-server";
import { eventually } from "../../language/src/testing/eventually.ts";
import { completeDocument } from "../../language/src/testing/run-cases.ts";
import { start, stop, type Started } from "./testing/bad-day.ts";
import { ownTemporary } from "./testing/own-temporary.ts";

const folder = ownTemporary();
const { source } = completeDocument(`
## 3. Entities and their fields

### Note

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Words | text | yes | |
| Email | email | no | |
| State | state | | |

## 4. States and transitions

### Note
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
| Note | create | \`note.email != null\` | mail noted | to \`note.email\` |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Visitor | anyone |

| For | May | Visitor |
| --- | --- | --- |
| Note | create, read | yes |
| Note | update, delete | no |

## 7. The calls it makes

| Mail | For | Subject | Text |
| --- | --- | --- | --- |
| noted | Note | {note.words} | Look. |

## 9. Business constants and limits

| Constant | Value |
| --- | --- |
| Soon | 1 seconds |
`);

type Desk = Started & { readonly owner: Client };

async function startDesk(name: string, port: number): Promise<Desk> {
  const environment = {
    WRIT_SMTP_URL: `smtp://127.0.0.1:${port}`,
    WRIT_MAIL_FROM: "desk@example.org",
    // Fewer than the times that its mails are tried.
    WRIT_MAILS_TO_ADDRESS: "4",
  };
  const started = await start({ data: join(folder, name), source, environment });
  const owner = new Client({ connectionString: started.databaseUrl });
  await owner.connect();
  after(async () => owner.end().catch(() => undefined));
  return { ...started, owner };
}

const note = async ({ url, headers }: Desk, words: string, email: string | null = null): Promise<number> =>
  (await fetch(`${url}/rest/v1/note`, { method: "POST", headers, body: JSON.stringify({ words, email }) })).status;

type Mail = {
  readonly tries: number;
  readonly failure: string | null;
  readonly done: boolean;
  /** Of the next try: a minute after the first, twice as long after each other. False where there will be none. */
  readonly in_time: boolean;
};

const now = async ({ owner }: Desk): Promise<Date> =>
  (await owner.query("SELECT clock_timestamp() AS now")).rows[0].now;

/** `since`: the last try has not begun by then. */
const mailsOf = async ({ owner }: Desk, since: Date): Promise<readonly Mail[]> =>
  (
    await owner.query<Mail>(
      `SELECT tries, failure, done_at IS NOT NULL AS done, 
        due_at - interval '1 minute' * 2 ^ (tries - 1) BETWEEN $1 AND clock_timestamp() AS in_time
       FROM writ.outbox WHERE kind = 'mail' ORDER BY id`,
      [since],
    )
  ).rows;

/** As if the time had passed after which each of them is tried again. */
const timePasses = async ({ owner }: Desk): Promise<unknown> =>
  owner.query("UPDATE writ.outbox SET due_at = clock_timestamp() WHERE done_at IS NULL AND due_at < 'infinity'");

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

test("while the mail server is away mails wait, longer each time; when it is back each goes out once", async () => {
  const port = await freePort();
  const desk = await startDesk("away", port);
  const subjects = ["one", "two", "three"];
  const began = await now(desk);
  for (const words of subjects) assert.equal(await note(desk, words, "ann@example.org"), 201);
  let since = began;
  for (const tries of [1, 2, 3]) {
    await eventually(
      async () => (await mailsOf(desk, since)).every((mail) => mail.tries === tries && mail.in_time),
      async () => JSON.stringify(await mailsOf(desk, since)),
    );
    for (const { failure } of await mailsOf(desk, since)) assert.match(String(failure), /^the mail server: ESOCKET/);
    await eventually(async () => (await desk.metric("writ_outbox_waiting")) === subjects.length, desk.log);
    assert.equal(await desk.ready(), 200);
    assert.equal(await note(desk, `meanwhile ${tries}`), 201);
    since = await now(desk);
    if (tries < 3) await timePasses(desk);
  }
  assert.equal(await desk.metric("writ_outbox_given_up"), 0);
  const failed = await desk.metric('writ_work_seconds_count\\{kind="mail",name="noted",end="failed"\\}');
  assert.equal(failed, 3 * subjects.length);
  const arrived: string[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onData: (stream, _session, done) => {
      let text = "";
      stream.on("data", (part: Buffer) => (text += part.toString()));
      stream.once("end", () => {
        arrived.push(/^Subject: (.*?)\r$/m.exec(text)?.[1] ?? text);
        done();
      });
    },
  });
  await new Promise<void>((resolve) => void server.listen(port, "127.0.0.1", resolve));
  after(() => server.close());
  await timePasses(desk);
  await eventually(async () => (await mailsOf(desk, since)).every(({ done }) => done), desk.log);
  await eventually(async () => (await desk.metric("writ_outbox_waiting")) === 0, desk.log);
  assert.deepEqual(arrived.toSorted(), subjects.toSorted());
  await desk.owner.end();
  await stop(desk);
});

test("a mail server that does not answer keeps no timer and no request waiting", async () => {
  const greeted: Socket[] = [];
  const silent = createServer((socket) => void greeted.push(socket.on("error", () => undefined)));
  silent.listen(0, "127.0.0.1");
  await once(silent, "listening");
  after(() => silent.close());
  const desk = await startDesk("silent", (silent.address() as AddressInfo).port);
  assert.equal(await note(desk, "mailed", "ann@example.org"), 201);
  let open = false;
  await eventually(() => greeted.length > 0, desk.log);
  greeted[0]?.once("close", () => (open = false));
  open = true;
  assert.equal(await note(desk, "timed"), 201);
  const isShut = async () =>
    (await desk.owner.query("SELECT FROM note WHERE words = 'timed' AND state = 'shut'")).rowCount === 1;
  await eventually(isShut, desk.log);
  assert.ok(open, "its timer has not waited for the end of the try");
  assert.equal(await desk.ready(), 200);
  for (const socket of greeted) socket.destroy();
  await desk.owner.end();
  await stop(desk);
});
