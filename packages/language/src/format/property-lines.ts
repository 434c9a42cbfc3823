// The lines of property lists: every item `- Name: value`, at the margin.
import type { Property } from "../document/document.ts";
import { changesOf, isLineEnd, isSpace, lineAround, trimSpan, type Edit, type FormedLine } from "../text/edits.ts";

/**
 * `properties` are those of one heading, in order; `below` are other lines that will stand at the margin. Items of
 * several lines, or with numbers, are left out.
 */
export function propertyLines(
  source: string,
  properties: readonly Property[],
  below: readonly FormedLine[],
): readonly FormedLine[] {
  const lines: FormedLine[] = [];
  const margins = new Set(below.map(({ start }) => start));
  for (const property of properties.toReversed()) {
    const item = readItem(source, property);
    // Words that begin further left may take in a line below that was not part of the item, unless it is at the margin.
    if (!item || (item.indent > 2 && !isFollowedByMargin(source, item.line.end, margins))) continue;
    margins.add(item.line.start);
    lines.push(item.line);
  }
  return lines;
}

/** `indent`: how far from the margin its words begin, at most. */
type Item = { readonly line: FormedLine; readonly indent: number };

function readItem(source: string, { span, name, value }: Property): Item | undefined {
  const line = lineAround(source, span.start);
  const words = trimSpan(source, line);
  const marker = /^[ \t]*[-*+][ \t]+/.exec(source.slice(line.start, line.end))?.[0];
  if (marker === undefined || span.start !== words.start || span.end < words.end || span.end > line.end)
    return undefined;
  const content = line.start + marker.length;
  const edits: Edit[] = [
    { start: line.start, end: content, text: "- " },
    { start: words.end, end: line.end, text: "" },
  ];
  const colon = { start: name.end, end: value.text === "" ? words.end : value.start };
  // Emphasis, links and references have signs there, and are left as they are.
  const isPlain =
    source.slice(content, name.end) === name.text && /^[ \t]*:[ \t]*$/.test(source.slice(colon.start, colon.end));
  if (isPlain) edits.push({ ...colon, text: value.text === "" ? ":" : ": " });
  const indent = marker.includes("\t") ? Infinity : marker.length;
  return { line: { ...line, edits: changesOf(source, edits) }, indent };
}

/** Whether the next line that is not blank begins at the margin, or will. */
function isFollowedByMargin(source: string, end: number, margins: ReadonlySet<number>): boolean {
  let at = end;
  let start = end;
  while (at < source.length && (isSpace(source, at) || isLineEnd(source, at))) {
    at++;
    if (isLineEnd(source, at - 1)) start = at;
  }
  return at === start || at === source.length || margins.has(start);
}
