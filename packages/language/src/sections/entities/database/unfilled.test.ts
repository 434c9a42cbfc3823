// A default that is not shown: a row that leaves its field out is not made, because what would stand there may let others read it.
import assert from "node:assert/strict";
import { test } from "node:test";
import { compile } from "../../../compile.ts";
import { samplesOf } from "../../../database/samples.ts";
import { databases, type Answer } from "../../../testing/database.ts";
import { completeDocument } from "../../../testing/run-cases.ts";

const { open } = databases();

const { source } = completeDocument(`## 3. Entities and their fields

### Diary

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Title | text up to 80 | yes | |
| Private | yes/no | no | yes |
| Level | one of: low, high | no | high |
| Checked | yes/no | auto | yes |

### Request

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Title | text up to 80 | yes | |

### Sample: Diary
| Key | Title | Level |
| --- | --- | --- |
| one | Something | low |

## 4. States and transitions

### Effects
| For | After | Do | With |
| --- | --- | --- | --- |
| Request | create | create Diary | \`title = request.title\` |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Visitor | anyone |
| Person | signed in |

| Condition | For | Holds when |
| --- | --- | --- |
| open | Diary | \`not diary.private or not diary.checked or diary.level != 'high'\` |

| For | May | Visitor | Person |
| --- | --- | --- | --- |
| Diary | create, delete | no | yes |
| Diary | read | open | yes |
| Diary | update | no | yes |
| Request | create, read, update, delete | no | yes |

## 9. Business constants and limits

| Setting | Value |
| --- | --- |
| Sign-in | email and password |
`);

const told = (answer: Answer): string =>
  "rows" in answer ? "done" : answer.problems.map(({ code, clause }) => `${code} ${clause ?? ""}`).join(", ");

const [hidden, level] = ["| Private | yes/no | no | yes |", "| Level | one of: low, high | no | high |"];
const checked = "| Checked | yes/no | auto | yes |";
const withGap = (row: string): string => source.replace(row, row.replace(/[a-z]+ \|$/, "not shown |"));
const left = "INSERT INTO diary (title) VALUES ('t')";
const asked = "INSERT INTO request (title) VALUES ('t')";
const effect = "NOT_SHOWN 4/Effects/Request/create/create Diary/With";

for (const { row, given, gives, makes, requests } of [
  { row: "", given: "private", gives: "done", makes: "done", requests: "done" },
  { row: hidden, given: "private", gives: "NOT_SHOWN 3/Diary/Private", makes: "done", requests: effect },
  { row: level, given: "level", gives: "NOT_SHOWN 3/Diary/Level", makes: "done", requests: effect },
  // Nobody is to give what the system would.
  {
    row: checked,
    given: "level",
    gives: "NOT_SHOWN 3/Diary/Checked",
    makes: "NOT_SHOWN 3/Diary/Checked",
    requests: effect,
  },
])
  test(`where ${row === "" ? "all is shown" : `it is not shown what is in ${row}`}, visitors read no row by that`, async () => {
    const written = row === "" ? source : withGap(row);
    assert.equal(written === source, row === "");
    const database = await open(written);
    const ann = await database.account("Ann");
    assert.equal(told(await database.as(ann, left)), gives);
    const value = given === "level" ? "'high'" : "true";
    assert.equal(told(await database.as(ann, `INSERT INTO diary (title, ${given}) VALUES ('t', ${value})`)), makes);
    assert.equal(told(await database.as(ann, asked)), requests);
    assert.deepEqual(await database.as(null, "SELECT title FROM diary"), { rows: [] });
    assert.equal(told(await database.as(ann, "UPDATE diary SET title = 'u'")), "done");
    await database.owner("BEGIN");
    for (const statement of samplesOf(compile(written))) await database.owner(statement);
    await database.owner("COMMIT");
    await database.close();
  });

test("a writer who may not set a field gives it no value where its default is not shown", async () => {
  for (const [cell, gives] of [
    ["no", "done"],
    ["not shown", "FORBIDDEN 6/Diary/set Private"],
  ] as const) {
    const written = source
      .replace(hidden, `| Private | yes/no | no | ${cell} |`)
      .replace("| Diary | update | no | yes |", "| Diary | update | no | yes |\n| Diary | set Private | no | no |");
    const database = await open(written);
    const ann = await database.account("Ann");
    assert.equal(told(await database.as(ann, "INSERT INTO diary (title, private) VALUES ('t', false)")), gives);
    assert.equal(told(await database.as(ann, left)), cell === "no" ? "done" : "NOT_SHOWN 3/Diary/Private");
    await database.close();
  }
});
