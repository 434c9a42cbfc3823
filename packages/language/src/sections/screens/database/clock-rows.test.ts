// Where that compares with the clock: its reader is told by what they have on the wire, of the row and of what it refers to.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { compile } from "../../../compile.ts";
import { applicationOf } from "../../../product/product-module.ts";
import { databases, type TestDatabase } from "../../../testing/database.ts";
import { completeDocument } from "../../../testing/run-cases.ts";

const { open } = databases();

const { source } = completeDocument(`
## 2. Screens and routes

| Screen | Route | Kind | For | Menu |
| --- | --- | --- | --- | --- |
| Stuck | \`/\` | list of Task | Visitor | yes |
| Over | \`/over\` | list of Task | Visitor | yes |
| Hushed | \`/hushed\` | list of Task | Visitor | yes |
| People | \`/people\` | list of User | Member | yes |

### Stuck
- Where: \`task.steps_left == 0 or task.due != null and task.due < today\`

### Over
- Where: \`task.project.ends < today\`

### Hushed
- Where: \`task.project.hush != null and (task.project.hush < today or task.name == 'none')\`

### People
- Where: \`user.created_at <= now\`
- Search: Name

## 3. Entities and their fields

### Project

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Open | yes/no | no | |
| Ends | date | yes | |
| Hush | date | no | |

### Task

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Project | reference to Project | yes | |
| Name | text up to 20 | yes | |
| Due | date | no | |
| Steps | list of Step | | |
| Steps left | computed integer \`task.steps.size()\` | | |

### Step

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Task | belongs to Task | yes | |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Visitor | anyone |
| Member | signed in |

| Condition | For | Holds when |
| --- | --- | --- |
| shown | Project | \`project.open\` |

| For | May | Visitor | Member |
| --- | --- | --- | --- |
| Project | create, update, delete | no | yes |
| Project | read | shown | yes |
| Project | see Hush | no | yes |
| Task | create, update, delete | no | yes |
| Task | read | yes | yes |
| Step | create, update, delete | no | yes |
| Step | read | no | yes |
| User | read | no | yes |
`);

let desk: TestDatabase;
let ann: string;
before(async () => {
  desk = await open(source);
  ann = await desk.account("Ann");
  for (const [name, isOpen] of [
    ["open", true],
    ["closed", false],
  ] as const) {
    const [project] = await desk.owner(
      "INSERT INTO writ_data.project (open, ends, hush) VALUES ($1, writ.today() - 1, writ.today() - 1) RETURNING id",
      [isOpen],
    );
    const tasks = `INSERT INTO public.task (project, name, due) VALUES ($1, $2, writ.today() + 1) RETURNING id`;
    const [task] = await desk.owner(tasks, [project?.["id"], name]);
    await desk.owner("INSERT INTO public.step (task) VALUES ($1)", [task?.["id"]]);
  }
});

const names = async (person: string | null, from: string) => {
  const answer = await desk.as(person, `SELECT name FROM ${from} ORDER BY name`);
  return "rows" in answer ? answer.rows.map(({ name }) => name) : answer.code;
};

test("a value that is kept for other rows stands beside a day", async () => {
  assert.deepEqual(await names(null, "public._shown_stuck()"), []);
  await desk.owner("DELETE FROM public.step WHERE task = (SELECT id FROM public.task WHERE name = 'open')");
  assert.deepEqual(await names(null, "public._shown_stuck()"), ["open"]);
  await desk.owner("UPDATE public.task SET due = writ.today() - 1 WHERE name = 'closed'");
  assert.deepEqual(await names(null, "public._shown_stuck()"), ["closed", "open"]);
});

test("no list tells by a day what a reader may not read of a row that it refers to", async () => {
  const both = ["closed", "open"];
  assert.deepEqual(
    [await names(null, "public._shown_over()"), await names(ann, "public._shown_over()")],
    [["open"], both],
  );
  assert.deepEqual(
    [await names(null, "public._shown_hushed()"), await names(ann, "public._shown_hushed()")],
    [[], both],
  );
});

test("accounts are listed by the clock where the document says nothing else of them", async () => {
  const people = applicationOf(compile(source)).screens.find(({ id }) => id === "people");
  assert.deepEqual([people?.notShown, people?.rows?.shown], [false, "_shown_people"]);
  assert.deepEqual(await names(ann, "public._shown_people()"), ["Ann"]);
  assert.deepEqual(
    [await names(ann, "public._found_people('an')"), await names(ann, "public._found_people('bo')")],
    [["Ann"], []],
  );
});
