// A product that is exported and imported by commands: while it serves, as one file, for staging, and with its document.
import assert from "node:assert/strict";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { eventually } from "../../language/src/testing/eventually.ts";
import { startingDocument } from "./document/starting-document.ts";
import { waitFor } from "./testing/fake-console.ts";

const folder = mkdtempSync(join(tmpdir(), "writ-archive-"));
after(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
const data = join(folder, "data");
const source = startingDocument("Tasks");
const call = async (args: readonly string[], files: Readonly<Record<string, string>> = { "SPEC.md": source }) => {
  const { exit, out, error, files: written } = await waitFor(files, args);
  return { exit, said: out + error, written };
};

/** A product that runs until the work is done. */
async function served(place: string, work: (url: string) => Promise<void>): Promise<void> {
  const stopped = Promise.withResolvers<undefined>();
  let line = "";
  const args = ["start", "SPEC.md", "--apply", "--port", "0", "--json", "--data", place];
  const running = waitFor({ "SPEC.md": source }, args, {
    untilStopped: async () => stopped.promise,
    out: (text) => void (line += text),
    environment: { WRIT_LOG: "silent" },
  });
  try {
    await eventually(() => line.includes("\n"), "its first line");
    await work(String(JSON.parse(line).url));
  } finally {
    stopped.resolve(undefined);
    assert.equal((await running).exit, 0);
  }
}

test("what does not fit is refused before anything is opened", async () => {
  const refused: readonly (readonly [readonly string[], RegExp])[] = [
    [["export"], /export needs a folder/],
    [["export", join(folder, "x.tar"), "--data", data], /there is no product in/],
    [["export", join(folder, "x.tar"), "--anonymize"], /there is no option --anonymize\. Did you mean/],
    [["import"], /import needs a file of rows and their entity, or an export/],
    [["import", join(folder, "x.tar"), "SPEC.md", "more"], /import needs an archive/],
    [["import", join(folder, "x.tar"), "--data", data], /^B030 /],
  ];
  for (const [args, words] of refused) {
    const { exit, said } = await call(args);
    assert.deepEqual([exit, words.test(said)], [2, true], `${args.join(" ")}: ${said}`);
  }
  assert.ok(!existsSync(data));
});

test("exported while it serves, and imported with its document", async () => {
  const tar = join(folder, "tasks.tar");
  await served(data, async () => {
    const { exit, said } = await call(["export", tar, "--data", data]);
    assert.deepEqual([exit, /^exported to .*tasks\.tar: \d+ rows, 0 files, /.test(said)], [0, true], said);
    assert.match(said, /with passwords and keys/);
    const again = await call(["export", tar, "--data", data]);
    assert.deepEqual([again.exit, again.said.slice(0, 4)], [2, "B038"]);
    const json = await call(["export", join(folder, "staging"), "--anonymise", "--json", "--data", data]);
    const { anonymised, rows, files, missing, leftOut } = JSON.parse(json.said);
    assert.deepEqual([json.exit, anonymised, typeof rows, files, missing, leftOut], [0, true, "number", 0, [], []]);
  });
  const manifest = JSON.parse(readFileSync(join(folder, "staging/archive.json"), "utf8"));
  assert.deepEqual([manifest.format, manifest.title, manifest.anonymised], [1, "Tasks", true]);
  const place = join(folder, "new");
  const imported = await call(["import", tar, "--data", place], {});
  assert.deepEqual([imported.exit, imported.written.get("SPEC.md")], [0, source], imported.said);
  assert.match(
    imported.said,
    /^imported into .*new: \d+ rows, 0 files, as of \S+Z\nthe document of that moment is in SPEC\.md\n$/,
  );
  const taken = await call(["import", tar, "--data", place]);
  assert.deepEqual([taken.exit, taken.said.slice(0, 4)], [2, "B034"]);
  await served(place, async (url) => assert.equal((await fetch(`${url}/ready`)).status, 200));
  writeFileSync(tar, readFileSync(tar).subarray(0, 5000));
  const cut = await call(["import", tar, "--data", join(folder, "other")]);
  assert.deepEqual([cut.exit, cut.said.slice(0, 4), existsSync(join(folder, "other"))], [2, "B031", false]);
  const staging = await call(["import", join(folder, "staging"), "--json", "--data", join(folder, "third")]);
  assert.deepEqual([staging.exit, JSON.parse(staging.said).anonymised], [0, true], staging.said);
});
