// Gives the source to the Markdown parser piece by piece, and puts together what it makes of them.
import type { RootContent, Table } from "mdast";
import type { Problem, Span } from "../problem.ts";
import { readRows } from "./blocks.ts";
import type { Row } from "./document.ts";
import type { Piece } from "./inline.ts";
import { lineAt } from "./line-marks.ts";
import { parseMarkdown, rangeOf } from "./markdown.ts";
import { tooDeep, tooHeavy } from "./problems.ts";
import type { Plan, Unread } from "./scan.ts";
import { shiftProblem, shiftRow, shiftSpan } from "./shift.ts";

/** A node of the first level with its place. */
export type Block =
  | TableBlock
  | { readonly kind: "node"; readonly span: Span; readonly piece: Piece; readonly node: Exclude<RootContent, Table> }
  | { readonly kind: "unread"; readonly span: Span; readonly problem: Problem };

/** The header is the first row. A long table comes from several pieces: `goesOn` says that it began in one before. */
type TableBlock = {
  readonly kind: "table";
  readonly span: Span;
  readonly rows: readonly Row[];
  readonly problems: readonly Problem[];
  readonly goesOn: boolean;
};

/** `isOpen`: at its end a fence, a comment or another raw block goes on. */
export type Blocks = { readonly blocks: readonly Block[]; readonly isOpen: boolean };

/** What the Markdown parser made of a text, by that text and what it is, and where the text stood. */
export type PieceCache = ReadonlyMap<string, Blocks & { readonly start: number }>;

/** Where pieces are looked up, and where they are kept for the next reading. */
export type Cached = { readonly before: PieceCache; readonly now: Map<string, Blocks & { readonly start: number }> };

/** The plans are those of one chunk, in order. */
export function readBlocks(source: string, plans: readonly Plan[], cached: Cached): Blocks {
  const blocks: Block[] = [];
  // What the last table is made of so far: to copy it for every piece would take longer the longer it is.
  let rows: Row[] = [];
  let problems: Problem[] = [];
  let isOpen = false;
  let first = 0;
  while (first < plans.length) {
    const { read, count } = readUntilCut(source, plans, first, blocks.at(-1), cached);
    for (const block of read.blocks) {
      const before = blocks.at(-1);
      if (block.kind !== "table") blocks.push(block);
      else if (block.goesOn && before?.kind === "table") {
        for (const row of block.rows) rows.push(row);
        for (const problem of block.problems) problems.push(problem);
        blocks[blocks.length - 1] = { ...block, rows, problems };
      } else {
        rows = [...block.rows];
        problems = [...block.problems];
        blocks.push({ ...block, rows, problems });
      }
    }
    isOpen = read.isOpen;
    first += count;
  }
  return { blocks, isOpen };
}

/**
 * Where a cut was none, the piece is read again with the next one, then with three more, and so on: cutting less is
 * always right, and doubling keeps all tries together short.
 */
function readUntilCut(
  source: string,
  plans: readonly Plan[],
  first: number,
  before: Block | undefined,
  cached: Cached,
) {
  for (let count = 1; ; count *= 2) {
    const read = readPiece(source, plans.slice(first, first + count), before, cached);
    const next = plans[first + count];
    if (!next || isCutRight(read, next)) return { read, count };
  }
}

function isCutRight(read: Blocks, next: Plan): boolean {
  if (next.kind !== "rows") return !read.isOpen;
  const last = read.blocks.at(-1);
  if (last?.kind === "unread") return true;
  return last?.kind === "table" && last.span.start === next.header?.start && last.span.end >= next.span.start - 2;
}

function readPiece(source: string, plans: readonly Plan[], before: Block | undefined, cached: Cached): Blocks {
  const [first] = plans;
  const [start, end] = [first?.span.start ?? 0, plans.at(-1)?.span.end ?? 0];
  const unread = plans.find((plan) => plan.unread)?.unread;
  if (unread) return readHeadings(source, { start, end }, unread);
  if (first?.kind !== "rows" || !first.header)
    return readCached(source, start, source.slice(start, end), "whole", cached);
  // Of a table whose beginning is not read nothing is.
  if (before?.kind !== "table") return { blocks: [], isOpen: false };
  // Under its header again, the rest of a table is read as the rows that it is.
  const header = source.slice(first.header.start, first.header.end);
  const { blocks, isOpen } = readCached(
    source,
    start - header.length,
    header + source.slice(start, end),
    "rows",
    cached,
  );
  const [table, ...others] = blocks;
  if (table?.kind !== "table") return { blocks, isOpen };
  const span = { start: before.span.start, end: table.span.end };
  // The header has been read, and reported, where the table begins.
  const problems = table.problems.filter((problem) => problem.span.start >= start);
  return { blocks: [{ ...table, span, rows: table.rows.slice(1), problems, goesOn: true }, ...others], isOpen };
}

