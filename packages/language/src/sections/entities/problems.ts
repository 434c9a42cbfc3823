// The words for what can be wrong in section 3; long because every mistake has its explanation and an example of its own.
import { valueProposed } from "../../clause/value-proposed.ts";
import { withArticle } from "../../text/article.ts";
import { problemClass, type Span } from "../../problem.ts";
import { insteadOf } from "../../text/suggestion.ts";
import type { Name } from "../../text/name.ts";
import { mostParts } from "../../model/settle-computed.ts";

export * from "../../field-types/problems.ts";

export const reservedEntity = problemClass({
  code: "N017",
  severity: "error",
  title: "entity name that expressions use for something else",
  explanation:
    "An expression refers to the row by the identifier of its entity. In expressions `me`, `old`, `route`, `input`, `now`, `today`, `my_` with an entity, and the words of the language mean something else.",
  wrong: "### Route",
  right: "### Itinerary",
  words: (label: string, id: string, membership: string | undefined) => ({
    message: ["me", "old", "route", "input"].includes(id)
      ? '"Me", "Old", "Route" and "Input" cannot name an entity'
      : `"${label}" cannot name an entity: in expressions ${id} means something else`,
    hint: membership
      ? `\`${id}\` is the row of ${membership} that gives a role. Choose another name.`
      : `Choose another name, such as ${renamed[id] ?? `"${label} entry"`}.`,
  }),
});

const renamed: Readonly<Record<string, string>> = {
  me: '"Person"',
  old: '"Former one"',
  route: '"Itinerary"',
  input: '"Entry"',
};

export const ambiguousList = problemClass({
  code: "N303",
  severity: "error",
  absentFrom: { table: "of the named entity", section: 3 },
  title: "list without exactly one reference",
  explanation:
    "`list of E` is the reverse of a reference: the rows of E that refer to this row. E needs exactly one reference to this entity, or `via` says which one. Created by and Updated by never count.",
  wrong: "| Fines | list of Fine | | | |",
  right: "| Fines | list of Fine via Member | | | |",
  words: (list: string, entity: string, here: string, found: readonly string[], via?: string) => ({
    message:
      via === undefined
        ? `"${list}": ${entity} has ${found.length} references to ${here};`
        : `"${list}": ${via} of ${entity} is not a reference to ${here}.`,
    hint: listHint(entity, here, found, via),
  }),
});

function listHint(entity: string, here: string, found: readonly string[], via: string | undefined): string {
  if (found.length === 0)
    return `${via === undefined ? "add" : "Add"} a field of type "belongs to ${here}" or "reference to ${here}" to ${entity}`;
  return via === undefined
    ? `add "via" and the field: via ${found.join(", or via ")}`
    : `Write via ${found.join(", or via ")}.`;
}

export const unknownRequired = problemClass({
  code: "N304",
  severity: "error",
  isFixable: true,
  title: "Required is neither yes, no nor auto",
  explanation:
    "`yes`: never empty. `no`: may be empty. `auto`: the system sets it, clients cannot, unless section 6 has a `set` row. Left blank only where the type decides it: list of, several, computed, sequence number, random code, state.",
  wrong: "| Phone | phone | maybe | | |",
  right: "| Phone | phone | no | | |",
  words: (found: string) => ({
    message:
      found === "" ? "Required is blank: write yes, no or auto" : `Required is "${found}": write yes, no or auto`,
    proposal: insteadOf(found, ["yes", "no", "auto"]),
  }),
});

export const neverSet = problemClass({
  code: "N305",
  severity: "warning",
  absentFrom: { sections: [3, 4, 6], values: "set" },
  title: "auto field that nothing sets",
  explanation:
    "The system sets an `auto` field: through its default, an effect, a transition that asks for it, a `set` row of section 6, or the code of a call in the document. Without any of these the field stays empty.",
  wrong: "| Solved at | datetime | auto | | |",
  right: "| Ticket | Solve | | set | `solved_at = now` |",
  words: (label: string) => ({
    message: `"${label}" is auto, but it has no default and nothing sets it`,
    hint: "Set it in an effect of section 4, ask for it in a transition, let a set row of section 6 allow it, or give it a default.",
  }),
});

