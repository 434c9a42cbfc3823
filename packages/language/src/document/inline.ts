// From the Markdown inside a cell, heading or item to its plain words, each character with its place in the source.
import { decodeNamedCharacterReference } from "decode-named-character-reference";
import type { Nodes, PhrasingContent } from "mdast";
import type { Problem } from "../problem.ts";
import { rangeOf } from "./markdown.ts";
import { backtickInCode, loneBacktick } from "./problems.ts";
import { emptyText, trimText, type Text } from "../text/text.ts";

/** The whole source, and where in it the piece begins that was given to the Markdown parser. */
export type Piece = { readonly source: string; readonly base: number };

/**
 * Emphasis, links and their like become their text, images their description; comments are dropped, other HTML stays
 * as written; code spans stand between backticks. `empty` is the place of a text in which nothing stands.
 */
export function readInline(piece: Piece, nodes: readonly PhrasingContent[], empty: number, problems: Problem[]): Text {
  const plain = readPlain(piece, nodes);
  if (plain) return plain;
  const pen: Pen = { source: piece.source, text: "", map: [], depth: 0, problems };
  for (const node of nodes) write(pen, node, piece.base);
  const last = nodes.at(-1);
  if (pen.text.trim() === "" || last === undefined) return emptyText(empty);
  return trimText(textOf(pen, piece.base + rangeOf(last).end));
}

/**
 * Nearly every text is words and simple code spans, in which every character of the source is one of the text, and
 * no map is needed. Whatever else the parser does (escapes, references, padding of code) makes a text shorter.
 */