/** `rows`: the header that `written` begins with stands elsewhere in the source, and the places of its words are none. */
function readCached(
  source: string,
  start: number,
  written: string,
  kind: "whole" | "rows",
  { before, now }: Cached,
): Blocks {
  const key = `${kind} ${written}`;
  const found = before.get(key);
  const read = found ? moveBlocks(source, found, start - found.start) : readAll(source, start, written);
  // What could not be read says why by more of the source than this.
  if (read.blocks.every((block) => block.kind !== "unread")) now.set(key, { ...read, start });
  return read;
}

const moveBlocks = (source: string, { blocks, isOpen }: Blocks, by: number): Blocks => ({
  blocks: blocks.map((block) => moveBlock(source, block, by)),
  isOpen,
});

function moveBlock(source: string, block: Block, by: number): Block {
  const span = shiftSpan(block.span, by);
  if (block.kind === "node") return { ...block, span, piece: { source, base: block.piece.base + by } };
  if (by === 0) return block;
  if (block.kind === "unread") return { ...block, span, problem: shiftProblem(block.problem, by) };
  const problems = block.problems.map((problem) => shiftProblem(problem, by));
  return { ...block, span, rows: block.rows.map((row) => shiftRow(row, by)), problems };
}

function readAll(source: string, start: number, written: string): Blocks {
  // A byte order mark within the source is a character like others, which at the beginning the parser would not count.
  const isMarked = written.startsWith("\uFEFF");
  const [base, whole] = isMarked ? [start - 1, `\n${written}`] : [start, written];
  const piece = { source, base };
  // Blank lines before the next piece mean nothing, and a thousand of them would take their time.
  const text = /\s{100}$/.test(whole) ? `${whole.trimEnd()}\n\n` : whole;
  const nodes = parse(text);
  if (!nodes) {
    const span = { start, end: start + written.length };
    return readHeadings(source, span, { why: "too deep", span: { start, end: lineAt(source, start).end } });
  }
  const blocks = nodes.map((node): Block => {
    const range = rangeOf(node);
    // What is left open at the end of a piece takes ends of lines along that are none of its own.
    let end = base + range.end;
    while (end > base + range.start && /[\r\n]/.test(source.charAt(end - 1))) end--;
    const span = { start: base + range.start, end };
    if (node.type !== "table") return { kind: "node", span, piece, node };
    const problems: Problem[] = [];
    return { kind: "table", span, rows: readRows(piece, node, problems), problems, goesOn: false };
  });
  const last = nodes.at(-1);
  // What is closed ends with its last line; what is open has taken the ends of lines behind it along.
  const isOpen =
    last !== undefined && /^(?:code|html)$/.test(last.type) && /[\r\n]$/.test(text.slice(0, rangeOf(last).end));
  return { blocks, isOpen };
}

/** The last defence: what the scan has overlooked may still be nested so deep that the parser runs out of stack. */
function parse(text: string): readonly RootContent[] | undefined {
  try {
    return parseMarkdown(text);
  } catch {
    return undefined;
  }
}

/** Of a piece that is not read, its headings still are, so that the sections below it are found. */
function readHeadings(source: string, span: Span, unread: Unread): Blocks {
  const headings: Block[] = [];
  for (
    let line = lineAt(source, span.start);
    line.start < span.end && headings.length < 50;
    line = lineAt(source, line.next)
  ) {
    const text = source.slice(line.start, Math.min(line.end, line.start + 300));
    if (/^#{1,3} [^`*_~[\]<&\\]{0,200}$/.test(text)) headings.push(...readAll(source, line.start, text).blocks);
  }
  const problem = (unread.why === "too deep" ? tooDeep : tooHeavy).at({ span: unread.span, address: "" });
  const behind = headings[0]?.span.start === span.start ? 1 : 0;
  const blocks: readonly Block[] = [
    ...headings.slice(0, behind),
    { kind: "unread", span, problem },
    ...headings.slice(behind),
  ];
  return { blocks, isOpen: false };
}
