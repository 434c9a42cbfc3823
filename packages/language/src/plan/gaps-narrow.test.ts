// Each cell that decides about rights, not shown in turn: nobody may then what they may not where it is shown.
import assert from "node:assert/strict";
import { test } from "node:test";
import { compile } from "../compile.ts";
import { databases, type TestDatabase } from "../testing/database.ts";
import { gapsOf, rightsUnderGaps, type Deed } from "../testing/rights-under-gaps.ts";
import { completeDocument } from "../testing/run-cases.ts";

const { open } = databases();

const { source } = completeDocument(`## 3. Entities and their fields

### Organisation

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Name | text up to 80 | yes | |

### Membership

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Organisation | belongs to Organisation | yes | |
| Person | reference to User | yes | |
| Rank | one of: member, partner | yes | member |

### Project
- Owner: Lead

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Organisation | belongs to Organisation | yes | |
| Sponsor | reference to Organisation | no | |
| Name | text up to 80 | yes | |
| Budget | integer | no | |
| Hidden | yes/no | no | no |
| Lead | reference to User | auto | \`me\` |
| State | state | | |

### Task

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Project | belongs to Project | yes | |
| Title | text up to 80 | yes | |
| Grade | integer | auto | |

## 4. States and transitions

### Project

| State | Kind |
| --- | --- |
| Open | start |
| Closed | end |

| Transition | From | To | On | Only if | Otherwise |
| --- | --- | --- | --- | --- | --- |
| Close | Open | Closed | button | \`not project.hidden\` | CONFLICT |

## 5. Validation rules

| Rule | For | On | When | Must hold | Otherwise |
| --- | --- | --- | --- | --- | --- |
| Little | Task | create, update | \`task.grade != null\` | \`task.grade != null and task.grade < most\` | INVALID |

## 6. Roles and permissions

| Role | Given by | Within |
| --- | --- | --- |
| Person | signed in | |
| Member | Membership where \`membership.rank == 'member'\` | Organisation |
| Partner | Membership where \`membership.rank == 'partner'\` | Organisation via Sponsor |
| Clerk | named at installation, assigned by Clerk | |

| Condition | For | Holds when |
| --- | --- | --- |
| hidden | Project | \`project.hidden\` |
| led | Task | \`task.project.lead == me\` |
| unpaid | Organisation | \`not me.has_role('Clerk')\` |
| inside | Task | \`me.has_role('Member', task.project.organisation)\` |

| For | May | Person | Member | Partner | Clerk |
| --- | --- | --- | --- | --- | --- |
| Organisation | create, delete | no | no | no | no |
| Organisation | read | unpaid | no | no | no |
| Organisation | update | no | yes | no | no |
| Membership | create, update, delete | no | no | no | yes |
| Membership | read | no | yes | no | no |
| Project | create | no | yes | no | no |
| Project | read | own | not hidden | yes | yes |
| Project | update, delete | own and not hidden | no | no | yes |
| Project | Close | own | no | hidden | no |
| Project | see Budget | no | yes | no | no |
| Project | set Hidden on update | no | no | no | yes |
| Task | create, update, delete | led or inside | no | no | no |
| Task | read | inside | no | yes | yes |
| Task | see Title | no | yes | yes | no |
| Task | set Grade | no | no | no | yes |

## 9. Business constants and limits

| Setting | Value |
| --- | --- |
| Sign-in | email and password |
| Confirmed address | yes |

| Constant | Value |
| --- | --- |
| Most | 10 |
`);

const isLong = process.env["WRIT_LONG"] === "1";

/** Columns of which a cell says who may what, or what that hangs on. Each cell is a product of its own: all take a minute. */
const columns = ["Given by", "Within", "Holds when", "May", "Type"];
const others = [
  "For",
  "Person",
  "Member",
  "Partner",
  "Clerk",
  "Required",
  "Default",
  "Kind",
  "From",
  "To",
  "On",
  "Only if",
];
const tried = new Set([...columns, ...(isLong ? [...others, "When", "Must hold", "Value"] : [])]);

/** Every so manieth cell, from a first one: another one tries others. */
const step = isLong ? 1 : 4;
const first = Number(process.env["WRIT_SEED"] ?? 1) % step;

