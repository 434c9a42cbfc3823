// The commands that open a database, over a document that changes.
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { waitFor, type Ran } from "./testing/fake-console.ts";

const source = readFileSync(`${import.meta.dirname}/../../../examples/help-desk/SPEC.md`, "utf8");
const data = mkdtempSync(join(tmpdir(), "writ-commands-"));
after(() => rmSync(data, { recursive: true, force: true }));

const writ = (document: string, ...args: readonly string[]): Promise<Ran> =>
  waitFor({ "SPEC.md": document }, [...args, "SPEC.md", "--data", data]);

test("plan shows, apply does, and a second plan has nothing to say", async () => {
  const planned = await writ(source, "plan");
  assert.equal(planned.exit, 0, planned.error);
  assert.match(planned.out, /^ {2}\+ 3\/Ticket +table ticket, /m);
  assert.match(
    planned.out,
    /^an empty database: \d+ to add, \d+ to write \(\d+ steps\)\n--sql shows the statements\.\n$/m,
  );
  assert.doesNotMatch(planned.out, /CREATE|SELECT/);
  const sql = await writ(source, "plan", "--sql");
  assert.match(sql.out, /^-- 3\/Ticket: add table public\.ticket\nCREATE TABLE "public"\."ticket"/m);
  assert.match(sql.out, /-- an empty database: \d+ to add, \d+ to write \(\d+ steps\)/);
  assert.match((await writ(source, "plan", "--sql", "--json")).error, /only one of --json and --sql/);
  const unasked = await writ(source, "apply");
  assert.equal(unasked.exit, 1);
  assert.match(unasked.error, /there is no terminal to confirm the plan/);
  const applied = await writ(source, "apply", "--yes");
  assert.match(applied.out, /^Corner Desk: applied: an empty database: \d+ to add, \d+ to write \(\d+ steps\)/);
  const again = await writ(source, "plan");
  assert.equal(again.out, "nothing to do: the database matches the document\n");
  assert.equal((await writ(source, "plan", "--sql")).out, "-- nothing to do: the database matches the document\n");
});

test("what would lose data stops until it is named", async () => {
  const without = source
    .replace("| Phone | phone | no | | |\n", "")
    .replace("Priority, Phone, Attachments", "Priority, Attachments")
    .replace(/\| Urgent needs a phone .*\n/, "")
    .replace(/\| PHONE_NEEDED .*\n/, "")
    .replace(/### Sample: Ticket[\s\S]*?(?=### Sample: Comment)/, "")
    .replace(/### Sample: Comment[\s\S]*?(?=## 4)/, "");
  const narrower = await writ(without, "apply", "--yes");
  assert.equal(narrower.exit, 0, `${narrower.out}${narrower.error}`);
  const back = await writ(source, "apply", "--yes");
  assert.equal(back.exit, 0, `${back.out}${back.error}`);
  const unknown = await writ(source, "apply", "--yes", "--drop", "3/Ticket/Fax");
  assert.equal(unknown.exit, 2);
  assert.match(unknown.error, /this change loses no data at 3\/Ticket\/Fax/);
});

test("explain goes from an object to its clause and back", async () => {
  const files = { "SPEC.md": source };
  const object = await waitFor(files, ["explain", "ticket.phone", "SPEC.md"]);
  assert.match(
    object.out,
    /^3\/Ticket\/Phone {2}SPEC\.md:\d+\n {4}\| Phone \| phone \| no \| \| \|\n {2}column public\.ticket\.phone\n/,
  );
  const clause = await waitFor(files, ["explain", "6/Category/read", "SPEC.md"]);
  assert.match(clause.out, /policy public\.category select_category/);
  const nothing = await waitFor(files, ["explain", "3/Fax", "SPEC.md"]);
  assert.equal(nothing.exit, 2);
});

test("a document with errors and an invalid folder are reported, and nothing is changed", async () => {
  const wrong = await writ(source.replace("- Search: Subject, Body", "- Search: Sujet"), "plan");
  assert.equal(wrong.exit, 1);
  assert.match(wrong.out, /error N\d+ 2\/All tickets/);
  const { exit, error } = await waitFor({ "SPEC.md": source }, ["plan", "SPEC.md", "--data", "/dev/null/here"]);
  assert.equal(exit, 2);
  assert.match(error, /^D00\d /);
});
