// A bad day of a product in production: the clock of the machine is set, a day ahead and an hour back. Sessions, live events,
// timers and schedules go on; a token that is not good at that time is refused in words.
import assert from "node:assert/strict";
import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { after, test } from "node:test";
import { createClient } from "@supabase/supabase-js";
import { Client } from "pg";
import { eventually, pause } from "../../language/src/testing/eventually.ts";
import { completeDocument } from "../../language/src/testing/run-cases.ts";
import { start, stop, type Started } from "./testing/bad-day.ts";
import { ownTemporary } from "./testing/own-temporary.ts";

const data = join(ownTemporary(), "clock");
const { source } = completeDocument(`
## 3. Entities and their fields

### Note

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Words | text | yes | |
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

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Visitor | anyone |

| For | May | Visitor |
| --- | --- | --- |
| Note | create, read | yes |
| Note | update, delete | no |

## 7. The calls it makes

| Call | Kind | On | Code |
| --- | --- | --- | --- |
| Count | schedule | every 1 hours | below |

### Count

\`\`\`ts
return;
\`\`\`

## 9. Business constants and limits

| Setting | Value |
| --- | --- |
| Sign-in | email and password |

| Constant | Value |
| --- | --- |
| Soon | 1 seconds |
`);

const hour = 3_600_000;
const clock = join(data, "clock");
/** By so much the clock of the server's processes is another one from now on; PostgreSQL's stays. */
function setClock(milliseconds: number): void {
  mkdirSync(data, { recursive: true });
  // It is read at any moment.
  writeFileSync(`${clock}.next`, String(milliseconds));
  renameSync(`${clock}.next`, clock);
}

const preload = pathToFileURL(join(import.meta.dirname, "testing/jumping-clock.mjs")).href;
const startDesk = async (): Promise<Started> =>
  start({ data, source, environment: { NODE_OPTIONS: `--import=${preload}`, CLOCK_FILE: clock } });

async function ownerOf({ databaseUrl }: Started): Promise<Client> {
  const owner = new Client({ connectionString: databaseUrl });
  await owner.connect();
  after(async () => owner.end().catch(() => undefined));
  return owner;
}

/** Keys that were made yesterday, as those of a product that has been there for a while. */
async function startOld(): Promise<Started> {
  const first = await startDesk();
  const owner = await ownerOf(first);
  await owner.query("UPDATE auth.signing_keys SET made_at = made_at - interval '1 day'");
  await owner.end();
  await stop(first);
  return startDesk();
}

type Session = { readonly access_token: string; readonly refresh_token: string };
type Answer = { readonly status: number; readonly body: Readonly<Record<string, unknown>> };

