// From the blocks of a chunk to its passages: what stands under each `##` heading, in parts by `###` heading.
import type { Paragraph, RootContent } from "mdast";
import type { Problem, Span } from "../problem.ts";
import { looksLikeProperties, readCode, readPropertyList, reportTablesIn } from "./blocks.ts";
import { reportBrokenTable } from "./broken-tables.ts";
import type { CodeBlock, Heading, Part, Passage, Property, Table } from "./document.ts";
import { isSectionHeading } from "./frame/claim.ts";
import { readInline, type Piece } from "./inline.ts";
import { lineAt } from "./line-marks.ts";
import type { Block } from "./pieces.ts";
import { lateStatus, listTooFar, saysBoth } from "./problems.ts";
import { statusIn, statusOf, type StatusWords } from "./status.ts";

export function readPassages(blocks: readonly Block[], start: number, end: number): readonly Passage[] {
  const passages: Passage[] = [];
  let draft = newPassage(undefined, start);
  for (const block of blocks) {
    const heading = readHeading(block, []);
    if (heading && (heading.depth === 2 || isSectionHeading(heading))) {
      passages.push(finishPassage(draft, heading.span.start));
      draft = newPassage(heading, heading.span.start);
    } else addBlock(block, draft);
  }
  passages.push(finishPassage(draft, end));
  // Before the first heading there is mostly nothing.
  return passages.filter((passage) => passage.heading || passage.titles.length > 0 || !passage.empty);
}

type PartDraft = {
  readonly heading: Heading | undefined;
  readonly start: number;
  said: StatusWords | undefined;
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
  readonly unread: Problem[];
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
  unread: [],
  problems: [],
});

function readHeading(block: Block, problems: Problem[]): Heading | undefined {
  if (block.kind !== "node" || block.node.type !== "heading") return undefined;
  const { span, piece } = block;
  return { depth: block.node.depth, span, text: readInline(piece, block.node.children, span.end, problems) };
}

function addBlock(block: Block, draft: PassageDraft): void {
  if (isNothing(block)) return;
  const problems: Problem[] = [];
  const heading = readHeading(block, problems);
  if (heading?.depth === 1) {
    draft.titles.push(heading);
    return;
  }
  draft.empty = false;
  if (block.kind === "unread") draft.unread.push(block.problem);
  if (heading?.depth === 3) draft.parts.push(newPart(heading, block.span.start));
  const part = draft.parts.at(-1);
  if (!part) return;
  if (heading?.depth !== 3) addToPart(block, part, problems);
  for (const problem of problems) draft.problems.push({ ...problem, address: addressOf(part) });
}

/** Comments, rules and definitions of links show nothing and say nothing. */
function isNothing(block: Block): boolean {
  if (block.kind !== "node") return false;
  const { node, span, piece } = block;
  if (node.type === "paragraph")
    return /^\[[^\]\r\n]{1,200}\]:[ \t]/.test(piece.source.slice(span.start, span.start + 210));
  return node.type === "thematicBreak" || (node.type === "html" && node.value.startsWith("<!--"));
}

function addToPart(block: Block, part: PartDraft, problems: Problem[]): void {
  const isDirectly = part.last !== "content" && part.heading !== undefined;
  part.last = "content";
  if (block.kind === "table") {
    const [header, ...rows] = block.rows;
    part.tables.push({ span: block.span, header: header?.cells ?? [], rows });
    for (const problem of block.problems) problems.push(problem);
  }
  if (block.kind === "node") {
    const { node, piece, span } = block;
    const code = node.type === "code" ? readCode(piece, node) : undefined;
    if (node.type === "list" && isDirectly) {
      reportTablesIn(piece, node, problems);
      for (const property of readPropertyList(piece, node, problems)) part.properties.push(property);
      part.last = "properties";
    } else if (code) part.code.push(code);
    else return addProse(piece, node, span, part, problems);
  }
  part.shown ??= block.span;
}

function addProse(piece: Piece, node: RootContent, span: Span, part: PartDraft, problems: Problem[]): void {
  part.prose.push(span);
  if (node.type === "list") {
    reportTablesIn(piece, node, problems);
    // Below the paragraph that says "not shown." it explains, whatever it looks like.
    if (part.heading && !part.said && looksLikeProperties(piece, node)) {
      problems.push(listTooFar.at({ span: firstLineOf(piece, span), address: "" }, addressOf(part)));
    }
  }
  if (node.type === "paragraph" || node.type === "code" || node.type === "html")
    reportBrokenTable(piece, node, span, problems);
  if (node.type === "paragraph") addParagraph(piece, node, span, part, problems);
  else if (part.said) part.explanation.push(piece.source.slice(span.start, span.end));
}

const firstLineOf = ({ source }: Piece, { start, end }: Span): Span => {
  const first = lineAt(source, start);
  return { start, end: Math.min(first.end, end) };
};

function addParagraph(piece: Piece, node: Paragraph, span: Span, part: PartDraft, problems: Problem[]): void {
  const first = part.prose.length === 1 && part.shown === undefined;
  // What prose says is of no interest unless it may be "not shown." or explain it.
  if (!first && !part.said && span.end - span.start > 40) return;
  const words = readInline(piece, node.children, span.start, []);
  const said = statusIn(words);
  if (first && said) part.said = said;
  else if (said && said.rest === "")
    problems.push(lateStatus.at({ span: said.span, address: addressOf(part) }, said.kind));
  else if (part.said) part.explanation.push(words.text);
}

const addressOf = (part: PartDraft) => part.heading?.text.text ?? "";

function finishPassage(draft: PassageDraft, end: number): Passage {
  const [first, ...others] = draft.parts;
  const parts = draft.parts.map((part, index) =>
    finishPart(part, draft.parts[index + 1]?.start ?? end, draft.problems),
  );
  return {
    heading: draft.heading,
    span: { start: draft.start, end },
    titles: draft.titles,
    status: statusOf(first?.said, first?.explanation ?? []),
    parts,
    shown: first?.shown ?? others[0]?.heading?.span,
    empty: draft.empty,
    unread: draft.unread,
    problems: draft.problems,
  };
}

function finishPart(part: PartDraft, end: number, problems: Problem[]): Part {
  const { heading, start, said, shown, tables, properties, code, prose } = part;
  if (heading && said && shown) {
    problems.push(
      saysBoth.at({ span: said.span, address: addressOf(part) }, `"${heading.text.text}"`, said.kind, shown),
    );
  }
  return {
    heading: heading?.text,
    span: { start, end },
    // Text before the first heading applies to the whole section.
    status: heading ? statusOf(said, part.explanation) : { kind: "shown" },
    tables,
    properties,
    code,
    prose,
  };
}
