// How wide text is in a terminal, so that carets stand under the word that they mean.
import { eastAsianWidth } from "get-east-asian-width";

/** Marks on the character before, and what joins characters. */
const none = /\p{Mn}|\p{Me}|\u200c|\u200d|[\u{e0020}-\u{e007f}]/u;

export function widthOf(text: string): number {
  let width = 0;
  for (const character of text) width += widthOfOne(character);
  return width;
}

const widthOfOne = (character: string): number =>
  none.test(character) ? 0 : eastAsianWidth(character.codePointAt(0) ?? 0);

export type Clipped = { readonly text: string; readonly before: string; readonly marked: string };

/** So many units are looked at for each column: a line may be a megabyte long, and have thousands of problems. */
const unitsOfColumn = 4;

/** The part of a line around a marked range that fits into a number of columns; what is left out shows as an ellipsis. */
export function clip(line: string, from: number, to: number, columns: number): Clipped {
  if (line.length <= unitsOfColumn * columns && widthOf(line) <= columns) {
    return { text: line, before: line.slice(0, from), marked: line.slice(from, to) };
  }
  const room = columns - 2;
  const near = backFrom(line, from, Math.floor(room / 3));
  const end = onFrom(line, near, room);
  const start = end < line.length ? near : Math.min(near, backFrom(line, end, room));
  const before = `${start > 0 ? "…" : ""}${line.slice(start, from)}`;
  const text = `${start > 0 ? "…" : ""}${line.slice(start, end)}${end < line.length ? "…" : ""}`;
  return { text, before, marked: line.slice(from, Math.max(from, Math.min(to, end))) };
}

/** How far one comes in a number of columns, to the right and to the left, without cutting a character in two. */
function onFrom(line: string, from: number, columns: number): number {
  let at = from;
  for (const character of line.slice(from, from + unitsOfColumn * columns)) {
    columns -= widthOfOne(character);
    if (columns < 0) break;
    at += character.length;
  }
  return at;
}

function backFrom(line: string, from: number, columns: number): number {
  let at = from;
  const before = line.slice(Math.max(0, from - unitsOfColumn * columns), from);
  for (const character of Array.from(before).reverse()) {
    columns -= widthOfOne(character);
    if (columns < 0) break;
    at -= character.length;
  }
  return at;
}
