// What is unique together and not shown, in a real PostgreSQL: no row is written beside others as if nothing had been said.
import assert from "node:assert/strict";
import { test } from "node:test";
import { databases, type Answer } from "../../../testing/database.ts";
import { completeDocument } from "../../../testing/run-cases.ts";

const { open } = databases();

const { source } = completeDocument(`## 3. Entities and their fields

### Desk
- Unique together: Floor, Number

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Floor | integer | yes | |
| Number | integer | yes | |
| Note | text up to 80 | no | |

### Lamp

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Name | text up to 80 | yes | |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Person | signed in |

| For | May | Person |
| --- | --- | --- |
| Desk | create, read, update, delete | yes |
| Lamp | create, read, update, delete | yes |

## 9. Business constants and limits

| Setting | Value |
| --- | --- |
| Sign-in | email and password |
`);

const said = (answer: Answer): unknown => {
  if ("rows" in answer) return "done";
  return answer.code === "NOT_SHOWN" ? `${answer.code} ${answer.problems[0]?.clause}` : answer.code;
};

test("where it is not shown what is unique together, no row is made or changed", async () => {
  const refused = "NOT_SHOWN 3/Desk/Unique together";
  const together = "Unique together: Floor, Number";
  for (const { what, change, expected } of [
    { what: "all is shown", change: ["", ""], expected: ["23505", "done"] },
    { what: "the property is not", change: [together, "Unique together: not shown"], expected: [refused, refused] },
    {
      what: "the type of a field is not",
      change: ["| Floor | integer", "| Floor | not shown"],
      expected: [refused, refused],
    },
  ] as const) {
    const database = await open(source.replace(change[0], change[1]));
    const ann = await database.account("Ann");
    const isThere = !change[0].startsWith("| Floor");
    const add = isThere ? "INSERT INTO desk (floor, number) VALUES (1, 1)" : "INSERT INTO desk (number) VALUES (1)";
    // A row of before.
    await database.owner("ALTER TABLE desk DISABLE TRIGGER USER");
    await database.owner(
      add
        .replace("(", "(id, created_at, updated_at, ")
        .replace("VALUES (", "VALUES (gen_random_uuid(), now(), now(), "),
    );
    await database.owner("ALTER TABLE desk ENABLE TRIGGER USER");
    const made = said(await database.as(ann, add));
    const changed = said(await database.as(ann, "UPDATE desk SET number = 2"));
    assert.deepEqual([made, changed], expected, what);
    assert.equal(said(await database.as(ann, "DELETE FROM desk")), "done", what);
    assert.equal(said(await database.as(ann, "INSERT INTO lamp (name) VALUES ('L')")), "done", what);
    await database.close();
  }
});
