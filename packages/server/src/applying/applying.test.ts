// A document that changes over rows that are there: nothing is lost without a word.
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import type { Client } from "pg";
import { compile, type Compiled } from "@writ/language";
import type { Database } from "../postgres/index.ts";
import { openMade } from "../postgres/testing/copied.ts";
import { applyDocument, type Outcome } from "./index.ts";

const source = readFileSync(`${import.meta.dirname}/../../../../examples/help-desk/SPEC.md`, "utf8");
const folder = mkdtempSync(join(tmpdir(), "writ-applying-"));
let database: Database;
let client: Client;

before(async () => {
  database = await openMade(folder);
  client = await database.connect();
});
after(async () => {
  await database.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** The document with lines changed; each change has to be one. */
function edited(...changes: readonly (readonly [from: string | RegExp, to: string])[]): string {
  return changes.reduce((text, [from, to]) => {
    const next = text.replace(from, to);
    assert.notEqual(next, text, String(from));
    return next;
  }, source);
}

/** What was applied before is compiled no second time, and the document itself comes back again and again. */
const known = new Map<string, Compiled>();
const compiledOf = (text: string): Compiled => known.getOrInsertComputed(text, () => compile(text));

async function apply(text: string, ...drop: readonly string[]): Promise<Outcome> {
  const compiled = compiledOf(text);
  assert.deepEqual(
    compiled.problems.filter(({ severity }) => severity === "error").map(({ code, message }) => `${code} ${message}`),
    [],
  );
  return applyDocument(client, text, compiled, compiledOf, { drop: new Set(drop) });
}

const said = (outcome: Outcome) => outcome.plan.steps.map(({ what }) => what);
const stopped = (outcome: Outcome) =>
  outcome.is === "stopped" ? outcome.stops.map(({ kind, step }) => `${kind} ${step.address} ${step.rows?.count}`) : [];

test("an empty database becomes the help desk; a second time nothing happens", async () => {
  const first = await apply(source);
  assert.equal(first.is, "applied");
  assert.ok(first.plan.steps.length > 50);
  const second = await apply(source);
  assert.deepEqual(second.plan.steps, []);
  const { rows } = await client.query("SELECT count(*)::int AS n FROM writ.applied");
  assert.equal(rows[0].n, 1);
  await client.query(
    "INSERT INTO auth.users (email, email_confirmed_at, raw_user_meta_data) VALUES ('ann@example.test', now(), '{\"name\": \"Ann\"}')",
  );
  await client.query("INSERT INTO category (name) VALUES ('Phones'), ('Printers')");
});

test("a field that goes takes its values along only when it is named", async () => {
  const withCode = edited([
    "| Name | text up to 60, unique | yes | | |",
    "| Name | text up to 60, unique | yes | | |\n| Code | text up to 5 | no | | |",
  ]);
  assert.equal((await apply(withCode)).is, "applied");
  // Without values nothing is lost.
  assert.equal((await apply(source)).is, "applied");
  assert.equal((await apply(withCode)).is, "applied");
  await client.query("UPDATE category SET code = 'P' WHERE name = 'Phones'");
  const refused = await apply(source);
  assert.deepEqual(stopped(refused), ["names 3/Category/Code 1"]);
  assert.equal((await client.query("SELECT code FROM category WHERE name = 'Phones'")).rows[0].code, "P");
  assert.equal((await apply(source, "3/Category/Code")).is, "applied");
  await assert.rejects(client.query("SELECT code FROM category"), /does not exist/);
});

test("another label with the same identifier keeps the values", async () => {
  const renamed = edited([
    "| Name | text up to 60, unique | yes | | |",
    "| Title (`name`) | text up to 60, unique | yes | | |",
  ]).replace("### Categories\n- Show: Name", "### Categories\n- Show: Title");
  assert.equal((await apply(renamed)).is, "applied");
  const { rows } = await client.query("SELECT name FROM category WHERE name LIKE 'P%' ORDER BY name");
  assert.deepEqual(rows, [{ name: "Phones" }, { name: "Printers" }]);
  await apply(source);
});

test("a rename without its identifier is recognised, and the name that keeps the values is offered", async () => {
  const row = (name: string, type = "text up to 5") =>
    edited([
      "| Name | text up to 60, unique | yes | | |",
      `| Name | text up to 60, unique | yes | | |\n| ${name} | ${type} | no | | |`,
    ]);
  const offered = async (document: string) => {
    const outcome = await apply(document);
    assert.equal(outcome.is, "stopped");
    return outcome.is === "stopped" ? outcome.stops.map(({ step }) => step.risk?.hint) : [];
  };
  assert.equal((await apply(row("Remark"))).is, "applied");
  await client.query("UPDATE category SET remark = 'P' WHERE name = 'Phones'");
  assert.deepEqual(await offered(row("Comment")), [
    "If Remark is called Comment now, write Comment (`remark`) in its place, and nothing is lost",
  ]);
  // Another type, or two that could be meant: nobody knows what became of it.
  assert.deepEqual(await offered(row("Comment", "date")), [undefined]);
  assert.deepEqual(await offered(row("Comment", "text up to 5 | no | | |\n| Note | text up to 5")), [undefined]);
  assert.equal((await apply(row("Comment (`remark`)"))).is, "applied");
  assert.equal((await client.query("SELECT remark FROM category WHERE name = 'Phones'")).rows[0].remark, "P");
  await apply(source, "3/Category/Comment");
});

test("a field that is required and has no default stops where there are rows", async () => {
  const required = edited(
    [
      "| Name | text up to 60, unique | yes | | |",
      "| Name | text up to 60, unique | yes | | |\n| Code | text up to 5 | yes | | |",
    ],
    [/\| Key \| Name \|\n\| --- \| --- \|/g, "| Key | Name | Code |\n| --- | --- | --- |"],
    [/^\| (?:hw|acc|soft|net|room) \| \w+ \|$/gm, "$& C |"],
  );
  const { rows } = await client.query("SELECT count(*)::int AS n FROM category");
  assert.deepEqual(stopped(await apply(required)), [`breaks 3/Category/Code ${rows[0].n}`]);
  const flagged = edited([
    "| Name | text up to 60, unique | yes | | |",
    "| Name | text up to 60, unique | yes | | |\n| Hidden | yes/no | no | no | |",
  ]);
  assert.equal((await apply(flagged)).is, "applied");
  assert.equal((await client.query("SELECT count(*)::int AS n FROM category WHERE NOT hidden")).rows[0].n, rows[0].n);
  await apply(source, "3/Category/Hidden");
});

test("rows that are there get the defaults of new fields, and the start of new states", async () => {
  const more = edited([
    "| Name | text up to 60, unique | yes | | |",
    "| Name | text up to 60, unique | yes | | |\n| Level | one of: low, high | yes | high | |\n| Letters | integer | yes | `size(category.name)` | |\n| Stage | state | | | |",
  ]).replace(
    "### Effects",
    "### Category\n| State | Kind |\n| --- | --- |\n| Fresh | start |\n| Used | end |\n\n| Transition | From | To | On |\n| --- | --- | --- | --- |\n| Use | Fresh | Used | effect |\n\n### Effects",
  );
  const used = more.replace(
    "| Ticket | Take |",
    "| Ticket | create | | do Use | on `ticket.category` |\n| Ticket | Take |",
  );
  assert.equal((await apply(used)).is, "applied");
  const { rows } = await client.query("SELECT level, letters::int, stage FROM category WHERE name = 'Phones'");
  assert.deepEqual(rows, [{ level: "high", letters: 6, stage: "fresh" }]);
  const again = await apply(used.replace("| yes | high | |", "| yes | low | |"));
  assert.deepEqual(
    again.plan.steps.filter(({ kind }) => kind === "data").map(({ what }) => what),
    [],
    "another default touches no row",
  );
  await apply(source, "3/Category/Level", "3/Category/Letters", "3/Category/Stage");
});

test("a field that is no longer for every reader moves its table, with all its rows, and back", async () => {
  const { rows: all } = await client.query("SELECT id, name, created_at FROM category ORDER BY id");
  const masked = edited([
    "| Category | read | yes | yes | yes |",
    "| Category | read | yes | yes | yes |\n| Category | see Name | no | yes | yes |",
  ]);
  assert.equal((await apply(masked)).is, "applied");
  assert.deepEqual((await client.query("SELECT id, name, created_at FROM writ_data.category ORDER BY id")).rows, all);
  assert.equal((await apply(source)).is, "applied");
  assert.deepEqual((await client.query("SELECT id, name, created_at FROM public.category ORDER BY id")).rows, all);
});

test("a new key that rows share already stops, and says which", async () => {
  const loose = edited(["| Name | text up to 60, unique | yes | | |", "| Name | text up to 60 | yes | | |"]);
  assert.equal((await apply(loose)).is, "applied");
  await client.query("INSERT INTO category (name) VALUES ('Phones')");
  const refused = await apply(source);
  assert.deepEqual(stopped(refused), ["breaks 3/Category/Name 2"]);
  assert.deepEqual(refused.is === "stopped" && refused.stops[0]?.step.rows?.examples, ["(Phones)"]);
  await client.query("DELETE FROM category WHERE id = (SELECT id FROM category WHERE name = 'Phones' LIMIT 1)");
  assert.equal((await apply(source)).is, "applied");
});

test("rows that a narrower type or a new rule finds are counted, and stay", async () => {
  await apply(source);
  await client.query("INSERT INTO category (name) VALUES ('Telephones')");
  const short = edited(["| Name | text up to 60, unique | yes | | |", "| Name | text up to 9, unique | yes | | |"])
    .replace(
      "| Body says something |",
      "| Short names | Category | | `size(category.name) <= 8` | NAME_LONG | Name |\n| Body says something |",
    )
    .replace(
      "| TICKET_CLOSED | Comment",
      "| NAME_LONG | Too long | 422 | A shorter one, please. |\n| TICKET_CLOSED | Comment",
    );
  const outcome = await apply(short);
  assert.equal(outcome.is, "applied");
  const counted = outcome.plan.steps.flatMap(({ address, risk, rows: found }) =>
    risk?.kind === "outlives" ? [`${address} ${found?.count}`] : [],
  );
  assert.deepEqual(counted, ["3/Category/Name 1", "5/Category/Short names 1"]);
  await apply(source);
});

test("the plan lists permissions that are added and removed", async () => {
  const wider = edited(
    ["| Comment | delete | no | no | yes |", "| Comment | delete | no | own | no |"],
    ["| Ticket | read | own | yes | yes |", "| Ticket | read | yes | yes | yes |"],
  );
  const outcome = await apply(wider);
  assert.deepEqual(
    said(outcome).filter((what) => what.includes(" may ")),
    [
      "Customer may now read Ticket without a condition (own until now)",
      "Agent may now delete Comment (own)",
      "Lead may no longer delete Comment",
    ],
  );
  await apply(source);
});

test("objects changed outside Writ are detected and restored; the operator's own objects are left alone", async () => {
  await client.query("CREATE SCHEMA theirs; CREATE TABLE theirs.note (id int)");
  await client.query(
    "DROP POLICY select_category ON category; CREATE POLICY select_category ON category FOR SELECT USING (true)",
  );
  await client.query("DROP TRIGGER guard_client ON ticket");
  const outcome = await apply(source);
  assert.deepEqual(outcome.plan.drift.map(({ key, how }) => `${how} ${key}`).sort(), [
    "changed policy public.category select_category",
    "missing trigger public.ticket guard_client",
  ]);
  assert.deepEqual((await apply(source)).plan.drift, []);
  assert.equal((await client.query("SELECT count(*)::int AS n FROM theirs.note")).rows[0].n, 0);
});
