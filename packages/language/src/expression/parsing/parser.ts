// What the parser of expressions stands on: where it is in the text, its first mistake, and how it places a node.
import { shorten } from "../../text/shorten.ts";
import type { Span } from "../../problem.ts";
import { afterValueHint, endHint } from "./hints.ts";
import { readToken } from "./lex.ts";
import { limitMistake, syntaxMistake, type Mistake } from "./mistake.ts";
import type { Token } from "./token.ts";
import type { Tree } from "../tree.ts";

/** Limits that keep every later stage total: none of them, and neither PostgreSQL, can run out of stack. */
export const limits = {
  /** Characters of one expression. */
  length: 4000,
  /** Brackets, signs and conditionals inside one another. */
  nesting: 40,
  /** Height of the tree; a chain of operators or of steps is as high as it is long. */
  height: 200,
} as const;

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
export type Parser = {
  readonly text: string;
  token: Token;
  before: Token | undefined;
  nesting: number;
  mistake: Mistake | undefined;
  readonly heights: Map<Tree, number>;
};

export function startParser(text: string): Parser {
  const parser: Parser = {
    text,
    token: end(text),
    before: undefined,
    nesting: 0,
    mistake: undefined,
    heights: new Map(),
  };
  load(parser, 0);
  return parser;
}

const end = (text: string): Token => ({ kind: "end", start: text.length, end: text.length });

export function stop(parser: Parser, mistake: Mistake): Tree {
  parser.mistake ??= mistake;
  parser.token = end(parser.text);
  return { kind: "null", start: mistake.start, end: mistake.end };
}

function load(parser: Parser, at: number): void {
  parser.token = readToken(parser.text, at);
  if (parser.token.kind === "mistake") stop(parser, parser.token.mistake);
}

export function advance(parser: Parser): Token {
  const taken = parser.token;
  parser.before = taken;
  load(parser, taken.end);
  return taken;
}

export const symbolOf = (token: Token) => (token.kind === "symbol" ? token.symbol : undefined);
export const is = (parser: Parser, ...symbols: readonly string[]) => symbols.includes(symbolOf(parser.token) ?? "none");

export function take(parser: Parser, symbol: string): Token | undefined {
  return is(parser, symbol) ? advance(parser) : undefined;
}

/** Stops at a token that should be something else. */
export function expected(parser: Parser, what: string, hint = "", related: Mistake["related"] = []): Tree {
  const { text, token, before } = parser;
  if (token.kind === "end") {
    const at = before?.end ?? text.length;
    return stop(
      parser,
      syntaxMistake({ start: at, end: at }, "unexpected end of expression", hint || endHint(before), related),
    );
  }
  if (symbolOf(token) === "=") return stop(parser, syntaxMistake(token, '"=" is not a comparison', "Write `==`."));
  const found = token.kind === "text" ? "a text" : `"${shorten(text.slice(token.start, token.end), 30)}"`;
  return stop(parser, syntaxMistake(token, `expected ${what}, found ${found}`, hint, related));
}

export function nested(parser: Parser, read: (parser: Parser) => Tree): Tree {
  if (parser.nesting >= limits.nesting) {
    const message = `this expression is nested more than ${limits.nesting} deep`;
    return stop(
      parser,
      limitMistake(
        parser.before ?? parser.token,
        message,
        "Move a part of it into a computed field or a condition with a name.",
      ),
    );
  }
  parser.nesting++;
  const tree = read(parser);
  parser.nesting--;
  return tree;
}

type Unplaced<Node> = Node extends unknown ? Omit<Node, keyof Span> : never;

/** Places a node from where its first token began, brackets included, to the last token that was read. */
export function build(parser: Parser, start: number, node: Unplaced<Tree>, parts: readonly Tree[]): Tree {
  const tree = { ...node, start, end: parser.before?.end ?? start } as Tree;
  const height = 1 + parts.reduce((most, part) => Math.max(most, parser.heights.get(part) ?? 0), 0);
  if (height > limits.height) {
    const message = `this expression chains more than ${limits.height} operators or steps`;
    return stop(
      parser,
      limitMistake(
        tree,
        message,
        "Use `in [...]`, or move a part of it into a computed field or a condition with a name.",
      ),
    );
  }
  parser.heights.set(tree, height);
  return tree;
}

export function close(parser: Parser, opening: Token, closing: string, or = ""): void {
  if (take(parser, closing) || parser.mistake) return;
  const { text, token, before } = parser;
  const bracket = text.slice(opening.start, opening.end);
  const hint = token.kind === "end" ? `Add \`${closing}\`.` : afterValueHint(text, before, token, bracket);
  const related = { start: opening.start, end: opening.end, message: `"${bracket}" is opened here` };
  expected(parser, `${or}"${closing}"`, hint, [related]);
}