export const computedCircle = problemClass({
  code: "N306",
  severity: "error",
  title: "computed fields that depend on each other",
  explanation:
    "A computed field is calculated from other values. If these depend on the field itself, it cannot be calculated.",
  wrong: "| Owes | computed money `user.total` | | | |\n| Total | computed money `user.owes` | | | |",
  right:
    "| Total | computed money `user.fines.map(f, f.amount).sum()` | | | |\n| Owes | computed money `user.total` | | | |",
  words: (labels: readonly string[], others: readonly Name[]) => ({
    message: `computed fields form a circle: ${[...labels, labels[0]].join(" → ")}`,
    hint: labels.length === 1 ? "Calculate it from other fields." : "Calculate one of them from other fields.",
    related: others.map(({ label, span }) => ({ span, message: `"${label}" is part of the circle` })),
  }),
});

export const requiredByType = problemClass({
  code: "N316",
  severity: "error",
  isFixable: true,
  title: "Required on a field that users do not fill in",
  explanation: "The values of lists of rows and of computed fields come from other data, so users cannot fill them in.",
  wrong: "| Comments | list of Comment | yes | | |",
  right: "| Comments | list of Comment | | | |",
  words: (label: string, kind: string) => ({
    message: `"${label}" is ${withArticle(kind)}, which users do not fill in`,
    hint: "Leave Required blank.",
    proposal: { kind: "words", found: "yes", text: "" },
  }),
});

export const noFields = problemClass({
  code: "N317",
  severity: "error",
  absentFrom: { table: "of the named entity", section: 3 },
  title: "entity without fields",
  explanation:
    'An entity has a table of fields, or the words "not shown." (a gap) or "none." (it has no fields of its own).',
  wrong: "### Category\n\nCategories are kept by the lead.",
  right: "### Category\n\nnot shown. Categories are kept by the lead.",
  words: (label: string) => ({
    message: `${label} has no table of fields`,
    hint: 'Write the table (Field, Type, Required, Default, Notes), "not shown." or "none.".',
  }),
});

export const reservedField = problemClass({
  code: "N318",
  severity: "error",
  isFixable: true,
  title: "reserved field identifier",
  explanation:
    "select, order, limit, offset, and, or, not, columns and on_conflict are parameters of requests; in, true, false and null are words of expressions; ctid, xmin, xmax, cmin, cmax and tableoid are columns of every PostgreSQL table. Keep the label, and give the field another identifier.",
  wrong: "| Order | integer | yes | | |",
  right: "| Order (`sort_order`) | integer | yes | | |",
  words: (label: string, id: string, entity: string) => ({
    message: `a field cannot have the identifier ${id}`,
    hint: `Write \`\`${label} (\`${entity === "" ? "its" : entity}_${id}\`)\`\`.`,
    proposal: entity === "" ? undefined : { kind: "identifier", id: `${entity}_${id}` },
  }),
});

export const builtInField = problemClass({
  code: "N319",
  severity: "error",
  title: "field that exists already",
  explanation:
    "Every entity has id, Created at, Created by, Updated at and Updated by; every account also name and email; every entity with states the yes/no `ended`. Use them like other fields; do not define them again.",
  wrong: "| Created at | datetime | auto | `now` | |",
  right: "| Written at | datetime | auto | `now` | |",
  words: (label: string, why: string) => ({
    message: `"${label}" exists already: ${why}`,
    hint: "Delete the row, or choose another name.",
  }),
});

export const statesMissing = problemClass({
  code: "N320",
  severity: "error",
  absentFrom: { sections: [4] },
  title: "state field without states",
  explanation:
    "A field of type state takes its values from the table of states under the heading of its entity in section 4.",
  wrong: "| State | state | | | |",
  right: "### Ticket\n| State | Kind | Meaning |\n| --- | --- | --- |\n| Open | start | |\n| Closed | end | |",
  words: (entity: string, field: string, heading: string, open: boolean) =>
    open
      ? {
          severity: "gap",
          message: `${entity}: the states of "${field}" are not shown`,
          hint: `Write them in section 4 under "### ${heading}".`,
        }
      : {
          message: `${entity}: "${field}" has no states in section 4`,
          hint: `Write its states under "### ${heading}".`,
        },
});

