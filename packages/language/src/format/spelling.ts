// One spelling for expressions: the words `and`, `or` and `not`, one space around operators and behind commas.
import { readToken } from "../expression/parsing/lex.ts";
import { parseExpression } from "../expression/parsing/parse.ts";
import { readAssignments } from "../expression/parsing/read.ts";
import type { Token } from "../expression/parsing/token.ts";
import type { Problem } from "../problem.ts";

/** `assignments`: `f = expr, g = expr`. */
export type CodeKind = "expression" | "assignments";

/** The code in its one spelling, or as it is where that would mean something else or nothing at all. */
export function spellCode(code: string, kind: CodeKind): string {
  const tokens = readTokens(code);
  const spelled = tokens ? write(code, tokens, convertible(tokens)) : code;
  if (spelled === code) return code;
  const [meant, means] = [meaningOf(code, kind), meaningOf(spelled, kind)];
  return meant !== undefined && means !== undefined && isSame(meant, means) ? spelled : code;
}

/** What can be compared; undefined where the code is wrong. */
function meaningOf(code: string, kind: CodeKind): unknown {
  if (kind === "expression") {
    const parsed = parseExpression(code);
    return "tree" in parsed ? parsed.tree : undefined;
  }
  const problems: Problem[] = [];
  const assignments = readAssignments({ text: code, start: 0, end: code.length }, "", problems);
  return problems.length === 0 ? assignments.map(({ field, value }) => [field.id, value.tree]) : undefined;
}

const places = new Set(["start", "end", "nameSpan"]);

/** Compares trees without their places. */
function isSame(one: unknown, other: unknown): boolean {
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) return one === other;
  const [these, those] = [one, other].map((part) => Object.entries(part).filter(([key]) => !places.has(key)));
  if (these === undefined || those === undefined || these.length !== those.length) return false;
  return these.every(([key, value], index) => key === those[index]?.[0] && isSame(value, those[index]?.[1]));
}

function readTokens(code: string): readonly Token[] | undefined {
  const tokens: Token[] = [];
  for (let token = readToken(code, 0); token.kind !== "end"; token = readToken(code, token.end)) {
    if (token.kind === "mistake") return undefined;
    tokens.push(token);
  }
  return tokens;
}

const symbolOf = (token: Token | undefined) => (token?.kind === "symbol" ? token.symbol : undefined);
const closing = new Set([")", "]", "true", "false", "null"]);

/** Whether a value ends with this token, so that what follows is between two values. */
const endsValue = (token: Token | undefined) =>
  token !== undefined && (token.kind !== "symbol" || closing.has(token.symbol));

/** Behind one of these a condition may begin with the word `not`, and before one of those it is over. */
const opening = new Set(["(", "[", ",", "=", "and", "or", "?", ":"]);
const ending = new Set([undefined, ")", "]", ",", "and", "or", "?", ":"]);

/**
 * Which signs `!` may be the word `not`. The word denies all of a comparison, the sign only the value behind it, so
 * the value must be all that there is.
 */
function convertible(tokens: readonly Token[]): ReadonlySet<number> {
  const pairs = pairBrackets(tokens);
  const found = new Set<number>();
  let isWhole = false;
  for (const [index, token] of tokens.entries()) {
    if (symbolOf(token) !== "!") continue;
    // Of several signs in a row each denies what the next one does.
    const isNext = symbolOf(tokens[index - 1]) === "!";
    if (!isNext) isWhole = ending.has(symbolOf(tokens[endOfValue(tokens, index, pairs)]));
    if (isWhole && (isNext ? found.has(index - 1) : beginsCondition(tokens, index))) found.add(index);
  }
  return found;
}

function beginsCondition(tokens: readonly Token[], index: number): boolean {
  const before = symbolOf(tokens[index - 1]);
  if (before === undefined) return index === 0;
  return opening.has(before) || (before === "not" && !endsValue(tokens[index - 2]));
}

/** Where each bracket is closed. */
function pairBrackets(tokens: readonly Token[]): ReadonlyMap<number, number> {
  const pairs = new Map<number, number>();
  const open: number[] = [];
  for (const [index, token] of tokens.entries()) {
    const symbol = symbolOf(token);
    if (symbol === "(" || symbol === "[") open.push(index);
    else if (symbol === ")" || symbol === "]") pairs.set(open.pop() ?? index, index);
  }
  return pairs;
}

/** The token behind a value with its signs, fields, methods and lookups. */
function endOfValue(tokens: readonly Token[], sign: number, pairs: ReadonlyMap<number, number>): number {
  let at = sign;
  while (symbolOf(tokens[at]) === "!") at++;
  at = (pairs.get(at) ?? at) + 1;
  for (;;) {
    const symbol = symbolOf(tokens[at]);
    if (symbol === ".") at += 2;
    else if (symbol === "(" || symbol === "[") at = (pairs.get(at) ?? at) + 1;
    else return at;
  }
}

const spelledOut: ReadonlyMap<string, string> = new Map([
  ["&&", "and"],
  ["||", "or"],
]);

function write(code: string, tokens: readonly Token[], nots: ReadonlySet<number>): string {
  let written = "";
  for (const [index, token] of tokens.entries()) {
    const found = code.slice(token.start, token.end);
    const space = index > 0 && isSpaced(tokens, index, nots) ? " " : "";
    written += space + (nots.has(index) ? "not" : (spelledOut.get(found) ?? found));
  }
  return written;
}

/** Whether a space stands before a token. */
function isSpaced(tokens: readonly Token[], index: number, nots: ReadonlySet<number>): boolean {
  const before = tokens[index - 1];
  const [left, right] = [symbolOf(before), symbolOf(tokens[index])];
  if (right === "," || right === ")" || right === "]" || right === ".") return false;
  if (left === "(" || left === "[" || left === ".") return false;
  if (left === "!") return nots.has(index - 1);
  if (left === "-") return endsValue(tokens[index - 2]);
  if (right === "(") return before?.kind !== "name";
  if (right === "[") return !endsValue(before);
  return true;
}
