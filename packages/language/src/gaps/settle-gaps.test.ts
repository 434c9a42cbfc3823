// What reads something that is not shown, as real roles: it answers NOT_SHOWN, gives nobody a right, and the rest still runs.
import assert from "node:assert/strict";
import { test } from "node:test";
import { compile } from "../compile.ts";
import { databases, type Answer } from "../testing/database.ts";
import { completeDocument } from "../testing/run-cases.ts";
import { samplesOf } from "../database/samples.ts";

const { open } = databases();

const source = (changes: readonly (readonly [string, string])[] = []): string =>
  changes.reduce((whole, [from, to]) => {
    assert.ok(whole.includes(from), from);
    return whole.replace(from, to);
  }, document);

const document = completeDocument(`## 3. Entities and their fields

### Task
- Owner: Person

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Title | text up to 80 | yes | |
| Place | text up to 80 | no | |
| Person | reference to User | auto | \`me\` |
| Due at | datetime | auto | \`now + usual_time\` |
| State | state | | |

### Note

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Text | text up to 80 | yes | |
| Kind | one of: short, long | yes | short |

### Sample: Note
| Key | Text | Kind |
| --- | --- | --- |
| one | Something | long |

## 4. States and transitions

### Task
| State | Kind |
| --- | --- |
| Open | start |
| Done | end |

| Transition | From | To | On | Only if | Otherwise |
| --- | --- | --- | --- | --- | --- |
| Finish | Open | Done | button | \`now < task.created_at + usual_time\` | CONFLICT |

### Effects
| For | After | Do | With |
| --- | --- | --- | --- |
| Note | create | mail written | to role Member |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Member | signed in |

| Condition | For | Holds when |
| --- | --- | --- |
| long | Note | \`note.kind == 'long'\` |

| For | May | Member |
| --- | --- | --- |
| Task | create, read, update, Finish | yes |
| Task | delete | own |
| Note | create, read | yes |
| Note | update | not long |
| Note | delete | yes |

## 7. The calls it makes

| Mail | For | Subject | Text |
| --- | --- | --- | --- |
| written | Note | New | {note.text} |

## 9. Business constants and limits

| Setting | Value |
| --- | --- |
| Sign-in | email and password |

| Constant | Value |
| --- | --- |
| Usual time | 2 days |
`).source;

const codes = (answer: Answer): unknown => ("rows" in answer ? answer.rows.length : answer.code);
const told = (answer: Answer): string =>
  "rows" in answer ? "ok" : answer.problems.map(({ code, clause }) => `${code} ${clause ?? ""}`).join(", ");
const makeTask = "INSERT INTO task (title) VALUES ('t') RETURNING id";

test("a condition that is not shown grants no right, and neither does its opposite", async () => {
  const database = await open(source([["`note.kind == 'long'`", "not shown"]]));
  const ann = await database.account("Ann");
  assert.equal(codes(await database.as(ann, "INSERT INTO note (text) VALUES ('n') RETURNING id")), 1);
  assert.equal(codes(await database.as(ann, "UPDATE note SET text = 'm'")), "NOT_SHOWN");
  assert.equal(codes(await database.as(ann, "DELETE FROM note RETURNING id")), 1);
});

test("what a row of the matrix may be about that does not show it answers NOT_SHOWN, and nothing else does", async () => {
  for (const { row, updated, seen } of [
    // It may be a `see` or a `set` of the fields of Note.
    { row: "| Note | not shown | yes |", updated: "NOT_SHOWN", seen: null },
    { row: "| not shown | delete | yes |", updated: 1, seen: "n" },
  ]) {
    const database = await open(source([["| Note | delete | yes |", row]]));
    const ann = await database.account("Ann");
    await database.owner("INSERT INTO note (text) VALUES ('n')");
    assert.equal(codes(await database.as(ann, "DELETE FROM note")), "NOT_SHOWN", row);
    const read = await database.as(ann, "SELECT text FROM note");
    assert.deepEqual("rows" in read && read.rows, [{ text: seen }], row);
    assert.equal(codes(await database.as(ann, "UPDATE note SET text = 'm' RETURNING id")), updated, row);
    assert.equal(codes(await database.as(ann, makeTask)), 1, row);
    assert.equal(codes(await database.as(ann, "DELETE FROM task RETURNING id")), 1, row);
  }
});

