// `writ run` and `writ start`: what they say, what they serve, and what they refuse to serve.
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createHmac } from "node:crypto";
import { after, test } from "node:test";
import { waitFor } from "./testing/fake-console.ts";
import { eventually } from "../../language/src/testing/eventually.ts";

const source = readFileSync(`${import.meta.dirname}/../../../examples/help-desk/SPEC.md`, "utf8");
const nothing = readFileSync(`${import.meta.dirname}/../../../examples/nothing-shown/SPEC.md`, "utf8");
const root = mkdtempSync(join(tmpdir(), "writ-serve-"));
after(() => rmSync(root, { recursive: true, force: true }));

type Line = {
  readonly url: string;
  readonly anonKey: string;
  readonly serviceKey: string;
  readonly databaseUrl: string;
};

/** Runs the command until it answers, asks it something, and stops it. */
async function served(document: string, args: readonly string[], ask: (line: Line) => Promise<void>, environment = {}) {
  let said = "";
  const out = (text: string) => void (said += text);
  const untilStopped = async () => ask(JSON.parse(said));
  const ran = await waitFor({ "SPEC.md": document }, [...args, "SPEC.md", "--json", "--port", "0"], {
    out,
    untilStopped,
    environment,
  });
  return { ...ran, out: said };
}

/** The keys of the tickets that the document brings along. */
const tickets = [
  ...(/### Sample: Ticket\n.*\n.*\n((?:\|.*\n)+)/.exec(source)?.[1] ?? "").matchAll(/^\| (\w+) \|/gm),
].map(([, key]) => key);

test("run makes the database, serves it, says one line, and stops in good order", async () => {
  const data = join(root, "run");
  const { exit, out } = await served(
    source,
    ["run", "--sample", "--data", data],
    async ({ url, serviceKey, anonKey }) => {
      const rows = await fetch(`${url}/rest/v1/ticket?select=subject`, { headers: { apikey: serviceKey } });
      assert.equal(((await rows.json()) as readonly unknown[]).length, tickets.length);
      const none = await fetch(`${url}/rest/v1/ticket?select=subject`, { headers: { apikey: anonKey } });
      assert.deepEqual(await none.json(), []);
    },
  );
  assert.equal(exit, 0);
  const { url } = JSON.parse(out) as Line;
  await assert.rejects(fetch(url));
  // The keys of a product stay the same, and its rows too.
  const again = await served(source, ["run", "--sample", "--data", data], async () => undefined);
  assert.equal((JSON.parse(again.out) as Line).serviceKey, (JSON.parse(out) as Line).serviceKey);
  // A secret of the operator's own signs the keys, as it does in production.
  const secret = "a secret of thirty-two characters and more";
  const own = await served(source, ["run", "--data", data], async () => undefined, { WRIT_JWT_SECRET: secret });
  const [head = "", body = "", signature] = (JSON.parse(own.out) as Line).serviceKey.split(".");
  assert.equal(createHmac("sha256", secret).update(`${head}.${body}`).digest("base64url"), signature);
});

for (const { what, gap, says } of [
  { what: "none of them where all is shown", gap: "It failed.", says: "no sample rows were added" },
  { what: "those that it takes where something is not", gap: "not shown", says: "some sample rows were not added" },
])
  test(`run --sample serves a product that refuses sample rows with ${what}, and says why`, async () => {
    const rule = "| Talked about | Ticket | | `ticket.comments.size() > 5` | NOT_ASSIGNED | |";
    const silent = source
      .replace("| Nothing after closing |", `${rule}\n$&`)
      .replace("| The export function fails | 500 | not shown |", `| The export function fails | 500 | ${gap} |`);
    assert.ok(silent.includes(rule) && silent.includes(`500 | ${gap} |`));
    const { exit, error } = await served(
      silent,
      ["run", "--sample", "--data", join(root, says)],
      async ({ url, serviceKey }) => {
        const rows = async (path: string) =>
          (await fetch(`${url}/rest/v1/${path}`, { headers: { apikey: serviceKey } })).json();
        assert.deepEqual(await rows("ticket?select=subject"), []);
        const people = (await rows("user?select=id&name=eq.Ann%20Moreau")) as readonly unknown[];
        assert.equal(people.length, gap === "not shown" ? 1 : 0);
      },
    );
    assert.equal(exit, 0);
    const [key] = tickets;
    const line = silent.split("\n").findIndex((one) => one.startsWith(`| ${key} |`)) + 1;
    const row = `line ${line}, 3/Sample: Ticket/${key}`;
    assert.ok(error.includes(`${says}: ${row}: Take or assign the ticket first. (5/Ticket/Talked about)`), error);
  });

test("run --sample lists people with their roles and sign-in links; start creates and lists none, on no page either", async () => {
  type People = {
    readonly people: readonly { readonly email: string; readonly roles: readonly string[]; readonly link: string }[];
  };
  const data = join(root, "people");
  let link = "";
  /** What the sign-in page would show. */
  const offeredAt = async ({ url }: Line) => ({
    list: await (await fetch(`${url}/_/sample-people`)).text(),
    isNamed: (await (await fetch(`${url}/_/sign-in`)).text()).includes("sample-people"),
  });
  await served(source, ["run", "--data", data], async (line) => {
    assert.equal((await offeredAt(line)).isNamed, false);
  });
  await served(source, ["run", "--sample", "--data", data], async (line) => {
    const offered = await offeredAt(line);
    assert.match(offered.list, /Nadia Haddad/);
    assert.equal(offered.isNamed, true);
    const { people } = line as Line & People;
    const lead = people.find(({ email }) => email === "lead@example.test");
    assert.deepEqual(lead?.roles, ["Customer", "Lead"]);
    link = lead?.link ?? "";
    assert.ok(link.startsWith(`${line.url}/auth/v1/verify?token=`));
    const signedIn = await fetch(link, { redirect: "manual" });
    assert.match(signedIn.headers.get("location") ?? "", new RegExp(`^${line.url}/_/as#access_token=`));
  });
  let said = "";
  const out = (text: string) => void (said += text);
  await waitFor({ "SPEC.md": source }, ["run", "--sample", "SPEC.md", "--port", "0", "--data", data], { out });
  assert.match(said, /console {6}http:\/\/127\.0\.0\.1:\d+\/_\/\?token=[\w-]{43}\n/);
  assert.match(said, /lead@example\.test \(Customer, Lead\)\n {4}http:\/\/127\.0\.0\.1:\d+\/auth\/v1\/verify\?token=/);
  const fresh = join(root, "nobody");
  const started = ["start", "--apply", "--with-gaps", "--data", fresh];
  const { exit, error } = await served(source, started, async (line) => {
    assert.equal("people" in line || "consoleUrl" in line || "serviceKey" in line, false);
    const told = await waitFor({ "SPEC.md": source }, ["keys", "service", "SPEC.md", "--data", fresh]);
    const listed = await fetch(`${line.url}/auth/v1/admin/users`, {
      headers: { authorization: `Bearer ${told.out.trim()}` },
    });
    assert.deepEqual(((await listed.json()) as { readonly users: readonly unknown[] }).users, []);
  });
  assert.equal(exit, 0);
  assert.doesNotMatch(error, /sample row/);
  // What was only to be tried is not served unnoticed.
  const sampled = ["start", "--apply", "--with-gaps", "--data", data];
  const quiet = { WRIT_LOG: "silent" };
  const look = async (line: Line) => {
    const { list, isNamed } = await offeredAt(line);
    assert.doesNotMatch(list, /Nadia|example\.test/);
    assert.equal(isNamed, false);
    const asked = await fetch(`${line.url}/_/sample-people`, { headers: { accept: "application/json" } });
    assert.equal(asked.status, 404);
  };
  assert.match((await served(source, sampled, look, quiet)).error, /\d+ sample rows and 7 sample accounts of/);
});

test("start refuses errors, gaps and pending changes", async () => {
  const data = join(root, "start");
  const start = async (document: string, ...args: readonly string[]) =>
    served(document, ["start", "--with-gaps", "--data", data, ...args], async () => undefined, { WRIT_LOG: "silent" });
  const pending = await start(source);
  assert.equal(pending.exit, 1);
  assert.match(pending.error, /no document was applied to this database yet/);
  const applied = await start(source, "--apply");
  assert.deepEqual([applied.exit, applied.error], [0, ""]);
  assert.equal((await start(source)).exit, 0);
  const changed = await start(source.replace("text up to 120", "text up to 130"));
  assert.equal(changed.exit, 1);
  const wrong = await start(source.replace("long text up to 10000", "long tekst"));
  assert.equal(wrong.exit, 1);
  assert.match(wrong.out, /N302/);
  const gaps = await served(nothing, ["start", "--data", data], async () => undefined);
  assert.equal(gaps.exit, 1);
  assert.match(gaps.error, /9 gaps: parts of the product would be missing/);
});

test("start makes components first, and does not start without one; run does, and says why", async () => {
  const tracker = readFileSync(`${import.meta.dirname}/../../../examples/project-tracker/SPEC.md`, "utf8").replace(
    "screens/roadmap.tsx",
    "screens/nowhere.tsx",
  );
  const args = ["--data", join(root, "components"), "--with-gaps", "--apply"];
  const never = async () => assert.fail("it answered");
  const refused = await served(tracker, ["start", ...args], never);
  assert.equal(refused.exit, 1);
  assert.match(refused.error, /There is no file screens\/nowhere\.tsx/);
  const ran = await served(tracker, ["run", "--data", join(root, "components")], async () => undefined);
  assert.equal(ran.exit, 0);
  assert.match(ran.error, /There is no file screens\/nowhere\.tsx/);
});

test("a document of gaps is served: it has no data, and no user can sign in", async () => {
  const { exit, error } = await served(
    nothing,
    ["start", "--apply", "--with-gaps", "--data", join(root, "nothing")],
    async ({ url, anonKey }) => {
      assert.equal((await fetch(`${url}/ready`)).status, 200);
      const service = await waitFor({ "SPEC.md": nothing }, [
        "keys",
        "service",
        "SPEC.md",
        "--data",
        join(root, "nothing"),
      ]);
      for (const apikey of [anonKey, service.out.trim()]) {
        assert.equal((await fetch(`${url}/rest/v1/user`, { headers: { apikey } })).status, 404);
      }
    },
    { WRIT_LOG: "silent" },
  );
  assert.deepEqual([exit, error], [0, ""]);
});

test("invalid settings and ports are reported", async () => {
  const refused = async (environment: Readonly<Record<string, string>>, ...args: readonly string[]) =>
    (
      await waitFor(
        { "SPEC.md": source },
        ["start", "SPEC.md", "--with-gaps", "--data", join(root, "start"), ...args],
        {
          environment,
        },
      )
    ).error;
  assert.match(await refused({ WRIT_PUBLIC_URL: "desk" }), /WRIT_PUBLIC_URL must be an address/);
  assert.match(await refused({ WRIT_JWT_SECRET: "short" }), /at least 32 characters/);
  assert.match(await refused({ WRIT_PROXIES: "many" }), /number of proxies/);
  assert.match(await refused({ WRIT_LOG: "loud" }), /WRIT_LOG must be one of/);
  assert.match(await refused({ WRIT_PUBLIC_URL: "https://[desk" }), /WRIT_PUBLIC_URL must be an address/);
  assert.match(await refused({ WRIT_SITE_URL: "desk.example" }), /WRIT_SITE_URL must be an address/);
  for (const length of ["many", "5", "100000"])
    assert.match(
      await refused({ WRIT_PASSWORD_LENGTH: length }),
      /WRIT_PASSWORD_LENGTH must be a number from 6 to 128/,
    );
  const mail = await refused({ WRIT_SMTP_URL: "desk:secret@mail", WRIT_MAIL_FROM: "desk@example.org" });
  assert.match(mail, /WRIT_SMTP_URL must be an address/);
  assert.doesNotMatch(mail, /secret/);
  assert.match(await refused({ WRIT_SMTP_URL: "smtps://mail.example.org" }), /needs WRIT_MAIL_FROM/);
  assert.match(await refused({ WRIT_CONSOLE_KEY: "guess" }), /WRIT_CONSOLE_KEY needs at least 16/);
  const traces = await refused({ OTEL_EXPORTER_OTLP_ENDPOINT: "collector:secret" });
  assert.match(traces, /OTEL_EXPORTER_OTLP_ENDPOINT must be an address/);
  assert.doesNotMatch(traces, /secret/);
  const run = await waitFor({ "SPEC.md": source }, ["run", "SPEC.md", "--data", join(root, "start")], {
    environment: { WRIT_SITE_URL: "//desk.example" },
  });
  assert.deepEqual([run.exit, run.error.includes("WRIT_SITE_URL must be an address")], [2, true]);
  assert.match(await refused({}, "--port", "70000"), /--port must be a number/);
  const other = createServer().listen(0, "127.0.0.1");
  after(() => void other.close());
  await new Promise((resolve) => void other.once("listening", resolve));
  const { port } = other.address() as AddressInfo;
  assert.match(await refused({ WRIT_LOG: "silent" }, "--port", String(port)), new RegExp(`port ${port} is in use`));
});

test("each edit becomes the product at once; a mistake leaves it as it was", async () => {
  const files: Record<string, string> = { "SPEC.md": source };
  let edited = () => undefined as void;
  let said = "";
  const error = (text: string) => void (said += text);
  let out = "";
  const write = async (document: string, words: RegExp) => {
    said = "";
    files["SPEC.md"] = document;
    edited();
    await eventually(
      () => words.test(said),
      () => `${String(words)} in ${said}`,
    );
  };
  const columns = async ({ url, serviceKey }: Line) =>
    (await fetch(`${url}/rest/v1/ticket?select=room`, { headers: { apikey: serviceKey } })).status;
  const wider = source.replace(
    "| Phone | phone | no | | |\n",
    "| Phone | phone | no | | |\n| Room | text up to 9 | no | | |\n",
  );
  const untilStopped = async () => {
    const line = JSON.parse(out) as Line;
    assert.equal(await columns(line), 400);
    await write(wider, /applied: 1 to \w+ \(\d+ steps?\)/);
    await eventually(async () => (await columns(line)) === 200, "the new column");
    await write(wider.replace("text up to 9", "tekst"), /stays as it was/);
    assert.equal(await columns(line), 200);
    await fetch(`${line.url}/rest/v1/ticket?number=not.is.null`, {
      method: "PATCH",
      headers: { apikey: line.serviceKey, "content-type": "application/json" },
      body: JSON.stringify({ room: "12" }),
    });
    await write(source, /loses: .*3\/Ticket\/Room[\s\S]*stays as it was/);
    assert.equal(await columns(line), 200);
  };
  const { exit } = await waitFor(
    files,
    ["run", "SPEC.md", "--sample", "--json", "--port", "0", "--data", join(root, "edits")],
    {
      error,
      out: (text) => void (out += text),
      untilStopped,
      watch: (_path, changed) => {
        edited = changed;
        return () => undefined;
      },
    },
  );
  assert.equal(exit, 0);
});
