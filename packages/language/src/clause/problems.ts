// The words for mistakes that several sections can make: unknown names, names that clash, what is not shown; long because there is one entry for each.
import { problemClass, reworded, type Span } from "../problem.ts";
import { didYouMeanOrKnown, insteadOf, proposed, suggested, suggestedAlone } from "../text/suggestion.ts";

export const sameIdentifier = problemClass({
  code: "N014",
  severity: "error",
  title: "two names with the same identifier",
  explanation: "Names with the same identifier are the same name, and a name may be defined only once.",
  wrong: "| Due on | date | no | | |\n| Due-On | date | no | | |",
  right: "| Due on | date | no | | |\n| Due until | date | no | | |",
  words: (second: string, first: string, id: string, firstSpan: Span) => ({
    message:
      first === second ? `"${second}" is defined twice` : `"${first}" and "${second}" have the same identifier ${id}`,
    hint: "Rename one of them.",
    related: [{ span: firstSpan, message: `"${first}" is here` }],
  }),
});

export const noIdentifier = problemClass({
  code: "N015",
  severity: "error",
  isFixable: true,
  title: "name without an identifier",
  explanation:
    "Identifiers are lower-case ASCII letters, digits and underscores, and begin with a letter. For a name in other letters, write an identifier after it. A name cannot contain commas, pipes, backticks or parentheses.",
  wrong: "| Größe | integer | no | | |",
  right: "| Größe (`size`) | integer | no | | |",
  words: (label: string) => ({
    message: label === "" ? "a name is missing here" : `"${label}" has no identifier:`,
    hint:
      label === ""
        ? "Write the name."
        : `write \`\`${label.replace(/[`(),|].*$/s, "").trim() || "Name"} (\`${suggestIdentifier(label)}\`)\`\``,
    proposal:
      /^[\p{L}\p{M}\d -]+$/u.test(label) && suggestIdentifier(label) !== "name" && label.length <= 40
        ? { kind: "words", isWhole: true, found: label, text: `${label} (\`${suggestIdentifier(label)}\`)` }
        : undefined,
  }),
});

export const unknownHeading = problemClass({
  code: "N016",
  severity: "error",
  unread: "part",
  isUnknownName: true,
  isFixable: true,
  title: "heading that names no screen or call",
  explanation:
    "A `###` heading of section 2 names a screen of its table, and one of section 7 a call. Write text for readers directly under the section, or in a blockquote.",
  wrong: "### Quue\n- Card: Number, Subject",
  right: "### Queue\n- Card: Number, Subject",
  words: (found: string, kind: "screen" | "call", known: Iterable<string>) => ({
    message: `"${found}" is not a ${kind} of the table above.`,
    ...suggested(found, known, `Add a row to the table of ${kind}s.`),
  }),
});

export const unknownEntity = problemClass({
  code: "N301",
  severity: "error",
  isUnknownName: true,
  isFixable: true,
  title: "unknown entity",
  explanation: "Each entity has a `###` heading in section 3.",
  wrong: "| Category | reference to Categry | yes | | |",
  right: "| Category | reference to Category | yes | | |",
  words: (found: string, known: Iterable<string>, meant?: string) => ({
    message: `unknown entity "${found}".`,
    ...(found.includes(",")
      ? { hint: "Write one row for each entity." }
      : meant === undefined
        ? suggested(found, known, "Section 3 has no entity.")
        : routeProposed(meant, found)),
  }),
});

export const unknownField = problemClass({
  code: "N208",
  severity: "error",
  isUnknownName: true,
  isFixable: true,
  title: "unknown field",
  explanation:
    "Write the name of a field as in the table of its entity in section 3. Every entity also has Created at, Created by, Updated at and Updated by.",
  wrong: "- Show: Number, Asignee",
  right: "- Show: Number, Assignee",
  words: (entity: string, found: string, known: Iterable<string>, meant?: string) => ({
    message: `${entity} has no field "${found}".`,
    ...(meant === undefined ? suggested(found, known) : proposed(meant, found)),
  }),
});

export const unknownState = problemClass({
  code: "N404",
  severity: "error",
  isUnknownName: true,
  isFixable: true,
  title: "unknown state",
  explanation:
    "From, To and Columns name states of the table of states. For a board by a choice, Columns names its choices.",
  wrong: "| Solve | Opne | Solved | button |",
  right: "| Solve | Open | Solved | button |",
  words: (entity: string, found: string, known: Iterable<string>, meant?: string) => ({
    message: `${entity}: no state "${found}".`,
    ...(meant === undefined ? suggested(found, known) : proposed(meant, found)),
  }),
});