export const sequenceScope = problemClass({
  code: "N321",
  severity: "error",
  absentFrom: { sections: [3] },
  title: "sequence number without exactly one required reference",
  explanation:
    "`sequence number per E` counts separately for each row of E. So the entity needs exactly one reference to E, and this reference must be required.",
  wrong: "| Number | sequence number per Project | | | |",
  right: "| Project | belongs to Project | yes | | |\n| Number | sequence number per Project | | | |",
  words: (field: string, entity: string, per: string, found: number, empty?: string) => ({
    message:
      empty === undefined
        ? `"${field}" counts per ${per}, so ${entity} needs exactly one reference to ${per}; it has ${found}`
        : `"${field}" counts per ${per}, but "${empty}" may be empty`,
    hint: empty === undefined ? "" : `Write "belongs to ${per}", or make "${empty}" required.`,
  }),
});

export const wrongOwner = problemClass({
  code: "N322",
  severity: "error",
  title: "owner that is not a user",
  explanation:
    "Owner names the reference to User that `own` in section 6 refers to. Without this property, `own` refers to Created by.",
  wrong: "- Owner: Subject",
  right: "- Owner: Requester",
  words: (field: string, users: readonly string[]) => ({
    message: `"${field}" is not a reference to User`,
    hint:
      users.length > 0
        ? `References to User: ${users.join(", ")}.`
        : "Delete the line: then the user who creates a row owns it.",
  }),
});

export const notUnique = problemClass({
  code: "N323",
  severity: "error",
  title: "field that cannot be unique together with others",
  explanation: "Unique together compares stored values: one value per row, neither computed nor a list nor a file.",
  wrong: "- Unique together: Organisation, Issues",
  right: "- Unique together: Organisation, Key",
  words: (field: string, why: string) => ({
    message: `"${field}" ${why}`,
    hint: "Name fields with one stored value, each once.",
  }),
});

export const notSortable = problemClass({
  code: "N324",
  severity: "error",
  title: "field that rows cannot be ordered by",
  explanation: "Ordered by takes fields with one stored value per row, which changes only when the row is written.",
  wrong: "- Ordered by: Comments",
  right: "- Ordered by: Priority, Created at descending",
  words: (field: string, why: string) => ({
    message: `rows cannot be ordered by "${field}": it ${why}`,
    hint: "Name fields that hold one value.",
  }),
});

export const oneRowOnly = problemClass({
  code: "N325",
  severity: "error",
  title: "entity of one row that is used like other entities",
  explanation:
    "`One row: yes` makes an entity that people edit and expressions read as `Settings.x`. It has one row, so nothing refers to it.",
  wrong: "| Settings | reference to Settings | yes | | |",
  right: "`ticket.created_at + Settings.answer_within`",
  words: (message: string, hint: string) => ({ message, hint }),
});

export const wrongProperty = problemClass({
  code: "N326",
  severity: "error",
  isFixable: true,
  title: "invalid value of a property",
  explanation:
    "Shown as takes an expression in backticks, History the word kept, One row the word yes, Ordered by a list of fields, each with an optional descending.",
  wrong: "- History: yes",
  right: "- History: kept",
  words: (property: string, found: string, hint: string) => ({
    message: `${property} cannot be "${found}".`,
    hint,
    // Each of the two has one word.
    proposal:
      /^(?:yes|true|on)$/i.test(found) && (property === "History" || property === "One row")
        ? { kind: "words", found, text: property === "History" ? "kept" : "yes" }
        : undefined,
  }),
});

export const wrongValue = problemClass({
  code: "N327",
  severity: "error",
  unread: "value",
  isFixable: true,
  title: "invalid value of a field",
  explanation:
    "A Default cell, and a cell of a Seed or Sample, holds a value of the field's type. A default may also be an expression in backticks.",
  wrong: "| Priority | one of: low, normal, high | yes | norml | |",
  right: "| Priority | one of: low, normal, high | yes | normal | |",
  words: (found: string, field: string, hint: string) => ({
    message: `"${found}" is not a value of "${field}".`,
    ...valueProposed(found, hint),
  }),
});

export const defaultOfNothing = problemClass({
  code: "N328",
  severity: "error",
  isFixable: true,
  title: "default of a field that the system sets",
  explanation:
    "A state field begins with the start state of section 4. The system generates sequence numbers and random codes. Lists and computed values come from other data.",
  wrong: "| State | state | | Open | |",
  right: "| State | state | | | |",
  words: (label: string, kind: string) => ({
    message: `"${label}" is ${withArticle(kind)}, which has no default`,
    hint: "Leave the cell empty.",
    proposal: { kind: "words", text: "" },
  }),
});

