// The words for what is wrong with an expression that could be read: names, types, empty values, what no database can check.
import { insteadOf, nearest, proposed } from "../../text/suggestion.ts";
import { shortenList } from "../../text/shorten.ts";
import { problemClass, type Span } from "../../problem.ts";
import { conversionProposed, formProposed, functionProposed, nameProposed } from "./proposals.ts";

export const unknownField = problemClass({
  code: "X001",
  severity: "error",
  unread: "value",
  isUnknownName: true,
  isFixable: true,
  title: "unknown field in an expression",
  explanation:
    "Write the identifier of a field after the dot: lower case, with underscores. Every entity also has id, created_at, created_by, updated_at, updated_by, and, where it has states, ended.",
  wrong: "`ticket.priorty == 'urgent'`",
  right: "`ticket.priority == 'urgent'`",
  words: (entity: string, found: string, known: Iterable<string>, hint?: string) => ({
    message: `unknown field: ${entity} has no ${found}.`,
    ...(hint === undefined ? plainly(found, known) : proposed(hint, found)),
  }),
});

export const unknownName = problemClass({
  code: "X002",
  severity: "error",
  unread: "value",
  isUnknownName: true,
  isFixable: true,
  title: "unknown name in an expression",
  explanation:
    "An expression can use: the row by the identifier of its entity, now and today, the constants of section 9 by their identifiers, all rows of an entity in PascalCase, and, in some places, me, old, route and input.",
  wrong: "`now < ticket.created_at + auto_close`",
  right: "`now < ticket.created_at + auto_close_after`",
  words: (found: string, known: Iterable<string>, hint?: string) => ({
    message: `unknown name ${found}${hint || nearest(found, known) !== undefined ? "." : ""}`,
    ...(hint === undefined ? plainly(found, known, 0) : { hint, proposal: nameProposed(found, hint) }),
  }),
});

export const mismatch = problemClass({
  code: "X003",
  severity: "error",
  unread: "value",
  isFixable: true,
  title: "types that do not fit together",
  explanation:
    "Each operation is defined for certain types, and values are not converted implicitly. Use date(x), string(x), money(x), days(n) and round(x, places).",
  wrong: "`now < ticket.solved_at + 7`",
  right: "`now < ticket.solved_at + reopen_window`",
  words: (message: string, hint?: string) => ({ message, hint, proposal: conversionProposed(hint ?? "") }),
});

export const unknownChoice = problemClass({
  code: "X004",
  severity: "error",
  unread: "value",
  isUnknownName: true,
  isFixable: true,
  title: "unknown choice or state",
  explanation:
    "Write the identifier of a choice or state in quotes. It is checked against the choices or states of the field that it is compared with.",
  wrong: "`ticket.state == 'opne'`",
  right: "`ticket.state == 'open'`",
  words: (owner: string, list: string, found: string, codes: readonly string[]) => {
    const near = nearest(found, codes);
    const known = codes
      .slice(0, 8)
      .map((code) => `'${code}'`)
      .join(", ");
    return {
      message: `${owner} has no ${list} '${found}'.`,
      hint: near === undefined ? `Known: ${known}${codes.length > 8 ? ", …" : ""}.` : `Did you mean '${near}'?`,
      proposal: insteadOf(found, codes),
    };
  },
});

export const notCheckable = problemClass({
  code: "X006",
  severity: "error",
  unread: "value",
  title: "expression that the database cannot check",
  explanation:
    "Expressions run in the database and in the browser, with the same meaning in both, and never fail. Write everything else as code in a call.",
  wrong: "`ticket.subject.split(' ').size() > 2`",
  right: "`size(ticket.subject) > 10`",
  words: (hint?: string) => ({
    message: `this expression cannot be checked by the database${hint === undefined ? "; move it into a call" : ":"}`,
    hint,
  }),
});

export const mayBeEmpty = problemClass({
  code: "X007",
  severity: "error",
  unread: "value",
  title: "value that may be empty",
  explanation:
    "Ordering, arithmetic, text functions and access through a reference need a value. A guard decides what happens if it is empty: `x != null and …` fails, `x == null or …` passes, `x == null ? a : b` chooses. When guards Must hold, If guards With, and the condition of a filter guards the functions after it.",
  wrong: "`ticket.due_on > today`",
  right: "`ticket.due_on != null and ticket.due_on > today`",
  words: (text: string, hint: string) => ({ message: `${text} may be empty here:`, hint }),
});

export const zeroDivision = problemClass({
  code: "X008",
  severity: "error",
  unread: "value",
  title: "division by a value that may be zero",
  explanation:
    "A division by zero gives an empty value, which needs a guard. Check first that the divisor is not zero, or choose a result for zero.",
  wrong: "`order.total_count / order.boxes > 3`",
  right: "`order.boxes != 0 and order.total_count / order.boxes > 3`",
  words: (divisor: string, decides: boolean, neededAt?: Span) => ({
    message: "a division by a value that may be zero gives an empty value:",
    hint: decides
      ? `write \`${divisor} != 0 and ...\` (zero fails) or \`${divisor} == 0 or ...\` (zero passes)`
      : `write \`${divisor} == 0 ? ... : ...\``,
    related: neededAt === undefined ? [] : [{ span: neededAt, message: "an empty value does not fit here" }],
  }),
});

export const incompleteTable = problemClass({
  code: "X018",
  severity: "error",
  unread: "value",
  title: "table of constants without a value for every choice",
  explanation: "A table of constants that is looked up by a choice or state needs a value for each of them.",
  wrong: "| Response time | low: 3 days, high: 4 hours | |",
  right: "| Response time | low: 3 days, normal: 1 day, high: 4 hours, urgent: 1 hour | |",
  words: (table: string, missing: readonly string[], unused: readonly string[]) => ({
    message: `${table} has no value for ${shortenList(missing)}.`,
    hint: `Add ${shortenList(missing.map((key) => `${key}: …`))} to it in section 9${
      unused.length === 0
        ? ""
        : `; ${shortenList(unused)} ${unused.length === 1 ? "is no choice" : "are no choices"} of it`
    }.`,
  }),
});

