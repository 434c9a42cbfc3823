// Who may set a field at creation: what the system fills in is given by nobody.
import assert from "node:assert/strict";
import { test } from "node:test";
import { databases } from "../../testing/database.ts";
import { completeDocument } from "../../testing/run-cases.ts";

const { open } = databases();

const fragment = (numbers: string, fields = "") => `
## 3. Entities and their fields

### Ticket

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Title | text | yes | |
| Requester | reference to User | auto | \`me\` |
| Urgent | yes/no | no | no |
| Number | ${numbers} | | |
${fields}
## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Person | signed in |

| For | May | Person |
| --- | --- | --- |
| User | read | yes |
| Ticket | create, read, update, delete | yes |
| Ticket | set Requester | no |
| Ticket | set Urgent | no |

## 9. Business constants and limits

| Setting | Value |
| --- | --- |
| Sign-in | email and password |
`;

const documents = {
  "beside a number": fragment("sequence number"),
  "beside a number that counts for it": fragment("sequence number per User"),
  "beside a default that reads it": fragment(
    "sequence number",
    "| Due at | datetime | auto | `ticket.urgent ? now : now + days(1)` |\n",
  ),
};

for (const [words, document] of Object.entries(documents)) {
  test(`a field with a set row and a default, ${words}`, async () => {
    const desk = await open(completeDocument(document).source);
    const [ann, bo] = [await desk.account("Ann"), await desk.account("Bo")];
    const insert = "INSERT INTO ticket (title, requester) VALUES ('a', $1) RETURNING requester";
    assert.deepEqual(await desk.as(ann, "INSERT INTO ticket (title) VALUES ('a') RETURNING requester"), {
      rows: [{ requester: ann }],
    });
    assert.partialDeepStrictEqual(await desk.as(ann, insert, [bo]), { code: "FORBIDDEN" });
    assert.partialDeepStrictEqual(await desk.as(ann, "INSERT INTO ticket (title, urgent) VALUES ('a', true)"), {
      code: "FORBIDDEN",
    });
    await desk.close();
  });
}

test("a condition that reads what is missing gives no right", async () => {
  const desk = await open(
    completeDocument(`
## 3. Entities and their fields

### Ticket

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Title | text | yes | |
| Effort | integer | yes | |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Person | signed in |

| Condition | For | Holds when |
| --- | --- | --- |
| small | Ticket | \`ticket.effort < 5\` |

| For | May | Person |
| --- | --- | --- |
| Ticket | create, read, update, delete | small |

## 9. Business constants and limits

| Setting | Value |
| --- | --- |
| Sign-in | email and password |
`).source,
  );
  const ann = await desk.account("Ann");
  assert.partialDeepStrictEqual(await desk.as(ann, "INSERT INTO ticket (title) VALUES ('a')"), { code: "FORBIDDEN" });
  assert.deepEqual(await desk.as(ann, "INSERT INTO ticket (title, effort) VALUES ('a', 4)"), { rows: [] });
  await desk.close();
});