export const unknownError = problemClass({
  code: "N501",
  severity: "error",
  isUnknownName: true,
  isFixable: true,
  title: "error that is not in the catalogue",
  explanation: "Each error that a clause names is defined in section 8, with its status and message.",
  wrong: "| Urgent needs a phone | Ticket | `ticket.phone != null` | PHONE_NEDED |",
  right: "| Urgent needs a phone | Ticket | `ticket.phone != null` | PHONE_NEEDED |",
  words: (what: string, code: string, known: Iterable<string>) => ({
    message: `${what}: error ${code} is not in the catalogue.`,
    ...suggestedAlone(code, known, "Add it to section 8."),
  }),
});

export const mentionsMe = problemClass({
  code: "N504",
  severity: "error",
  title: "rule or guard that mentions me",
  explanation:
    "Section 6 decides who may do something, Only if whether it is possible now, and section 5 what must always be true. The last two cannot depend on the user, so they cannot mention `me` or use a condition of section 6 that does.",
  wrong: "| Mine only | Ticket | `ticket.requester == me` | NOT_YOURS |",
  right: "| Ticket | update | own |",
  words: (what: string) => ({ message: `this ${what} mentions \`me\`; permissions belong in section 6` }),
});

export const unknownCondition = problemClass({
  code: "N604",
  severity: "error",
  isUnknownName: true,
  isFixable: true,
  title: "neither a right nor a condition",
  explanation:
    "A cell of the matrix holds yes, no, own, or conditions of section 6 joined by and, or, not. In other places, write the name of one condition about the same entity, or an expression in backticks.",
  wrong: "| Ticket | update | stil new | yes |",
  right: "| Ticket | update | still new | yes |",
  words: (found: string, known: Iterable<string>) => ({
    message: `"${found}" is neither yes, no, own nor a condition.`,
    ...(looksLikeExpression(found)
      ? {
          hint: "Give the expression a name in the table of conditions (Condition, For, Holds when), and write the name here.",
        }
      : suggested(found, known)),
  }),
});

/** The same code as `unknownCondition`, where no cell of the matrix stands: Where, If, When, Only if, Must hold. */
export const unknownGuard = reworded(unknownCondition, (found: string, entity: string, known: readonly string[]) => {
  const isJoined = known.some((name) => found !== name && ` ${found} `.includes(` ${name} `));
  const hint = looksLikeExpression(found)
    ? `An expression stands in backticks: \`${found}\`.`
    : isJoined
      ? "Only one condition can be used here. Write the combination as an expression, in backticks."
      : didYouMeanOrKnown(found, known);
  const isCode = looksLikeExpression(found) && !/[|\\&*~]/.test(found);
  return {
    message: `"${found}" is not a condition about ${entity}.`,
    proposal: isCode
      ? { kind: "words", found, text: `\`${found}\`` }
      : looksLikeExpression(found) || isJoined
        ? undefined
        : insteadOf(found, known),
    hint: hint || "Write an expression in backticks, or define the condition in section 6.",
  };
});

export const conditionOfAnother = problemClass({
  code: "N608",
  severity: "error",
  title: "condition about another entity",
  explanation: "A condition of section 6 applies to one entity, and can be used only for rows of that entity.",
  wrong: "| Category | update | still new |",
  right: "| Ticket | update | still new |",
  words: (condition: string, its: string, asked: string, defined: Span) => ({
    message: `condition "${condition}" is about ${its}, but this is about ${asked}`,
    hint: `Write a condition for ${asked}.`,
    related: [{ span: defined, message: `"${condition}" is defined here` }],
  }),
});

export const unknownRole = problemClass({
  code: "N606",
  severity: "error",
  isUnknownName: true,
  isFixable: true,
  title: "unknown role or action",
  explanation:
    "Roles are those of the table of roles in section 6; actions are create, read, update, delete, call, see and set with a field, and the transitions of the entity.",
  wrong: "| Queue | `/queue` | board of Ticket by State | Agnet | yes |",
  right: "| Queue | `/queue` | board of Ticket by State | Agent | yes |",
  words: (found: string, known: Iterable<string>, meant?: string) => ({
    message: `unknown role or action "${found}".`,
    ...(meant === undefined ? suggested(found, known) : proposed(`Did you mean "${meant}"?`, found)),
  }),
});

export const unknownCall = problemClass({
  code: "N701",
  severity: "error",
  isUnknownName: true,
  isFixable: true,
  title: "unknown call",
  explanation: "An effect names a call of the table in section 7.",
  wrong: "| Lead | create | | call Page led | |",
  right: "| Lead | create | | call Page lead | |",
  words: (found: string, known: Iterable<string>) => ({
    message: `no call "${found}".`,
    ...suggested(found, known),
  }),
});

export const unknownMail = problemClass({
  code: "N702",
  severity: "error",
  isUnknownName: true,
  isFixable: true,
  title: "unknown mail",
  explanation: "`mail M` and `notify M` name a row of the table of mails in section 7.",
  wrong: "| Reservation | Expire | | mail expird | to `reservation.member` |",
  right: "| Reservation | Expire | | mail expired | to `reservation.member` |",
  words: (found: string, known: Iterable<string>) => ({
    message: `no mail "${found}".`,
    ...suggested(found, known),
  }),
});

