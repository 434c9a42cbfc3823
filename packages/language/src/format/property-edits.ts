// The lists of properties: every item `- Name: value`, at the margin and on one line.
import type { Property } from "../document/document.ts";
import type { Span } from "../problem.ts";
import { isLineEnd, isSpace, lineAround, trimSpan, type Edit } from "./edits.ts";

/**
 * `properties` are those of one heading, in order. Items of several lines, or with numbers, give no edits. `others` are
 * the edits of whatever stands below.
 */
export function propertyEdits(source: string, properties: readonly Property[], others: readonly Edit[]): readonly Edit[] {
  const edits: Edit[] = [];
  /** Lines that will begin at the margin, by where they begin now. */
  const margins = new Set(others.map(({ start }) => start));
  for (const property of [...properties].reverse()) {
    const item = readItem(source, property);
    // Words that begin further left may take in a line below that was not part of the item, unless it is at the margin.
    if (!item || (item.width > 2 && !standsAlone(source, item.line, margins))) continue;
    margins.add(item.line.start);
    edits.push(...item.edits);
  }
  return edits;
}

type Item = { readonly line: Span; readonly width: number; readonly edits: readonly Edit[] };

function readItem(source: string, { span, name, value }: Property): Item | undefined {
  const line = lineAround(source, span.start);
  const words = trimSpan(source, line);
  const marker = /^[ \t]*[-*+][ \t]+/.exec(source.slice(line.start, line.end))?.[0];
  if (marker === undefined || span.start !== words.start || span.end > line.end) return undefined;
  if (trimSpan(source, { start: span.end, end: line.end }).end > span.end) return undefined;
  const content = line.start + marker.length;
  const edits: Edit[] = [
    { start: line.start, end: content, text: "- " },
    { start: words.end, end: line.end, text: "" },
  ];
  const colon = { start: name.end, end: value.text === "" ? words.end : value.start };
  // Emphasis and links around names have signs here.
  const isPlain = colon.start > content && /^[ \t]*:[ \t]*$/.test(source.slice(colon.start, colon.end));
  if (isPlain) edits.push({ ...colon, text: value.text === "" ? ":" : ": " });
  return {
    line,
    width: marker.includes("\t") ? Infinity : marker.length,
    edits: edits.filter(({ start, end, text }) => source.slice(start, end) !== text),
  };
}

/** Whether the next line with words begins at the margin, or will. */
function standsAlone(source: string, line: Span, margins: ReadonlySet<number>): boolean {
  let at = line.end;
  let start = at;
  while (at < source.length && (isSpace(source, at) || isLineEnd(source, at))) {
    at++;
    if (isLineEnd(source, at - 1)) start = at;
  }
  return at === start || at === source.length || margins.has(start);
}
