// The lines of tables: one space inside each pipe, none behind the last, and three dashes below each header.
import type { Row, Table } from "../document/document.ts";
import type { Text } from "../text/text.ts";
import type { Span } from "../problem.ts";
import { changesOf, lineAround, trimSpan, type Edit, type FormedLine } from "../text/edits.ts";

/** A row that has too few or too many cells, or is not what it seems to be, is left out. */
export function tableLines(source: string, table: Table): readonly FormedLine[] {
  const width = table.header.length;
  const header = lineAround(source, table.span.start);
  const rows = table.rows.filter((row) => row.cells.length === width);
  return [
    ...formRow(source, header, table.header),
    ...formDashes(source, lineAround(source, nextLine(source, header)), width),
    ...rows.flatMap((row: Row) => formRow(source, lineAround(source, row.span.start), row.cells)),
  ];
}

function nextLine(source: string, { end }: Span): number {
  return source.startsWith("\r\n", end) ? end + 2 : Math.min(end + 1, source.length);
}

function formRow(source: string, line: Span, texts: readonly Text[]): readonly FormedLine[] {
  const cells = splitRow(source, line);
  const isUnderstood = cells.length === texts.length && cells.every((cell, index) => holds(cell, texts[index]));
  return isUnderstood ? [{ ...line, edits: changesOf(source, pipes(line, cells)) }] : [];
}

/** Whether the words that the reader found in a cell stand where this cell does. */
function holds(cell: Span, text: Text | undefined): boolean {
  return text !== undefined && (text.text === "" || (text.start >= cell.start && text.end <= cell.end));
}

/** What stands between the cells, and before and behind them; the cells themselves are not touched. */
function pipes(line: Span, cells: readonly Span[]): readonly Edit[] {
  const before = cells.map((cell, index): Edit => {
    const start = cells[index - 1]?.end ?? line.start;
    return { start, end: cell.start, text: `${index === 0 ? "" : " "}|${cell.start === cell.end ? "" : " "}` };
  });
  return [...before, { start: cells.at(-1)?.end ?? line.start, end: line.end, text: " |" }];
}

function formDashes(source: string, line: Span, width: number): readonly FormedLine[] {
  const cells = splitRow(source, line);
  const signs = cells.map(({ start, end }) => /^(:?)-+(:?)$/.exec(source.slice(start, end)));
  if (cells.length !== width || signs.includes(null)) return [];
  const dashes = signs.map((sign) => `${sign?.[1] ?? ""}---${sign?.[2] ?? ""}`);
  const edits = [...pipes(line, cells), ...cells.map((cell, index): Edit => ({ ...cell, text: dashes[index] ?? "" }))];
  return [{ ...line, edits: changesOf(source, edits) }];
}

/** The cells of a line without their spaces, as GitHub splits it: at every pipe without a backslash. */
function splitRow(source: string, line: Span): readonly Span[] {
  const cells: Span[] = [];
  let start = trimSpan(source, line).start;
  const isOpened = start < line.end && source.charAt(start) === "|";
  if (isOpened) start++;
  for (let at = start; at < line.end; at++) {
    const sign = source.charAt(at);
    if (sign === "\\" && /[\\|]/.test(source.charAt(at + 1))) at++;
    else if (sign === "|") {
      cells.push(trimSpan(source, { start, end: at }));
      start = at + 1;
    }
  }
  // A line without any pipe may be a row to Markdown, yet hardly to its author.
  if (!isOpened && cells.length === 0) return [];
  const last = trimSpan(source, { start, end: line.end });
  return last.start < last.end ? [...cells, last] : cells;
}
