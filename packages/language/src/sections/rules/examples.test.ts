// The rules and limits of the three examples, as the people of whom they speak.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { databases, refusalIn, type Answer } from "../../testing/database.ts";

const { open } = databases();
const example = (name: string) =>
  open(readFileSync(`${import.meta.dirname}/../../../../../examples/${name}/SPEC.md`, "utf8"));
const codes = (answer: Answer) =>
  "rows" in answer
    ? "done"
    : answer.problems.map(({ code, field }) => `${code}${field ? ` ${field}` : ""}`).join(", ") || answer.code;
const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`;

test("equipment lending", async () => {
  const { as, account, owner } = await example("equipment-lending");
  const [ann, vera] = [await account("Ann"), await account("Vera", "volunteer")];
  await owner(
    `INSERT INTO item (id, name, kind) SELECT ('${id(0).slice(0, -1)}' || n)::uuid, 'Item ' || n, 'garden' FROM generate_series(1, 5) n`,
  );
  const book = async (item: number, from: number, to: number, person = ann) =>
    codes(
      await as(
        person,
        "INSERT INTO reservation (item, starts_on, ends_on) SELECT $1, writ.today() + $2::integer, writ.today() + $3::integer",
        [id(item), from, to],
      ),
    );
  assert.equal(await book(1, 3, 2), "WRONG_DATES ends_on");
  assert.equal(await book(1, -1, 2), "IN_THE_PAST starts_on");
  assert.equal(await book(1, 0, 14), "TOO_LONG_A_LOAN ends_on");
  assert.equal(await book(1, 61, 80), "TOO_LONG_A_LOAN ends_on, TOO_FAR_AHEAD starts_on");
  assert.equal(await book(1, 2, 4), "done");
  assert.equal(await book(1, 4, 5), "ALREADY_RESERVED starts_on", "the last day is of it");
  assert.equal(await book(1, 5, 6), "done");
  assert.equal(await book(2, 0, 13), "done");
  assert.equal(await book(3, 0, 1), "TOO_MANY_OPEN");
  assert.equal(await book(3, 0, 1, vera), "done", "somebody else's");
  const [first] = await owner("SELECT id FROM reservation WHERE starts_on = writ.today() + 2");
  assert.equal(codes(await as(ann, "SELECT reservation_cancel($1)", [first?.["id"]])), "done");
  assert.equal(await book(1, 2, 4), "done", "cancelled ones are not counted, nor in the way");

  const retire = async (item: number) =>
    codes(await as(vera, "UPDATE item SET retired = true WHERE id = $1", [id(item)]));
  assert.equal(await retire(2), "STILL_RESERVED retired");
  assert.equal(await retire(5), "done");
  assert.equal(await book(5, 0, 1, vera), "ITEM_RETIRED item, STILL_RESERVED", "of the item, whose list it is in, too");

  const [taken] = await owner("SELECT id FROM reservation WHERE item = $1", [id(3)]);
  assert.equal(codes(await as(vera, "SELECT reservation_collect($1)", [taken?.["id"]])), "done");
  await owner("INSERT INTO writ.clock (moves) VALUES ('3 days')");
  assert.equal(codes(await as(vera, "SELECT reservation_return($1)", [taken?.["id"]])), "done");
  assert.equal(await book(4, 0, 1, vera), "FINES_UNPAID", "two days late");
  assert.equal(await book(4, 0, 1), "TOO_MANY_OPEN", "and all of them are told in the words of the catalogue");
});

test("project tracker", async () => {
  const { as, account, owner } = await example("project-tracker");
  const [ann, ben] = [await account("Ann"), await account("Ben")];
  const write = async (person: string, sql: string) => codes(await as(person, sql));
  assert.equal(await write(ann, `INSERT INTO organisation (id, name, slug) VALUES ('${id(1)}', 'One', 'one')`), "done");
  assert.equal(await write(ann, "UPDATE membership SET role = 'member' WHERE person = auth.uid()"), "LAST_ADMIN");
  assert.equal(await write(ann, "DELETE FROM membership"), "LAST_ADMIN");
  await owner(
    "INSERT INTO membership (organisation, email, person, role) VALUES ($1, 'ben@example.test', $2, 'guest')",
    [id(1), ben],
  );
  const project = (key: string) =>
    write(
      ann,
      `INSERT INTO project (id, organisation, key, name) VALUES (gen_random_uuid(), '${id(1)}', '${key}', 'P')`,
    );
  for (const [key, outcome] of [
    ["A", "done"],
    ["B", "done"],
    ["C", "done"],
    ["D", "PLAN_FULL"],
  ] as const)
    assert.equal(await project(key), outcome);
  await owner("UPDATE organisation SET plan = 'paid'");
  assert.equal(await project("D"), "done");
  await owner("UPDATE organisation SET plan = 'free'");
  assert.equal(
    await write(ann, "UPDATE project SET name = 'Q'"),
    "done",
    "there are too many now, and they may change",
  );
  assert.equal(await project("E"), "PLAN_FULL");
  const issue = (person: string) =>
    owner(
      "INSERT INTO issue (project, title, reporter, assignee) SELECT id, 'T', $1, $2 FROM project WHERE key = 'A'",
      [ann, person],
    ).then(
      () => "done",
      (failure: Error) =>
        refusalIn(failure)
          .problems.map(({ code, field }) => `${code} ${field}`)
          .join(", "),
    );
  assert.equal(await issue(ben), "NOT_A_MEMBER assignee", "a guest; rules bind the system too");
  assert.equal(await issue(ann), "done");
  await owner("UPDATE membership SET role = 'admin' WHERE person = $1", [ben]);
  assert.equal(await issue(ben), "done");
  assert.equal(await write(ben, "DELETE FROM membership WHERE person = auth.uid()"), "done", "another admin is left");
});

test("help desk", async () => {
  const { as, account, owner } = await example("help-desk");
  const [ann, leo] = [await account("Ann"), await account("Leo", "lead", "agent")];
  const write = async (person: string, sql: string) => codes(await as(person, sql));
  const ticket = (body: string, more = "", values = "") =>
    write(
      ann,
      `INSERT INTO ticket (subject, body, category${more}) SELECT 'S', '${body}', id${values} FROM category WHERE name = 'Hardware'`,
    );
  const long = "It blinks red and prints nothing.";
  assert.equal(await ticket("Short"), "BODY_TOO_SHORT body");
  assert.equal(await ticket("Short", ", priority", ", 'urgent'"), "PHONE_NEEDED phone, BODY_TOO_SHORT body");
  for (let count = 0; count < 20; count++) assert.equal(await ticket(long), "done");
  assert.equal(await ticket(long), "TOO_MANY_TICKETS");
  const [one] = await owner("SELECT id FROM ticket LIMIT 1");
  const comment = `INSERT INTO comment (ticket, text) VALUES ('${String(one?.["id"])}', 'Hello')`;
  assert.equal(await write(ann, comment), "done");
  await owner("UPDATE ticket SET state = 'closed' WHERE id = $1", [one?.["id"]]);
  assert.equal(await write(ann, comment), "TICKET_CLOSED");
  assert.equal(await write(leo, comment), "TICKET_CLOSED");
});
