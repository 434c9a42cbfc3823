// `writ apply` over rows that are there: what is renamed keeps them, and what lost nothing is taken back.
import assert from "node:assert/strict";
import { join } from "node:path";
import { after, test } from "node:test";
import { openDatabase } from "../../server/src/postgres/index.ts";
import { emptyFolder } from "../../server/src/postgres/testing/surroundings.ts";
import { startingDocument } from "./document/starting-document.ts";
import { summarisePlan } from "./terminal/summarise-plan.ts";
import { waitFor, type Ran } from "./testing/fake-console.ts";

const first = startingDocument("Tasks");
const renamed = first.replace("\n| Notes |", "\n| Remarks |").replaceAll("Title, Notes", "Title, Remarks");
assert.notEqual(renamed, first);
const wider = first.replace("| Title |", "| Place | text up to 40 | no | | |\n| Title |");
const otherWords = first.replace("\n# Tasks\n", "\n# Chores\n");

function place() {
  const data = join(emptyFolder({ after }), "data");
  const writ = (document: string, ...args: readonly string[]): Promise<Ran> =>
    waitFor({ "SPEC.md": document }, [...args, "SPEC.md", "--data", data]);
  const apply = async (document: string, ...args: readonly string[]) => writ(document, "apply", "--yes", ...args);
  const ask = async (sql: string) => {
    const database = await openDatabase({ folder: data });
    const client = await database.connect();
    try {
      return (await client.query(sql)).rows;
    } finally {
      await client.end();
      await database.stop();
    }
  };
  const addTask = async () =>
    ask(`WITH one AS (INSERT INTO auth.users (email) VALUES ('ann@example.test') RETURNING id)
      INSERT INTO public.task (title, notes, author) SELECT 'Sweep', 'The yard', id FROM one`);
  return { writ, apply, ask, addTask, data };
}

test("a field that is renamed keeps its values, and has its old name after --back", async () => {
  const { writ, apply, ask, addTask } = place();
  assert.equal((await apply(first)).exit, 0);
  await addTask();
  const stopped = await apply(renamed);
  assert.equal(stopped.exit, 1);
  const rename = "3/Task/Notes=Remarks";
  assert.match(stopped.error, new RegExp(`loses: 1 row has a value for notes.*writ apply --rename "?${rename}"?`));
  const said = await writ(renamed, "plan", "--rename", rename);
  assert.match(said.out, /^ {2}~ 3\/Task\/Remarks +column notes of task: renamed to remarks/m);
  const planned = await writ(renamed, "plan", "--sql", "--rename", rename);
  assert.match(planned.out, /ALTER TABLE "public"\."task" RENAME COLUMN "notes" TO "remarks"/);
  assert.doesNotMatch(planned.out, /DROP COLUMN|loses/);
  const applied = await apply(renamed, "--rename", rename);
  assert.equal(applied.exit, 0, applied.error);
  assert.deepEqual(await ask("SELECT remarks FROM public.task"), [{ remarks: "The yard" }]);
  const back = await apply(renamed, "--back");
  assert.equal(back.exit, 0, back.error);
  assert.equal(back.files.get("SPEC.md"), first);
  assert.deepEqual(await ask("SELECT notes FROM public.task"), [{ notes: "The yard" }]);
  assert.match((await writ(first, "plan")).out, /nothing to do/);
  assert.match((await apply(first, "--back")).error, /no other document was applied here/);
});

test("a plan says in words what comes, changes and goes, what happens to rows, and what it costs; --sql has the statements", async () => {
  const { apply, writ, ask, addTask, data } = place();
  await apply(first);
  await addTask();
  assert.equal(
    (await writ(wider, "plan")).out,
    `  + 3/Task/Place  column place of task

1 to add (2 steps). No data is lost. Nobody waits.
--sql shows the statements.
`,
  );
  const changed = wider
    .replace("\n| Notes | long text up to 5000 | no | | |", "")
    .replaceAll("Title, Notes", "Title")
    .replace("| Task | delete | own | yes |", "| Task | delete | yes | yes |")
    .replace("- Sort: Due on", "- Sort: Title");
  const { out } = await writ(changed, "plan");
  assert.equal(
    out.replace(/[\da-f-]{36}/g, "…"),
    `  ~ 2/Tasks        other indexes
  - 3/Task/Notes   column notes of task
      loses: 1 row has a value for notes (…). To allow this: --drop 3/Task/Notes
  + 3/Task/Place   column place of task
  ~ 6/Task/delete  what enforces it
      Member may now delete Task without a condition (own until now)

1 to add, 2 to change, 1 to remove (10 steps). Data of 1 clause would be lost. Nobody waits.
--sql shows the statements.
`,
  );
  const sql = (await writ(changed, "plan", "--sql")).out;
  assert.match(sql, /^-- loses: 1 row .*\nALTER TABLE "public"\."task" DROP COLUMN "notes"/m);
  // A question is asked after the summary, and with --sql after the statements.
  const asked = async (...more: readonly string[]) =>
    waitFor({ "SPEC.md": wider }, ["apply", ...more, "SPEC.md", "--data", data], { ask: async () => false });
  const [short, long] = [await asked(), await asked("--sql")];
  assert.deepEqual(
    [short.exit, short.out.includes("ALTER TABLE"), /\+ 3\/Task\/Place/.test(short.out)],
    [1, false, true],
  );
  assert.deepEqual([long.exit, long.out.includes("ALTER TABLE")], [1, true]);
  await ask("UPDATE public.task SET notes = NULL");
  assert.match((await writ(changed, "plan")).out, / No data is lost\. /);
});