export const defaultCircle = problemClass({
  code: "N329",
  severity: "error",
  title: "defaults that depend on each other",
  explanation:
    "A default may read other fields of its row. If their defaults depend on the field itself, none of them can be calculated.",
  wrong: "| Starts on | date | yes | `visit.ends_on` | |\n| Ends on | date | yes | `visit.starts_on` | |",
  right: "| Starts on | date | yes | `today` | |\n| Ends on | date | yes | `visit.starts_on` | |",
  words: (labels: readonly string[], others: readonly Name[]) => ({
    message: `defaults form a circle: ${[...labels, labels[0]].join(" → ")}`,
    hint: "Calculate one of them from other values.",
    related: others.map(({ label, span }) => ({ span, message: `"${label}" is part of the circle` })),
  }),
});

export const belongsToCircle = problemClass({
  code: "N335",
  severity: "error",
  title: "entities that belong to each other in a circle",
  explanation:
    "A row is created after the row that it belongs to. In a circle there is no first row, so no row can ever be created.",
  wrong:
    "### Folder\n| Field | Type | Required | Default |\n| --- | --- | --- | --- |\n| Parent | belongs to Folder | yes | |",
  right:
    "### Folder\n| Field | Type | Required | Default |\n| --- | --- | --- | --- |\n| Parent | reference to Folder | no | |",
  words: (labels: readonly string[], others: readonly { readonly label: string; readonly span: Span }[]) => ({
    message: `no row can ever be created: ${arrows(labels, "belongs to")}`,
    hint: `Make one of them "reference to ${labels[0] ?? ""}" that is not required.`,
    related: others.map(({ label, span }) => ({ span, message: `"${label}" is part of the circle` })),
  }),
});

export const requiredCircle = problemClass({
  code: "N336",
  severity: "warning",
  title: "required references in a circle",
  explanation:
    "A row is created after the rows that it must refer to. In a circle there is no first row, unless a Seed contains one or code creates the rows together.",
  wrong: "| Manager | reference to Employee | yes | | |",
  right: "| Manager | reference to Employee | no | | |",
  words: (labels: readonly string[], others: readonly { readonly label: string; readonly span: Span }[]) => ({
    message: `users cannot create the first row: ${arrows(labels, "needs")}`,
    hint: "Make one of the references optional, or write the first row as a Seed.",
    related: others.map(({ label, span }) => ({ span, message: `"${label}" is part of the circle` })),
  }),
});

const arrows = (labels: readonly string[], verb: string) =>
  labels.map((label, index) => `${label} ${verb} ${labels[(index + 1) % labels.length]}`).join(", ");

export const strayProperty = problemClass({
  code: "N337",
  severity: "error",
  title: "table or property without an entity",
  explanation: "In section 3 every table and property stands under the `###` heading of its entity.",
  wrong: "## 3. Entities and their fields\n\n| Field | Type | Required | Default |",
  right: "## 3. Entities and their fields\n\n### Ticket\n\n| Field | Type | Required | Default |",
  words: (what: string) => ({
    message: `"${what}" is not under the heading of an entity`,
    hint: 'Write a heading above it, such as "### Ticket".',
  }),
});

export const requiredButCleared = problemClass({
  code: "N340",
  severity: "error",
  title: "required reference that is cleared on delete",
  explanation:
    "`cleared on delete` leaves the reference empty when the other row is deleted, and a required field is never empty. Without the words, a row that is still referred to cannot be deleted.",
  wrong: "| Assignee | reference to User, cleared on delete | yes | | |",
  right: "| Assignee | reference to User, cleared on delete | no | | |",
  words: (label: string, entity: string) => ({
    message: `"${label}" is required, but it becomes empty when its ${entity} is deleted.`,
    hint: 'Write no under Required, or leave out "cleared on delete".',
  }),
});

export const outsizedComputed = problemClass({
  code: "N341",
  severity: "error",
  title: "computed field that is too large",
  explanation: `In the database, a computed field that reads other computed fields of its row contains their expressions. A field that reads another one twice contains its expression twice, and so on. The whole expression may have at most ${mostParts} names, values and operators.`,
  wrong:
    "| B | computed number `n.a + n.a` |\n| C | computed number `n.b + n.b` |\n| D | computed number `n.c + n.c` | and so on, eleven times",
  right: "| D | computed number `8 * n.a` |",
  words: (label: string) => ({
    message: `"${label}" has more than ${mostParts} names, values and operators, including the computed fields that it reads.`,
    hint: "Read each computed field once, or calculate the value from the stored fields.",
  }),
});
