// From the text of a mail, message or subject to a template, and from a template to what is wrong with its expressions.
import { codeOf, sliceText, spanOf, trimText, type Text } from "../text/text.ts";
import { readExpression } from "../expression/parsing/read.ts";
import type { Scope } from "../expression/schema.ts";
import type { Expression } from "../expression/tree.ts";
import type { Problem } from "../problem.ts";
import type { CheckContext } from "../model/check-context.ts";
import { notShownInText, unknownPlural, unmatchedBrace } from "./problems.ts";
import {
  pluralCategories,
  type PluralBranch,
  type PluralCategory,
  type Template,
  type TemplatePart,
} from "./template.ts";

/** No real sentence nests plurals deeper than this. */
const deepest = 4;

type Reading = {
  readonly cell: Text;
  readonly address: string;
  readonly problems: Problem[];
};

/** Parts, and where what follows them begins: behind the cell, or at the `}` that closes a branch. */
type ReadParts = { readonly parts: readonly TemplatePart[]; readonly next: number };

/**
 * `{expression}` is an expression, `{{` and `}}` are braces, `<br>` breaks the line. What is wrong is reported once and
 * the rest of the text is kept as it is written.
 */
export function readTemplate(cell: Text, address: string, problems: Problem[]): Template {
  const { parts } = readParts({ cell, address, problems }, 0, 0);
  return { parts, span: spanOf(cell) };
}

/** Reads text up to the end of the cell or, within a branch of a plural (`depth` above 0), up to its `}`. */
function readParts(reading: Reading, from: number, depth: number): ReadParts {
  const { text } = reading.cell;
  const parts: TemplatePart[] = [];
  let written = "";
  const flush = () => {
    if (written !== "") parts.push({ kind: "text", text: written.replace(/<br\s*\/?>/gi, "\n") });
    written = "";
  };
  let at = from;
  while (at < text.length) {
    const character = text[at] ?? "";
    const doubled = depth === 0 && text[at + 1] === character;
    if ((character === "{" || character === "}") && doubled) {
      written += character;
      at += 2;
    } else if (character === "}" && depth > 0) {
      break;
    } else if (character === "}") {
      report(reading, at, at + 1, "}");
      written += character;
      at++;
    } else if (character === "#" && depth > 0) {
      flush();
      parts.push({ kind: "number" });
      at++;
    } else if (character === "{") {
      const read = readPlaceholder(reading, at + 1, depth);
      if (read === undefined) {
        report(reading, at, at + 1, "{");
        written += text.slice(at);
        at = text.length;
      } else {
        flush();
        if (read.part) parts.push(read.part);
        at = read.next;
      }
    } else {
      written += character;
      at++;
    }
  }
  flush();
  return { parts, next: at };
}

function report(reading: Reading, from: number, to: number, brace: "{" | "}"): void {
  const span = spanOf(reading.cell, from, to);
  reading.problems.push(unmatchedBrace.at({ span, address: reading.address }, brace));
}

/** What stands behind a `{`; undefined where no `}` closes it. */
function readPlaceholder(
  reading: Reading,
  from: number,
  depth: number,
): { readonly part: TemplatePart | undefined; readonly next: number } | undefined {
  const { cell } = reading;
  const end = endOfExpression(cell.text, from, true) ?? endOfExpression(cell.text, from, false);
  if (end === undefined) return undefined;
  const inside = sliceText(cell, from, end);
  if (cell.text[end] === "}")
    return { part: { kind: "expression", expression: readInside(reading, inside) }, next: end + 1 };

  // No expression has a comma outside parentheses, so this asks for another form of the value.
  const behind = endOfWord(cell.text, end + 1);
  const word = trimText(sliceText(cell, end + 1, behind));
  if (word.text !== "plural" || cell.text[behind] !== "," || depth >= deepest) {
    const start = skipSpace(cell.text, end + 1);
    const what = word.text === "plural" && depth >= deepest ? "depth" : "form";
    wrongPlural(reading, start, start + Math.max(1, word.text.length), what, word.text);
    const closing = matchingBrace(cell.text, end);
    return closing === undefined ? undefined : { part: undefined, next: closing + 1 };
  }
  return readPlural(reading, readInside(reading, inside), behind + 1, depth);
}

