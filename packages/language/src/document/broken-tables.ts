// Finds what was meant to be a table and is none: lines with pipes that Markdown takes for text, for code or for HTML.
import type { Code, Html, Paragraph } from "mdast";
import type { Problem, Span } from "../problem.ts";
import { brokenTable } from "./problems.ts";
import type { Piece } from "./inline.ts";
import { lineAt } from "./line-marks.ts";

export function reportBrokenTable(piece: Piece, node: Paragraph | Code | Html, span: Span, problems: Problem[]): void {
  if (!canBeMeant(piece, node, span)) return;
  let before = "";
  for (let line = lineAt(piece.source, span.start); line.start < span.end; line = lineAt(piece.source, line.next)) {
    const text = piece.source.slice(line.start, Math.min(line.end, span.end));
    const words = text.trim();
    if (isRow(words) || (node.type === "paragraph" && isDashes(words) && before.includes("|"))) {
      const start = line.start + text.length - text.trimStart().length;
      const next = lineAt(piece.source, line.next);
      const why = whyNone(node, before, words, piece.source.slice(next.start, Math.min(next.end, span.end)).trim());
      problems.push(brokenTable.at({ span: { start, end: start + words.length }, address: "" }, why));
      return;
    }
    before = words;
  }
}

/** A fence hides what is in it on purpose; comments do too, and do not come here. */
function canBeMeant(piece: Piece, node: Paragraph | Code | Html, { start }: Span): boolean {
  return node.type !== "code" || /^[ \t]/.test(piece.source.slice(start, start + 1));
}

const isRow = (words: string) => words.length > 1 && words.startsWith("|") && words.endsWith("|");
const isDashes = (words: string) => words.includes("|") && words.includes("-") && /^[-:| \t]+$/.test(words);
const countCells = (words: string) =>
  words
    .replace(/^\||\|$/g, "")
    .replace(/\\\|/g, "")
    .split("|").length;

function whyNone(node: Paragraph | Code | Html, before: string, words: string, after: string): string {
  if (node.type === "code") return "Four spaces before a line make it code: begin it at the margin.";
  if (node.type === "html") return "Right below HTML nothing is Markdown: put a blank line between them.";
  const [header, dashes] = isDashes(words) && before !== "" ? [before, words] : [words, after];
  if (!isDashes(dashes))
    return "A line of dashes stands right below the header, without a blank line: `| --- | --- |`.";
  const [below, above] = [countCells(dashes), countCells(header)];
  // Its own lines are right: what stands right above takes them in.
  if (below === above) return "Put a blank line before it: without one it belongs to what stands above it.";
  return `The line of dashes has ${countOf(below)}, the header has ${countOf(above)}.`;
}

const countOf = (cells: number) => (cells === 1 ? "1 cell" : `${cells} cells`);
