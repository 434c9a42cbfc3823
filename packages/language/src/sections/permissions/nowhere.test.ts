// Conditions about what a reference leads to, where it leads nowhere.
import assert from "node:assert/strict";
import { test } from "node:test";
import { databases } from "../../testing/database.ts";
import { completeDocument } from "../../testing/run-cases.ts";

const { open } = databases();

const fragment = (condition: string) => `
## 3. Entities and their fields

### Box

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Open | yes/no | no | no |

### Ticket

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Title | text | yes | |
| Box | reference to Box | no | |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Visitor | anyone |

| Condition | For | Holds when |
| --- | --- | --- |
| fair | Ticket | \`${condition}\` |

| For | May | Visitor |
| --- | --- | --- |
| Box | create, read, update, delete | no |
| Ticket | read | fair |
| Ticket | create, update, delete | no |
`;

/** Which of a ticket in an open box, one in a closed box, and one in no box. */
const conditions: Readonly<Record<string, string>> = {
  "ticket.box == null or ticket.box.open": "in an open one, in none",
  "ticket.box != null and ticket.box.open": "in an open one",
  "not (ticket.box != null and ticket.box.open)": "in a closed one, in none",
  "ticket.box == null ? true : ticket.box.open": "in an open one, in none",
  "ticket.box == null ? false : not ticket.box.open": "in a closed one",
  "(ticket.box == null ? now : ticket.box.created_at) == now": "in none",
  "not (ticket.box == null or ticket.box.open)": "in a closed one",
};

for (const [condition, expected] of Object.entries(conditions)) {
  test(condition, async () => {
    const desk = await open(completeDocument(fragment(condition)).source);
    await desk.owner(`WITH boxes AS (INSERT INTO box (open, created_at) VALUES (true, '2026-01-01'), (false, '2026-01-01') RETURNING id, open)
      INSERT INTO ticket (title, box) SELECT CASE WHEN open THEN '1 in an open one' ELSE '2 in a closed one' END, id FROM boxes
      UNION ALL SELECT '3 in none', NULL`);
    const { rows } = (await desk.as(null, "SELECT title FROM ticket ORDER BY title")) as { rows: { title: string }[] };
    assert.equal(rows.map(({ title }) => title.slice(2)).join(", "), expected);
    await desk.close();
  });
}
