// What a row was, what it lacks, what it comes to later and whose it is: cases are found for it, and pass on a product.
import assert from "node:assert/strict";
import { test } from "node:test";
import { compile } from "@writ/language";
import { completeDocument } from "../../../language/src/testing/run-cases.ts";
import { products } from "../../../server/src/testing/product.ts";
import { errors, everything, settings } from "../testing/clauses.ts";
import { shows } from "../testing/shows.ts";
import { planOf } from "./plan.ts";

const start = products();

const rights = everything("Task | create, read, update, delete");

const documentOf = (parts: string, limits = "") =>
  completeDocument(
    `${parts}\n${parts.includes("## 6.") ? "" : rights}\n${parts.includes("BAD") || limits.includes("BAD") ? errors("BAD") : ""}\n${settings}\n${limits}`,
  ).source;

test("a rule about the row as it was is broken by what it was", async () => {
  const source = documentOf(`
## 3. Entities and their fields

### Task

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Rank | integer 0 to 9 | yes | 0 |
| Kind | one of: full, half | yes | full |

## 5. Validation rules

| Rule | For | On | When | Must hold | Otherwise |
| --- | --- | --- | --- | --- | --- |
| Up | Task | update | | \`task.rank >= old.rank\` | BAD |
| Up half | Task | update | \`old.kind == 'half'\` | \`task.rank > 3\` | BAD |
`);
  await shows(start, source, {
    "5/Task/Up": ["update refused", "update allowed"],
    "5/Task/Up half": ["update refused", "update allowed", "update allowed 2"],
  });
});

test("one of several values stays where another one is added", async () => {
  const source = documentOf(`
## 3. Entities and their fields

### Task

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Days | several of: mon, tue, wed | no | |

## 5. Validation rules

| Rule | For | When | Must hold | Otherwise |
| --- | --- | --- | --- | --- |
| Fit | Task | \`'mon' in task.days\` | \`'tue' in task.days\` | BAD |
`);
  const { cases } = planOf(compile(source), "5/Task/Fit#create allowed");
  const both = cases.find(({ situation: { attempt } }) => {
    const days = "values" in attempt ? attempt.values.get("days") : undefined;
    return Array.isArray(days) && days.includes("mon") && days.includes("tue");
  });
  assert.ok(both, JSON.stringify(cases.map(({ scenario }) => scenario.address)));
  await shows(start, source, {
    "5/Task/Fit": [
      "create refused",
      "create allowed",
      "create allowed 2",
      "update refused",
      "update allowed",
      "update allowed 2",
    ],
  });
});

test("a limit of what is changed or deleted counts by the row as it is there", async () => {
  const source = documentOf(
    `
## 3. Entities and their fields

### Task

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Kind | one of: full, half, guest | yes | guest |
`,
    `| Limit | Value | Counts | When | Otherwise |
| --- | --- | --- | --- | --- |
| Deletions | 1 per day per user | delete Task | \`task.kind == 'half'\` | BAD |
| Changes | 1 per day per user | update Task | \`task.kind == 'half'\` | BAD |
`,
  );
  await shows(start, source, {
    "9/Deletions": ["last", "full", "not counted"],
    "9/Changes": ["last", "full", "not counted"],
  });
});

test("a timer that waits for a condition is tried in each state, and before, while it holds", async () => {
  const source = documentOf(`
## 3. Entities and their fields

### Task

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Level | one of: low, mid | no | |
| State | state | | |

## 4. States and transitions

### Task

| State | Kind |
| --- | --- |
| New | start |
| Open | |
| Gone | end |

| Transition | From | To | On | Only if |
| --- | --- | --- | --- | --- |
| Start | New | Open | button | |
| Lapse | New, Open | Gone | after \`days(3)\` | \`task.level == 'low'\` |

${everything("Task | create, read, update, delete", "Task | Start")}
`);
  await shows(start, source, {
    "4/Task/Lapse": ["due in new", "due in open", "early", "not in gone", "open", "closed"],
  });
  const early = planOf(compile(source), "4/Task/Lapse#early").cases[0]?.situation;
  assert.equal(early?.world.rows.get("task")?.get(early.attempt.id)?.values.get("level"), "low");
});

