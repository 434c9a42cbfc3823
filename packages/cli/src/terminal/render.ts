// How problems look: one line for machines and editors, and for people the source line with carets under the very word.
import {
  lineMap,
  wordsOf,
  type LineMap,
  type FixedProblem,
  type Problem,
  type Severity,
  type Span,
} from "@writ/language";
import { blanked, visible } from "./visible.ts";
import { painter, type Paint } from "./colour.ts";
import { clip, widthOf } from "./width.ts";

export type Placed = {
  readonly file: string;
  readonly lines: LineMap;
  readonly problem: Problem;
};

const colours = { error: "red", warning: "yellow", gap: "cyan" } as const satisfies Record<Severity, string>;

/** `file:line:column severity code address: message`. */
export function problemLine({ file, lines, problem }: Placed, colour = false): string {
  const { line, column } = lines.at(problem.span.start);
  const paint = painter(colour);
  const severity = paint(colours[problem.severity], problem.severity);
  const code = paint("bold", problem.code);
  return `${visible(file)}:${line}:${column} ${severity} ${withAddress(code, problem)}: ${visible(wordsOf(problem))}`;
}

/** `file:line:column fixed code address: title`. */
export function fixedLine(file: string, { problem, source }: FixedProblem, isPlanned: boolean, colour = false): string {
  const { line, column } = lineMap(source).at(problem.span.start);
  const paint = painter(colour);
  const done = paint("green", isPlanned ? "would fix" : "fixed");
  const code = paint("bold", problem.code);
  return `${visible(file)}:${line}:${column} ${done} ${withAddress(code, problem)}: ${visible(problem.fix.title)}`;
}

/** What is wrong with the document as a whole has no address. */
export const withAddress = (code: string, { address }: Problem): string =>
  address === "" ? code : `${code} ${visible(address)}`;

/** The line that the problem stands on, and carets under the word; related places below. */
export function excerpt({ lines, problem }: Placed, columns: number, colour: boolean): string {
  const paint = painter(colour);
  const shown = [pointer(lines, problem.span, colours[problem.severity], columns, paint)];
  for (const related of problem.related) {
    const { line, column } = lines.at(related.span.start);
    shown.push(`  ${line}:${column} ${visible(related.message)}`, pointer(lines, related.span, "blue", columns, paint));
  }
  return shown.join("\n");
}

function pointer(
  lines: LineMap,
  span: Span,
  colour: "red" | "yellow" | "cyan" | "blue",
  columns: number,
  paint: Paint,
): string {
  const { line, column } = lines.at(span.start);
  const end = lines.at(span.end);
  const text = lines.lineText(line);
  const from = column - 1;
  const to = end.line === line ? Math.max(end.column - 1, from) : text.length;
  const number = `${line} | `.padStart(8);
  const view = clip(text, from, to, Math.max(20, columns - number.length));
  const marks = paint(colour, "^".repeat(Math.max(1, widthOf(view.marked))));
  return `${number}${blanked(view.text)}\n${" ".repeat(number.length + widthOf(view.before))}${marks}`;
}
