// The machines of whole products become databases: the examples, and the eight documents of the tests.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { databases, type Answer } from "../../../testing/database.ts";

const { open } = databases();
const source = `${import.meta.dirname}/../../..`;
const example = (name: string) => readFileSync(`${source}/../../../examples/${name}/SPEC.md`, "utf8");

const documents = [
  ...["help-desk", "equipment-lending", "project-tracker", "nothing-shown"].map(
    (name) => [name, example(name)] as const,
  ),
  ...readdirSync(`${source}/testing/documents`).map(
    (name) => [name, readFileSync(`${source}/testing/documents/${name}`, "utf8")] as const,
  ),
];

for (const [name, text] of documents) {
  test(`${name}: sweeping it when nothing is due does nothing, and fails at nothing`, async () => {
    const { owner } = await open(text);
    assert.deepEqual(await owner("SELECT writ.due_schedules() >= 0 AS asked"), [{ asked: true }]);
    await owner("SELECT writ.sweep(1000)");
    assert.deepEqual(await owner("SELECT timer, failure FROM writ.timer_failure"), []);
    await owner("SELECT writ.next_due()");
  });
}

const done = (answer: Answer) => {
  assert.ok("rows" in answer, JSON.stringify(answer));
  return answer.rows;
};
const code = (answer: Answer) => ("rows" in answer ? "done" : answer.code);

test("help desk: a ticket from its first day to its last", async () => {
  const { as, account, owner } = await open(example("help-desk"));
  const [ann, ben, cleo] = [await account("Ann"), await account("Ben", "agent"), await account("Cleo", "agent")];
  await account("Lea", "lead");
  const [category] = await owner("SELECT id FROM public.category LIMIT 1");
  const insert =
    "INSERT INTO ticket (subject, body, category) VALUES ('Printer', 'It blinks red and prints nothing.', $1) RETURNING id, state";
  const [ticket] = done(await as(ann, insert, [category?.["id"]]));
  const id = String(ticket?.["id"]);
  assert.equal(ticket?.["state"], "new");
  const step = (who: string, name: string, ...more: readonly unknown[]) =>
    as(who, `SELECT state FROM ticket_${name}($1${more.map((_, index) => `, $${index + 2}`).join("")})`, [id, ...more]);
  const names = async () => (await owner("SELECT name FROM writ.outbox ORDER BY id")).map(({ name }) => name);

  await owner("INSERT INTO writ.clock (moves) VALUES ('365 days')");
  await owner("SELECT writ.sweep(10)");
  assert.deepEqual(await owner("SELECT late, state FROM public.ticket WHERE id = $1", [id]), [
    { late: true, state: "new" },
  ]);
  assert.deepEqual(await names(), ["gone_late"]);

  assert.equal(code(await step(ann, "take")), "FORBIDDEN");
  assert.deepEqual(done(await step(ben, "take")), [{ state: "open" }]);
  assert.equal(code(await step(ben, "take")), "CONFLICT");
  assert.equal(code(await step(ben, "ask_requester")), "done");
  assert.equal(
    code(await as(ben, "INSERT INTO comment (ticket, text, internal) VALUES ($1, 'Which one?', false)", [id])),
    "done",
  );
  assert.equal((await owner("SELECT state FROM public.ticket WHERE id = $1", [id]))[0]?.["state"], "waiting");
  assert.equal(code(await as(ann, "INSERT INTO comment (ticket, text) VALUES ($1, 'That one')", [id])), "done");
  assert.equal((await owner("SELECT state FROM public.ticket WHERE id = $1", [id]))[0]?.["state"], "open");
  assert.deepEqual(await names(), ["gone_late", "question_asked", "new_comment"]);

  assert.equal(code(await step(cleo, "solve", "Not mine")), "FORBIDDEN");
  assert.equal(code(await step(ben, "solve", null)), "REQUIRED");
  assert.deepEqual(done(await step(ben, "solve", "A new cartridge")), [{ state: "solved" }]);
  assert.deepEqual(done(await step(ann, "reopen")), [{ state: "open" }]);
  assert.deepEqual(await owner("SELECT solved_at, resolution FROM public.ticket WHERE id = $1", [id]), [
    { solved_at: null, resolution: "A new cartridge" },
  ]);
  assert.equal(code(await step(ben, "solve", "Again")), "done");
  await owner("UPDATE writ.clock SET moves = moves + '364 days'");
  assert.equal(code(await step(ann, "reopen")), "REOPEN_TOO_LATE");
  await owner("SELECT writ.sweep(10)");
  assert.equal((await owner("SELECT state FROM public.ticket WHERE id = $1", [id]))[0]?.["state"], "closed");
  assert.equal(code(await step(ben, "assign", cleo)), "CONFLICT");
  // Every step has its name in the history, with what its first effects set.
  const events = done(await as(ben, "SELECT event FROM history_ticket($1)", [id])).map(({ event }) => event);
  assert.deepEqual(events, "create turn_late take ask_requester answer solve reopen solve close".split(" "));
});

test("project tracker: what follows from a new organisation, and who is notified when an issue is done", async () => {
  const { as, account, owner } = await open(example("project-tracker"));
  const ann = await account("Ann");
  done(await as(ann, "INSERT INTO organisation (name, slug) VALUES ('Writers', 'writers')"));
  assert.deepEqual(await owner("SELECT person, role, email FROM public.membership"), [
    { person: ann, role: "admin", email: "ann@example.test" },
  ]);
  assert.deepEqual(await owner("SELECT FROM writ.outbox"), [], "she is there already, so nobody is invited");
});
