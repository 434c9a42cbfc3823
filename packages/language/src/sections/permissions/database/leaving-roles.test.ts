// A row that gives a role may be changed or deleted by it: whoever leaves is judged as what they were, and not as what is left.
import assert from "node:assert/strict";
import { test } from "node:test";
import { completeDocument } from "../../../testing/run-cases.ts";
import { databases, type Answer } from "../../../testing/database.ts";

const { open } = databases();

const told = (answer: Answer) => ("rows" in answer ? answer.rows.length : answer.code);

test("a user may give up the row that gives them a role while its conditions on other rows hold", async () => {
  const database = await open(
    completeDocument(`## 3. Entities and their fields

### Club

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Name | text | yes | |
| Open | yes/no | yes | no |

### Member

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Club | belongs to Club | yes | |
| Person | reference to User | no | |

## 6. Roles and permissions

| Role | Given by | Within |
| --- | --- | --- |
| Insider | Member where \`member.person != null\` | Club |

| Condition | For | Holds when |
| --- | --- | --- |
| open | Member | \`member.club.open\` |

| For | May | Insider |
| --- | --- | --- |
| Club | read | yes |
| Club | create, update, delete | no |
| Member | read | yes |
| Member | create | no |
| Member | update, delete | open |
`).source,
  );
  const [ann, bob] = [await database.account("Ann"), await database.account("Bob")];
  const [shut] = await database.owner("INSERT INTO club (name) VALUES ('Chess') RETURNING id");
  const [club] = await database.owner("INSERT INTO club (name, open) VALUES ('Go', true) RETURNING id");
  for (const person of [ann, bob])
    await database.owner("INSERT INTO member (club, person) VALUES ($1, $3), ($2, $3)", [
      shut?.["id"],
      club?.["id"],
      person,
    ]);
  const own = "person = auth.uid() AND club = $1";
  const leave = async (person: string, of: unknown) =>
    told(await database.as(person, `DELETE FROM member WHERE ${own} RETURNING id`, [of]));
  const clear = async (person: string, of: unknown) =>
    told(await database.as(person, `UPDATE member SET person = NULL WHERE ${own}`, [of]));
  assert.deepEqual([await leave(ann, shut?.["id"]), await clear(bob, shut?.["id"])], ["FORBIDDEN", "FORBIDDEN"]);
  assert.deepEqual([await leave(ann, club?.["id"]), await clear(bob, club?.["id"])], [1, 0]);
  assert.deepEqual(await database.owner("SELECT person FROM member WHERE club = $1", [club?.["id"]]), [
    { person: null },
  ]);
});