export const unknownConstant = problemClass({
  code: "N905",
  severity: "error",
  isUnknownName: true,
  isFixable: true,
  title: "unknown constant",
  explanation:
    "Where a type, a limit or a page size takes a number, you can write the identifier of a constant of section 9 in backticks instead.",
  wrong: "| Attachments | files up to 5, each up to `max_atachment` | no | | |",
  right: "| Attachments | files up to 5, each up to `max_attachment` | no | | |",
  words: (found: string, known: Iterable<string>) => ({
    message: `no constant "${found}".`,
    ...suggested(found, known, "Section 9 has no constants."),
  }),
});

export const partNotShown = problemClass({
  code: "G002",
  severity: "gap",
  title: "subsection not shown",
  explanation: "A gap in one screen, entity or call: it exists, but its content is not known yet.",
  wrong: "### Roadmap\n\nnot shown.",
  right: "### Roadmap\n- Code: `screens/roadmap.tsx`",
  words: (kind: string, name: string, explanation?: string) => ({
    message: `${kind} "${name}": not shown`,
    hint: explanation,
  }),
});

export const cellNotShown = problemClass({
  code: "G003",
  severity: "gap",
  title: "cell not shown",
  explanation: "A gap in one cell: using the missing part returns NOT_SHOWN.",
  wrong: "| EXPORT_FAILED | The export fails | 500 | not shown |",
  right: "| EXPORT_FAILED | The export fails | 500 | The export did not work. Please try again. |",
  words: () => ({ message: "not shown" }),
});

export const unmatchedBrace = problemClass({
  code: "N710",
  severity: "error",
  title: "unmatched brace",
  explanation:
    "In the texts of mails and messages, write expressions in braces: `{ticket.number}`. For a brace as a character, write it twice: `{{` or `}}`.",
  wrong: "| gone_late | Ticket | {ticket.number is late | Nobody answered. |",
  right: "| gone_late | Ticket | {ticket.number} is late | Nobody answered. |",
  words: (brace: "{" | "}") => ({
    message: brace === "{" ? "this `{` is never closed" : "this `}` has no opening brace",
    hint: `Write the expression as {expression}, or the character as ${brace}${brace}.`,
  }),
});

export const unknownPlural = problemClass({
  code: "N711",
  severity: "error",
  title: "unknown form of a value in a text",
  explanation:
    "A text can select the plural of a number: `{n, plural, =0 {none} one {# day} other {# days}}`. The branches are exact numbers (`=0`) and zero, one, two, few, many, other. `other` is required, and `#` is the number.",
  wrong: "You have {max_open, plural, one {# item}}.",
  right: "You have {max_open, plural, one {# item} other {# items}}.",
  words: (what: "form" | "branch" | "other" | "depth", found: string) => {
    const example = "{n, plural, one {# day} other {# days}}";
    if (what === "other") return { message: "this plural has no branch `other`", hint: `Write it as ${example}.` };
    if (what === "depth") return { message: "these plurals are nested too deeply", hint: "Write two sentences." };
    if (found === "")
      return {
        message: what === "form" ? "a form is missing after the comma" : "a branch has no name",
        hint: `Write it as ${example}.`,
      };
    return {
      message: what === "form" ? `"${found}" is not a form of a value` : `"${found}" is not a branch of a plural`,
      hint:
        what === "form" ? `Only plural is known: ${example}.` : "Known: =0, =1, …, zero, one, two, few, many, other.",
    };
  },
});

export const notShownInText = problemClass({
  code: "N712",
  severity: "error",
  title: "value that a text cannot show",
  explanation:
    "A text can show values, choices, dates, durations, and rows (by their Shown as), but no lists and no files.",
  wrong: "| closing | Ticket | {ticket.comments} | Thank you. |",
  right: "| closing | Ticket | {ticket.comments.size()} comments | Thank you. |",
  words: (found: string, kind: "list" | "file") => ({
    message: `${found} is a ${kind}, which a text cannot show`,
    hint:
      kind === "list"
        ? `Count it with ${found}.size(), or use one of its values.`
        : "Show the file on a screen instead.",
  }),
});

const looksLikeExpression = (found: string): boolean => /[=<>()']|\.[a-z]/.test(found);

/** An identifier to propose for a name in any letters: its ASCII remains, or `name`. */
function suggestIdentifier(label: string): string {
  const ascii = label
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/ß/g, "ss")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^[_0-9]+|_+$/g, "");
  return ascii.slice(0, 40) || "name";
}

/** A parameter of a route is spoken of with its colon, which stands there already. */
function routeProposed(hint: string, found: string) {
  const { proposal } = proposed(hint, found);
  return {
    hint,
    proposal: proposal?.kind === "words" ? { ...proposal, text: proposal.text.replace(/^:/, "") } : undefined,
  };
}
