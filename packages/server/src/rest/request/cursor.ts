// Reads one parameter of a request from left to right, and says where and on what it stopped.
import { tooDeep, tooMany, unreadable } from "../failure.ts";

/** A place in a text; reading moves it on. */
export type Cursor = {
  readonly text: string;
  /** What is being read, as refusals name it: `failed to parse order (…)`. */
  readonly what: string;
  at: number;
  depth: number;
};

export const cursorOf = (text: string, name: string): Cursor => ({
  text,
  what: `failed to parse ${name} (${text})`,
  at: 0,
  depth: 0,
});

export const peek = (cursor: Cursor): string => cursor.text[cursor.at] ?? "";
export const isAtEnd = (cursor: Cursor): boolean => cursor.at >= cursor.text.length;

/** Whether the text goes on like this; it is then behind the cursor. */
export function skip(cursor: Cursor, words: string): boolean {
  if (!cursor.text.startsWith(words, cursor.at)) return false;
  cursor.at += words.length;
  return true;
}

/** What a pattern, which must be sticky, finds here; undefined where it finds nothing. */
export function match(cursor: Cursor, pattern: RegExp): string | undefined {
  pattern.lastIndex = cursor.at;
  const found = pattern.exec(cursor.text)?.[0];
  if (found !== undefined) cursor.at += found.length;
  return found;
}

export const skipBlanks = (cursor: Cursor): void => void match(cursor, /[ \t]*/y);

/** Reads something if it is there; where it is not, nothing was read. */
export function attempt<Value>(cursor: Cursor, read: (cursor: Cursor) => Value | undefined): Value | undefined {
  const start = cursor.at;
  const value = read(cursor);
  if (value === undefined) cursor.at = start;
  return value;
}

export function refuse(cursor: Cursor, expected: string): never {
  const found = isAtEnd(cursor) ? "end of input" : JSON.stringify(peek(cursor));
  throw unreadable(cursor.what, cursor.at + 1, `unexpected ${found} expecting ${expected}`);
}

/** Where an item is over and neither another one nor the end follows. */
export function refuseEnd(cursor: Cursor): never {
  throw unreadable(cursor.what, cursor.at + 1, `unexpected '${peek(cursor)}' expecting "," or end of input`);
}

export function expect(cursor: Cursor, words: string): void {
  if (!skip(cursor, words)) refuse(cursor, JSON.stringify(words));
}

/** How deep parentheses may nest: no sensible request has more, and they would use up the stack. */
const deepest = 40;

/** Reads what stands in parentheses. */
export function inside<Value>(cursor: Cursor, read: () => Value): Value {
  if (cursor.depth >= deepest) throw tooDeep(cursor.what, deepest);
  cursor.depth++;
  const value = read();
  cursor.depth--;
  return value;
}

/** A row of PostgreSQL has no more columns than about this. */
const mostItems = 1000;

/** Items with commas between them; blanks round a comma do not count. */
export function separated<Value>(cursor: Cursor, read: (cursor: Cursor) => Value): Value[] {
  const items = [read(cursor)];
  for (;;) {
    const start = cursor.at;
    skipBlanks(cursor);
    if (!skip(cursor, ",")) {
      cursor.at = start;
      return items;
    }
    skipBlanks(cursor);
    if (items.length >= mostItems) throw tooMany(cursor.what, mostItems);
    items.push(read(cursor));
  }
}