export const unknownFunction = problemClass({
  code: "X011",
  severity: "error",
  unread: "value",
  isFixable: true,
  title: "unknown function",
  explanation:
    "The page about expressions lists all functions. Some are written with a dot, such as `list.size()`, some without.",
  wrong: "`length(ticket.body) > 20`",
  right: "`size(ticket.body) > 20`",
  words: (found: string, known: Iterable<string>, hint?: string) => ({
    message: `there is no function ${found}.`,
    ...(hint === undefined ? plainly(found, known) : { hint, proposal: functionProposed(found, hint) }),
  }),
});

export const wrongForm = problemClass({
  code: "X012",
  severity: "error",
  unread: "value",
  isFixable: true,
  title: "function written in another form",
  explanation:
    "Each function takes a fixed number of values in a fixed order. Decimal places, patterns and roles must be literals.",
  wrong: "`round(order.weight)`",
  right: "`round(order.weight, 1)`",
  words: (message: string, hint?: string) => ({ message, hint, proposal: formProposed(message, hint ?? "") }),
});

export const nameTaken = problemClass({
  code: "X013",
  severity: "error",
  unread: "value",
  title: "name that already means something",
  explanation: "The name of a list item must not have another meaning in the same place.",
  wrong: "`Ticket.exists(ticket, ticket.late)` in a clause about Ticket",
  right: "`Ticket.exists(t, t.late)`",
  words: (name: string) => ({
    message: `${name} already means something here.`,
    hint: `Choose another name for the item.`,
  }),
});

export const unknownRole = problemClass({
  code: "X014",
  severity: "error",
  unread: "value",
  isUnknownName: true,
  isFixable: true,
  title: "unknown role",
  explanation:
    "has_role takes the name of a role of section 6. For a role Within an entity, it takes the row as its second value.",
  wrong: "`me.has_role('Agnet')`",
  right: "`me.has_role('Agent')`",
  words: (found: string, known: Iterable<string>) => {
    const all = [...known];
    const near = nearest(found, all);
    const list =
      all.length === 0
        ? "Section 6 has no role."
        : `Known: ${all.slice(0, 8).join(", ")}${all.length > 8 ? ", …" : ""}.`;
    return {
      message: `unknown role '${found}'.`,
      hint: near === undefined ? list : `Did you mean '${near}'?`,
      proposal: insteadOf(found, all),
    };
  },
});

export const wrongLiteral = problemClass({
  code: "X015",
  severity: "error",
  unread: "value",
  title: "date, time, duration or pattern that cannot be read",
  explanation:
    "Dates are written date('2026-01-31'), moments datetime('2026-01-31T12:00:00Z'), durations duration('1h30m'). Patterns have a small dialect that means the same in the browser and in the database.",
  wrong: "`ticket.due_on > date('31.01.2026')`",
  right: "`ticket.due_on > date('2026-01-31')`",
  words: (message: string, hint?: string) => ({ message, hint }),
});

export const tooManyPlaces = problemClass({
  code: "X016",
  severity: "error",
  unread: "value",
  title: "too many decimal places",
  explanation:
    "Numbers are exact, and the product of two numbers has as many decimal places as both together. The maximum is twenty.",
  wrong: "`a.rate * a.rate * a.rate * a.rate > 1`",
  right: "`round(a.rate * a.rate, 6) * round(a.rate * a.rate, 6) > 1`",
  words: (places: number, limit: number) => ({
    message: `this has ${places} decimal places; the maximum is ${limit}.`,
    hint: "Round a part of it with round(x, places).",
  }),
});

export const outgrows = problemClass({
  code: "X019",
  severity: "error",
  unread: "value",
  title: "value that can become too long",
  explanation:
    "A number may have at most ten thousand digits, and a text twenty million characters. If each step over a list doubles the length of its items, they soon exceed this.",
  wrong: "`[9].map(a, a * a).map(b, b * b).map(c, c * c)`, and so on fourteen times",
  right: "`[9].map(a, a * a)`",
  words: () => ({
    message: "a value in this expression can exceed ten thousand digits or twenty million characters.",
    hint: "Use the item fewer times.",
  }),
});

export const truncated = problemClass({
  code: "X017",
  severity: "warning",
  unread: "value",
  title: "integer division that drops the remainder",
  explanation: "The division of two whole numbers gives a whole number: the remainder is dropped.",
  wrong: "`order.boxes > 7 / 2`",
  right: "`order.boxes > div(7, 2, 1)`",
  words: (text: string, result: string) => ({
    message: `${text} is ${result}: the division of whole numbers drops the remainder.`,
    hint: "Use div(a, b, places) to keep decimals.",
  }),
});

function plainly(found: string, known: Iterable<string>, shown = 8) {
  const all = [...known];
  return { hint: didYouMeanPlain(found, all, shown), proposal: insteadOf(found, all) };
}

/** As people write identifiers: without quotes. Where nothing is near, the first `shown` words that are known. */
function didYouMeanPlain(found: string, known: Iterable<string>, shown = 8): string {
  const all = [...known];
  const near = nearest(found, all);
  if (near !== undefined) return `Did you mean ${near}?`;
  if (all.length === 0 || shown === 0) return "";
  return `Known: ${all.slice(0, shown).join(", ")}${all.length > shown ? ", …" : ""}.`;
}
