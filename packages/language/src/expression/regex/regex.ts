// One small dialect of regular expressions: read once, printed as one text that JavaScript, PostgreSQL and RE2 agree on.
import { exampleOf } from "./regex-example.ts";
import {
  beginsAtStart,
  complement,
  holdsEdge,
  isFixed,
  mayBeNothing,
  printNode,
  sizeOf,
  triesOf,
  union,
  type PatternNode,
  type Range,
} from "./regex-node.ts";

/** `regex` means the same to JavaScript (flag u), PostgreSQL (`~`) and RE2. `example`: a text that it matches. */
export type Pattern = { readonly source: string; readonly regex: string; readonly example: string | undefined };

export const patternLimits = {
  /** Characters of the source. */
  length: 1000,
  /** Groups inside one another. */
  groups: 10,
  /** PostgreSQL counts no further. */
  count: 255,
  /** Characters once counts are written out: RE2 refuses nested counts beyond 1,000, PostgreSQL takes long before. */
  size: 1000,
  unboundedRepeats: 3,
  /** Ways to match one text, from each of its places unless the pattern begins with ^: half a second in a browser. */
  tries: 10_000_000,
} as const;

const says = {
  lookaround: 'groups that begin with "(?" are not known: no lookaround, no names, no flags',
  lazy: "a repeat is not followed by another: lazy and possessive repeats are not known",
  loose:
    "an unbounded repeat holds one character, one class or a fixed sequence of them; anything else can be very slow",
  slow: "this pattern can match one text in so many ways that it may be very slow; begin it with ^, or let what follows a repeat begin differently from what it repeats",
} as const;

/** `node`: what the pattern consists of. `at` is the place of the mistake in `source`. */
export function readPattern(
  source: string,
): { readonly pattern: Pattern; readonly node: PatternNode } | { readonly message: string; readonly at: number } {
  // Stored texts are composed, so a pattern that is not would match none of them.
  const reader: Reader = { text: source.normalize("NFC"), at: 0, groups: 0, unbounded: 0, mistake: undefined };
  const node = readWhole(reader);
  if (reader.mistake) return { message: reader.mistake.message, at: Math.min(reader.mistake.at, source.length) };
  const regex = print(node);
  return { pattern: { source, regex, example: exampleOf(node, regex) }, node };
}

/**
 * V8 14 looks for `[^a]$` at the last unit of a text only, and misses a character of two units there. A branch that
 * never matches, because nothing begins after an a, keeps it from doing so.
 */
function print(node: PatternNode): string {
  const regex = printNode(node);
  return regex.includes("[^") && regex.includes("$") && !beginsAtStart(node) ? `${regex}|a^` : regex;
}

/** The first mistake is kept and the rest of the text taken as read: every loop ends at the end of the text. */
type Reader = {
  readonly text: string;
  at: number;
  groups: number;
  unbounded: number;
  mistake: { readonly message: string; readonly at: number } | undefined;
};

const nothing: PatternNode = { kind: "sequence", parts: [] };

function fail(reader: Reader, message: string, at = reader.at): PatternNode {
  reader.mistake ??= { message, at };
  reader.at = reader.text.length;
  return nothing;
}

function readWhole(reader: Reader): PatternNode {
  const { length, size, tries } = patternLimits;
  if (reader.text.length > length) return fail(reader, `a pattern has at most ${length} characters`, length);
  if (!reader.text.isWellFormed() || reader.text.includes("\0"))
    return fail(reader, "this pattern holds characters that cannot be stored");
  const node = readChoice(reader);
  if (reader.at < reader.text.length)
    return fail(reader, 'this ")" has no opening counterpart; write \\) for the character');
  if (reader.mistake) return node;
  if (sizeOf(node) > size)
    return fail(reader, `this pattern matches more than ${size} characters when its counts are written out`, 0);
  if (triesOf(node) > tries) return fail(reader, says.slow, 0);
  return node;
}

/** The character at the reader's place, or "" at the end. */
function peek(reader: Reader): string {
  const code = reader.text.codePointAt(reader.at);
  return code === undefined ? "" : String.fromCodePoint(code);
}

function take(reader: Reader, character: string): boolean {
  if (character === "" || peek(reader) !== character) return false;
  reader.at += character.length;
  return true;
}

