// From code in the document to expressions and assignments, with every mistake at its place in the source.
import { shorten } from "../../text/shorten.ts";
import { sliceText, spanOf, trimText, type Text } from "../../text/text.ts";
import type { Reference } from "../../text/name.ts";
import type { Problem, Span } from "../../problem.ts";
import { readToken } from "./lex.ts";
import type { Mistake } from "./mistake.ts";
import { parseExpression } from "./parse.ts";
import { limits, tooLong } from "./parser.ts";
import { tooMuch, wrongAssignment, wrongSyntax } from "../problems.ts";
import type { Token } from "./token.ts";
import type { Assignment, Expression } from "../tree.ts";

/** `code` is the inside of the backticks. A mistake is reported here; the tree is then undefined. */
export function readExpression(code: Text, address: string, problems: Problem[]): Expression {
  const parsed = parseExpression(code.text);
  if ("mistake" in parsed) problems.push(problemOf(parsed.mistake, code, address));
  return { address, text: code, tree: "tree" in parsed ? parsed.tree : undefined };
}

/** `f = expr, g = expr`. An assignment without a field is reported and left out. */
export function readAssignments(code: Text, address: string, problems: Problem[]): readonly Assignment[] {
  if (code.text.length > limits.length) {
    problems.push(problemOf(tooLong(code.text), code, address));
    return [];
  }
  const assignments = splitAssignments(code).flatMap((part) => readAssignment(part, address, problems));
  const first = new Map<string, Reference>();
  for (const { field } of assignments) {
    const before = first.get(field.id);
    if (before === undefined) first.set(field.id, field);
    else problems.push(givenTwice(field, before, address));
  }
  return assignments;
}

function givenTwice(field: Reference, first: Reference, address: string): Problem {
  const related = [{ span: first.span, message: "it is given here first" }];
  return wrongAssignment.at(
    { span: field.span, address },
    `"${field.label}" is given twice`,
    "Delete one of them.",
    related,
  );
}

/** Splits at the commas that stand outside texts and brackets. */
function splitAssignments(code: Text): readonly Text[] {
  const parts: Text[] = [];
  let from = 0;
  let depth = 0;
  for (let token = readToken(code.text, 0); token.kind !== "end"; token = readToken(code.text, token.end)) {
    // What cannot be read as a token cannot be split any further either: its part reports it.
    if (token.kind === "mistake") break;
    if (token.kind !== "symbol") continue;
    if (token.symbol === "(" || token.symbol === "[") depth++;
    else if (token.symbol === ")" || token.symbol === "]") depth = Math.max(0, depth - 1);
    else if (token.symbol === "," && depth === 0) {
      parts.push(sliceText(code, from, token.start));
      from = token.end;
    }
  }
  return [...parts, sliceText(code, from)];
}

function readAssignment(part: Text, address: string, problems: Problem[]): readonly Assignment[] {
  const field = readToken(part.text, 0);
  const sign = readToken(part.text, field.end);
  if (field.kind !== "name" || sign.kind !== "symbol" || sign.symbol !== "=") {
    problems.push(notAnAssignment(part, field, sign, address));
    return [];
  }
  const value = readExpression(trimText(sliceText(part, sign.end)), address, problems);
  const name = sliceText(part, field.start, field.end);
  return [{ field: { label: name.text, id: name.text, span: spanOf(name) }, value }];
}

function notAnAssignment(part: Text, field: Token, sign: Token, address: string): Problem {
  const say = (at: Span, message: string, hint: string) =>
    wrongAssignment.at({ span: spanOf(part, at.start, at.end), address }, message, hint);
  if (field.kind === "mistake") return problemOf(field.mistake, part, address);
  if (field.kind === "end") return say(field, "an assignment is missing here", "Write `field = value`.");
  const found = shorten(part.text.slice(field.start, field.end), 30);
  if (field.kind !== "name")
    return say(field, `expected the name of a field, found "${found}"`, "Write `field = value`.");
  if (sign.kind === "symbol" && sign.symbol === "==") return say(sign, '"==" compares', "Write `=` to assign.");
  if (sign.kind === "symbol" && sign.symbol === ".") {
    return say(field, "an assignment names a field alone", `Write it without \`${found}.\`.`);
  }
  const words = /^[^=]*(?==)/.exec(part.text)?.[0].trim() ?? "";
  const identifier = words.toLowerCase().replace(/\s+/g, "_");
  const hint = /^[a-z][a-z0-9_]*$/.test(identifier)
    ? `Write its identifier, \`${shorten(identifier, 30)}\`.`
    : "Write `field = value`.";
  const at = { start: field.end, end: field.end };
  return say(sign.kind === "end" ? at : sign, `expected "=" after "${found}"`, hint);
}

function problemOf(mistake: Mistake, text: Text, address: string): Problem {
  const place = { span: spanOf(text, mistake.start, mistake.end), address };
  const related = mistake.related.map(({ start, end, message }) => ({ span: spanOf(text, start, end), message }));
  const { message, hint } = mistake;
  return (mistake.kind === "limit" ? tooMuch : wrongSyntax).at(place, message, hint, related);
}
