// What still uses a row that goes: not what goes with it, however far below it stands.
import assert from "node:assert/strict";
import { test } from "node:test";
import { databases } from "../../../testing/database.ts";
import { completeDocument } from "../../../testing/run-cases.ts";

const { open } = databases();

const fragment = `
## 3. Entities and their fields

### Team

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Title | text | yes | |

### Project

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Team | belongs to Team | yes | |

### Ticket

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Project | belongs to Project | yes | |
| Sponsor | reference to Team | no | |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Visitor | anyone |

| For | May | Visitor |
| --- | --- | --- |
| Team | create, read, update, delete | yes |
| Project | create, read, update, delete | yes |
| Ticket | create, read, update, delete | yes |
`;

test("a row below a row below it refers to it", async () => {
  const desk = await open(completeDocument(fragment).source);
  await desk.owner(`WITH teams AS (INSERT INTO team (title) VALUES ('a'), ('b') RETURNING id),
    projects AS (INSERT INTO project (team) SELECT id FROM teams RETURNING id, team)
    INSERT INTO ticket (project, sponsor) SELECT id, team FROM projects`);
  assert.deepEqual(await desk.as(null, "DELETE FROM team WHERE title = 'a' RETURNING title"), {
    rows: [{ title: "a" }],
  });
  assert.equal((await desk.owner("SELECT FROM ticket")).length, 1);
  await desk.owner(`WITH teams AS (INSERT INTO team (title) VALUES ('c') RETURNING id),
    projects AS (INSERT INTO project (team) SELECT id FROM teams RETURNING id)
    INSERT INTO ticket (project, sponsor) SELECT projects.id, team.id FROM projects, team WHERE title = 'b'`);
  assert.partialDeepStrictEqual(await desk.as(null, "DELETE FROM team WHERE title = 'b'"), {
    code: "STILL_USED",
    problems: [{ code: "STILL_USED", clause: "3/Ticket/Sponsor" }],
  });
  await desk.close();
});