test("a constant that is not shown stops what reads it, and no document", async () => {
  const database = await open(source([["| Usual time | 2 days |", "| Usual time | not shown |"]]));
  const ann = await database.account("Ann");
  assert.equal(codes(await database.as(ann, makeTask)), "NOT_SHOWN");
  const rows = await database.owner("INSERT INTO task (title, due_at, person) VALUES ('t', now(), $1) RETURNING id", [
    ann,
  ]);
  const finish = await database.as(ann, "SELECT task_finish(id => $1)", [rows[0]?.["id"]]);
  assert.equal(codes(finish), "NOT_SHOWN");
  assert.equal(codes(await database.as(ann, "UPDATE task SET place = 'here' RETURNING id")), 1);
});

test("whether a value is within a bound that is not shown is unknown", async () => {
  const field = "| Place | text up to 80 | no | |";
  const constant = "| Usual time | 2 days |";
  const bounded = (bounds: string) =>
    source([
      [field, `| Place | text up to \`longest\` | no | |\n| Count | integer 0 to \`most\` | no | |`],
      [constant, `${constant}\n${bounds}`],
    ]);
  const counted = "INSERT INTO task (title, count) VALUES ('x', 3) RETURNING id";
  const placed = "INSERT INTO task (title, place) VALUES ('x', 'here') RETURNING id";
  const shown = await open(bounded("| Longest | 20 |\n| Most | 5 |"));
  const ann = await shown.account("Ann");
  assert.deepEqual([codes(await shown.as(ann, counted)), codes(await shown.as(ann, placed))], [1, 1]);
  const database = await open(bounded("| Longest | not shown |\n| Most | not shown |"));
  const bo = await database.account("Bo");
  assert.equal(told(await database.as(bo, counted)), "NOT_SHOWN 3/Task/Count");
  assert.equal(told(await database.as(bo, placed)), "NOT_SHOWN 3/Task/Place");
  assert.equal(codes(await database.as(bo, makeTask)), 1);
  assert.equal(told(await database.as(bo, "UPDATE task SET count = 3 RETURNING id")), "NOT_SHOWN 3/Task/Count");
  assert.equal(codes(await database.as(bo, "UPDATE task SET title = 'y' RETURNING id")), 1);
});

test("a mail that does not show what it is about, and a field without a type, keep nothing else from running", async () => {
  for (const changes of [
    [["| written | Note |", "| written | not shown |"]],
    [["| Text | text up to 80 |", "| Text | not shown |"]],
    [["| Kind | one of: short, long |", "| Kind | not shown |"]],
    [["| Person | reference to User |", "| Person | not shown |"]],
    [["| State | state |", "| State | not shown |"]],
    [["| one | Something | long |", "| one | not shown | long |"]],
  ] as const) {
    const written = source(changes);
    const database = await open(written);
    const ann = await database.account("Ann");
    const what = changes[0][1];
    await database.owner("BEGIN");
    for (const statement of samplesOf(compile(written))) await database.owner(statement);
    await database.owner("COMMIT");
    assert.equal(codes(await database.as(ann, makeTask)), 1, what);
    assert.equal(codes(await database.as(ann, "SELECT 1 FROM note")), what.startsWith("| one") ? 0 : 1, what);
    const isUnowned = what.startsWith("| Person");
    assert.equal(codes(await database.as(ann, "DELETE FROM task RETURNING id")), isUnowned ? "NOT_SHOWN" : 1, what);
    const isKindless = what.startsWith("| Kind");
    if (!what.startsWith("| one"))
      assert.equal(
        codes(await database.as(ann, "UPDATE note SET created_at = created_at RETURNING id")),
        isKindless ? "NOT_SHOWN" : "FORBIDDEN",
        what,
      );
    await database.close();
  }
});

test("an error of a step that is not shown is reported as that, and no other one in its place", async () => {
  const finish = "`now < task.created_at + usual_time` | CONFLICT |";
  const step = await open(source([[finish, "`task.place != null` | not shown |"]]));
  const ann = await step.account("Ann");
  const rows = await step.owner("INSERT INTO task (title, person) VALUES ('t', $1) RETURNING id", [ann]);
  assert.equal(
    told(await step.as(ann, "SELECT task_finish(id => $1)", [rows[0]?.["id"]])),
    "NOT_SHOWN 4/Task/Finish/Otherwise",
  );
});

