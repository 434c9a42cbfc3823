// The words for what can be wrong with the form of an expression; what it means is checked elsewhere.
import { problemClass, type Proposal, type Related } from "../problem.ts";

/** A hint is a sentence of its own, so the message before it ends like one. */
const words = (message: string, hint: string, related: readonly Related[] = []) => ({
  message: hint === "" ? message : `${message}.`,
  hint,
  related,
});

export const wrongSyntax = problemClass({
  code: "X005",
  severity: "error",
  unread: "value",
  isFixable: true,
  title: "expression that cannot be read",
  explanation:
    "Expressions have the syntax of CEL, with the words `and`, `or`, `not` and `not in`: `ticket.state != 'closed' and ticket.assignee != null`. Comparisons are `==`, `!=`, `<`, `<=`, `>`, `>=` and `in`; they cannot be chained. Texts are in '…' or \"…\", and numbers look like 12 or 12.50.",
  wrong: "`ticket.priority = 'urgent'`",
  right: "`ticket.priority == 'urgent'`",
  words: (message: string, hint: string, related: readonly Related[] = []) => ({
    ...words(message, hint, related),
    proposal: syntaxProposed(message, hint),
  }),
});

export const tooMuch = problemClass({
  code: "X009",
  severity: "error",
  unread: "value",
  title: "expression that is too long or too deep",
  explanation:
    "An expression has at most 4,000 characters, 40 levels of brackets and 200 operators or steps in a row. An expression is hard to read long before that: give a part of it a name, as a condition in section 6 or a computed field in section 3.",
  wrong: "`ticket.number == 1 or ticket.number == 2 or ticket.number == 3 …`",
  right: "`ticket.number in [1, 2, 3]`",
  words,
});

export const wrongAssignment = problemClass({
  code: "X010",
  severity: "error",
  unread: "value",
  isFixable: true,
  title: "assignment that cannot be read",
  explanation:
    "`set`, `create` and Preset take fields with their values, separated by commas: `assignee = me, taken_at = now`. Write each field once, by its identifier alone. The value is an expression.",
  wrong: "`ticket.assignee = me, now`",
  right: "`assignee = me, taken_at = now`",
  words: (message: string, hint: string, related: readonly Related[] = []) => ({
    ...words(message, hint, related),
    proposal: assignmentProposed(message, hint),
  }),
});

/** A sign, a word or a number for one that is not known. A hint that speaks of values of its own is no proposal. */
function syntaxProposed(message: string, hint: string): Proposal | undefined {
  if (hint === `Texts stand in '…' or "…".`) return { kind: "quotes" };
  if (message === "this is an unusual kind of space") return { kind: "words", text: " " };
  const text = /^Write `([^`…]+)`\.$/.exec(hint)?.[1] ?? "";
  const isWhole = /^(?:[=!<>]=|[-*/%]|and|or|not|in|true|false|null|[\d.]+|(?:day|hour|minute)s\(\d+\))$/.test(text);
  return isWhole && / is not (?:known here|a number|a comparison)$|, found "/.test(message)
    ? { kind: "words", text }
    : undefined;
}

function assignmentProposed(message: string, hint: string): Proposal | undefined {
  if (message === '"==" compares') return { kind: "words", found: "==", text: "=" };
  const row = /^Write it without `([a-z]\w*\.)`\.$/.exec(hint)?.[1];
  return row === undefined ? undefined : { kind: "words", found: row, text: "" };
}
