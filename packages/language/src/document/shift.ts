// Moves what was read once to where it stands now, after an edit above it.
import type { Problem, Span } from "../problem.ts";
import type { Chunk, CodeBlock, Heading, Part, Passage, Property, Row, Status, Table } from "./document.ts";
import type { Text } from "../text/text.ts";

export function shiftChunk(chunk: Chunk, by: number): Chunk {
  // The very same objects show later steps that nothing has changed.
  if (by === 0) return chunk;
  return { ...chunk, start: chunk.start + by, passages: chunk.passages.map((passage) => shiftPassage(passage, by)) };
}

export const shiftSpan = (span: Span, by: number): Span => ({ start: span.start + by, end: span.end + by });

const shiftText = (text: Text, by: number): Text => {
  const shifted = { text: text.text, start: text.start + by, end: text.end + by };
  return text.map ? { ...shifted, map: text.map.map((offset) => offset + by) } : shifted;
};

const shiftHeading = ({ depth, text, span }: Heading, by: number): Heading => ({
  depth,
  text: shiftText(text, by),
  span: shiftSpan(span, by),
});

const shiftStatus = (status: Status, by: number): Status =>
  status.kind === "shown" ? status : { ...status, span: shiftSpan(status.span, by) };

function shiftPassage(passage: Passage, by: number): Passage {
  return {
    heading: passage.heading && shiftHeading(passage.heading, by),
    span: shiftSpan(passage.span, by),
    titles: passage.titles.map((title) => shiftHeading(title, by)),
    status: shiftStatus(passage.status, by),
    parts: passage.parts.map((part) => shiftPart(part, by)),
    shown: passage.shown && shiftSpan(passage.shown, by),
    empty: passage.empty,
    // Empty: a piece of which something was not read is always read again.
    unread: passage.unread,
    problems: passage.problems.map((problem) => shiftProblem(problem, by)),
  };
}

function shiftPart(part: Part, by: number): Part {
  return {
    heading: part.heading && shiftText(part.heading, by),
    span: shiftSpan(part.span, by),
    status: shiftStatus(part.status, by),
    tables: part.tables.map((table) => shiftTable(table, by)),
    properties: part.properties.map((property) => shiftProperty(property, by)),
    code: part.code.map((block) => shiftCode(block, by)),
    prose: part.prose.map((span) => shiftSpan(span, by)),
  };
}

const shiftTexts = (texts: readonly Text[], by: number) => texts.map((text) => shiftText(text, by));

export const shiftRow = ({ span, cells }: Row, by: number): Row => ({
  span: shiftSpan(span, by),
  cells: shiftTexts(cells, by),
});

const shiftTable = ({ span, header, rows }: Table, by: number): Table => ({
  span: shiftSpan(span, by),
  header: shiftTexts(header, by),
  rows: rows.map((row) => shiftRow(row, by)),
});

const shiftProperty = ({ span, name, value }: Property, by: number): Property => ({
  span: shiftSpan(span, by),
  name: shiftText(name, by),
  value: shiftText(value, by),
});

const shiftCode = ({ span, language, content }: CodeBlock, by: number): CodeBlock => ({
  span: shiftSpan(span, by),
  language,
  content: shiftText(content, by),
});

export const shiftProblem = (problem: Problem, by: number): Problem => ({
  ...problem,
  span: shiftSpan(problem.span, by),
  related: problem.related.map((one) => ({ ...one, span: shiftSpan(one.span, by) })),
});
