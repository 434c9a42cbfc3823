// What the console says of files, calls and what is live: true, without a secret, and to nobody who is not let in.
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { serveFragment, type Served } from "../functions/testing/served.ts";
import { listen } from "../realtime/testing/listen.ts";
import { products } from "../testing/product.ts";
import { routes } from "./routes.ts";
import { ask, cookieOf, enter } from "./testing/ask.ts";
import type { BucketsView, FilesView, FunctionsView, LiveView } from "./response-types.ts";

const fragment = `
## 3. Entities and their fields

### Claim
- Shown as: \`claim.about\`

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| About | text up to 80 | yes | |
| Papers | files up to 3, each up to 1 KB (txt) | no | |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Person | signed in |

| For | May | Person |
| --- | --- | --- |
| Claim | create, update, delete | own |
| Claim | read | own |
| Greet | call | yes |
| Break | call | yes |
| Lack | call | yes |
| Refuse | call | yes |

## 7. The calls it makes

| Call | Kind | On | Code | Errors |
| --- | --- | --- | --- | --- |
| Greet | function | button | below | |
| Break | function | button | below | |
| Lack | function | button | below | |
| Refuse | function | button | below | NOT_NOW |

### Greet
- Out: Told (text)
- Secrets: \`A_KEY\`
- Hosts: \`api.example.test\`

\`\`\`ts
console.log("hello with", secrets.A_KEY);
return { told: "hello" };
\`\`\`

### Break
- Secrets: \`A_KEY\`

\`\`\`ts
const told: { readonly word: string } | null = null;
return told!.word + secrets.A_KEY;
\`\`\`

### Lack
- Secrets: \`NO_KEY\`

\`\`\`ts
throw new Error("never");
\`\`\`

### Refuse

\`\`\`ts
throw problem("NOT_NOW");
\`\`\`

## 8. The error catalogue

| Code | When | Status | Message |
| --- | --- | --- | --- |
| NOT_NOW | Too late | 409 | Not now. |

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
let cookie: string;
let token: string;
let ann: SupabaseClient;

before(async () => {
  writeFileSync(join(folder, "console.html"), "<!doctype html><!-- writ -->");
  desk = await serveFragment(start, fragment, {
    development: true,
    console: { folder },
    environment: { A_KEY: secret },
  });
  cookie = cookieOf(await enter(desk));
  token = await desk.person("Ann");
  ann = createClient(desk.url, desk.anonKey, { auth: { persistSession: false }, accessToken: async () => token });
});
after(async () => ann.realtime.disconnect());

const raw = async (path: string) => ask(desk, `/_/console/api/${path}`, { headers: { cookie } });
const told = async <Told>(path: string): Promise<Told> => {
  const { status, text } = await raw(path);
  assert.equal(status, 200, text);
  return JSON.parse(text) as Told;
};

async function bring(about: string, content: string): Promise<{ readonly id: string; readonly path: string }> {
  const id = randomUUID();
  const path = `${id}/${randomUUID()}/paper.txt`;
  const { error } = await ann.storage.from("claim.papers").upload(path, content, { contentType: "text/plain" });
  assert.equal(error, null);
  if (about !== "") assert.equal((await ann.from("claim").insert({ id, about, papers: [path] })).error, null);
  return { id, path };
}

test("files are listed with their row, and unattached files separately", async () => {
  await bring("The roof", "It leaks.");
  const loose = await bring("", "never saved");
  const { isKept, buckets } = await told<BucketsView>("buckets");
  assert.equal(isKept, true);
  assert.deepEqual(
    buckets.map(({ isGone: _gone, isPublic: _public, isMore: _more, ...bucket }) => bucket),
    [
      {
        id: "claim.papers",
        field: "Claim · Papers",
        clause: "3/Claim/Papers",
        files: 2,
        bytes: 20,
        waiting: 1,
        due: 0,
        mostBytes: 1024,
        types: ["text/plain"],
      },
    ],
  );
  const all = await told<FilesView>("files?bucket=claim.papers");
  assert.deepEqual(
    all.files.map(({ bytes, type, row, goesAt, by }) => [bytes, type, row?.label, goesAt !== null, by]),
    [
      [11, "text/plain", undefined, true, "Ann"],
      [9, "text/plain", "The roof", false, "Ann"],
    ],
  );
  const waiting = await told<FilesView>("files?bucket=claim.papers&waiting=yes");
  assert.deepEqual(
    waiting.files.map(({ name }) => name),
    [loose.path],
  );
});

test("all files are reached page by page, also those of one moment", async () => {
  await desk.owner(
    `INSERT INTO storage.objects (bucket_id, name, metadata) SELECT 'claim.papers', 'old' || n, '{}' FROM generate_series(1, 120) AS n`,
  );
  const names = new Set<string>();
  let pages = 0;
  for (let from: string | null = ""; from !== null; pages++) {
    const page: FilesView = await told(`files?bucket=claim.papers&after=${encodeURIComponent(from)}`);
    for (const { name } of page.files) names.add(name);
    from = page.next;
  }
  assert.deepEqual([pages, names.size], [3, 122]);
  await desk.owner("DELETE FROM storage.objects WHERE name LIKE 'old%'");
  for (const wrong of ["files?bucket=nothing", "files?bucket=claim.papers&after=%27%20OR%20true", "files/nothing"])
    assert.equal((await raw(wrong)).status, 404, wrong);
});

test("a file is fetched as something to keep that no browser runs; nothing changes one", async () => {
  await bring("The door", "<script>alert(1)</script>");
  const { files } = await told<FilesView>("files?bucket=claim.papers");
  const id = files[0]?.id ?? "";
  const fetched = await raw(`files/${id}`);
  assert.equal(fetched.text, "<script>alert(1)</script>");
  assert.equal(fetched.headers["content-type"], "application/octet-stream");
  assert.match(String(fetched.headers["content-disposition"]), /^attachment; filename=paper\.txt/);
  assert.match(String(fetched.headers["content-security-policy"]), /sandbox/);
  assert.equal(fetched.headers["x-content-type-options"], "nosniff");
  assert.equal(fetched.headers["cache-control"], "no-store");
  const headers = { cookie, origin: `http://127.0.0.1:${desk.port}`, "content-type": "application/json" };
  for (const method of ["DELETE", "PUT", "POST", "PATCH"]) {
    const answer = await ask(desk, `/_/console/api/files/${id}`, { method, headers });
    assert.equal(answer.status, 404, method);
  }
  assert.equal((await raw(`files/${randomUUID()}`)).status, 404);
});

