// How wide text is in a terminal, so that carets stand under the word that they mean.

/** Characters that take two columns: East Asian wide and full-width forms, and emoji. */
const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}/u;
const none = /\p{Mn}|\p{Me}|\p{Cf}/u;

export function widthOf(text: string): number {
  let width = 0;
  for (const character of text) width += none.test(character) ? 0 : wide.test(character) ? 2 : 1;
  return width;
}

export type Clipped = { readonly text: string; readonly before: string; readonly marked: string };

/** The part of a line around a marked range that fits into a number of columns; what is left out shows as an ellipsis. */
export function clip(line: string, from: number, to: number, columns: number): Clipped {
  const marked = line.slice(from, to);
  if (widthOf(line) <= columns) return { text: line, before: line.slice(0, from), marked };
  const room = columns - 2;
  const start = Math.max(0, Math.min(from - Math.floor(room / 3), line.length - room));
  const shown = line.slice(start, start + room);
  const text = `${start > 0 ? "…" : ""}${shown}${start + room < line.length ? "…" : ""}`;
  const before = `${start > 0 ? "…" : ""}${line.slice(start, from)}`;
  return { text, before, marked: line.slice(from, Math.min(to, start + room)) };
}