function readChoice(reader: Reader): PatternNode {
  const branches = [readSequence(reader)];
  while (take(reader, "|")) branches.push(readSequence(reader));
  return branches.length === 1 && branches[0] ? branches[0] : { kind: "choice", branches };
}

function readSequence(reader: Reader): PatternNode {
  const parts: PatternNode[] = [];
  while (!["", "|", ")"].includes(peek(reader))) parts.push(readRepeat(reader));
  return { kind: "sequence", parts };
}

function readRepeat(reader: Reader): PatternNode {
  const start = reader.at;
  const of = readAtom(reader);
  const sign = reader.at;
  const count = readCount(reader);
  if (count === undefined) return of;
  // JavaScript refuses ^* and PostgreSQL takes (^|a){99} for too complex; no author means either.
  if (of.kind === "edge" || (count.most > 1 && holdsEdge(of))) return fail(reader, "^ and $ cannot be repeated", start);
  if (["*", "+", "?", "{"].includes(peek(reader))) return fail(reader, says.lazy);
  if (!Number.isFinite(count.most)) {
    if (mayBeNothing(of)) return fail(reader, "an unbounded repeat needs something to repeat", start);
    if (!isFixed(of)) return fail(reader, says.loose, start);
    if (++reader.unbounded > patternLimits.unboundedRepeats) {
      return fail(
        reader,
        `a pattern has at most ${patternLimits.unboundedRepeats} unbounded repeats; give this one a count such as {0,20}`,
        sign,
      );
    }
  }
  return { kind: "repeat", of, ...count };
}

type Count = { readonly least: number; readonly most: number; readonly printed: string };

function readCount(reader: Reader): Count | undefined {
  if (take(reader, "*")) return { least: 0, most: Infinity, printed: "*" };
  if (take(reader, "+")) return { least: 1, most: Infinity, printed: "+" };
  if (take(reader, "?")) return { least: 0, most: 1, printed: "?" };
  if (peek(reader) !== "{") return undefined;
  const start = reader.at;
  const written = /\{(\d+)(,(\d*))?\}/y;
  written.lastIndex = start;
  const found = written.exec(reader.text);
  const refuse = (message: string): undefined => void fail(reader, message, start);
  if (!found) return refuse('a "{" begins a count such as {2} or {2,5}; write \\{ for the character');
  const least = Number(found[1]);
  const most = found[2] === undefined ? least : found[3] ? Number(found[3]) : Infinity;
  if (least > patternLimits.count || (Number.isFinite(most) && most > patternLimits.count))
    return refuse(`counts go up to ${patternLimits.count}`);
  if (most < least) return refuse("the second count is smaller than the first");
  reader.at += found[0].length;
  return {
    least,
    most,
    printed: most === Infinity ? `{${least},}` : most === least ? `{${least}}` : `{${least},${most}}`,
  };
}

const digits: readonly Range[] = [[0x30, 0x39]];
const letters: readonly Range[] = [...digits, [0x41, 0x5a], [0x5f, 0x5f], [0x61, 0x7a]];
const blanks: readonly Range[] = [
  [0x09, 0x0a],
  [0x0c, 0x0d],
  [0x20, 0x20],
];
/** What `\d`, `\w` and `\s` stand for; the three engines disagree on the shorthands themselves. */
const shorthands: ReadonlyMap<string, { readonly inside: string; readonly ranges: readonly Range[] }> = new Map([
  ["d", { inside: "0-9", ranges: digits }],
  ["w", { inside: "A-Za-z0-9_", ranges: letters }],
  ["s", { inside: " \\t\\n\\f\\r", ranges: blanks }],
]);

function readAtom(reader: Reader): PatternNode {
  const character = peek(reader);
  switch (character) {
    case "(":
      return readGroup(reader);
    case "[":
      return readClass(reader);
    case ".":
      take(reader, ".");
      return { kind: "character", ranges: complement([[0x0a, 0x0a]]), printed: "[^\\n]" };
    case "^":
    case "$":
      take(reader, character);
      return { kind: "edge", printed: character };
    case "\\": {
      const shorthand = shorthands.get(reader.text[reader.at + 1] ?? "");
      if (!shorthand) return literal(readEscape(reader));
      reader.at += 2;
      return { kind: "character", ranges: shorthand.ranges, printed: `[${shorthand.inside}]` };
    }
    case "*":
    case "+":
    case "?":
    case "{":
      return fail(reader, `there is nothing to repeat before "${character}"; write \\${character} for the character`);
    case "}":
    case "]":
      return fail(reader, `this "${character}" has no opening counterpart; write \\${character} for the character`);
    default:
      take(reader, character);
      return literal(character);
  }
}

