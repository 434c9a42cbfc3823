// From a chunk of the source to its passages: what stands under each `##` heading, in parts by `###` heading.
import type { Heading as HeadingNode, Paragraph, RootContent } from "mdast";
import type { Problem, Span } from "../problem.ts";
import { readCode, readPropertyList, readTableNode, reportBrokenTable, reportTablesIn, spanOfNode } from "./blocks.ts";
import type { Chunk, CodeBlock, Heading, Part, Passage, Property, Table } from "./document.ts";
import { isSectionHeading } from "./claim.ts";
import { readInline, type Piece } from "./inline.ts";
import { parseMarkdown } from "./markdown.ts";
import { lateStatus, saysBoth } from "./problems.ts";
import { saidIn, statusOf, type Said } from "./status.ts";

export function readChunk(source: string, start: number, end: number): Chunk {
  const text = source.slice(start, end);
  const piece = { source, base: start };
  const passages: Passage[] = [];
  let draft = newPassage(undefined, start);
  for (const node of parseMarkdown(text).children) {
    const heading = node.type === "heading" ? readHeading(piece, node, draft) : undefined;
    if (heading && (heading.depth === 2 || isSectionHeading(heading))) {
      if (draft.heading || draft.titles.length > 0 || !draft.empty) passages.push(finishPassage(draft, heading.span.start));
      draft = newPassage(heading, heading.span.start);
    } else addNode(piece, node, heading, draft);
  }
  passages.push(finishPassage(draft, end));
  return { start, text, passages };
}

type PartDraft = {
  readonly heading: Heading | undefined;
  readonly start: number;
  said: Said | undefined;
  readonly explanation: string[];
  readonly tables: Table[];
  readonly properties: Property[];
  readonly code: CodeBlock[];
  readonly prose: Span[];
  /** What the last node was: a list is one of properties directly under the heading only. */
  last: "heading" | "properties" | "content";
  shown: Span | undefined;
};

type PassageDraft = {
  readonly heading: Heading | undefined;
  readonly start: number;
  readonly titles: Heading[];
  readonly parts: PartDraft[];
  empty: boolean;
  readonly problems: Problem[];
};

const newPart = (heading: Heading | undefined, start: number): PartDraft => ({
  heading,
  start,
  said: undefined,
  explanation: [],
  tables: [],
  properties: [],
  code: [],
  prose: [],
  last: "heading",
  shown: undefined,
});

const newPassage = (heading: Heading | undefined, start: number): PassageDraft => ({
  heading,
  start,
  titles: [],
  parts: [newPart(undefined, heading?.span.end ?? start)],
  empty: true,
  problems: [],
});

function readHeading(piece: Piece, node: HeadingNode, draft: PassageDraft): Heading {
  const span = spanOfNode(piece, node);
  return { depth: node.depth, span, text: readInline(piece, node.children, span.end, draft.problems) };
}

function addNode(piece: Piece, node: RootContent, heading: Heading | undefined, draft: PassageDraft): void {
  const span = spanOfNode(piece, node);
  if (heading?.depth === 1) draft.titles.push(heading);
  else if (heading?.depth === 3) {
    draft.parts.push(newPart(heading, span.start));
    draft.empty = false;
  } else if (!isNothing(node)) {
    draft.empty = false;
    const part = draft.parts.at(-1);
    if (!part) return;
    const problems: Problem[] = [];
    addToPart(piece, node, span, part, problems);
    for (const problem of problems) draft.problems.push({ ...problem, address: addressOf(part) });
  }
}

/** Comments, rules and definitions of links show nothing and say nothing. */
function isNothing(node: RootContent): boolean {
  return (
    node.type === "thematicBreak" || node.type === "definition" || (node.type === "html" && node.value.startsWith("<!--"))
  );
}

function addToPart(piece: Piece, node: RootContent, span: Span, part: PartDraft, problems: Problem[]): void {
  const directly = part.last !== "content" && part.heading !== undefined;
  part.last = "content";
  if (node.type === "table") {
    part.tables.push(readTableNode(piece, node, problems));
    part.shown ??= span;
    return;
  }
  if (node.type === "list") {
    reportTablesIn(piece, node, problems);
    if (directly) {
      part.properties.push(...readPropertyList(piece, node, problems));
      part.last = "properties";
      part.shown ??= span;
      return;
    }
  }
  const code = node.type === "code" ? readCode(piece, node) : undefined;
  if (code) {
    part.code.push(code);
    part.shown ??= span;
    return;
  }
  if (node.type === "paragraph" || node.type === "code" || node.type === "html") reportBrokenTable(piece, node, problems);
  part.prose.push(span);
  if (node.type === "paragraph") addParagraph(piece, node, span, part, problems);
  else if (part.said) part.explanation.push(piece.source.slice(span.start, span.end));
}

function addParagraph(piece: Piece, node: Paragraph, span: Span, part: PartDraft, problems: Problem[]): void {
  const first = part.prose.length === 1 && part.shown === undefined;
  // What prose says is of no interest unless it may be "not shown." or explain it.
  if (!first && !part.said && span.end - span.start > 40) return;
  const words = readInline(piece, node.children, span.start, []);
  const said = saidIn(words);
  if (first && said) part.said = said;
  else if (said && said.rest === "") problems.push(lateStatus.at({ span: said.span, address: addressOf(part) }, said.kind));
  else if (part.said) part.explanation.push(words.text);
}

const addressOf = (part: PartDraft) => part.heading?.text.text ?? "";

function finishPassage(draft: PassageDraft, end: number): Passage {
  const [first, ...others] = draft.parts;
  const parts = draft.parts.map((part, index) => finishPart(part, draft.parts[index + 1]?.start ?? end, draft.problems));
  return {
    heading: draft.heading,
    span: { start: draft.start, end },
    titles: draft.titles,
    status: statusOf(first?.said, first?.explanation ?? []),
    parts,
    shown: first?.shown ?? others[0]?.heading?.span,
    empty: draft.empty,
    problems: draft.problems,
  };
}

function finishPart(part: PartDraft, end: number, problems: Problem[]): Part {
  const { heading, start, said, shown, tables, properties, code, prose } = part;
  if (heading && said && shown) {
    problems.push(saysBoth.at({ span: said.span, address: addressOf(part) }, `"${heading.text.text}"`, said.kind, shown));
  }
  return {
    heading: heading?.text,
    span: { start, end },
    // What is said before the first heading is said of the whole section.
    status: heading ? statusOf(said, part.explanation) : { kind: "shown" },
    tables,
    properties,
    code,
    prose,
  };
}