test("rows that are compared only in a later state are moved on to it", async () => {
  const source = documentOf(`
## 3. Entities and their fields

### Task

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Room | text up to 5 | yes | |
| From | date | yes | |
| Until | date | yes | |
| State | state | | |

## 4. States and transitions

### Task

| State | Kind |
| --- | --- |
| Asked | start |
| Agreed | |
| Over | end |

| Transition | From | To | On |
| --- | --- | --- | --- |
| Agree | Asked | Agreed | button |
| Finish | Agreed | Over | button |

## 5. Validation rules

| Rule | For | Must hold | Otherwise |
| --- | --- | --- | --- |
| One | Task | no overlap: From to Until, per Room, while \`task.state == 'agreed'\` | BAD |

${everything("Task | create, read, update, delete", "Task | Agree, Finish")}
`);
  const { cases } = planOf(compile(source), "5/Task/One");
  assert.ok(cases.length > 0 && cases.every(({ scenario }) => scenario.deed.kind === "transition"));
  await shows(start, source, {
    "5/Task/One": [
      "create refused",
      "create refused 2",
      "create allowed",
      "create allowed 2",
      "create allowed 3",
      "create allowed 4",
    ],
  });
});

test("people lead to people, what is never empty stays so, and files are seen or not", async () => {
  const source = documentOf(`
## 3. Entities and their fields

### User

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Boss | reference to User, cleared on delete | no | |

### Task

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Name | text up to 12 matching \`^[A-Z][a-z]*$\` | yes | |
| Weight | integer 0 to 5 | yes | 0 |
| Paper | file up to 1 MB (pdf) | no | |

### Log

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Task | reference to Task | auto | |

## 4. States and transitions

### Effects

| For | After | On | Do | With |
| --- | --- | --- | --- | --- |
| Task | create | | create Log | \`task = task\` |
| Task | change of Weight | on \`Log.filter(l, l.task == task)\` | delete | |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Person | signed in |
| Keeper | named at installation |

| For | May | Person | Keeper |
| --- | --- | --- | --- |
| User | read | yes | yes |
| Task | create, read, update, delete | yes | yes |
| Task | see Paper | no | yes |
| Log | create, update, delete | no | no |
| Log | read | yes | yes |
`);
  await shows(start, source, {
    "3/User/Boss": ["not to be read", "left"],
    "6/Task/see Paper/Person": ["may not"],
    "3/Task/Name": ["required", "emptied", "of the greatest length", "one longer", "of another form"],
  });
});

test("a rule about what is left when a row goes is broken and kept by each of its parts", async () => {
  const source = documentOf(`
## 3. Entities and their fields

### Club

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Name | text up to 20 | yes | |
| Members | list of Member | | |

### Member

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Club | belongs to Club | yes | |
| Kind | one of: full, guest | yes | full |

## 5. Validation rules

| Rule | For | On | Must hold | Otherwise |
| --- | --- | --- | --- | --- |
| Enough | Member | delete | \`member.kind != 'full' or member.club.members.size() > 2\` | BAD |

${everything("Club | create, read, update, delete", "Member | create, read, update, delete")}
`);
  const membersOf = (address: string) =>
    planOf(compile(source), address).cases[0]?.situation.world.rows.get("member")?.size;
  // With the one that goes.
  assert.equal(membersOf("5/Member/Enough#delete refused"), 3);
  assert.equal(membersOf("5/Member/Enough#delete allowed 2"), 4);
  await shows(start, source, { "5/Member/Enough": ["delete refused", "delete allowed", "delete allowed 2"] });
});
