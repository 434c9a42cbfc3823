// A rule of which it is not shown when it is asked: whatever becomes of a row is refused, and its document is served.
import assert from "node:assert/strict";
import { test } from "node:test";
import { compile } from "../../compile.ts";
import { compare } from "../../database/compare.ts";
import { databaseOf } from "../../database/database.ts";
import { databases, type Answer } from "../../testing/database.ts";
import { completeDocument } from "../../testing/run-cases.ts";

const { open } = databases();

const documentWith = (kept: string, same: string): string =>
  completeDocument(`## 3. Entities and their fields

### Note

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Text | text up to 80 | yes | |
| Kept | yes/no | no | no |

### Task

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Title | text up to 80 | yes | |

## 5. Validation rules

| Rule | For | On | Must hold | Otherwise |
| --- | --- | --- | --- | --- |
| Kept | Note | ${kept} | \`not note.kept\` | INVALID |
| Same | Task | ${same} | \`task.title == old.title\` | INVALID |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Person | signed in |

| For | May | Person |
| --- | --- | --- |
| Note | create, read, update, delete | yes |
| Task | create, read, update, delete | yes |

## 9. Business constants and limits

| Setting | Value |
| --- | --- |
| Sign-in | email and password |
`).source;

const told = (answer: Answer): string =>
  "rows" in answer ? "done" : answer.problems.map(({ code, clause }) => `${code} ${clause ?? ""}`).join(", ");

test("a rule that does not show when it is asked is asked of whatever becomes of a row", async () => {
  const shown = compile(documentWith("delete", "update"));
  const database = await open(documentWith("delete", "update"));
  const ann = await database.account("Ann");
  await database.owner("INSERT INTO note (text, kept) VALUES ('n', true)");
  await database.owner("INSERT INTO task (title) VALUES ('t')");
  const tried = async () => [
    told(await database.as(ann, "INSERT INTO note (text) VALUES ('n')")),
    told(await database.as(ann, "DELETE FROM note WHERE kept")),
    told(await database.as(ann, "UPDATE task SET title = 'u'")),
  ];
  assert.deepEqual(await tried(), ["done", "INVALID 5/Note/Kept", "INVALID 5/Task/Same"]);
  const unknown = compile(documentWith("not shown", "not shown"));
  assert.deepEqual(
    unknown.problems.filter(({ severity }) => severity === "error"),
    [],
  );
  for (const { sql } of compare(databaseOf(shown), databaseOf(unknown)))
    for (const statement of sql) await database.owner(statement);
  const [note, task] = ["NOT_SHOWN 5/Note/Kept/On", "NOT_SHOWN 5/Task/Same/On"];
  assert.deepEqual(await tried(), [note, note, task]);
});
