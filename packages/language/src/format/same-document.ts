// Whether two documents say the same to every later stage, wherever their words stand.
import type { Document, DocumentSection, Part } from "../document/document.ts";
import type { Problem } from "../problem.ts";

export function saysTheSame(one: Document, other: Document): boolean {
  return JSON.stringify(wordsOf(one)) === JSON.stringify(wordsOf(other));
}

const wordsOf = (document: Document) => [
  document.title?.text,
  // The order of problems at one place has no meaning.
  document.problems.map(wordsOfProblem).sort(),
  document.sections.map((section) => wordsOfSection(document.source, section)),
];

const wordsOfProblem = ({ code, address, message, hint }: Problem) => JSON.stringify([code, address, message, hint]);

const wordsOfSection = (source: string, { status, parts }: DocumentSection) => [
  status.kind,
  parts.map((part) => wordsOfPart(source, part)),
];

const wordsOfPart = (source: string, { heading, status, tables, properties, code, prose }: Part) => [
  heading?.text,
  status.kind,
  tables.map(({ header, rows }) =>
    [header, ...rows.map(({ cells }) => cells)].map((row) => row.map(({ text }) => text)),
  ),
  properties.map(({ name, value }) => [name.text, value.text]),
  code.map(({ language, content }) => [language, content.text]),
  prose.map(({ start, end }) => source.slice(start, end)),
];