function readPlain(piece: Piece, nodes: readonly PhrasingContent[]): Text | undefined {
  const first = nodes[0];
  if (first === undefined) return undefined;
  let text = "";
  let last = rangeOf(first).start;
  for (const node of nodes) {
    if (node.type !== "text" && node.type !== "inlineCode") return undefined;
    const { start, end } = rangeOf(node);
    const written = node.type === "text" ? node.value : `\`${node.value}\``;
    if (start !== last || written.length !== end - start || /[\r\n`]/.test(node.value)) return undefined;
    text += written;
    last = end;
  }
  const start = piece.base + rangeOf(first).start;
  return trimText({ text, start, end: start + text.length });
}

/** What is being written: the characters so far, the place of each, and how deep in emphasis the pen is. */
type Pen = {
  readonly source: string;
  text: string;
  readonly map: number[];
  depth: number;
  readonly problems: Problem[];
};

/** What the scan has overlooked may be nested deeper than this stack is; no author writes that on purpose. */
const deepest = 500;

function textOf(pen: Pen, end: number): Text {
  const start = pen.map[0] ?? end;
  const straight = pen.map.every((offset, index) => offset === start + index) && start + pen.text.length === end;
  return straight ? { text: pen.text, start, end } : { text: pen.text, start, end, map: [...pen.map, end] };
}

function write(pen: Pen, node: Nodes, base: number): void {
  const range = rangeOf(node);
  const [from, to] = [base + range.start, base + range.end];
  switch (node.type) {
    case "text":
      return writeWords(pen, node.value, from, to);
    case "inlineCode":
      return writeCode(pen, node.value, from, to);
    case "html":
      return node.value.startsWith("<!--") ? undefined : writeVerbatim(pen, node.value, from, to);
    case "break":
      return put(pen, " ", from);
    case "image":
    case "imageReference":
      return writeWords(pen, node.alt ?? "", from + "![".length, to);
    default:
      if (!("children" in node) || pen.depth >= deepest) return undefined;
      pen.depth++;
      for (const child of node.children) write(pen, child, base);
      pen.depth--;
  }
}

function put(pen: Pen, characters: string, at: number): void {
  pen.text += characters;
  for (let index = 0; index < characters.length; index++) pen.map.push(at);
}

/** A character of plain text. A backtick there would be taken for the edge of a code span by everything that follows. */
function putWord(pen: Pen, characters: string, at: number, end: number): void {
  if (characters === "`") pen.problems.push(loneBacktick.at({ span: { start: at, end }, address: "" }));
  else put(pen, characters, at);
}

const lineEnd = /\r\n|\n|\r/y;

/** Walks along the value and the source together; where they differ, the source says why. */
function writeWords(pen: Pen, value: string, from: number, to: number): void {
  const { source } = pen;
  let at = from;
  let index = 0;
  while (index < value.length) {
    const character = value.charAt(index);
    const here = source.charAt(at);
    const referred = here === "&" ? referenceAt(source, at, value, index) : undefined;
    lineEnd.lastIndex = index;
    const ended = lineEnd.exec(value);
    if (referred) {
      putWord(pen, value.slice(index, index + referred.gives), at, at + referred.length);
      index += referred.gives;
      at += referred.length;
    } else if (here === "\\" && character === source.charAt(at + 1) && /[!-/:-@[-`{-~]/.test(character)) {
      putWord(pen, character, at + 1, at + 2);
      index += 1;
      at += 2;
    } else if (ended) {
      index += ended[0].length;
      at = putLineEnd(pen, at);
    } else if (here === character || (here === "\0" && character === "\uFFFD")) {
      putWord(pen, character, at, at + 1);
      index += 1;
      at += 1;
    } else if (at < to && (here === " " || here === "\t")) {
      at += 1;
    } else {
      // Only in descriptions of images, whose own emphasis the parser has dropped.
      putWord(pen, character, Math.min(at, to - 1), to);
      index += 1;
    }
  }
}

/** A character reference: how long it is in the source, and how much of the value it gives. */
function referenceAt(
  source: string,
  at: number,
  value: string,
  index: number,
): { length: number; gives: number } | undefined {
  const pattern = /&(?:#\d{1,7}|#[xX][\da-fA-F]{1,6}|(?<name>[A-Za-z][A-Za-z\d]{0,30}));/y;
  pattern.lastIndex = at;
  const match = pattern.exec(source);
  if (!match) return undefined;
  const name = match.groups?.["name"];
  if (name === undefined) return { length: match[0].length, gives: (value.codePointAt(index) ?? 0) > 0xffff ? 2 : 1 };
  const meant = decodeNamedCharacterReference(name);
  return meant === false ? undefined : { length: match[0].length, gives: meant.length };
}

/** An end of line inside a paragraph is one space, wherever the next line is indented. Gives where that line begins. */
function putLineEnd(pen: Pen, at: number): number {
  const pattern = /[ \t]*(?:\r\n|\n|\r)[ \t]*/y;
  pattern.lastIndex = at;
  put(pen, " ", at);
  return pattern.test(pen.source) ? pattern.lastIndex : at + 1;
}

function writeCode(pen: Pen, value: string, from: number, to: number): void {
  const { source } = pen;
  let ticks = 0;
  while (source.charAt(from + ticks) === "`") ticks++;
  const inside = source.slice(from + ticks, to - ticks);
  const padded = /^[ \r\n].*[ \r\n]$/s.test(inside) && /[^ \r\n]/.test(inside);
  let at = from + ticks + (padded ? (inside.startsWith("\r\n") ? 2 : 1) : 0);
  put(pen, "`", from + ticks - 1);
  for (let index = 0; index < value.length; index++) {
    const character = value.charAt(index);
    if (character === "`") {
      pen.problems.push(backtickInCode.at({ span: { start: at, end: at + 1 }, address: "" }));
      at += 1;
    } else if (character === "\n" || character === "\r") {
      if (character === "\r" && value.charAt(index + 1) === "\n") index++;
      at = putLineEnd(pen, at);
    } else {
      // In a table the parser has taken the backslash away from an escaped pipe.
      if (character === "|" && source.charAt(at) === "\\") at += 1;
      put(pen, character, Math.min(at, to - 1));
      at += 1;
    }
  }
  // Where the padding begins, so that the place of the last word ends with it.
  put(pen, "`", Math.min(at, to - ticks));
}

function writeVerbatim(pen: Pen, value: string, from: number, to: number): void {
  for (let index = 0; index < value.length; index++) {
    const character = value.charAt(index);
    const at = Math.min(from + index, to - 1);
    if (character !== "\n" && character !== "\r") putWord(pen, character, at, at + 1);
    else if (!pen.text.endsWith(" ")) put(pen, " ", at);
  }
}
