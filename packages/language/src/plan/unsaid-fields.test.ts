// A field of which it is not shown whether only the system sets it: nobody gives it, or they might be taken for somebody else.
import assert from "node:assert/strict";
import { test } from "node:test";
import { databases, type Answer } from "../testing/database.ts";
import { completeDocument } from "../testing/run-cases.ts";

const { open } = databases();

const { source } = completeDocument(`## 3. Entities and their fields

### Letter
- Owner: Writer

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Text | text up to 80 | yes | |
| Place | text up to 80 | no | |
| Writer | reference to User | auto | \`me\` |
| Paid | yes/no | auto | no |
| Judged by | reference to User | auto | |
| State | state | | |

## 4. States and transitions

### Letter

| State | Kind |
| --- | --- |
| Sent | start |
| Judged | end |

| Transition | From | To | On |
| --- | --- | --- | --- |
| Judge | Sent | Judged | button |

### Effects
| For | After | Do | With |
| --- | --- | --- | --- |
| Letter | Judge | set | \`judged_by = me\` |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Person | signed in |

| For | May | Person |
| --- | --- | --- |
| User | read | yes |
| Letter | create, read, Judge | yes |
| Letter | update, delete | own |

## 9. Business constants and limits

| Setting | Value |
| --- | --- |
| Sign-in | email and password |
`);

/** The first of what is wrong. */
const told = (answer: Answer): string =>
  "rows" in answer ? "done" : `${answer.code} ${answer.problems[0]?.clause ?? ""}`;

for (const { of, change, gives } of [
  { of: "auto", change: (text: string) => text, gives: (field: string) => `FORBIDDEN 3/Letter/${field}` },
  {
    of: "not shown",
    change: (text: string) => text.replaceAll("| auto |", "| not shown |"),
    gives: (field: string) => `NOT_SHOWN 3/Letter/${field}/Required`,
  },
])
  test(`where Required is ${of}, nobody writes in somebody else's name`, async () => {
    const database = await open(change(source));
    const [ann, ben] = [await database.account("Ann"), await database.account("Ben")];
    const write = async (column: string, value: string) =>
      told(await database.as(ann, `INSERT INTO letter (text, ${column}) VALUES ('t', ${value})`));
    assert.equal(await write("writer", `'${ben}'`), gives("Writer"));
    assert.equal(await write("paid", "true"), gives("Paid"));
    assert.equal(await write("judged_by", `'${ben}'`), gives("Judged by"));
    assert.equal(await write("place", "'here'"), "done");
    const alter = async (sql: string) => told(await database.as(ann, `UPDATE letter SET ${sql}`));
    assert.equal(await alter(`writer = '${ben}'`), gives("Writer"));
    assert.equal(await alter("paid = true"), gives("Paid"));
    assert.equal(await alter("text = 'u'"), "done");
    assert.equal(told(await database.as(ann, "SELECT letter_judge(id => (SELECT id FROM letter))")), "done");
    const letters = await database.owner(`SELECT writer = '${ann}' AS own, judged_by = '${ann}' AS judged FROM letter`);
    assert.deepEqual(letters, [{ own: true, judged: true }]);
  });

test("whom a row of the matrix lets set a field sets it, whether or not Required is shown", async () => {
  const database = await open(
    source
      .replaceAll("| auto |", "| not shown |")
      .replace("| Letter | update, delete | own |", "| Letter | update, delete | own |\n| Letter | set Paid | yes |"),
  );
  const ann = await database.account("Ann");
  assert.equal(told(await database.as(ann, "INSERT INTO letter (text, paid) VALUES ('t', true)")), "done");
});
