// A product that is backed up by a command and by itself, and brought back on another machine.
import assert from "node:assert/strict";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { eventually } from "../../language/src/testing/eventually.ts";
import { startingDocument } from "./document/starting-document.ts";
import { waitFor } from "./testing/fake-console.ts";

const folder = mkdtempSync(join(tmpdir(), "writ-backup-"));
after(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
const data = join(folder, "data");
const target = join(folder, "backups");
const source = startingDocument("Tasks");
const files = { "SPEC.md": source };
const key = "the key of these backups, in words";
const call = async (
  args: readonly string[],
  environment: Readonly<Record<string, string>> = { WRIT_BACKUP_KEY: key },
) => {
  const { exit, out, error } = await waitFor(files, args, { environment });
  return [exit, out + error] as const;
};

/** A product that runs until the work is done. */
async function served(
  place: string,
  environment: Readonly<Record<string, string>>,
  work: (line: { readonly url: string; readonly databaseUrl: string }) => Promise<void>,
): Promise<void> {
  const stopped = Promise.withResolvers<undefined>();
  let line = "";
  const running = waitFor(files, ["start", "SPEC.md", "--apply", "--port", "0", "--json", "--data", place], {
    untilStopped: async () => stopped.promise,
    out: (text) => void (line += text),
    environment: { ...environment, WRIT_LOG: "silent" },
  });
  try {
    await eventually(() => line.includes("\n"), "its first line");
    await work(JSON.parse(line));
  } finally {
    stopped.resolve(undefined);
    assert.equal((await running).exit, 0);
  }
}

test("what does not fit is refused before anything is opened", async () => {
  const refused: readonly (readonly [readonly string[], RegExp])[] = [
    [["backup"], /needs a folder/],
    [["backup", "list"], /needs the folder of the backups/],
    [["backup", target, "--keep", "0", "--data", data], /--keep must be a number/],
    [["backup", target, "--backup", "x", "--data", data], /--backup is for verify/],
    [["backup", target, "--data", data], /there is no product in/],
    [["restore"], /needs the folder of the backups/],
    [["restore", target, "--to", "2026-03-09", "--data", data], /a moment with its zone/],
    [["restore", target, "--to", "2026-13-09T10:00Z", "--data", data], /a moment with its zone/],
    [["restore", target, "--data", data, "--forget", "nowhere.txt"], /is not a list of ids/],
    [["restore", target, "--data", data, "--forget", "SPEC.md"], /is not a list of ids/],
    [["restore", target, "--data", data], /^B003 /],
  ];
  for (const [args, words] of refused) {
    const [exit, said] = await call(args);
    assert.deepEqual([exit, words.test(said)], [2, true], `${args.join(" ")}: ${said}`);
  }
  const start = ["start", "SPEC.md", "--apply", "--data", data];
  for (const [name, value] of [
    ["WRIT_BACKUP_EVERY", "daily"],
    ["WRIT_BACKUP_KEEP", "none"],
    ["WRIT_BACKUP_KEY", "short"],
  ] as const) {
    const [exit, said] = await call(start, { WRIT_BACKUP: target, [name]: value });
    assert.deepEqual([exit, said.includes(name)], [2, true], said);
  }
  const inside = await call(["start", "SPEC.md", "--apply", "--data", data], { WRIT_BACKUP: join(data, "backups") });
  assert.deepEqual([inside[0], inside[1].includes("B016")], [2, true], inside[1]);
  assert.ok(!existsSync(target));
});

test("backed up while it serves, listed, verified, and brought back with its document", async () => {
  await served(data, { WRIT_BACKUP: target, WRIT_BACKUP_KEY: key }, async ({ url }) => {
    await eventually(async () => (await call(["backup", "list", target]))[1].includes("file"), "a backup by itself");
    const metrics = async () => (await fetch(`${url}/metrics`)).text();
    await eventually(async () => (await metrics()).includes("\nwrit_backup_every_seconds 86400\n"), metrics);
    const [exit, said] = await call(["backup", target, "--keep", "1", "--data", data, "--json"]);
    assert.equal(exit, 0, said);
    assert.deepEqual([JSON.parse(said).removed.length, JSON.parse(said).hasDatabase], [1, true]);
  });
  const inside = await call(["backup", join(data, "backups"), "--data", data]);
  assert.deepEqual([inside[0], inside[1].slice(0, 4)], [2, "B016"]);
  const elsewhere2 = await call(["restore", target, join(folder, "none", "SPEC.md")], {
    WRIT_BACKUP_KEY: key,
    DATABASE_URL: "postgresql://nowhere",
  });
  assert.deepEqual([elsewhere2[0], elsewhere2[1].slice(0, 4)], [2, "B017"]);
  const [exit, said] = await call(["backup", "verify", target]);
  assert.deepEqual([exit, /comes back: \d+ tables with \d+ rows/.test(said)], [0, true], said);
  assert.match((await call(["backup", "list", target]))[1], /^\S+ {2}\S+Z to \S+Z {2}0 files, /);
  const other = join(folder, "other");
  const restored = await call(["restore", target, join(folder, "new", "SPEC.md"), "--data", other]);
  assert.deepEqual([restored[0], /the document of that moment is in/.test(restored[1])], [0, true], restored[1]);
  const again = await call(["restore", target, "--data", other]);
  assert.deepEqual([again[0], again[1].slice(0, 4)], [2, "B020"]);
  await served(other, {}, async ({ url }) => assert.equal((await fetch(`${url}/ready`)).status, 200));
  const upgrade = async (...args: readonly string[]) =>
    (await call(["upgrade", "--data", other, ...args]))[1].slice(0, 4);
  assert.deepEqual([await upgrade(), await upgrade("--remove-old")], ["B041", "B043"]);
  const elsewhere = await call(["upgrade"], { DATABASE_URL: "postgresql://nowhere" });
  assert.deepEqual([elsewhere[0], /upgraded at its server/.test(elsewhere[1])], [2, true]);
});
