// Settings that a document needs and its server lacks are reported at the start and after an edit.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { waitFor } from "./testing/fake-console.ts";
import { eventually } from "../../language/src/testing/eventually.ts";

const whole = readFileSync(`${import.meta.dirname}/../../../examples/project-tracker/SPEC.md`, "utf8");
/** Without the screen that a person made: its file stands beside the example. */
const source = whole.replace(/^\| Roadmap \|.*\n/m, "").replace(/^### Roadmap\n[\s\S]*?(?=^###? )/m, "");
const root = mkdtempSync(join(tmpdir(), "writ-lacking-"));
after(() => rmSync(root, { recursive: true, force: true }));

const code = "Paid cannot be done: calls/paid.ts cannot be read";
const [chat, billing] = [
  "Issue done cannot be done: CHAT_HOOK is not in the environment",
  "Paid cannot be done: BILLING_SECRET is not in the environment",
];

const google = "Users cannot sign in at https://accounts.google.com: WRIT_GOOGLE_CLIENT_ID is not in the environment";
const mails = "Mails wait and are not sent: WRIT_SMTP_URL is not in the environment";

const told = (said: string) =>
  said.split("\n").filter((line) => /^writ: .*(?:not in the environment|cannot be read)$/.test(line));

test("start logs missing files, secrets, keys and mail servers, and nothing about those that exist", async () => {
  const file = join(root, "SPEC.md");
  writeFileSync(file, source);
  const start = async (environment: Readonly<Record<string, string>>) => {
    const command = ["start", file, "--with-gaps", "--apply", "--json", "--port", "0", "--data", join(root, "start")];
    const child = spawn(process.execPath, [`${import.meta.dirname}/../bin/writ.mjs`, ...command], {
      env: { ...process.env, WRIT_LOG: "warn", ...environment },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let log = "";
    child.stderr.on("data", (data: Buffer) => (log += data.toString()));
    await once(child.stdout, "data");
    child.kill("SIGTERM");
    const [exit] = await once(child, "exit");
    assert.equal(exit, 0, log);
    assert.doesNotMatch(log, /very secret/);
    // Programs read it: each line is an object.
    const lines = log.split("\n").flatMap((line) => (line === "" ? [] : [JSON.parse(line) as Logged]));
    return lines.flatMap(({ msg, what }) => (msg === "missing" ? [what] : [])).toSorted();
  };
  // What holds no id but a comma is as good as not there.
  const empty = { WRIT_GOOGLE_CLIENT_ID: " , " };
  assert.deepEqual(await start(empty), [chat, code, billing, google, mails].toSorted());
  const given = {
    CHAT_HOOK: "https://chat.example.org/a",
    BILLING_SECRET: "very secret",
    WRIT_GOOGLE_CLIENT_ID: "desk",
    WRIT_SMTP_URL: "smtp://127.0.0.1:9",
    WRIT_MAIL_FROM: "desk@example.org",
  };
  assert.deepEqual(await start(given), [code]);
});

type Logged = { readonly msg: string; readonly what: string };

test("run tells it after an edit too, and nothing twice", async () => {
  const files = { "SPEC.md": source };
  let [said, out, edited] = ["", "", () => {}];
  const edit = async (text: string, isTold: () => boolean) => {
    files["SPEC.md"] = text;
    edited();
    await eventually(isTold, () => said);
  };
  const untilStopped = async () => {
    // Mails stay on this machine then.
    assert.deepEqual(
      told(said).toSorted(),
      [chat, code, billing, google].map((one) => `writ: ${one}`).toSorted(),
      said,
    );
    const one = source.replace("calls/paid.ts", "calls/paid_in_full.ts");
    await edit(one, () => told(said).length > 4);
    const before = out.length + said.length;
    await edit(one.replace("invites you", "waits for you"), () => out.length + said.length > before);
    await edit(source.replace("calls/paid.ts", "calls/paid_in_parts.ts"), () => said.includes("paid_in_parts"));
    assert.deepEqual(
      told(said).slice(4),
      ["full", "parts"].map((how) => `writ: Paid cannot be done: calls/paid_in_${how}.ts cannot be read`),
      said,
    );
  };
  const { exit } = await waitFor(files, ["run", "SPEC.md", "--json", "--port", "0", "--data", join(root, "run")], {
    error: (text) => void (said += text),
    out: (text) => void (out += text),
    untilStopped,
    watch: (_path, changed) => {
      edited = changed;
      return () => undefined;
    },
  });
  assert.equal(exit, 0, said);
});