function readInside(reading: Reading, inside: Text): Expression {
  const trimmed = trimText(inside);
  return readExpression(codeOf(trimmed) ?? trimmed, reading.address, reading.problems);
}

function wrongPlural(
  reading: Reading,
  from: number,
  to: number,
  what: "form" | "branch" | "other" | "depth",
  found: string,
): void {
  const span = spanOf(reading.cell, from, to);
  reading.problems.push(unknownPlural.at({ span, address: reading.address }, what, found));
}

function readPlural(reading: Reading, expression: Expression, from: number, depth: number) {
  const { text } = reading.cell;
  const branches: PluralBranch[] = [];
  let at = skipSpace(text, from);
  while (at < text.length && text[at] !== "}") {
    const opening = text.indexOf("{", at);
    if (opening < 0) return undefined;
    const word = text.slice(at, opening).trim();
    const when = readWhen(word);
    if (when === undefined) wrongPlural(reading, at, at + Math.max(1, word.length), "branch", word);
    const { parts, next } = readParts(reading, opening + 1, depth + 1);
    // The branch ran to the end of the cell: nothing closes it.
    if (next >= text.length) return undefined;
    if (when !== undefined) branches.push({ when, parts });
    at = skipSpace(text, next + 1);
  }
  if (at >= text.length) return undefined;
  if (!branches.some((branch) => branch.when === "other")) wrongPlural(reading, at, at + 1, "other", "");
  return { part: { kind: "plural", expression, branches } satisfies TemplatePart, next: at + 1 };
}

function readWhen(word: string): PluralCategory | number | undefined {
  const exact = /^=(\d{1,9})$/.exec(word)?.[1];
  return exact === undefined ? pluralCategories.find((category) => category === word) : Number(exact);
}

function endOfWord(text: string, from: number): number {
  let at = from;
  while (at < text.length && !",{}".includes(text[at] ?? "")) at++;
  return at;
}

function skipSpace(text: string, from: number): number {
  let at = from;
  while (/\s/.test(text[at] ?? "")) at++;
  return at;
}

/** The `}` that ends an expression, or the comma that asks for a form of it. Braces and commas in texts do not count. */
function endOfExpression(text: string, from: number, quotes: boolean): number | undefined {
  let depth = 0;
  for (let at = from; at < text.length; at++) {
    const character = text[at] ?? "";
    if (quotes && (character === "'" || character === '"')) {
      at = endOfQuoted(text, at + 1, character);
    } else if ("{[(".includes(character)) depth++;
    else if (character === "}" && depth <= 0) return at;
    else if ("}])".includes(character)) depth--;
    else if (character === "," && depth <= 0) return at;
  }
  return undefined;
}

function endOfQuoted(text: string, from: number, quote: string): number {
  let at = from;
  while (at < text.length && text[at] !== quote) at += text[at] === "\\" ? 2 : 1;
  return at;
}

/** The `}` that closes the placeholder in which `from` stands. */
function matchingBrace(text: string, from: number): number | undefined {
  let depth = 1;
  for (let at = from; at < text.length; at++) {
    if (text[at] === "{") depth++;
    else if (text[at] === "}" && --depth === 0) return at;
  }
  return undefined;
}

/** Types every expression of a template. A value may be empty: then nothing is printed. Lists and files are no words. */
export function checkTemplate(template: Template, scope: Scope, context: CheckContext): readonly Problem[] {
  return template.parts.flatMap((part) => checkPart(part, scope, context));
}

function checkPart(part: TemplatePart, scope: Scope, context: CheckContext): readonly Problem[] {
  if (part.kind === "expression") return checkShown(part.expression, scope, context);
  if (part.kind !== "plural") return [];
  const number = {
    kind: "type",
    type: { kind: "number", scale: 6, empty: false },
    what: "what a plural counts",
  } as const;
  return [
    ...context.check(part.expression, scope, number).problems,
    ...part.branches.flatMap((branch) => branch.parts.flatMap((inner) => checkPart(inner, scope, context))),
  ];
}

function checkShown(expression: Expression, scope: Scope, context: CheckContext): readonly Problem[] {
  const { typed, problems } = context.check(expression, scope, { kind: "any" });
  const kind = typed?.type.kind;
  if (kind !== "list" && kind !== "file") return problems;
  return [
    ...problems,
    notShownInText.at({ span: spanOf(expression.text), address: expression.address }, expression.text.text, kind),
  ];
}
