// Changes of a source as ranges to replace, so that whatever no edit names stays byte for byte.
import type { Span } from "../problem.ts";

export type Edit = Span & { readonly text: string };

/** A line, without its end, that is certainly a row or a property, and what its form asks for. */
export type FormedLine = Span & { readonly edits: readonly Edit[] };

/** The edits may come in any order and must not overlap. */
export function applyEdits(source: string, edits: readonly Edit[]): string {
  const pieces: string[] = [];
  let at = 0;
  for (const { start, end, text } of [...edits].sort((a, b) => a.start - b.start || a.end - b.end)) {
    pieces.push(source.slice(at, start), text);
    at = end;
  }
  return pieces.join("") + source.slice(at);
}

/** Those that change anything. */
export function changesOf(source: string, edits: readonly Edit[]): readonly Edit[] {
  return edits.filter(({ start, end, text }) => source.slice(start, end) !== text);
}

/** The line in which a place stands, without its end. A byte order mark belongs to no line. */
export function lineAround(source: string, place: number): Span {
  const first = source.startsWith("\uFEFF") ? 1 : 0;
  let start = place;
  while (start > first && !isLineEnd(source, start - 1)) start--;
  let end = place;
  while (end < source.length && !isLineEnd(source, end)) end++;
  return { start, end };
}

export function isLineEnd(source: string, at: number): boolean {
  const unit = source.charCodeAt(at);
  return unit === 10 || unit === 13;
}

/** What Markdown takes for space within a line, and nothing else that looks like it. */
export function isSpace(source: string, at: number): boolean {
  const unit = source.charCodeAt(at);
  return unit === 32 || unit === 9;
}

/** A span without the spaces at its edges; one of spaces alone is empty and stands at its beginning. */
export function trimSpan(source: string, span: Span): Span {
  let { start, end } = span;
  while (end > start && isSpace(source, end - 1)) end--;
  while (start < end && isSpace(source, start)) start++;
  return { start, end };
}
