// Rows of a spreadsheet into a product, by a command: seen first, then imported, cut off and continued.
import assert from "node:assert/strict";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { openDatabase } from "@writ/server/postgres";
import { startingDocument } from "./document/starting-document.ts";
import { waitFor } from "./testing/fake-console.ts";

const folder = mkdtempSync(join(tmpdir(), "writ-import-"));
after(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
const data = join(folder, "data");
const files = { "SPEC.md": startingDocument("Tasks") };
const path = join(folder, "tasks.csv");
const call = async (...args: readonly string[]) => {
  const { exit, out, error } = await waitFor(files, [...args, "--data", data]);
  return { exit, out, error };
};

test("what does not fit is refused in words", async () => {
  writeFileSync(path, "Title\na\n");
  const refused: readonly (readonly [readonly string[], RegExp])[] = [
    [["import"], /needs a file of rows/],
    [["import", path], /needs the entity/],
    [["import", join(folder, "none.csv"), "--entity", "Task"], /there is no file/],
    [["import", path, "--entity", "Task", "--dry-run", "--only-good"], /cannot be combined/],
    [["import", path, "--entity", "Task", "--continue"], /needs --only-good/],
    [["import", path, "--entity", "Task", "--dry-run", "--again"], /cannot be combined with --again/],
    [["import", path, "--entity", "Task"], /there is no database/],
  ];
  for (const [args, words] of refused) {
    const { exit, error } = await call(...args);
    assert.deepEqual([exit, words.test(error)], [2, true], `${args.join(" ")}: ${error}`);
  }
});

test("a dry run shows, an import keeps, and only the good rows leave the others in a file", async () => {
  assert.equal((await call("apply", "SPEC.md", "--yes")).exit, 0);
  const database = await openDatabase({ folder: data });
  const client = await database.connect();
  await client.query(
    `WITH ann AS (INSERT INTO auth.users (email, email_confirmed_at) VALUES ('ann@example.test', now()) RETURNING id)
     INSERT INTO writ.assigned_role (person, role) SELECT id, 'member' FROM ann`,
  );
  await client.end();
  await database.stop();
  writeFileSync(path, "Title,Due,Remark\nBuy chairs,12/31/2099,x\nOld,1/1/2020,\n,12/31/2099,\n");
  const asked = ["import", path, "--entity", "Task"];
  const unknown = await call(...asked);
  assert.match(unknown.error, /"Due" is no field of Task\..*--map "Due=Field"/);
  const options = ["--map", "Due=Due on", "--ignore", "Remark", "--as", "ann@example.test"];
  const dry = await call(...asked, ...options, "--dry-run");
  assert.equal(dry.exit, 1, dry.error);
  assert.match(dry.out, / {2}Due → Due on\n {2}Remark is left out\nrow 2: Title: Buy chairs, Due on: 2099-12-31\n/);
  assert.match(dry.error, /row 3, Due: .* \(IN_THE_PAST\)\nrow 4, Title: .* \(REQUIRED\)\n/);
  const nothing = await call(...asked, ...options);
  assert.deepEqual(
    [nothing.exit, /nothing was imported, because 2 rows of 3/.test(nothing.out)],
    [1, true],
    nothing.out,
  );
  const good = await call(...asked, ...options, "--only-good", "--json");
  assert.deepEqual([JSON.parse(good.out).created, JSON.parse(good.out).refused], [1, 2]);
  const rejected = join(folder, "tasks.errors.csv");
  const [head, old] = readFileSync(rejected, "utf8").split("\r\n");
  assert.equal(head, "\ufeffTitle,Due,Remark,Error");
  assert.match(old ?? "", /^Old,1\/1\/2020,,./);
  assert.match((await call(...asked, ...options, "--only-good")).error, /was imported already/);
  assert.equal((await call(...asked, ...options, "--only-good", "--continue")).exit, 1);
  assert.ok(existsSync(rejected));
  // All rows or none are remembered as well.
  writeFileSync(path, "Title,Due on\nBuy tables,12/31/2099\n");
  const whole = [...asked, "--as", "ann@example.test"];
  assert.equal((await call(...whole)).exit, 0);
  const twice = await call(...whole);
  assert.deepEqual([twice.exit, /was imported already\. Use --again/.test(twice.error)], [2, true], twice.error);
  assert.equal((await call(...whole, "--dry-run")).exit, 0);
  assert.equal((await call(...whole, "--again")).exit, 0);
});