test("a cell that is not shown grants no right that the shown one does not", async (t) => {
  const database = await open(source);
  const people = await peopleWithRows(database);
  const { had, gained } = await rightsUnderGaps(database, compile(source), people, deeds(people));
  for (const one of ["ann: read project 31 budget", "ann: create project", "dan: close 31", "cem: read task 42 title"])
    assert.ok(had.has(one), one);
  for (const one of ["dan: read project 31 budget", "cem: read project 31 state", "nobody: read organisation 11 name"])
    assert.ok(!had.has(one), one);
  const more: Record<string, readonly string[]> = {};
  const gaps = gapsOf(source, tried, new Set(["Owner"]));
  let count = 0;
  for (const [at, { what, source: written }] of gaps.entries()) {
    if (at % step !== first) continue;
    count++;
    const beyond = await gained(written);
    if (beyond.length > 0) more[what] = beyond;
  }
  t.diagnostic(`WRIT_SEED=${first}: ${count} of ${gaps.length} cells`);
  assert.deepEqual(more, {});
});

type People = ReadonlyMap<string, string | null>;

/** Of what is reported, the end of an id is shown. */
const row = (number: number): string => `'00000000-0000-4000-8000-0000000000${number}'`;
const [ours, theirs] = [row(11), row(12)];

/** Ann is a member of an organisation, Cem a partner in it; Dan leads a project there; Eva is a clerk. */
async function peopleWithRows({ owner, account }: TestDatabase): Promise<People> {
  const [ann, cem, dan] = [await account("ann"), await account("cem"), await account("dan")];
  const eva = await account("eva", "clerk");
  for (const rows of [
    `organisation (id, name) VALUES (${ours}, 'Ours'), (${theirs}, 'Theirs')`,
    `membership (id, organisation, person, rank, created_by) VALUES
      (${row(21)}, ${ours}, '${ann}', 'member', '${dan}'), (${row(22)}, ${ours}, '${cem}', 'partner', '${dan}')`,
    `project (id, organisation, sponsor, name, budget, hidden, lead, created_by) VALUES
      (${row(31)}, ${ours}, ${theirs}, 'P', 5, false, '${dan}', '${cem}'),
      (${row(32)}, ${theirs}, ${ours}, 'P', 5, true, '${ann}', '${cem}')`,
    `task (id, project, title, grade, created_by) VALUES
      (${row(41)}, ${row(31)}, 'T', 5, '${cem}'), (${row(42)}, ${row(32)}, 'T', 5, '${cem}')`,
  ])
    await owner(`INSERT INTO ${rows}`);
  return new Map([
    ["nobody", null],
    ["ann", ann],
    ["cem", cem],
    ["dan", dan],
    ["eva", eva],
  ]);
}

/** Rows are read, each field of some is changed alone, they are taken away, more are made, and steps taken. */
function deeds(people: People): readonly Deed[] {
  const [ann, dan] = [`'${people.get("ann")}'`, `'${people.get("dan")}'`];
  const read = (entity: string): Deed => ({
    of: `read ${entity}`,
    sql: `SELECT array_agg(right(each.id::text, 2) || ' ' || field.key) FROM ${entity} AS each, jsonb_each(to_jsonb(each)) AS field WHERE field.value <> 'null' AND field.key NOT LIKE '\\_%'`,
  });
  const write = (entity: string, keys: readonly number[], ...changes: readonly string[]): readonly Deed[] =>
    keys.flatMap((key) => [
      ...changes.map((change) => ({
        of: `update ${entity} ${key} ${change}`,
        sql: `UPDATE ${entity} SET ${change} WHERE id = ${row(key)}`,
      })),
      { of: `delete ${entity} ${key}`, sql: `DELETE FROM ${entity} WHERE id = ${row(key)}` },
    ]);
  const create = (entity: string, names: string, values: string): Deed => ({
    of: `create ${entity}`,
    sql: `INSERT INTO ${entity} (${names}) VALUES (${values})`,
  });
  return [
    ...["organisation", "membership", "project", "task"].map(read),
    ...write("organisation", [12], "name = 'N'"),
    ...write("membership", [21], `person = ${dan}`),
    ...write("project", [31], "name = 'N'", "hidden = true", `lead = ${ann}`, "state = 'closed'"),
    ...write("project", [32], "name = 'N'"),
    ...write("task", [41], "title = 'N'", "grade = 6"),
    ...write("task", [42], "title = 'N'"),
    create("organisation", "name", "'O'"),
    create("membership", "organisation, person", `${ours}, ${dan}`),
    create("project", "organisation, name, hidden", `${ours}, 'P', true`),
    { ...create("project", "organisation, name", `${theirs}, 'P'`), of: "create project of theirs" },
    { ...create("project", "organisation, name, lead", `${ours}, 'P', ${ann}`), of: "create project for ann" },
    create("task", "project, title", `${row(31)}, 'T'`),
    { ...create("task", "project, title, grade", `${row(31)}, 'T', 3`), of: "create task with grade" },
    { ...create("task", "project, title", `${row(32)}, 'T'`), of: "create task of theirs" },
    ...[31, 32].map((key) => ({ of: `close ${key}`, sql: `SELECT project_close(id => ${row(key)})` })),
  ];
}