test("calls are listed with their last runs, and secrets only by name", async () => {
  assert.equal((await desk.call("greet", {}, token)).status, 200);
  const statuses = ["break", "lack", "refuse"].map(async (name) => (await desk.call(name, {}, token)).status);
  assert.deepEqual(await Promise.all(statuses), [500, 500, 409]);
  const { hasRuntime, calls } = await told<FunctionsView>("functions");
  assert.equal(hasRuntime, true);
  const of = (id: string) => calls.find((one) => one.id === id) ?? assert.fail(id);
  const greet = of("greet");
  assert.deepEqual(
    [greet.kind, greet.clause, greet.startedBy, greet.hosts, greet.secrets, greet.problem],
    ["function", "7/Greet", "a button", ["api.example.test"], [{ name: "A_KEY", isSet: true }], null],
  );
  const line = desk.source.slice(0, desk.source.indexOf('console.log("hello')).split("\n").length;
  assert.equal(greet.code?.place, `${desk.file}:${line}`);
  const [run] = greet.runs;
  assert.equal(run?.end, "done");
  assert.ok((run?.milliseconds ?? 0) > 0);
  assert.deepEqual(run?.printed, [{ place: `${desk.file}:${line}:9`, text: "hello with •••" }]);
  const at = desk.source.slice(0, desk.source.indexOf("return told!.word")).split("\n").length;
  const [broken] = of("break").runs;
  assert.equal(broken?.end, "failed");
  assert.match(broken?.said ?? "", new RegExp(`SPEC\\.md:${at}:14: .*null`));
  assert.deepEqual(of("lack").secrets, [{ name: "NO_KEY", isSet: false }]);
  assert.deepEqual([of("lack").runs[0]?.end, of("lack").runs[0]?.said], ["failed", "NO_KEY is not in the environment"]);
  const [refused] = of("refuse").runs;
  assert.deepEqual([refused?.end, refused?.said, of("refuse").failed], ["refused", "NOT_NOW", 0]);
});

test("of the last runs twenty are kept, and of one run what it printed first", async () => {
  for (let runs = 0; runs < 21; runs++) await desk.call("greet", {}, token);
  const { calls } = await told<FunctionsView>("functions");
  const greet = calls.find(({ id }) => id === "greet");
  assert.deepEqual([greet?.runs.length, greet?.count], [20, 22]);
});

test("who is connected, what they listen to, who is there, and how far the feed is", async () => {
  const none = await told<LiveView>("live");
  assert.deepEqual([none.sockets, none.topics], [0, []]);
  await listen(ann, { table: "claim" });
  const { id } = await bring("The window", "broken");
  const looking = ann.channel(`looking:claim:${id}`, { config: { private: true } });
  await new Promise<void>((resolve, reject) => {
    looking.subscribe((status, failure) => (status === "SUBSCRIBED" ? resolve() : failure && reject(failure)));
  });
  assert.equal(await looking.track({}), "ok");
  const live = await told<LiveView>("live");
  assert.deepEqual([live.sockets, live.networks, live.lacking], [1, 1, null]);
  assert.deepEqual(live.connections[0]?.people, ["Ann"]);
  assert.deepEqual(live.subscriptions, [{ table: "claim", count: 1 }]);
  assert.deepEqual(
    live.topics.filter(({ isPrivate }) => isPrivate),
    [{ name: `looking:claim:${id}`, isPrivate: true, members: 1, present: 1, people: ["Ann"] }],
  );
  assert.match(live.slot?.name ?? "", /^writ_live_/);
  assert.equal(live.slot?.isActive, true);
  assert.ok((live.slot?.lagBytes ?? -1) >= 0 && (live.slot?.keptBytes ?? -1) >= 0);
  await ann.removeAllChannels();
});

/** All that is asked to be read, also with what some of it is about. */
const toBeRead = [
  ...routes.flatMap(([method, name]) => (method === "GET" ? [name] : [])),
  "files?bucket=claim.papers",
  "logs?most=all",
  "clause?at=7",
  "matrix?entity=claim",
];

test("no page says a secret, a token or a key", async () => {
  for (const path of toBeRead) {
    const { text } = await raw(path);
    for (const hidden of [secret, token, desk.anonKey, desk.serviceKey])
      assert.equal(text.includes(hidden), false, path);
  }
});

test("sessions and keys of the product give no access to the console", async () => {
  const { files } = await told<FilesView>("files?bucket=claim.papers");
  for (const path of [...toBeRead, `files/${files[0]?.id}`])
    for (const bearer of [token, desk.anonKey, desk.serviceKey]) {
      const headers = { apikey: bearer, authorization: `Bearer ${bearer}` };
      const answer = await ask(desk, `/_/console/api/${path}`, { headers });
      assert.equal(answer.status, 401, path);
      assert.doesNotMatch(answer.text, /paper|claim|greet|slot/i);
    }
});
