// The rows of tables: one space inside each pipe, none behind the last, and lines of dashes of three.
import type { Row, Table } from "../document/document.ts";
import type { Text } from "../document/text.ts";
import type { Span } from "../problem.ts";
import { isSpace, lineAround, trimSpan, type Edit } from "./edits.ts";

/** A row that has too few or too many cells, or is not what it seems to be, gives no edits. */
export function tableEdits(source: string, table: Table): readonly Edit[] {
  const width = table.header.length;
  const header = lineAround(source, table.span.start);
  return [
    ...rowEdits(source, header, table.header),
    ...dashesEdits(source, lineAround(source, nextLine(source, header)), width),
    ...table.rows.flatMap((row) => (row.cells.length === width ? rowEditsOf(source, row) : [])),
  ];
}

const rowEditsOf = (source: string, row: Row) => rowEdits(source, lineAround(source, row.span.start), row.cells);

function nextLine(source: string, { end }: Span): number {
  return source.startsWith("\r\n", end) ? end + 2 : Math.min(end + 1, source.length);
}

function rowEdits(source: string, line: Span, texts: readonly Text[]): readonly Edit[] {
  const cells = splitRow(source, line);
  const isUnderstood = cells.length === texts.length && cells.every((cell, index) => holds(cell, texts[index]));
  return isUnderstood ? pipeEdits(source, line, cells) : [];
}

/** Whether the words that the reader found in a cell stand where this cell does. */
function holds(cell: Span, text: Text | undefined): boolean {
  return text !== undefined && (text.text === "" || (text.start >= cell.start && text.end <= cell.end));
}

/** What stands between the cells, and before and behind them; the cells themselves are not touched. */
function pipeEdits(source: string, line: Span, cells: readonly Span[]): readonly Edit[] {
  const edits = cells.map((cell, index): Edit => {
    const start = cells[index - 1]?.end ?? line.start;
    const text = `${index === 0 ? "" : " "}|${cell.start === cell.end ? "" : " "}`;
    return { start, end: cell.start, text };
  });
  edits.push({ start: cells.at(-1)?.end ?? line.start, end: line.end, text: " |" });
  return edits.filter((edit) => source.slice(edit.start, edit.end) !== edit.text);
}

function dashesEdits(source: string, line: Span, width: number): readonly Edit[] {
  const cells = splitRow(source, line);
  const signs = cells.map(({ start, end }) => /^(:?)-+(:?)$/.exec(source.slice(start, end)));
  if (cells.length !== width || signs.includes(null)) return [];
  const text = signs.map((sign) => `| ${sign?.[1] ?? ""}---${sign?.[2] ?? ""} `).join("") + "|";
  return source.slice(line.start, line.end) === text ? [] : [{ ...line, text }];
}

/** The cells of a line without their spaces, as GitHub splits it: at every pipe without a backslash. */
function splitRow(source: string, line: Span): readonly Span[] {
  const cells: Span[] = [];
  let start = line.start;
  while (start < line.end && isSpace(source, start)) start++;
  if (source.charAt(start) === "|" && start < line.end) start++;
  let pipes = start - line.start;
  for (let at = start; at < line.end; at++) {
    const sign = source.charAt(at);
    if (sign === "\\" && /[\\|]/.test(source.charAt(at + 1))) at++;
    else if (sign === "|") {
      cells.push(trimSpan(source, { start, end: at }));
      start = at + 1;
      pipes++;
    }
  }
  const last = trimSpan(source, { start, end: line.end });
  if (last.start < last.end) cells.push(last);
  // A line without any pipe may be a row to Markdown, yet hardly to whoever wrote it.
  return pipes === 0 ? [] : cells;
}
