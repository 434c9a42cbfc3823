// What section 3 asks of the value of every field, refusal by refusal.
import type { Trial, Trials } from "./trial.ts";

const tool = (field: string, value: string, refused: string, kind: RegExp, what: string): Trial => ({
  what,
  kind,
  clause: `3/Tool/${field}`,
  by: "ann",
  act: `UPDATE tool SET ${field.toLowerCase().replace(" ", "_")} = ${value} WHERE id = :2`,
  refused,
});

export const values: Trials = {
  title: "what is no value of a field",
  document: `
## 3. Entities and their fields

### Shelf

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Name | text up to 9 | yes | |

### Tool

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Name | text up to 5 | yes | |
| Story | Markdown text | no | |
| Slug | text matching \`^[a-z]+$\` | no | |
| Mail | email | no | |
| Count | integer 0 to 7 | no | |
| Rank | integer 0 to 7 | yes | 1 |
| Price | number 0 to 9.5 | no | |
| Worth | number 0 to 9.5 | yes | 1 |
| Sort | one of: hand, power | yes | |
| Mood | one of: good, bad | no | |
| Made on | date | yes | |
| Sold on | date | no | |
| Opens at | datetime | yes | \`now\` |
| Shut at | datetime | no | |
| Lent at | time | yes | 08:30 |
| Back at | time | no | |
| Colours | several of: red, green | no | |
| Sizes | several of: small, large | yes | small |
| Friends | several Shelf | no | |
| Papers | files up to 2 | no | |
| Proofs | files | no | |
| Photo | image | no | |
| Shelf | belongs to Shelf | yes | |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Member | signed in |

| For | May | Member |
| --- | --- | --- |
| Shelf | create, read, update, delete | yes |
| Tool | create, read, update, delete | yes |
`,
  people: { ann: [] },
  given: [
    "INSERT INTO shelf (id, name) VALUES (:1, 'Top')",
    "INSERT INTO tool (id, name, sort, made_on, shelf) VALUES (:2, 'Saw', 'hand', '2020-01-01', :1)",
  ],
  trials: [
    tool(
      "Name",
      "''",
      "REQUIRED name",
      /^writ.guard: IF NEW.x IS NULL OR NEW.x COLLATE x ~ '…' THEN .*'REQUIRED'/,
      "a required text is empty",
    ),
    tool(
      "Made on",
      "NULL",
      "REQUIRED made_on",
      /^writ.guard: IF NEW.x IS NULL THEN .*'REQUIRED'/,
      "a required value is missing",
    ),
    tool(
      "Name",
      "'123456'",
      "TOO_LONG name",
      /^writ.guard: ELSIF char_length\(NEW.x\) > 0 THEN .*'TOO_LONG'/,
      "a required text is too long",
    ),
    tool(
      "Story",
      "repeat('a', 100001)",
      "TOO_LONG story",
      /^writ.guard: IF char_length\(NEW.x\) > 0 THEN .*'TOO_LONG'/,
      "a text is too long",
    ),
    tool(
      "Slug",
      "'A'",
      "INVALID slug",
      /^writ.guard: ELSIF NOT \(NEW.x COLLATE x ~ '…'\) THEN .*'INVALID'/,
      "a text does not match its pattern",
    ),
    tool(
      "Count",
      "8",
      "INVALID count",
      /^writ.guard: IF NOT \(NEW.x >= \(?-?0\)?( AND NEW.x <= \(?-?0\)?)?\) THEN .*'INVALID'/,
      "an integer is out of its range",
    ),
    tool(
      "Rank",
      "8",
      "INVALID rank",
      /^writ.guard: ELSIF NOT \(NEW.x >= \(?-?0\)?( AND NEW.x <= \(?-?0\)?)?\) THEN .*'INVALID'/,
      "a required integer is out of its range",
    ),
    tool(
      "Price",
      "9.51",
      "INVALID price",
      /^writ.guard: IF NOT \(abs\(NEW.x\) < 0 .*'INVALID'/,
      "a number is out of its range",
    ),
    tool(
      "Worth",
      "9.51",
      "INVALID worth",
      /^writ.guard: ELSIF NOT \(abs\(NEW.x\) < 0 .*'INVALID'/,
      "a required number is out of its range",
    ),
    tool(
      "Mood",
      "'bold'",
      "INVALID mood",
      /^writ.guard: IF NEW.x NOT IN \(…\) THEN .*'INVALID'/,
      "what is chosen is no choice",
    ),
    tool(
      "Sort",
      "'soft'",
      "INVALID sort",
      /^writ.guard: ELSIF NEW.x NOT IN \(…\) THEN .*'INVALID'/,
      "what has to be chosen is no choice",
    ),
    tool(
      "Sold on",
      "'10000-01-01'",
      "INVALID sold_on",
      /^writ.guard: IF NOT \(NEW.x BETWEEN date .*'INVALID'/,
      "a date is beyond all calendars",
    ),
    tool(
      "Made on",
      "'10000-01-01'",
      "INVALID made_on",
      /^writ.guard: ELSIF NOT \(NEW.x BETWEEN date .*'INVALID'/,
      "a required date is beyond all calendars",
    ),
    tool(
      "Shut at",
      "'10000-01-02'",
      "INVALID shut_at",
      /^writ.guard: IF NOT \(NEW.x BETWEEN timestamptz .*'INVALID'/,
      "a moment is beyond all calendars",
    ),
    tool("Back at", "'24:00'", "INVALID back_at", /^writ.guard: IF NEW.x >= time .*'INVALID'/, "a day ends"),
    tool(
      "Lent at",
      "'24:00'",
      "INVALID lent_at",
      /^writ.guard: ELSIF NEW.x >= time .*'INVALID'/,
      "a day ends at a required time",
    ),
    tool(
      "Opens at",
      "'10000-01-02'",
      "INVALID opens_at",
      /^writ.guard: ELSIF NOT \(NEW.x BETWEEN timestamptz .*'INVALID'/,
      "a required moment is beyond all calendars",
    ),
    tool(
      "Colours",
      "'{blue}'",
      "INVALID colours",
      /^writ.guard: IF NOT \(\(COALESCE\(array_ndims.*<@ ARRAY.*'INVALID'/,
      "one of several is no choice",
    ),
    tool(
      "Sizes",
      "'{}'",
      "REQUIRED sizes",
      /^writ.guard: IF cardinality\(NEW.x\) = 0 THEN .*'REQUIRED'/,
      "required choices are none",
    ),
    tool(
      "Sizes",
      "'{small,small}'",
      "INVALID sizes",
      /^writ.guard: ELSIF NOT \(\(COALESCE\(array_ndims.*<@ ARRAY.*'INVALID'/,
      "a choice comes twice",
    ),
    tool(
      "Friends",
      "ARRAY[:1, :1]",
      "INVALID friends",
      /^writ.guard: IF NOT \(COALESCE\(array_ndims.*END\) THEN .*'INVALID'/,
      "a row comes twice",
    ),
    tool(
      "Papers",
      "'{a,b,c}'",
      "INVALID papers",
      /^writ.guard: IF NOT \(\(COALESCE\(array_ndims.*cardinality\(NEW.x\) <= 0\) THEN .*'INVALID'/,
      "more files than there may be",
    ),
    {
      ...tool(
        "Proofs",
        "'{a,a}'",
        "INVALID proofs",
        /^writ.guard: IF NOT \(\(COALESCE\(array_ndims.*ELSE writ.is_set\(NEW.x\) END\)\) THEN .*'INVALID'/,
        "a file comes twice",
      ),
      besides: /writ.are_files/,
    },
    tool(
      "Papers",
      "'{a}'",
      "INVALID papers",
      /^writ.guard: ELSIF client AND NOT writ.are_files\(.*'INVALID'/,
      "files that are not the row's",
    ),
    {
      what: "an account without a name",
      kind: /^writ.guard: IF client AND \(NEW.name IS NULL OR NEW.name COLLATE x ~ '…'\) THEN .*'REQUIRED'/,
      clause: "3/User",
      by: "ann",
      act: `UPDATE "user" SET name = ' ' WHERE id = :ann`,
      refused: "REQUIRED name",
    },
    {
      what: "an account with too long a name",
      kind: /^writ.guard: ELSIF char_length\(NEW.name\) > 0 THEN .*'TOO_LONG'/,
      clause: "3/User",
      by: "ann",
      act: `UPDATE "user" SET name = repeat('a', 201) WHERE id = :ann`,
      refused: "TOO_LONG name",
    },
    {
      what: "nothing where something must be, though no guard asks",
      kind: "column that is never empty",
      clause: "3/Tool/Made on",
      by: "service",
      act: "UPDATE tool SET made_on = NULL WHERE id = :2",
      refused: "REQUIRED made_on",
      alone: "23502",
    },
  ],
};
