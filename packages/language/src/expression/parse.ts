// From the text of an expression to its tree: the syntax of CEL as a strict profile, with `and`, `or`, `not` and `not in`.
import { shorten } from "../document/shorten.ts";
import type { Span } from "../problem.ts";
import { afterValueHint, endHint, noFieldHint, noValueHint, reservedHint } from "./hints.ts";
import { readToken } from "./lex.ts";
import { limitMistake, syntaxMistake, type Mistake } from "./mistake.ts";
import type { Token } from "./token.ts";
import type { BinaryOperator, Tree } from "./tree.ts";

/** Limits that keep every later stage total: none of them, and neither PostgreSQL, can run out of stack. */
export const limits = {
  /** Characters of one expression. */
  length: 4000,
  /** Brackets, signs and conditionals inside one another. */
  nesting: 40,
  /** Height of the tree; a chain of operators or of steps is as high as it is long. */
  height: 200,
} as const;

export type Parsed = { readonly tree: Tree } | { readonly mistake: Mistake };

export function parseExpression(text: string): Parsed {
  if (text.length > limits.length) return { mistake: tooLong(text) };
  const parser: Parser = { text, token: end(text), before: undefined, nesting: 0, mistake: undefined, heights: new Map() };
  load(parser, 0);
  const tree = conditional(parser);
  if (parser.token.kind !== "end") expected(parser, "an operator", afterValueHint(text, parser.before, parser.token));
  return parser.mistake ? { mistake: parser.mistake } : { tree };
}

/** Said of the whole text; the place is where it grows too long, as the rest may be megabytes. */
export function tooLong(text: string): Mistake {
  return limitMistake(
    { start: limits.length, end: text.length },
    `this expression is longer than ${limits.length} characters`,
    "Move a part of it into a computed field or a condition with a name.",
  );
}

/**
 * The parser never throws: its first mistake is kept and the rest of the text taken as read. From then on the token
 * is `end`, so every loop stops and every function returns.
 */
type Parser = {
  readonly text: string;
  token: Token;
  before: Token | undefined;
  nesting: number;
  mistake: Mistake | undefined;
  readonly heights: Map<Tree, number>;
};

const end = (text: string): Token => ({ kind: "end", start: text.length, end: text.length });

function stop(parser: Parser, mistake: Mistake): Tree {
  parser.mistake ??= mistake;
  parser.token = end(parser.text);
  return { kind: "null", start: mistake.start, end: mistake.end };
}

function load(parser: Parser, at: number): void {
  parser.token = readToken(parser.text, at);
  if (parser.token.kind === "mistake") stop(parser, parser.token.mistake);
}

function advance(parser: Parser): Token {
  const taken = parser.token;
  parser.before = taken;
  load(parser, taken.end);
  return taken;
}

const symbolOf = (token: Token) => (token.kind === "symbol" ? token.symbol : undefined);
const is = (parser: Parser, ...symbols: readonly string[]) => symbols.includes(symbolOf(parser.token) ?? "none");

function take(parser: Parser, symbol: string): Token | undefined {
  return is(parser, symbol) ? advance(parser) : undefined;
}

/** Stops at a token that should be something else. */
function expected(parser: Parser, what: string, hint = "", related: Mistake["related"] = []): Tree {
  const { text, token, before } = parser;
  if (token.kind === "end") {
    const at = before?.end ?? text.length;
    return stop(parser, syntaxMistake({ start: at, end: at }, "unexpected end of expression", hint || endHint(before), related));
  }
  if (symbolOf(token) === "=") return stop(parser, syntaxMistake(token, '"=" is not a comparison', "Write `==`.", related));
  const found = token.kind === "text" ? "a text" : `"${shorten(text.slice(token.start, token.end), 30)}"`;
  return stop(parser, syntaxMistake(token, `expected ${what}, found ${found}`, hint, related));
}

