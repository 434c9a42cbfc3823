// What is not shown: requests that need it are rejected.
import type { Trials } from "./trial.ts";

export const gaps: Trials = {
  title: "what is not shown is nobody's to do",
  document: `
## 3. Entities and their fields

### Note

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Text | text | yes | |
| State | state | | |

### Page

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Text | text | yes | |
| Size | integer 0 to \`largest\` | no | |

### Crate

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| State | state | | |

### Leaf

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Green | yes/no | no | not shown |

### Root

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Depth | text | auto | not shown |

## 4. States and transitions

### Note

| State | Kind |
| --- | --- |
| Open | start |
| Done | end |

| Transition | From | To | On | Only if |
| --- | --- | --- | --- | --- |
| Finish | Open | not shown | button | |
| Reopen | Done | Open | button | |

### Crate

| State | Kind |
| --- | --- |
| Full | not shown |

## 5. Validation rules

| Rule | For | On | Must hold | Otherwise |
| --- | --- | --- | --- | --- |
| Some text | Page | | not shown | SHORT |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Member | signed in |

| For | May | Member |
| --- | --- | --- |
| Note | create, read, update, delete, Finish, Reopen | yes |
| Page | create, read, delete | yes |
| Crate | create, read, update, delete | yes |
| Leaf | create, read, update, delete | yes |
| Root | create, read, update, delete | yes |
| Page | update | not shown |

## 8. The error catalogue

| Code | When | Status | Message |
| --- | --- | --- | --- |
| SHORT | | 422 | Short. |

## 9. Business constants and limits

| Setting | Value |
| --- | --- |
| Sign-in | email and password |

| Limit | Value | Counts | Otherwise |
| --- | --- | --- | --- |
| New notes | not shown | create Note | RATE_LIMITED |
| Again | not shown | Reopen | RATE_LIMITED |
| Ways in | not shown | sign in | RATE_LIMITED |

| Constant | Value |
| --- | --- |
| Largest | not shown |
`,
  people: { ann: [] },
  given: [
    "INSERT INTO note (id, text) VALUES (:1, 'a')",
    "INSERT INTO note (id, text, state) VALUES (:2, 'a', 'done')",
    "ALTER TABLE page DISABLE TRIGGER USER",
    "INSERT INTO page (id, text, created_at, updated_at) VALUES (:3, 'a', now(), now())",
    "ALTER TABLE page ENABLE TRIGGER USER",
  ],
  trials: [
    {
      what: "a step of which nobody knows where it leads",
      kind: /^writ.do: PERFORM .*'NOT_SHOWN'/,
      clause: "4/Note/Finish/To",
      by: "ann",
      act: "SELECT FROM note_finish(:1)",
      refused: "NOT_SHOWN",
    },
    {
      what: "a row of which nobody knows in which state it begins",
      kind: /^writ.guard: IF NEW.x IS NULL THEN problems := problems .*'NOT_SHOWN'/,
      clause: "4/Crate/State/Full/Kind",
      by: "ann",
      act: "INSERT INTO crate DEFAULT VALUES",
      refused: "NOT_SHOWN state",
    },
    {
      what: "a value of which nobody knows whether it is within its bounds",
      kind: /^writ.guard: (ELS)?IF (NEW.x IS NOT NULL|cardinality\(NEW.x\) > .*) THEN problems := problems .*'NOT_SHOWN'/,
      clause: "3/Page/Size",
      by: "ann",
      act: "INSERT INTO page (text, size) VALUES ('a', 1)",
      refused: "NOT_SHOWN size",
    },
    {
      what: "a row of which nobody knows what would stand where nothing is given",
      kind: /^writ.guard: (ELS)?IF client AND TG_OP = 'INSERT' AND given.x IS NULL THEN .*'NOT_SHOWN'/,
      clause: "3/Leaf/Green",
      by: "ann",
      act: "INSERT INTO leaf DEFAULT VALUES",
      refused: "NOT_SHOWN green",
    },
    {
      what: "a row of which nobody knows what the system would set",
      kind: /^writ.guard: (ELS)?IF client AND TG_OP = 'INSERT' THEN .*'NOT_SHOWN'/,
      clause: "3/Root/Depth",
      by: "ann",
      act: "INSERT INTO root DEFAULT VALUES",
      refused: "NOT_SHOWN depth",
    },
    {
      what: "a rule of which nobody knows what it wants",
      kind: /^writ.breaks: IF moment IN \(…\) THEN .*'NOT_SHOWN'/,
      clause: "5/Page/Some text/Must hold",
      by: "ann",
      act: "INSERT INTO page (text) VALUES ('a')",
      refused: "NOT_SHOWN",
    },
    {
      what: "a right of which nobody knows whose it is",
      kind: /^writ.guard: IF client AND NOT x\(OLD\) THEN PERFORM/,
      clause: "6/Page/update",
      by: "ann",
      act: "UPDATE page SET text = 'b' WHERE id = :3",
      refused: "NOT_SHOWN",
    },
    {
      what: "rows of which nobody knows how many may be created",
      kind: /^writ.guard: IF client THEN .*'NOT_SHOWN'/,
      clause: "9/New notes/Value",
      by: "ann",
      act: "INSERT INTO note (text) VALUES ('a')",
      refused: "NOT_SHOWN",
    },
    {
      what: "a step of which nobody knows how often it may be taken",
      kind: /^writ.before: PERFORM .*'NOT_SHOWN'/,
      clause: "9/Again/Value",
      by: "ann",
      act: "SELECT FROM note_reopen(:2)",
      refused: "NOT_SHOWN",
    },
    {
      what: "a way in of which nobody knows how often it is open",
      kind: /^writ.rate: (BEGIN )?PERFORM writ.refuse\(.*'NOT_SHOWN'/,
      clause: "9/Ways in/Value",
      by: "owner",
      act: "SELECT writ.act('sign in')",
      refused: "NOT_SHOWN",
    },
  ],
};
