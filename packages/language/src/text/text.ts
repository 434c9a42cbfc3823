// The words of a cell, heading or list item, each character knowing where it stands in the source.
import type { Span } from "../problem.ts";

/**
 * Code spans stand in `text` between backticks, so that one regular expression can read a whole cell such as
 * "reference to User, among `User.filter(u, u.active)`". A character's place is `start + index` unless `map` says
 * otherwise (escapes and character references make source and text differ in length).
 */
export type Text = {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** The source offset of every character and, last, of the end. */
  readonly map?: readonly number[];
};

export const emptyText = (at: number): Text => ({ text: "", start: at, end: at });

/** The place in the source of the character at `index`; `index` may be the length of the text. */
export function offsetAt(text: Text, index: number): number {
  if (text.map) return text.map[Math.min(index, text.map.length - 1)] ?? text.start;
  return Math.min(text.start + index, text.end);
}

export function spanOf(text: Text, from = 0, to = text.text.length): Span {
  const start = offsetAt(text, from);
  return { start, end: Math.max(offsetAt(text, to), start) };
}

export function sliceText(text: Text, from: number, to = text.text.length): Text {
  const { start, end } = spanOf(text, from, to);
  const part = { text: text.text.slice(from, to), start, end };
  return text.map ? { ...part, map: text.map.slice(from, to + 1) } : part;
}

export function trimText(text: Text): Text {
  const from = text.text.length - text.text.trimStart().length;
  const to = Math.max(from, text.text.trimEnd().length);
  return from === 0 && to === text.text.length ? text : sliceText(text, from, to);
}

/** Splits at a separator that stands outside code and outside parentheses, and trims the parts. An empty text has no parts. */
export function splitText(text: Text, separator = ","): readonly Text[] {
  const parts: Text[] = [];
  let from = 0;
  let depth = 0;
  let code = false;
  for (let index = 0; index < text.text.length; index++) {
    const character = text.text[index];
    if (character === "`") code = !code;
    else if (code) continue;
    else if (character === "(") depth++;
    else if (character === ")") depth = Math.max(0, depth - 1);
    else if (character === separator && depth === 0) {
      parts.push(trimText(sliceText(text, from, index)));
      from = index + 1;
    }
  }
  const last = trimText(sliceText(text, from));
  return parts.length === 0 && last.text === "" ? [] : [...parts, last];
}

/** The inside of a text that is one code span and nothing else. */
export function codeOf(text: Text): Text | undefined {
  const trimmed = trimText(text);
  if (trimmed.text.length < 2 || !trimmed.text.startsWith("`") || !trimmed.text.endsWith("`")) return undefined;
  if (trimmed.text.indexOf("`", 1) !== trimmed.text.length - 1) return undefined;
  return sliceText(trimmed, 1, trimmed.text.length - 1);
}

/** Matches a whole text against a pattern (which needs the flag `d`) and gives its named groups with their places. */
export function matchText(text: Text, pattern: RegExp): Readonly<Record<string, Text | undefined>> | undefined {
  const match = pattern.exec(text.text);
  if (!match || !match.indices) return undefined;
  const groups: Record<string, Text | undefined> = {};
  for (const [name, range] of Object.entries(match.indices.groups ?? {})) {
    groups[name] = range ? sliceText(text, range[0], range[1]) : undefined;
  }
  return groups;
}