test("an error of a condition that is not shown is reported as that, and no other one in its place", async () => {
  const right = await open(
    source([
      ["| Holds when |\n| --- | --- | --- |", "| Holds when | Otherwise |\n| --- | --- | --- | --- |"],
      ["`note.kind == 'long'` |", "`note.kind == 'long'` | not shown |"],
    ]),
  );
  const bo = await right.account("Bo");
  await right.owner("INSERT INTO note (text, kind) VALUES ('n', 'long')");
  assert.equal(told(await right.as(bo, "UPDATE note SET text = 'm'")), "NOT_SHOWN 6/Note/update");
});

test("a state that may be the one in which rows begin keeps them from beginning in a further one", async () => {
  const begin = "NOT_SHOWN 4/Task/State/Open/Kind";
  for (const [kinds, gives] of [
    [["not shown", "end"], begin],
    [["not shown", "start"], begin],
    [["start", "not shown"], "ok"],
  ] as const) {
    const [open1, done] = kinds;
    const database = await open(
      source([
        ["| Open | start |", `| Open | ${open1} |`],
        ["| Done | end |", `| Done | ${done} |`],
      ]),
    );
    assert.equal(told(await database.as(await database.account("Ann"), makeTask)), gives, kinds.join());
    await database.close();
  }
});

test("rows are written where steps are spoken of, and no field is known to hold states", async () => {
  const effects = "| Note | create | mail written | to role Member |";
  const more = `${effects}\n| Task | Finish | set | \`place = 'there'\` |`;
  const rules =
    "| Rule | For | On | Must hold | Otherwise |\n| --- | --- | --- | --- | --- |\n| A | Task | Finish | `task.title != 'x'` | CONFLICT |";
  const kept = await open(
    source([
      [effects, more],
      ["| State | state |", "| State | not shown |"],
      ["## 5. Validation rules\n\nnone.", `## 5. Validation rules\n\n${rules}`],
    ]),
  );
  const ann = await kept.account("Ann");
  assert.equal(codes(await kept.as(ann, makeTask)), 1);
  assert.equal(codes(await kept.as(ann, "UPDATE task SET place = 'here' RETURNING id")), 1);
});

test("rows are written where it is not shown from which states time leads on", async () => {
  const finish = "| Finish | Open | Done | button | `now < task.created_at + usual_time` | CONFLICT |";
  const timed = await open(source([[finish, `${finish}\n| Lapse | not shown | Done | after \`usual_time\` | | |`]]));
  assert.equal(codes(await timed.as(await timed.account("Bo"), makeTask)), 1);
});

test("rows are written whose states are not shown at all", async () => {
  const states = document.slice(document.indexOf("### Task\n| State"), document.indexOf("### Effects"));
  const database = await open(source([[states, "### Task\n\nnot shown.\n\n"]]));
  const ann = await database.account("Ann");
  assert.equal(codes(await database.as(ann, makeTask)), 1);
  assert.equal(codes(await database.as(ann, "UPDATE task SET place = 'here' RETURNING id")), 1);
});

test("a sample is left out for which the system would fill in what is not shown", async () => {
  const sample = "### Sample: Note\n";
  const tasks = `### Sample: Task\n| Key | Title | Person |\n| --- | --- | --- |\n| first | Mend it | ann |\n\n${sample}`;
  const people = `### Sample: User\n| Key | Name | Email |\n| --- | --- | --- |\n| ann | Ann | ann@example.test |\n\n${tasks}`;
  for (const [change, count] of [
    [["| Usual time | 2 days |", "| Usual time | not shown |"], 0],
    [["| Open | start |", "| Open | not shown |"], 0],
    [["| Done | end |", "| Done | not shown |"], 1],
  ] as const) {
    const written = source([[sample, people], change]);
    const database = await open(written);
    await database.owner("BEGIN");
    for (const statement of samplesOf(compile(written))) await database.owner(statement);
    await database.owner("COMMIT");
    assert.equal((await database.owner("SELECT FROM task")).length, count, change[1]);
    assert.equal((await database.owner("SELECT FROM note")).length, 1, change[1]);
    await database.close();
  }
});

test("rows are not created where it is unknown by what they are counted", async () => {
  const limits =
    "\n| Limit | Value | Counts | Otherwise |\n| --- | --- | --- | --- |\n| Many | 3 per User | Task | CONFLICT |\n";
  const database = await open(source([["| Person | reference to User |", "| Person | not shown |"]]) + limits);
  assert.equal(told(await database.as(await database.account("Ann"), makeTask)), "NOT_SHOWN 9/Many/Value");
});
