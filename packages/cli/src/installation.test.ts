// What somebody does with an installation: asks for its version, what the machine has, completions; and the document of the
// current folder is the one that commands take.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { startingDocument } from "./document/starting-document.ts";
import { runWith, waitFor } from "./testing/fake-console.ts";

const document = startingDocument("Tasks");

test("the version is that of the package", () => {
  const { version } = JSON.parse(readFileSync(`${import.meta.dirname}/../package.json`, "utf8"));
  for (const word of ["--version", "-v", "version"]) assert.equal(runWith({}, [word]).out, `${version}\n`);
});

test("without a file, a command takes the document of the current folder", () => {
  const { out, exit } = runWith({ "SPEC.md": document }, ["check"]);
  assert.equal(exit, 0);
  assert.match(out, /^Tasks \(SPEC\.md\): no errors/);
});

test("where there is none, it says so", () => {
  const { error, exit } = runWith({}, ["check"]);
  assert.equal(exit, 2);
  assert.equal(error, "writ check: there is no SPEC.md in this folder: name a file\n");
});

test("roles are given without naming the document, too", async () => {
  const { error, exit } = await waitFor({}, ["role", "add", "ann@example.org", "Lead"]);
  assert.deepEqual([exit, error], [2, "writ role: there is no SPEC.md in this folder: name a file\n"]);
});

test("doctor starts PostgreSQL, and says what is here", async () => {
  const { out, exit } = await waitFor({}, ["doctor", "--json"]);
  const { ok, findings } = JSON.parse(out);
  assert.deepEqual([exit, ok], [0, true]);
  const states = Object.fromEntries(findings.map((one: { name: string; is: string }) => [one.name, one.is]));
  assert.equal(states["PostgreSQL"], "ok");
  assert.equal(states["Deno"], "ok");
});

test("doctor names a wrong setting, and does not repeat a password", async () => {
  const environment = { WRIT_PASSWORD_LENGTH: "two", DATABASE_URL: "postgresql://me:secret@db/x" };
  const { out, exit } = await waitFor({}, ["doctor"], { environment });
  assert.equal(exit, 1);
  assert.match(out, /^✗ Environment +WRIT_PASSWORD_LENGTH must be a number from 6 to 128, not "two"$/m);
  assert.match(out, /^✓ DATABASE_URL +is set/m);
  assert.doesNotMatch(out, /secret/);
});

test("bash completes commands and options", async () => {
  const { out, exit } = await waitFor({}, ["completion", "bash"]);
  assert.equal(exit, 0);
  const completed = (...words: readonly string[]): readonly string[] => {
    const script = `${out}\nCOMP_WORDS=(writ ${words.join(" ")})\nCOMP_CWORD=${words.length}\n_writ\nprintf '%s\\n' "\${COMPREPLY[@]}"`;
    const { status, stdout, stderr } = spawnSync("bash", ["-c", script], { encoding: "utf8" });
    assert.equal(status, 0, stderr);
    return stdout.trimEnd().split("\n");
  };
  assert.deepEqual(completed("do"), ["download", "doctor"]);
  assert.deepEqual(completed("run", "--sa"), ["--sample"]);
  assert.deepEqual(completed("keys", "ser"), ["service"]);
});

test("other shells have a script, and unknown ones are refused", async () => {
  assert.match((await waitFor({}, ["completion", "zsh"])).out, /^#compdef writ\n/);
  assert.match((await waitFor({}, ["completion", "fish"])).out, /__fish_seen_subcommand_from run" -l sample$/m);
  const { exit, error } = await waitFor({}, ["completion", "powershell"]);
  assert.deepEqual([exit, error], [2, "writ completion: completion needs the name of a shell: bash, zsh or fish\n"]);
});

test("--tls takes a certificate and its key, and says what is wrong with them", async () => {
  const files = { "SPEC.md": document };
  const refused = async (...args: readonly string[]) => {
    const { exit, error } = await waitFor(files, ["start", ...args]);
    assert.equal(exit, 2);
    return error;
  };
  assert.match(await refused("--tls", "a.pem"), /^writ start: --tls needs two files, the certificate and its key/);
  assert.match(await refused("--tls", "a.pem", "--json"), /--tls needs two files/);
  assert.match(await refused("--tls=a.pem", "a.key"), /--tls needs two files/);
  assert.equal(await refused("--tls", "a.pem", "a.key"), "writ start: --tls: there is no file a.pem\n");
});