const post = async ({ url, headers }: Started, path: string, body: object, token = ""): Promise<Answer> => {
  const authorization = token === "" ? {} : { authorization: `Bearer ${token}` };
  const answer = await fetch(`${url}${path}`, {
    method: "POST",
    headers: { ...headers, ...authorization },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  return { status: answer.status, body: text === "" ? {} : JSON.parse(text) };
};

async function signIn(desk: Started, owner: Client, email: string): Promise<Session> {
  const password = "correct horse battery";
  await post(desk, "/auth/v1/signup", { email, password });
  await owner.query("UPDATE auth.users SET email_confirmed_at = now() WHERE email = $1", [email]);
  const { status, body } = await post(desk, "/auth/v1/token?grant_type=password", { email, password });
  assert.equal(status, 200, JSON.stringify(body));
  return body as Session;
}

const renew = async (desk: Started, { refresh_token }: Session): Promise<Answer> =>
  post(desk, "/auth/v1/token?grant_type=refresh_token", { refresh_token });

const read = async ({ url, headers }: Started, token: string): Promise<Answer> => {
  const answer = await fetch(`${url}/rest/v1/note?limit=1`, {
    headers: { ...headers, authorization: `Bearer ${token}` },
  });
  return { status: answer.status, body: answer.status === 200 ? {} : ((await answer.json()) as Answer["body"]) };
};

/** Tokens are judged by the new time. */
const isSet = async (desk: Started, token: string, status: number) =>
  eventually(async () => (await read(desk, token)).status === status, desk.log);

test("the clock of the server is set a day ahead, then an hour back", async () => {
  setClock(0);
  const desk = await startOld();
  const owner = await ownerOf(desk);
  const [ann, ben] = [await signIn(desk, owner, "ann@example.test"), await signIn(desk, owner, "ben@example.test")];
  const client = createClient(desk.url, String(desk.headers["apikey"]));
  const [heard, closed]: [string[], string[]] = [[], []];
  await new Promise<void>((resolve, reject) => {
    client
      .channel("notes")
      .on("postgres_changes", { event: "INSERT", schema: "public", table: "note" }, ({ new: row }) =>
        heard.push(String((row as { readonly words: string }).words)),
      )
      .subscribe((status) => {
        if (status === "SUBSCRIBED") resolve();
        else if (closed.push(status) > 20) reject(new Error(closed.join()));
      });
  });
  const isHeard = async (words: string) => {
    assert.equal(await desk.write(words), 201);
    await eventually(() => heard.includes(words), desk.log);
  };
  const shuts = async (words: string) =>
    eventually(
      async () => (await owner.query("SELECT FROM note WHERE words = $1 AND state = 'shut'", [words])).rowCount === 1,
      desk.log,
    );
  await isHeard("before");
  assert.equal((await post(desk, "/auth/v1/logout", {}, ben.access_token)).status, 204);
  // What has ended of late is read again.
  await owner.query("UPDATE auth.ended_sessions SET ended_at = ended_at - interval '5 minutes'");

  setClock(24 * hour);
  await isSet(desk, ann.access_token, 401);
  assert.match(JSON.stringify((await read(desk, ann.access_token)).body), /"JWT expired"/);
  const renewed = await renew(desk, ann);
  assert.equal(renewed.status, 200);
  const tomorrow = renewed.body as Session;
  assert.equal((await read(desk, tomorrow.access_token)).status, 200);
  // A second tab renews with the same one.
  assert.equal((await renew(desk, ann)).status, 200);
  await pause(32_000, "sockets and ended sessions are looked at every few seconds, or every thirty");
  await isHeard("tomorrow");
  await shuts("tomorrow");

  setClock(0);
  await isSet(desk, ann.access_token, 200);
  // What is of tomorrow is not good today, and what has ended stays so.
  assert.match(JSON.stringify((await read(desk, tomorrow.access_token)).body), /"JWT issued at future"/);
  assert.equal((await read(desk, ben.access_token)).status, 401);

  setClock(-hour);
  await isSet(desk, ann.access_token, 401);
  assert.match(JSON.stringify((await read(desk, ann.access_token)).body), /"JWT issued at future"/);
  const again = await renew(desk, tomorrow);
  assert.equal(again.status, 200, JSON.stringify(again.body));
  assert.equal((await read(desk, (again.body as Session).access_token)).status, 200);
  await isHeard("an hour ago");
  await shuts("an hour ago");
  await owner.query(
    "INSERT INTO writ.outbox (kind, name, payload, clause, due_at) VALUES ('mail', 'late', '{}', '7', now() + interval '1 day')",
  );
  // With mails that confirm addresses. They are counted every five seconds.
  const waiting = "SELECT count(*)::integer AS n FROM writ.outbox WHERE done_at IS NULL AND due_at < 'infinity'";
  const isCounted = async () =>
    (await desk.metric("writ_outbox_waiting")) === (await owner.query<{ n: number }>(waiting)).rows[0]?.n;
  await eventually(isCounted, desk.log);
  assert.deepEqual(closed, []);
  await client.realtime.disconnect();
  await owner.end();
  await stop(desk);
});

test("PostgreSQL's clock is set a day ahead and an hour back: what was missed runs once, and nothing twice", async () => {
  setClock(0);
  const desk = await startDesk();
  const owner = await ownerOf(desk);
  const next = async () => (await owner.query("SELECT next_at FROM writ.schedule")).rows[0]?.next_at as Date;
  /** Those for a moment before or after the present hour. */
  const calls = async () => {
    const { rows } = await owner.query<{ moment: string }>(
      "SELECT payload ->> 'scheduled' AS moment FROM writ.outbox WHERE kind = 'call' ORDER BY id",
    );
    return rows.map(({ moment }) => moment);
  };
  // As seen from a clock that is a day further, everything is a day ago.
  await owner.query("UPDATE writ.schedule SET next_at = next_at - interval '1 day'");
  await eventually(async () => (await calls()).length > 0, desk.log);
  await eventually(async () => (await next()) > new Date(), desk.log);
  // As seen from one that is an hour behind, it is an hour later.
  await owner.query("UPDATE writ.schedule SET next_at = next_at + interval '1 hour'");
  await pause(3000, "schedules are looked at each second");
  const all = await calls();
  assert.equal(new Set(all).size, all.length);
  assert.equal(all.filter((moment) => Date.parse(moment) < Date.now() - 2 * hour).length, 1);
  await owner.end();
  await stop(desk);
});
