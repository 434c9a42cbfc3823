// Looks through the source line by line before the Markdown parser does: where it may be cut, and what must not be parsed.
import type { Span } from "../problem.ts";
import { lineAt, prefixOf, rawFrom, type Line, type Raw } from "./line-marks.ts";
import { addSigns, noNesting, type Nesting } from "./nesting.ts";
import { addLine, mayWeigh, noLoad, weightOf, type Load } from "./weight.ts";

/**
 * A piece of the source that is whole in Markdown's eyes, as far as lines can tell. The parser has the last word: a
 * fence or a comment may still be open at its end.
 */
export type Plan = {
  readonly span: Span;
  /** `rows`: it goes on with a table, of which `header` are the first two lines. */
  readonly kind: "section" | "blocks" | "rows";
  readonly header: Span | undefined;
  /** Why, and for which words, it is not given to the parser. */
  readonly unread: Unread | undefined;
};

export type Unread = { readonly why: "too deep" | "too heavy"; readonly span: Span };

/** Nesting beyond this is a mistake, and a good way beyond it the parser would run out of stack. */
const deepest = 100;

/** The weight of a piece after which it is cut where possible: small ones are read several times faster than the whole. */
const enough = 2_500;

/** The same where a heading of a part begins. */
const enoughUnderHeading = enough / 4;

export function scanSource(source: string): readonly Plan[] {
  const start = source.startsWith("\uFEFF") ? 1 : 0;
  const scanned: Scanned[] = [];
  const state: State = { raw: undefined, isAfterBlank: true, sections: 0, table: undefined, nesting: noNesting() };
  let piece = newPiece(start, "section", undefined);
  for (let line = lineAt(source, start); line.start < source.length; line = lineAt(source, line.next)) {
    const kind = cutBefore(source, line, state, piece.load);
    if (kind && line.start > piece.start) {
      scanned.push({ ...piece, end: line.start });
      piece = newPiece(line.start, kind, kind === "rows" ? state.table?.header : undefined);
      state.nesting = noNesting();
    }
    addToPiece(source, line, state, piece);
  }
  scanned.push({ ...piece, end: source.length });
  return planPieces(scanned, source);
}

type Piece = {
  readonly start: number;
  readonly kind: Plan["kind"];
  readonly header: Span | undefined;
  readonly load: Load;
  tooDeep: Span | undefined;
  heaviest: { readonly weight: number; readonly start: number };
};

type Scanned = Piece & { readonly end: number };

const newPiece = (start: number, kind: Plan["kind"], header: Span | undefined): Piece => ({
  start,
  kind,
  header,
  load: noLoad(),
  tooDeep: undefined,
  heaviest: { weight: 0, start },
});

type State = {
  raw: Raw | undefined;
  isAfterBlank: boolean;
  /** How many there were: each is a chunk of its own, unless there are so many that this would take its time. */
  sections: number;
  /** Consecutive lines that begin with a pipe; `header` once the second of them is a line of dashes. */
  table: { readonly start: number; readonly lines: number; readonly header: Span | undefined } | undefined;
  nesting: Nesting;
};

/** A line at the margin below a blank one begins a block of its own, unless it goes on with a list. */
function cutBefore(source: string, line: Line, state: State, { weight, length }: Load): Plan["kind"] | undefined {
  if (state.raw) return undefined;
  if (state.isAfterBlank) {
    if (source.startsWith("## ", line.start) && (weight >= enough || state.sections++ < 100)) return "section";
    // At a heading, so that an edit above it leaves the pieces below it as they were.
    if (weight >= enoughUnderHeading && source.startsWith("### ", line.start)) return "blocks";
    return weight >= enough && /[^\s\d*+-]/.test(source.charAt(line.start)) ? "blocks" : undefined;
  }
  const header = state.table?.header;
  if (!header || source.charAt(line.start) !== "|") return undefined;
  return weight >= enough && length >= 4 * (header.end - header.start) ? "rows" : undefined;
}

function addToPiece(source: string, line: Line, state: State, piece: Piece): void {
  const prefix = prefixOf(source, line);
  const before = piece.load.weight;
  addLine(piece.load, source, line, prefix);
  const weight = piece.load.weight - before;
  if (weight > piece.heaviest.weight) piece.heaviest = { weight, start: line.start };
  if (state.raw) {
    if (state.raw(source.slice(line.start, line.end))) state.raw = undefined;
  } else {
    const sign = source.charAt(prefix.words);
    if (sign === "`" || sign === "~" || sign === "<") state.raw = rawFrom(source.slice(line.start, line.end));
    if (!piece.tooDeep) findTooDeep(source, line, prefix, state, piece);
  }
  state.isAfterBlank = prefix.isBlank;
  state.table = source.charAt(line.start) === "|" ? addRow(source, line, state.table) : undefined;
}

function findTooDeep(
  source: string,
  line: Line,
  prefix: ReturnType<typeof prefixOf>,
  state: State,
  piece: Piece,
): void {
  if (prefix.depth > deepest) {
    piece.tooDeep = { start: line.start, end: Math.max(prefix.words, line.start + 1) };
    return;
  }
  if (prefix.isBlank || prefix.markers > 0) state.nesting = noNesting();
  const at = addSigns(state.nesting, source, prefix.words, line.end, deepest);
  if (at !== undefined) piece.tooDeep = { start: at, end: at + 1 };
}

function addRow(source: string, line: Line, table: State["table"]): State["table"] {
  if (!table) return { start: line.start, lines: 1, header: undefined };
  const isDashes = table.lines === 1 && /^[-:|\s]*-[-:|\s]*$/.test(source.slice(line.start, line.end));
  const header = isDashes ? { start: table.start, end: line.next } : table.header;
  return { start: table.start, lines: table.lines + 1, header };
}

/** Where all together would take the parser too long, the heaviest pieces are left out until the others do not. */
function planPieces(scanned: readonly Scanned[], source: string): readonly Plan[] {
  const weights = new Map(scanned.map((piece) => [piece, piece.tooDeep ? 0 : weightOf(piece.load)]));
  let total = [...weights.values()].reduce((sum, weight) => sum + weight, 0);
  const left = new Set<Scanned>();
  for (const [piece, weight] of [...weights].sort(([, a], [, b]) => b - a)) {
    if (total <= mayWeigh(source.length)) break;
    left.add(piece);
    total -= weight;
  }
  return scanned.map((piece) => {
    const { start, end, kind, header, tooDeep, heaviest } = piece;
    const unread: Unread | undefined = tooDeep
      ? { why: "too deep", span: tooDeep }
      : left.has(piece)
        ? {
            why: "too heavy",
            span: { start: heaviest.start, end: Math.min(lineAt(source, heaviest.start).end, heaviest.start + 80) },
          }
        : undefined;
    return { span: { start, end }, kind, header, unread };
  });
}
