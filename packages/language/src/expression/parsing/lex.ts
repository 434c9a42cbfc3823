// From the characters of an expression to its tokens, one at a time, so that the first mistake is the leftmost one.
import { shorten } from "../../text/shorten.ts";
import type { Span } from "../../problem.ts";
import { readText } from "./lex-text.ts";
import { lookalikes } from "./lookalikes.ts";
import { syntaxMistake } from "./mistake.ts";
import type { Token } from "./token.ts";

/** Digits before and after the point together: more than any number of a document needs. */
const mostDigits = 30;

const words = new Set(["and", "or", "not", "in", "true", "false", "null"]);
const reserved = new Set(
  "as break const continue else for function if import let loop package namespace return var void while".split(" "),
);
/** Words of SQL, which nothing in a document can be called: identifiers are lower case, all rows PascalCase. */
const shouted: ReadonlyMap<string, string> = new Map([
  ...["AND", "OR", "NOT", "IN", "TRUE", "FALSE", "NULL"].map((word) => [word, word.toLowerCase()] as const),
  ["IS", "=="],
]);
const twoCharacters: ReadonlyMap<string, string> = new Map([
  ["&&", "and"],
  ["||", "or"],
  ...["==", "!=", "<=", ">="].map((sign) => [sign, sign] as const),
]);
const oneCharacter = new Set("()[],.?:!<>+-*/%=");

const space = /[ \t\n\f\r]*/y;
const word = /[A-Za-z_][A-Za-z0-9_]*/y;
/** Anything that people might take for a number, so that one message speaks of all of it. */
const numberLike = /[0-9][0-9_]*(?:\.[0-9][0-9_]*)?(?:[eE][+-]?[0-9]+)?[\p{L}\p{N}_]*/uy;
const wordLike = /[\p{L}\p{N}\p{M}_]+/uy;

/** The token at or after `at`. At the end of the text, the token `end`, again and again. */
export function readToken(text: string, at: number): Token {
  space.lastIndex = at;
  const start = at + (space.exec(text)?.[0].length ?? 0);
  const character = text[start];
  if (character === undefined) return { kind: "end", start: text.length, end: text.length };
  if (character === "'" || character === '"') return readText(text, start);
  if (character >= "0" && character <= "9") return readNumber(text, start);
  const name = matchAt(word, text, start);
  if (name !== undefined && !/[\p{L}\p{M}]/u.test(characterAt(text, start + name.length)))
    return nameToken(name, start);
  return readSymbol(text, start);
}

function nameToken(name: string, start: number): Token {
  const place = { start, end: start + name.length };
  if (words.has(name)) return { kind: "symbol", symbol: name, ...place };
  const instead = shouted.get(name);
  if (instead !== undefined) return wrong(place, `"${name}" is not known here`, `Write \`${instead}\`.`);
  return { kind: "name", name, reserved: reserved.has(name), ...place };
}

function readNumber(text: string, start: number): Token {
  const written = matchAt(numberLike, text, start) ?? "";
  const place = { start, end: start + written.length };
  const parts = /^([0-9]+)(?:\.([0-9]+))?$/.exec(written);
  if (!parts) return wrong(place, `"${shorten(written, 30)}" is not a number`, numberHint(written));
  const [, whole = "", fraction = ""] = parts;
  if (whole.length + fraction.length > mostDigits) {
    return wrong(place, `a number has at most ${mostDigits} digits`, "Write a shorter one.");
  }
  return { kind: "number", digits: BigInt(whole + fraction), scale: fraction.length, ...place };
}

function numberHint(written: string): string {
  const amount = /^([0-9]+)(days?|hours?|minutes?)$/.exec(written);
  if (amount) return `Write \`${amount[2]?.replace(/s?$/, "s")}(${amount[1]})\`.`;
  if (/^[0-9_.]+$/.test(written)) return `Write \`${shorten(written.replaceAll("_", ""), 30)}\`.`;
  if (/^[0-9.]+(?:e[+-]?[0-9]*|x[0-9a-f]*|u)$/i.test(written)) return "Write numbers like 12 or 12.50.";
  return "Write numbers like 12 or 12.50; a name does not begin with a digit.";
}

function readSymbol(text: string, start: number): Token {
  const lookalike = lookalikes.find(([signs]) => signs.some((sign) => text.startsWith(sign, start)));
  const two = text.slice(start, start + 2);
  const symbol = twoCharacters.get(two);
  if (lookalike) {
    const [signs, hint] = lookalike;
    const found = signs.find((sign) => text.startsWith(sign, start)) ?? "";
    if (symbol === undefined || found.length > 2) {
      return wrong({ start, end: start + found.length }, `"${found}" is not known here`, hint);
    }
  }
  if (symbol !== undefined) return { kind: "symbol", symbol, start, end: start + 2 };
  const one = characterAt(text, start);
  const place = { start, end: start + one.length };
  return oneCharacter.has(one) ? { kind: "symbol", symbol: one, ...place } : unexpected(text, place, one);
}

function unexpected(text: string, place: Span, one: string): Token {
  const foreign = matchAt(wordLike, text, place.start);
  if (foreign !== undefined) {
    const whole = { start: place.start, end: place.start + foreign.length };
    return wrong(
      whole,
      `"${shorten(foreign, 30)}" is not an identifier`,
      "Write the name's identifier: a to z, digits and underscores.",
    );
  }
  if (/^[\p{Zs}\u200b\u2060\ufeff]$/u.test(one))
    return wrong(place, "this is an unusual kind of space", "Write an ordinary one.");
  const code = (one.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
  return wrong(place, `unexpected character ${/^\p{C}$/u.test(one) ? `U+${code}` : `"${one}"`}`, "");
}

function wrong(place: Span, message: string, hint: string): Token {
  return { kind: "mistake", start: place.start, end: place.end, mistake: syntaxMistake(place, message, hint) };
}

function matchAt(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0];
}

/** The whole character at a place: two units where it needs two. */
function characterAt(text: string, at: number): string {
  const code = text.codePointAt(at);
  return code === undefined ? "" : String.fromCodePoint(code);
}
