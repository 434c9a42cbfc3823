// How problems look: one line for machines and editors, and for people the source line with carets under the very word.
import { styleText } from "node:util";
import { wordsOf, type LineMap, type Problem, type Severity, type Span } from "@writ/language";
import { blanked, visible } from "./visible.ts";
import { clip, widthOf } from "./width.ts";

export type Placed = {
  readonly file: string;
  readonly lines: LineMap;
  readonly problem: Problem;
};

const words: Record<Severity, string> = { error: "error", warning: "warning", gap: "gap" };
const colours = { error: "red", warning: "yellow", gap: "cyan" } as const;

/** `file:line:column severity code address: message`. */
export function problemLine({ file, lines, problem }: Placed, colour = false): string {
  const { line, column } = lines.at(problem.span.start);
  const paint = (format: Parameters<typeof styleText>[0], text: string) =>
    colour ? styleText(format, text, { validateStream: false }) : text;
  const severity = paint(colours[problem.severity], words[problem.severity]);
  const code = paint("bold", problem.code);
  const [path, address, said] = [file, problem.address, wordsOf(problem)].map(visible);
  return `${path}:${line}:${column} ${severity} ${code} ${address}: ${said}`;
}

/** The line that the problem stands on, and carets under the word; related places below. */
export function excerpt({ lines, problem }: Placed, columns: number, colour: boolean): string {
  const shown = [pointer(lines, problem.span, colours[problem.severity], columns, colour)];
  for (const related of problem.related) {
    const { line, column } = lines.at(related.span.start);
    shown.push(
      `  ${line}:${column} ${visible(related.message)}`,
      pointer(lines, related.span, "blue", columns, colour),
    );
  }
  return shown.join("\n");
}

function pointer(
  lines: LineMap,
  span: Span,
  colour: "red" | "yellow" | "cyan" | "blue",
  columns: number,
  coloured: boolean,
): string {
  const { line, column } = lines.at(span.start);
  const end = lines.at(span.end);
  const text = lines.lineText(line);
  const from = column - 1;
  const to = end.line === line ? Math.max(end.column - 1, from) : text.length;
  const number = `${line} | `.padStart(8);
  const view = clip(text, from, to, Math.max(20, columns - number.length));
  const carets = "^".repeat(Math.max(1, widthOf(view.marked)));
  const marks = coloured ? styleText(colour, carets, { validateStream: false }) : carets;
  return `${number}${blanked(view.text)}\n${" ".repeat(number.length + widthOf(view.before))}${marks}`;
}