function nested(parser: Parser, read: (parser: Parser) => Tree): Tree {
  if (parser.nesting >= limits.nesting) {
    const message = `this expression is nested more than ${limits.nesting} deep`;
    return stop(parser, limitMistake(parser.before ?? parser.token, message, "Move a part of it into a computed field or a condition with a name."));
  }
  parser.nesting++;
  const tree = read(parser);
  parser.nesting--;
  return tree;
}

type Unplaced<Node> = Node extends unknown ? Omit<Node, keyof Span> : never;

/** Places a node from where its first token began, brackets included, to the last token that was read. */
function build(parser: Parser, start: number, node: Unplaced<Tree>, parts: readonly Tree[]): Tree {
  const tree = { ...node, start, end: parser.before?.end ?? start } as Tree;
  const height = 1 + parts.reduce((most, part) => Math.max(most, parser.heights.get(part) ?? 0), 0);
  if (height > limits.height) {
    const message = `this expression chains more than ${limits.height} operators or steps`;
    return stop(parser, limitMistake(tree, message, "Use `in [...]`, or move a part of it into a computed field or a condition with a name."));
  }
  parser.heights.set(tree, height);
  return tree;
}

function conditional(parser: Parser): Tree {
  const { start } = parser.token;
  const test = either(parser);
  if (!take(parser, "?")) return test;
  const then = either(parser);
  if (!take(parser, ":")) expected(parser, '":"', "A conditional is written `test ? value : otherwise`.");
  const otherwise = nested(parser, conditional);
  return build(parser, start, { kind: "conditional", test, then, otherwise }, [test, then, otherwise]);
}

const either = (parser: Parser) => chain(parser, ["or"], both);
const both = (parser: Parser) => chain(parser, ["and"], negation);
const sum = (parser: Parser) => chain(parser, ["+", "-"], product);
const product = (parser: Parser) => chain(parser, ["*", "/", "%"], signed);

function chain(parser: Parser, operators: readonly string[], operand: (parser: Parser) => Tree): Tree {
  const { start } = parser.token;
  let left = operand(parser);
  while (is(parser, ...operators)) {
    const operator = symbolOf(advance(parser)) as BinaryOperator;
    const right = operand(parser);
    left = build(parser, start, { kind: "binary", operator, left, right }, [left, right]);
  }
  return left;
}

/** The word `not` denies a whole comparison, as people read it; the sign `!` only what stands next to it, as in CEL. */
function negation(parser: Parser): Tree {
  const { start } = parser.token;
  if (!take(parser, "not")) return comparison(parser);
  const of = nested(parser, negation);
  return build(parser, start, { kind: "unary", operator: "not", of }, [of]);
}

const comparisons = ["==", "!=", "<", "<=", ">", ">=", "in", "not"];

function comparison(parser: Parser): Tree {
  const { start } = parser.token;
  const left = sum(parser);
  if (!is(parser, ...comparisons)) return left;
  const operator = comparisonOperator(parser);
  const second = parser.token;
  const right = sum(parser);
  if (is(parser, ...comparisons)) {
    const middle = parser.text.slice(second.start, parser.before?.end);
    const whole = parser.text.slice(start, parser.before?.end);
    const instead = `${whole} and ${middle} ${is(parser, "not") ? "not in" : symbolOf(parser.token)} …`;
    const hint = instead.length <= 80 ? `Write \`${instead}\`.` : "Write two comparisons with `and` between them.";
    return stop(parser, syntaxMistake(parser.token, "comparisons cannot be chained", hint));
  }
  return build(parser, start, { kind: "binary", operator, left, right }, [left, right]);
}

function comparisonOperator(parser: Parser): BinaryOperator {
  const first = symbolOf(advance(parser));
  if (first !== "not") return first as BinaryOperator;
  if (!take(parser, "in")) expected(parser, '"in" after "not"', "Write `x not in [...]`, or `and not …` between two conditions.");
  return "not in";
}

function signed(parser: Parser): Tree {
  const { start } = parser.token;
  const sign = is(parser, "!", "-") ? symbolOf(advance(parser)) : undefined;
  if (sign === undefined) return steps(parser);
  // CEL lets a sign stand before itself or before a value, never before the other sign.
  const of = is(parser, sign) ? nested(parser, signed) : nested(parser, steps);
  return build(parser, start, { kind: "unary", operator: sign === "!" ? "not" : "-", of }, [of]);
}

