// What section 3 requires of a writer who gives a value: what only the system sets, what is given once, what may be
// referred to.
import type { Trials } from "./trial.ts";

export const given: Trials = {
  title: "what is not theirs to give",
  document: `
## 3. Entities and their fields

### Settings
- One row: yes

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Hours | integer | yes | 3 |

### Secret

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Name | text | yes | |

### Shelf

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Name | text | yes | |
| Tools | list of Tool | | |

### Tool

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Shelf | belongs to Shelf | yes | |
| Stamp | text, set once | no | |
| Number | sequence number | | |
| Token | random code \`{0}\` | | |
| Checked | yes/no | auto | no |
| Beside | reference to Secret | no | |
| Keeper | reference to User | no | |
| Next | reference to Tool, among \`tool.shelf.tools\` | no | |
| Secrets | several Secret | no | |
| Helpers | several User | no | |
| Others | several Tool, among \`tool.shelf.tools\` | no | |

### Cart

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Code | random code \`{aaaaaaaa}\` | | |
| Total | computed integer \`cart.lines.size()\` | | |
| Lines | list of Line | | |
| Phone | text | no | |
| Rank | text | auto | |
| Passed | yes/no | auto | no |
| Worth | integer | yes | 5 |
| Seal | text, set once | no | |
| Behind | reference to Secret | no | |

### Line

| Field | Type | Required | Default |
| --- | --- | --- | --- |
| Cart | belongs to Cart | yes | |

## 6. Roles and permissions

| Role | Given by |
| --- | --- |
| Member | signed in |
| Chief | named at installation |

| For | May | Member | Chief |
| --- | --- | --- | --- |
| Settings | create, read, update, delete | yes | yes |
| Secret | create, read, update, delete | no | yes |
| Shelf | create, read, update, delete | yes | yes |
| Tool | create, read, update, delete | yes | yes |
| Cart | create, read, update, delete | yes | yes |
| Cart | see Phone, see Rank, see Total, see Passed, see Worth, see Seal, see Behind | no | yes |
| Cart | set Worth | no | yes |
| Line | create, read, update, delete | yes | yes |
| Line | see Cart | no | yes |
`,
  people: { ann: [], bob: [] },
  given: [
    "INSERT INTO secret (id, name) VALUES (:1, 'Hidden')",
    "INSERT INTO shelf (id, name) VALUES (:2, 'Top'), (:3, 'Low')",
    "INSERT INTO tool (id, shelf, stamp) VALUES (:4, :2, 'A'), (:5, :3, 'B')",
    `INSERT INTO public.cart (id, rank, seal, behind) VALUES (:6, 'high', 'wax', :1)`,
    "INSERT INTO public.line (id, cart) VALUES (:7, :6)",
  ],
  trials: [
    {
      what: "whoever creates a row gives what only the system sets",
      kind: /^writ.guard: IF given.x IS NOT NULL AND given.x IS DISTINCT FROM NEW.x THEN .*'FORBIDDEN'/,
      clause: "3/Tool/Checked",
      by: "ann",
      act: "INSERT INTO tool (shelf, checked) VALUES (:2, true)",
      refused: "FORBIDDEN checked",
    },
    {
      what: "whoever creates a row gives what the system draws from other rows, and reads none of it",
      kind: /^writ.guard: IF \(given.x IS NOT NULL AND given.x IS DISTINCT FROM NEW.x\) OR \(given.x IS NOT NULL AND NOT \(.*'FORBIDDEN'/,
      clause: "3/Tool/Number",
      by: "ann",
      act: "INSERT INTO tool (shelf, number) VALUES (:2, '77')",
      refused: "FORBIDDEN number",
    },
    {
      what: "whoever changes a row changes what only the system sets",
      kind: /^writ.guard: IF given.x IS DISTINCT FROM OLD.x AND given.x IS DISTINCT FROM NEW.x THEN .*'FORBIDDEN'/,
      clause: "3/Tool/Number",
      by: "ann",
      act: "UPDATE tool SET number = '77' WHERE id = :4",
      refused: "FORBIDDEN number",
    },
    {
      what: "whoever changes a row changes a yes or no that only the system sets",
      kind: /^writ.guard: IF COALESCE\(given.x, (false|'…')\) IS DISTINCT FROM OLD.x AND .* THEN .*'FORBIDDEN'/,
      clause: "3/Tool/Checked",
      by: "ann",
      act: "UPDATE tool SET checked = true WHERE id = :4",
      refused: "FORBIDDEN checked",
    },
    {
      what: "whoever changes a row tries what the system has set in a field that they are not shown",
      kind: /^writ.guard: IF \(given.x IS DISTINCT FROM OLD.x AND given.x IS DISTINCT FROM NEW.x\) OR \('…' = ANY .*'FORBIDDEN'/,
      clause: "3/Cart/Rank",
      by: "ann",
      act: `UPDATE cart SET rank = 'high' WHERE id = :6`,
      refused: "FORBIDDEN rank",
    },
    {
      what: "whoever changes a row tries a yes or no that they are not shown",
      kind: /^writ.guard: IF \(COALESCE\(given.x, .*\) OR \('…' = ANY .*'FORBIDDEN'/,
      clause: "3/Cart/Passed",
      by: "ann",
      act: "UPDATE cart SET passed = false WHERE id = :6",
      refused: "FORBIDDEN passed",
    },
    {
      what: "whoever creates a row tries what it would have in a field that they are not shown, and may not set",
      kind: /^writ.guard: IF client AND \(NEW.x IS DISTINCT FROM x OR \(given.x IS NOT NULL .*\) AND NOT x\(NEW\) THEN/,
      clause: "6/Cart/set Worth",
      by: "ann",
      act: "INSERT INTO cart (worth) VALUES (5)",
      refused: "FORBIDDEN worth",
    },
    {
      what: "whoever changes a row tries what it has in a field that they are not shown, and may not set",
      kind: /^writ.guard: IF client AND \(NEW.x IS DISTINCT FROM OLD.x OR \('…' = ANY .*\) AND NOT x\(OLD\) THEN/,
      clause: "6/Cart/set Worth",
      by: "ann",
      act: "UPDATE cart SET worth = 5 WHERE id = :6",
      refused: "FORBIDDEN worth",
    },
    {
      what: "whoever changes a row tries what was set once in a field that they are not shown",
      kind: /^writ.guard: IF \(client AND \(NEW.x IS DISTINCT FROM OLD.x OR \('…' = ANY .*'FORBIDDEN'/,
      clause: "3/Cart/Seal",
      by: "ann",
      act: "UPDATE cart SET seal = 'wax' WHERE id = :6",
      refused: "FORBIDDEN seal",
    },
    {
      what: "a value for what is worked out, through a view",
      kind: /^writ.guard: IF client AND \('…' = ANY .*'FORBIDDEN'/,
      clause: "3/Cart/Total",
      by: "ann",
      act: `UPDATE cart SET total = 5 WHERE id = :6`,
      refused: "FORBIDDEN total",
    },
    {
      what: "what is set once is set again",
      kind: /^writ.guard: IF \(client AND \(NEW.x IS DISTINCT FROM OLD.x\)\) OR \(.*'FORBIDDEN'/,
      clause: "3/Tool/Stamp",
      by: "ann",
      act: "UPDATE tool SET stamp = 'C' WHERE id = :4",
      refused: "FORBIDDEN stamp",
    },
    {
      what: "a part goes to another whole",
      kind: /^writ.guard: IF client AND \(NEW.x IS DISTINCT FROM OLD.x\) THEN .*'FORBIDDEN'/,
      clause: "3/Tool/Shelf",
      by: "ann",
      act: "UPDATE tool SET shelf = :3 WHERE id = :4",
      refused: "FORBIDDEN shelf",
    },
    {
      what: "whoever changes a part tries which whole it is of, which they are not shown",
      kind: /^writ.guard: IF client AND \(NEW.x IS DISTINCT FROM OLD.x OR \('…' = ANY .*\) THEN .*'FORBIDDEN', '…', '…'\);$/,
      clause: "3/Line/Cart",
      by: "ann",
      act: "UPDATE line SET cart = :6 WHERE id = :7",
      refused: "FORBIDDEN cart",
    },
    {
      what: "whoever may not read a row tries whether a reference that they are not shown names it",
      kind: /^writ.guard: IF client AND given.x IS NOT NULL AND \(.* OR \('…' = ANY .*\) AND NOT EXISTS \(.* x\(_chosen\)\) THEN .*'INVALID'/,
      clause: "3/Cart/Behind",
      by: "ann",
      act: "UPDATE cart SET behind = :1 WHERE id = :6",
      refused: "INVALID behind",
    },
    {
      what: "a row is referred to by somebody who may not read it",
      kind: /^writ.guard: IF client AND given.x IS NOT NULL AND \(.*\) AND NOT EXISTS \(.* x\(_chosen\)\) THEN .*'INVALID'/,
      clause: "3/Tool/Beside",
      by: "ann",
      act: "UPDATE tool SET beside = :1 WHERE id = :4",
      refused: "INVALID beside",
    },
    {
      what: "an account is referred to by somebody who may not read it",
      kind: /^writ.guard: IF client AND given.x IS NOT NULL AND \(.*\) AND NOT EXISTS \(.*\(_chosen.id = auth.uid\(\) OR x\(_chosen\)\)\) THEN .*'INVALID'/,
      clause: "3/Tool/Keeper",
      by: "ann",
      act: "UPDATE tool SET keeper = :bob WHERE id = :4",
      refused: "INVALID keeper",
    },
    {
      what: "a row is referred to that is not among those to choose from",
      kind: /^writ.guard: IF client AND given.x IS NOT NULL AND \(.*\) AND NOT EXISTS \(.* x\(NEW, _chosen.id\)\) THEN .*'INVALID'/,
      clause: "3/Tool/Next",
      by: "ann",
      act: "UPDATE tool SET next = :5 WHERE id = :4",
      refused: "INVALID next",
    },
    {
      what: "several rows are referred to by somebody who may not read one of them",
      kind: /^writ.guard: IF client AND given.x IS NOT NULL AND \(.*unnest\(NEW.x\).* x\(_chosen\)\)\)\) THEN .*'INVALID'/,
      clause: "3/Tool/Secrets",
      by: "ann",
      act: "UPDATE tool SET secrets = ARRAY[:1] WHERE id = :4",
      refused: "INVALID secrets",
    },
    {
      what: "several accounts are referred to by somebody who may not read one of them",
      kind: /^writ.guard: IF client AND given.x IS NOT NULL AND \(.*unnest\(NEW.x\).*\(_chosen.id = auth.uid\(\) OR x\(_chosen\)\)\)\)\) THEN .*'INVALID'/,
      clause: "3/Tool/Helpers",
      by: "ann",
      act: "UPDATE tool SET helpers = ARRAY[:bob] WHERE id = :4",
      refused: "INVALID helpers",
    },
    {
      what: "several rows are referred to of which one is not among those to choose from",
      kind: /^writ.guard: IF client AND given.x IS NOT NULL AND \(.*unnest\(NEW.x\).* x\(NEW, _chosen.id\)\)\)\) THEN .*'INVALID'/,
      clause: "3/Tool/Others",
      by: "ann",
      act: "UPDATE tool SET others = ARRAY[:5] WHERE id = :4",
      refused: "INVALID others",
    },
    {
      what: "settings are created by nobody",
      kind: /^writ.guard: IF client AND auth.uid\(\) IS NULL THEN .*'NOT_SIGNED_IN'/,
      clause: "3/Settings",
      by: "nobody",
      act: "INSERT INTO settings (hours) VALUES (4)",
      refused: "NOT_SIGNED_IN",
    },
    {
      what: "settings are created",
      kind: /^writ.guard: IF client THEN .*'FORBIDDEN'/,
      clause: "3/Settings",
      by: "ann",
      act: "INSERT INTO settings (hours) VALUES (4)",
      refused: "FORBIDDEN",
    },
    {
      what: "settings are deleted",
      kind: /^writ.guard: PERFORM .*'FORBIDDEN'/,
      clause: "3/Settings",
      by: "service",
      act: "DELETE FROM settings",
      refused: "FORBIDDEN",
    },
    {
      what: "a code is drawn when none is left",
      kind: /^writ.guard: IF tries > 0 THEN .*'NOT_UNIQUE'/,
      clause: "3/Tool/Token",
      by: "service",
      act: "INSERT INTO tool (shelf) SELECT :2 FROM generate_series(1, 9)",
      refused: "NOT_UNIQUE token",
    },
  ],
};
