// Who may not see a field gives one value after the other: the right one is answered like every other.
import assert from "node:assert/strict";
import { test } from "node:test";
import { completeDocument } from "../../../testing/run-cases.ts";
import { databases, type Answer, type TestDatabase } from "../../../testing/database.ts";

const { open } = databases();

const hidden = [
  "Grade",
  "Rank",
  "Fee",
  "Kind",
  "Picked",
  "Tags",
  "Marked",
  "Number",
  "Code",
  "Twice",
  "Lines",
  "Named",
];

const source = `## 2. Screens and routes

| Screen | Route | Kind | For |
| --- | --- | --- | --- |
| Papers | \`/papers\` | list of Paper | Chair |

### Papers
- Sort: Lines

## 3. Entities and their fields

### Store

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Margin | integer | yes | 7 |

### Paper

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Title | text | yes | |
| Store | reference to Store | no | |
| Grade | integer | auto | 3 |
| Rank | integer | auto | \`Store.map(s, s.margin).sum()\` |
| Fee | integer | yes | 10 |
| Kind | one of: low, high | yes | low |
| Picked | yes/no | auto | no |
| Tags | several of: a, b | auto | |
| Marked | text, set once | no | |
| Number | sequence number \`P-{000}\` | | |
| Code | random code \`{0}\` | | |
| Twice | computed integer \`paper.fee * 2\` | | |
| Named | computed integer \`paper.store == null ? 0 : paper.store.margin\` | | |
| Lines | computed integer \`paper.rows.size()\` | | |
| Rows | list of Line | | |

### Line

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Paper | belongs to Paper | yes | |

### Slip

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Title | text | yes | |
| Number | sequence number \`S-{000}\` | | |
| Rank | integer | auto | \`Store.map(s, s.margin).sum()\` |
| Share | integer | yes | \`Store.map(s, s.margin).sum()\` |
| Writer | reference to User | auto | \`me\` |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Author | signed in |
| Chair | named at installation |

| For | May | Author | Chair |
| --- | --- | --- | --- |
| Store | create, read, update, delete | no | yes |
| Paper | create, read, update | yes | yes |
| Paper | delete | no | yes |
| Paper | ${hidden.map((field) => `see ${field}`).join(", ")} | no | yes |
| Paper | see Created by, see Updated at | no | yes |
| Paper | set Fee, set Kind, set Tags | no | yes |
| Line | create, read, update, delete | no | yes |
| Slip | create | yes | yes |
| Slip | read, update, delete | no | yes |
| Slip | set Share | no | yes |
`;

/** For each field what stands there, and what does not. */
const values: Readonly<Record<string, readonly [right: string, wrong: string]>> = {
  grade: ["3", "4"],
  rank: ["7", "8"],
  fee: ["10", "11"],
  kind: ["'low'", "'high'"],
  picked: ["false", "true"],
  tags: ["'{}'", "'{a}'"],
  number: ["'P-001'", "'P-002'"],
  twice: ["20", "22"],
  lines: ["0", "1"],
  named: ["0", "1"],
};

const id = "11111111-0000-4000-8000-000000000000";

async function make(): Promise<{ database: TestDatabase; ann: string; chair: string }> {
  const database = await open(completeDocument(source).source);
  const [ann, chair] = [await database.account("Ann"), await database.account("Chris", "chair")];
  await database.owner("INSERT INTO store DEFAULT VALUES");
  return { database, ann, chair };
}

const codeOf = (answer: Answer): unknown =>
  "rows" in answer ? "done" : [answer.code, ...answer.problems.map(({ field }) => field)].join(" ");

test("a change of a field that the writer may neither see nor set is rejected, also to its stored value", async () => {
  const { database, ann, chair } = await make();
  await database.owner("INSERT INTO paper (id, title, marked, created_by) VALUES ($1, 'A', 'm', $2)", [id, ann]);
  const [{ at, code } = {}] = await database.owner("SELECT updated_at::text AS at, code FROM paper");
  const more = {
    marked: ["'m'", "'n'"],
    code: [`'${String(code)}'`, `'${String((Number(code) + 1) % 10)}'`],
    created_by: [`'${ann}'`, `'${chair}'`],
    updated_at: [`'${String(at)}'`, "'2020-01-01'"],
  };
  for (const [field, [right, wrong]] of Object.entries({ ...values, ...more })) {
    for (const value of [right, wrong]) {
      const change = `UPDATE paper SET ${field} = ${value} WHERE id = '${id}'`;
      assert.equal(codeOf(await database.as(ann, change)), `FORBIDDEN ${field}`, change);
    }
  }
  // A refusal that is caught leaves nothing behind, and what is shown may be sent back.
  assert.equal(codeOf(await database.as(ann, "UPDATE paper SET fee = 10, title = 'B'")), "FORBIDDEN fee");
  const back = `UPDATE paper SET (title, ${Object.keys(values).join(", ")}) = (SELECT 'B', ${Object.keys(values).join(", ")} FROM paper)`;
  assert.equal(codeOf(await database.as(ann, back)), "done");
  assert.equal(codeOf(await database.as(chair, back)), "done");
  assert.equal(codeOf(await database.as(chair, "UPDATE paper SET fee = 10, grade = 3, twice = 20")), "done");
  assert.equal(codeOf(await database.as(chair, "UPDATE paper SET fee = 11")), "done");
  assert.equal(codeOf(await database.as(chair, "UPDATE paper SET twice = 24")), "FORBIDDEN twice");
  assert.partialDeepStrictEqual(await database.owner("SELECT title, fee::integer, marked FROM paper"), [
    { title: "B", fee: 11, marked: "m" },
  ]);
});

test("no caller hides from the view what they give by a setting of their own", async () => {
  const { database, ann } = await make();
  await database.owner("INSERT INTO paper (id, title) VALUES ($1, 'A')", [id]);
  const change = "WITH mine AS (SELECT set_config('writ.given_unseen', '', false)) UPDATE paper SET fee = 10 FROM mine";
  assert.equal(codeOf(await database.as(ann, change)), "FORBIDDEN fee");
});

test("a value for a new row is rejected where the writer may not see the value that it would get", async () => {
  const { database, ann, chair } = await make();
  for (const [field, [right, wrong]] of Object.entries(values)) {
    for (const value of [right, wrong]) {
      const create = `INSERT INTO paper (title, ${field}) VALUES ('A', ${value})`;
      assert.equal(codeOf(await database.as(ann, create)), `FORBIDDEN ${field}`, create);
    }
  }
  const well = "INSERT INTO paper (title, grade, rank, fee, kind) VALUES ('A', 3, 7, 10, 'high')";
  assert.equal(codeOf(await database.as(chair, well)), "done");
});

test("a creator who may not read the new row does not learn what it holds of other rows", async () => {
  const { database, ann, chair } = await make();
  const create = (field: string, value: string) => `INSERT INTO slip (title, ${field}) VALUES ('A', ${value})`;
  for (const [field, right, wrong] of [
    ["rank", "7", "8"],
    ["share", "7", "8"],
    ["number", "'S-001'", "'S-002'"],
  ] as const) {
    for (const value of [right, wrong]) {
      assert.equal(codeOf(await database.as(ann, create(field, value))), `FORBIDDEN ${field}`, `${field} ${value}`);
    }
  }
  assert.equal(codeOf(await database.as(ann, create("writer", `'${ann}'`))), "done");
  assert.equal(codeOf(await database.as(ann, create("writer", `'${chair}'`))), "FORBIDDEN writer");
  assert.equal(codeOf(await database.as(chair, create("number", "'S-002'"))), "done");
});