test("objects that were changed outside Writ, and long waits, are told in words", () => {
  const step = {
    kind: "change",
    address: "3/Task/Total",
    what: "column total of public.task: required",
    sql: ["A"],
  } as const;
  const plan = {
    steps: [
      { ...step, seconds: 12 },
      { ...step, kind: "tell", address: "6/\u001b/read", what: "Anyone may now read" },
    ],
    drift: [{ key: "policy public.task select_task", how: "missing" }],
    objects: [],
    foundation: [],
    isFirst: false,
  } as const;
  assert.equal(
    summarisePlan(plan, false),
    `  ~ 3/Task/Total                    column total of task: required
      waits: nobody can write for about 12 seconds
  ! 6/\\u{1b}/read                   Anyone may now read
  ~ policy public.task select_task  removed outside Writ

1 to change (1 step); 1 object changed outside Writ. No data is lost. Nobody can write for about 12 seconds.
--sql shows the statements.
`,
  );
});

test("what cannot be renamed is an error in words", async () => {
  const { apply } = place();
  await apply(first);
  const { exit, error } = await apply(renamed, "--rename", "3/Task/Colour=Remarks");
  assert.equal(exit, 2);
  assert.match(
    error,
    /^writ: this cannot be renamed: 3\/Task\/Colour is no entity and no field of the document that was applied/,
  );
});

test("a document without a trace in the database is taken back as well, and a file of its own is left alone", async () => {
  const { apply, writ } = place();
  assert.match((await apply(first, "--back")).error, /there is no database in/);
  await apply(first);
  assert.match((await apply(first, "--back")).error, /no other document was applied here/);
  await apply(otherWords);
  const edited = `${otherWords}\n`;
  const back = await apply(edited, "--back");
  assert.equal(back.exit, 0, back.error);
  assert.deepEqual([...back.files], []);
  assert.match(back.error, /SPEC\.md does not hold the earlier document/);
  assert.match(back.error, /back to Tasks, as it was applied at 20/);
  // Step by step, and names of before a change of words are found as well.
  const rename = "3/Task/Notes=Remarks";
  assert.equal((await apply(renamed, "--rename", rename)).exit, 0);
  assert.equal((await apply(renamed.replace("\n# Tasks\n", "\n# Errands\n"))).exit, 0);
  assert.match((await apply(renamed, "--back")).error, /back to Tasks/);
  const further = await apply(renamed, "--back");
  assert.match(further.out, /applied/, further.error);
  assert.match((await writ(first, "plan")).out, /nothing to do/);
});

test("what was lost does not come back, and what has come since is not lost without a word", async () => {
  const { apply, ask, addTask } = place();
  await apply(first);
  await apply(wider);
  await addTask();
  await ask("UPDATE public.task SET place = 'Garden'");
  const stopped = await apply(wider, "--back");
  assert.equal(stopped.exit, 1);
  assert.match(stopped.error, /loses: 1 row has a value for place/);
  assert.equal((await apply(first, "--drop", "3/Task/Place")).exit, 0);
  const refused = await apply(first, "--back");
  assert.equal(refused.exit, 1);
  assert.match(refused.error, /has removed data that does not come back: 3\/Task\/Place \(1 row\)/);
});

test("a database that a later version of Writ has served is left alone by every command", async () => {
  const { writ, apply, ask } = place();
  assert.equal((await apply(first)).exit, 0);
  await ask("UPDATE writ.stored SET version = 9");
  for (const command of ["plan", "apply", "keys", "start"]) {
    const { exit, error } = await writ(first, command);
    assert.equal(exit, 2, `${command}: ${error}`);
    assert.match(error, /^D025 a later version of Writ has served this database: .*version 9/m);
  }
});