function readGroup(reader: Reader): PatternNode {
  const start = reader.at;
  take(reader, "(");
  if (peek(reader) === "?") return fail(reader, says.lookaround, start);
  if (reader.groups >= patternLimits.groups)
    return fail(reader, `groups stand at most ${patternLimits.groups} deep`, start);
  reader.groups++;
  const of = readChoice(reader);
  reader.groups--;
  if (!take(reader, ")")) return fail(reader, 'this "(" is not closed; write \\( for the character', start);
  return { kind: "group", of };
}

/** The character that an escape stands for: any sign, no letter. */
function readEscape(reader: Reader): string {
  const start = reader.at;
  take(reader, "\\");
  const character = peek(reader);
  if (character === "") fail(reader, "this pattern ends in a backslash; write \\\\ for the character", start);
  else if (!/^[!-/:-@[-`{-~]$/.test(character)) fail(reader, `"\\${character}" means nothing here`, start);
  else take(reader, character);
  return character;
}

function literal(character: string): PatternNode {
  const code = character.codePointAt(0) ?? 0;
  return { kind: "character", ranges: [[code, code]], printed: escaped(character, "^$\\.*+?()[]{}|/") };
}

function readClass(reader: Reader): PatternNode {
  const start = reader.at;
  take(reader, "[");
  const denied = take(reader, "^");
  const items: { readonly printed: string; readonly ranges: readonly Range[] }[] = [];
  while (peek(reader) !== "]" && peek(reader) !== "") items.push(readClassItem(reader));
  if (!take(reader, "]")) return fail(reader, 'this "[" is not closed; write \\[ for the character', start);
  if (items.length === 0) return fail(reader, "this class holds no character", start);
  const ranges = union(
    [],
    items.flatMap((item) => item.ranges),
  );
  const printed = items.map((item) => item.printed).join("");
  return {
    kind: "character",
    ranges: denied ? complement(ranges) : ranges,
    printed: `[${denied ? "^" : ""}${printed}]`,
  };
}

function readClassItem(reader: Reader): { readonly printed: string; readonly ranges: readonly Range[] } {
  const start = reader.at;
  const shorthand = peek(reader) === "\\" ? shorthands.get(reader.text[reader.at + 1] ?? "") : undefined;
  if (shorthand) {
    reader.at += 2;
    return { printed: shorthand.inside, ranges: shorthand.ranges };
  }
  const first = readClassCharacter(reader);
  const from = first.codePointAt(0) ?? 0;
  const printed = escaped(first, "\\][^-");
  if (peek(reader) !== "-" || reader.text[reader.at + 1] === "]") return { printed, ranges: [[from, from]] };
  take(reader, "-");
  if (/^\\[dws]$/.test(reader.text.slice(reader.at, reader.at + 2))) {
    fail(reader, "a range ends in one character; write \\- for the character");
  }
  const last = readClassCharacter(reader);
  const to = last.codePointAt(0) ?? 0;
  if (!reader.mistake && to < from) fail(reader, `this range is empty: "${last}" comes before "${first}"`, start);
  return { printed: `${printed}-${escaped(last, "\\][^-")}`, ranges: [[from, Math.max(from, to)]] };
}

function readClassCharacter(reader: Reader): string {
  const character = peek(reader);
  if (character === "\\") return readEscape(reader);
  if (character === "[") fail(reader, 'inside a class, write \\[ for the character "["');
  else take(reader, character);
  return character;
}

const named: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t", "\f": "\\f", "\v": "\\v" };

/** Escapes what has a meaning of its own, and keeps the printed text on one line. */
function escaped(character: string, special: string): string {
  return special.includes(character) ? `\\${character}` : (named[character] ?? character);
}
