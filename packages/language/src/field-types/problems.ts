// The words for what can be wrong inside a type, wherever a type may stand: a field, or what a call takes and gives.
import { insteadOf, proposalIn, proposed } from "../text/suggestion.ts";
import { type Proposal, problemClass } from "../problem.ts";

export const unknownType = problemClass({
  code: "N302",
  severity: "error",
  unread: "line",
  isFixable: true,
  title: "unknown type",
  explanation: "The types have plain names, such as text, integer, yes/no, one of: low, high, reference to Ticket.",
  wrong: "| Subject | string up to 120 | yes | | |",
  right: "| Subject | text up to 120 | yes | | |",
  words: (found: string, hint: string, types: readonly string[], isSynonym: boolean) => ({
    message: found === "" ? "the type is missing." : `unknown type "${found}".`,
    hint: hint === "" ? `Types: ${types.join(", ")}.` : hint,
    proposal: typeProposed(found, hint, types, isSynonym),
  }),
});

export const unknownOption = problemClass({
  code: "N308",
  severity: "error",
  isFixable: true,
  title: "option that the type does not have",
  explanation:
    "Each type has its own options, separated by commas: `text up to 40, unique`. Required and Default have their own columns. Write other conditions on a value as rules of section 5.",
  wrong: "| Email | email up to 80 | yes | | |",
  right: "| Email | email, unique | yes | | |",
  words: (type: string, found: string, hint: string) => ({
    message: `${type} has no option "${found}".`,
    // A length, a pattern or a type is more than an option in other words.
    ...(/datetime|up to|matching/.test(hint) ? { hint } : proposed(hint, found)),
  }),
});

export const optionTwice = problemClass({
  code: "N309",
  severity: "error",
  isFixable: true,
  title: "option given twice",
  explanation: "An option of a type may be given only once.",
  wrong: "| Name | text up to 40, up to 60 | yes | | |",
  right: "| Name | text up to 60 | yes | | |",
  words: (option: string, isSame = false) => ({
    message: `"${option}" is given twice`,
    hint: "Delete one of them.",
    proposal: isSame ? { kind: "deleted" } : undefined,
  }),
});

export const wrongAmount = problemClass({
  code: "N310",
  severity: "error",
  title: "invalid amount of an option",
  explanation:
    "A length or a number of files is a whole number from 1, a size has a unit (10 MB), the ends of a range are numbers of the type. Each may also be a constant of section 9, in backticks.",
  wrong: "| Photo | image up to 5 (jpg, png) | no | | |",
  right: "| Photo | image up to 5 MB (jpg, png) | no | | |",
  words: (what: string, found: string, hint: string) => ({ message: `${what}, found "${found}".`, hint }),
});

export const turnedRange = problemClass({
  code: "N311",
  severity: "error",
  isFixable: true,
  title: "reversed range",
  explanation: "A range goes from the lowest value that is allowed to the highest, both included.",
  wrong: "| Rating | integer 5 to 1 | yes | | |",
  right: "| Rating | integer 1 to 5 | yes | | |",
  words: (from: string, to: string) => ({
    message: `the range "${from} to ${to}" contains no value: the first is greater than the second.`,
    hint: `Did you mean "${to} to ${from}"?`,
    proposal: { kind: "words", found: `${from} to ${to}`, text: `${to} to ${from}` },
  }),
});

export const tooFewChoices = problemClass({
  code: "N312",
  severity: "error",
  title: "too few choices",
  explanation: "`one of:` is followed by at least two choices, `several of:` by at least one, separated by commas.",
  wrong: "| Priority | one of: normal | yes | | |",
  right: "| Priority | one of: low, normal | yes | | |",
  words: (type: string, found: number) => ({
    message: `"${type}:" needs at least ${type === "one of" ? "two choices" : "one choice"}, found ${found}`,
    hint:
      type === "one of"
        ? "Write them after the colon, separated by commas. For a value that is on or off, write yes/no."
        : "Write them after the colon.",
  }),
});

export const wrongPattern = problemClass({
  code: "N313",
  severity: "error",
  title: "pattern that cannot be read",
  explanation:
    "`matching` takes a regular expression of a dialect that means the same in the browser and in PostgreSQL: no lookaround, no backreferences, no lazy quantifiers.",
  wrong: "| Slug | text matching `^[a-z+$` | yes | | |",
  right: "| Slug | text matching `^[a-z]+$` | yes | | |",
  words: (message: string) => ({ message: `this pattern cannot be used: ${message}` }),
});

export const wrongNumberPattern = problemClass({
  code: "N314",
  severity: "error",
  title: "pattern of a number or code that cannot be read",
  explanation:
    "A sequence number counts in one group of zeros, `A-{000}`, with `{year}` if it restarts each year. A random code has digits for `{000000}` and letters for `{aaaaaa}`.",
  wrong: "| Number | sequence number `A-000` | | | |",
  right: "| Number | sequence number `A-{000}` | | | |",
  words: (message: string, hint: string) => ({ message, hint }),
});

export const wrongComputedType = problemClass({
  code: "N315",
  severity: "error",
  title: "type that cannot be computed",
  explanation:
    "A computed field is `computed`, a type without options that holds one value, and the expression in backticks. Users cannot write it.",
  wrong: "| Late lines | computed list of Line `order.lines.filter(l, l.late)` | | | |",
  right: "| Late lines | computed integer `order.lines.filter(l, l.late).size()` | | | |",
  words: (message: string, hint: string) => ({ message, hint }),
});

/** A type without options gives way to the one that is meant; what follows it stays as it is. */
function typeProposed(found: string, hint: string, types: readonly string[], isSynonym: boolean): Proposal | undefined {
  const proposal = proposalIn(hint, found);
  if (proposal?.kind !== "words" || / [ET]$|:/.test(proposal.text)) return undefined;
  if (proposal.text.startsWith("reference to ")) return /^[\w ]+$/.test(found) ? proposal : undefined;
  const head = found.split(/,| up to /)[0] ?? "";
  if (!/^[a-z/-]+$/i.test(head)) return undefined;
  return isSynonym || insteadOf(head, types) !== undefined ? { ...proposal, found: head } : undefined;
}
