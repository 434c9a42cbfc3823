// From the text of an expression to its tree: the syntax of CEL as a strict profile, with `and`, `or`, `not` and `not in`.
import { afterValueHint, noFieldHint, noValueHint, reservedHint } from "./hints.ts";
import { syntaxMistake, type Mistake } from "./mistake.ts";
import {
  advance,
  build,
  close,
  expected,
  is,
  limits,
  nested,
  startParser,
  stop,
  symbolOf,
  take,
  tooLong,
  type Parser,
} from "./parser.ts";
import type { Token } from "./token.ts";
import type { BinaryOperator, Tree } from "../tree.ts";

export type Parsed = { readonly tree: Tree } | { readonly mistake: Mistake };

export function parseExpression(text: string): Parsed {
  if (text.length > limits.length) return { mistake: tooLong(text) };
  const parser = startParser(text);
  const tree = conditional(parser);
  if (parser.token.kind !== "end") expected(parser, "an operator", afterValueHint(text, parser.before, parser.token));
  return parser.mistake ? { mistake: parser.mistake } : { tree };
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
  if (!take(parser, "in"))
    expected(parser, '"in" after "not"', "Write `x not in [...]`, or `and not …` between two conditions.");
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
    // CEL reads -1.size() as (-1).size(), other languages as -(1.size()); no number has anything to step to.
    if (of.kind === "number")
      return stop(
        parser,
        syntaxMistake(parser.token, "nothing follows the point of a number", "Write numbers like 12 or 12.50."),
      );
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
      if (token.reserved)
        return stop(parser, syntaxMistake(token, `"${token.name}" is a reserved word`, reservedHint(token.name)));
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