/** A value, and whatever follows it without a space in between as people write it: fields, methods, lookups. */
function steps(parser: Parser): Tree {
  const { start } = parser.token;
  let of = value(parser);
  while (is(parser, ".", "[")) {
    // CEL reads -1.size() as (-1).size(), everybody else as -(1.size()); no number has anything to step to.
    if (of.kind === "number") return stop(parser, syntaxMistake(parser.token, "nothing follows the point of a number", "Write numbers like 12 or 12.50."));
    const opening = advance(parser);
    if (symbolOf(opening) === "[") {
      const index = nested(parser, conditional);
      close(parser, opening, "]");
      of = build(parser, start, { kind: "index", of, index }, [of, index]);
      continue;
    }
    const { token } = parser;
    if (token.kind !== "name") {
      of = expected(parser, "the name of a field", noFieldHint(token));
      continue;
    }
    advance(parser);
    const nameSpan = { start: token.start, end: token.end };
    const bracket = take(parser, "(");
    if (bracket) {
      const args = items(parser, bracket, ")");
      of = build(parser, start, { kind: "method", of, name: token.name, nameSpan, args }, [of, ...args]);
    } else {
      of = build(parser, start, { kind: "field", of, name: token.name, nameSpan }, [of]);
    }
  }
  return of;
}

function value(parser: Parser): Tree {
  const { token } = parser;
  const { start, end: tokenEnd } = token;
  switch (token.kind) {
    case "number":
      advance(parser);
      return build(parser, start, { kind: "number", digits: token.digits, scale: token.scale }, []);
    case "text":
      advance(parser);
      return build(parser, start, { kind: "text", value: token.value }, []);
    case "name": {
      if (token.reserved) return stop(parser, syntaxMistake(token, `"${token.name}" is a reserved word`, reservedHint(token.name)));
      advance(parser);
      const bracket = take(parser, "(");
      if (!bracket) return build(parser, start, { kind: "name", name: token.name }, []);
      const args = items(parser, bracket, ")");
      return build(parser, start, { kind: "call", name: token.name, nameSpan: { start, end: tokenEnd }, args }, args);
    }
    case "symbol":
      return bracketOrWord(parser, token);
    default:
      return expected(parser, "a value");
  }
}

function bracketOrWord(parser: Parser, token: Token & { readonly kind: "symbol" }): Tree {
  const { start } = token;
  switch (token.symbol) {
    case "true":
    case "false":
      advance(parser);
      return build(parser, start, { kind: "boolean", value: token.symbol === "true" }, []);
    case "null":
      advance(parser);
      return build(parser, start, { kind: "null" }, []);
    case "(": {
      const inner = nested(advanced(parser), conditional);
      close(parser, token, ")");
      return inner;
    }
    case "[": {
      const found = items(advanced(parser), token, "]");
      return build(parser, start, { kind: "list", items: found }, found);
    }
    default:
      return expected(parser, "a value", noValueHint(parser.before, token));
  }
}

function advanced(parser: Parser): Parser {
  advance(parser);
  return parser;
}

/** What stands between brackets, separated by commas; the opening bracket has been read. */
function items(parser: Parser, opening: Token, closing: string): readonly Tree[] {
  if (take(parser, closing)) return [];
  const found: Tree[] = [];
  do found.push(nested(parser, conditional));
  while (take(parser, ","));
  close(parser, opening, closing, '"," or ');
  return found;
}

function close(parser: Parser, opening: Token, closing: string, or = ""): void {
  if (take(parser, closing) || parser.mistake) return;
  const { text, token, before } = parser;
  const bracket = text.slice(opening.start, opening.end);
  const hint = token.kind === "end" ? `Add \`${closing}\`.` : afterValueHint(text, before, token, bracket);
  const related = { start: opening.start, end: opening.end, message: `"${bracket}" is opened here` };
  expected(parser, `${or}"${closing}"`, hint, [related]);
}
