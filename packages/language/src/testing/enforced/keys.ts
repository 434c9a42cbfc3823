// What stands behind the guards of section 3: keys, references, what no two rows may have, and what a row still needs.
import type { Trials } from "./trial.ts";

export const keys: Trials = {
  title: "what no two rows have, and what rows refer to",
  document: `
## 3. Entities and their fields

### Settings
- One row: yes

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Hours | integer | yes | 3 |

### Shelf

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Name | text, unique | yes | |
| Label | text, unique ignoring case | no | |

### Tool
- Unique together: Shelf, Name

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Shelf | belongs to Shelf | yes | |
| Name | text | yes | |
| Beside | reference to Shelf, cleared on delete | no | |
| Before | reference to Shelf | no | |
| Shelves | several Shelf | no | |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Member | signed in |

| For | May | Member |
| --- | --- | --- |
| Settings | read, update | yes |
| Shelf | create, read, update, delete | yes |
| Tool | create, read, update, delete | yes |
`,
  people: { ann: [] },
  given: [
    "INSERT INTO shelf (id, name, label) VALUES (:1, 'Top', 'T'), (:2, 'Low', 'L')",
    "INSERT INTO tool (id, shelf, name, before) VALUES (:3, :2, 'Saw', :1)",
    "INSERT INTO tool (id, shelf, name, shelves) VALUES (:4, :2, 'Axe', ARRAY[:2])",
  ],
  trials: [
    {
      what: "two rows with one id",
      kind: "constraint PRIMARY KEY",
      clause: "3/Shelf",
      by: "ann",
      act: "INSERT INTO shelf (id, name) VALUES (:1, 'Mid')",
      refused: "23505",
    },
    {
      what: "two rows with a value that is unique",
      kind: "unique index (x)",
      clause: "3/Shelf/Name",
      by: "ann",
      act: "INSERT INTO shelf (name) VALUES ('Top')",
      refused: "23505",
    },
    {
      what: "two rows with a value that is unique but for its case",
      kind: "unique index (lower(x))",
      clause: "3/Shelf/Label",
      by: "ann",
      act: "INSERT INTO shelf (name, label) VALUES ('Mid', 't')",
      refused: "23505",
    },
    {
      what: "two rows with values that are unique together",
      kind: "unique index (x, …)",
      clause: "3/Tool/Unique together",
      by: "ann",
      act: "INSERT INTO tool (shelf, name) VALUES (:2, 'Saw')",
      refused: "23505",
    },
    {
      what: "two rows of settings",
      kind: "unique index ((true))",
      clause: "3/Settings",
      by: "service",
      act: "INSERT INTO settings (hours) VALUES (4)",
      refused: "23505",
    },
    {
      what: "a part of a whole that is not there",
      kind: "constraint FOREIGN KEY ON DELETE CASCADE",
      clause: "3/Tool/Shelf",
      by: "service",
      act: "INSERT INTO tool (shelf, name) VALUES (:9, 'Plane')",
      refused: "23503",
    },
    {
      what: "a reference to a row that is not there, to be cleared with it",
      kind: "constraint FOREIGN KEY ON DELETE SET NULL",
      clause: "3/Tool/Beside",
      by: "service",
      act: "UPDATE tool SET beside = :9 WHERE id = :3",
      refused: "23503",
    },
    {
      what: "a reference to a row that is not there",
      kind: "constraint FOREIGN KEY ON DELETE NO ACTION",
      clause: "3/Tool/Before",
      by: "service",
      act: "UPDATE tool SET before = :9 WHERE id = :3",
      refused: "23503",
    },
    {
      what: "one of several references to a row that is not there",
      kind: "trigger _pairs_<field>",
      needs: /FOREIGN KEY/,
      clause: "3/Tool/Shelves",
      by: "service",
      act: "UPDATE tool SET shelves = ARRAY[:9] WHERE id = :3",
      refused: "23503",
    },
    {
      what: "a row goes that others refer to",
      kind: /^writ.still: IF EXISTS \(.*other.x = OLD.id\) THEN .*'STILL_USED'/,
      clause: "3/Tool/Before",
      by: "ann",
      act: "DELETE FROM shelf WHERE id = :1",
      refused: "STILL_USED",
    },
    {
      what: "a row goes that others refer to, and nobody asks",
      kind: "trigger Needed",
      clause: "3/Shelf",
      says: "3/Tool/Before",
      by: "ann",
      act: "DELETE FROM shelf WHERE id = :1",
      refused: "STILL_USED",
    },
  ],
};
