// Tells what each table of a part is by its header row, and gives its cells by the names of their columns.
import type { Problem, Span } from "../problem.ts";
import { nearest } from "../text/suggestion.ts";
import type { Part, Row, SectionNumber, Table } from "./document.ts";
import { rowTooLong, rowTooShort, unknownTable } from "./problems.ts";
import { emptyText, spanOf, type Text } from "../text/text.ts";

/** Columns in the order that the formatter and the messages use; a `*` marks a required one. */
export type TableKind = {
  readonly columns: readonly string[];
  /** Which further columns may stand in the header: one per role, per language. */
  readonly extra?: (header: string) => boolean;
};

export type FoundTable<Name extends string> = {
  readonly kind: Name;
  readonly table: Table;
  readonly rows: readonly FoundRow[];
  /** The headers of the extra columns. */
  readonly extra: readonly Text[];
};

export type FoundRow = {
  readonly span: Span;
  /** By column. Cells that say "not shown" are empty here and named in `notShown`. */
  readonly cells: ReadonlyMap<string, Text>;
  readonly extra: readonly { readonly header: Text; readonly cell: Text }[];
  readonly notShown: readonly { readonly column: string; readonly span: Span }[];
};

export const notShownPattern = /^not shown\.?$/i;

/** The cell of a column; where the table has no such column, an empty text at the end of the row. */
export function cellOf(row: FoundRow, column: string): Text {
  return row.cells.get(column) ?? emptyText(row.span.end);
}

export function isNotShown(row: FoundRow, column: string): boolean {
  return row.notShown.some((cell) => cell.column === column);
}

/** Reads the tables of one part. A table that is none of the kinds, and a row that does not fit its header, is reported. */
export function readTables<Name extends string>(
  section: SectionNumber,
  part: Part,
  kinds: Readonly<Record<Name, TableKind>>,
  problems: Problem[],
): readonly FoundTable<Name>[] {
  return part.tables.flatMap((table) => {
    const name = kindOf(section, table, kinds, problems);
    return name === undefined ? [] : [readTable(section, table, name, kinds[name], problems)];
  });
}

const columnName = (column: string) => column.replace("*", "");

type Fit = { readonly unknown: readonly Text[]; readonly missing: readonly string[]; readonly shared: number };

/** What of a header a kind of table does not know or has twice, and what it needs besides. */
function fitOf(header: readonly Text[], kind: TableKind): Fit {
  const columns = new Set(kind.columns.map(columnName));
  const seen = new Set<string>();
  const unknown = header.filter((cell) => {
    const isTwice = seen.has(cell.text);
    seen.add(cell.text);
    return isTwice || (!columns.has(cell.text) && kind.extra?.(cell.text) !== true);
  });
  const missing = kind.columns
    .filter((column) => column.endsWith("*") && !seen.has(columnName(column)))
    .map(columnName);
  return { unknown, missing, shared: [...columns].filter((column) => seen.has(column)).length };
}

function kindOf<Name extends string>(
  section: SectionNumber,
  table: Table,
  kinds: Readonly<Record<Name, TableKind>>,
  problems: Problem[],
): Name | undefined {
  const fits = (Object.keys(kinds) as Name[]).map((name) => ({ name, fit: fitOf(table.header, kinds[name]) }));
  const good = fits.find(({ fit }) => fit.unknown.length === 0 && fit.missing.length === 0);
  if (good !== undefined) return good.name;

  const headers = table.header.map((cell) => cell.text);
  const first = table.header[0] ?? emptyText(table.span.start);
  const report = (at: Text, hint: string) => {
    problems.push(unknownTable.at({ span: spanOf(at), address: String(section) }, section, headers, hint));
  };
  // The kind that was probably meant shares the most columns; what does not fit it is what the message points at.
  const likeness = ({ name, fit }: (typeof fits)[number]) =>
    fit.shared + (first.text === columnName(kinds[name].columns[0] ?? "") ? 1 : 0);
  const [meant] = fits.toSorted((a, b) => likeness(b) - likeness(a));
  if (meant === undefined || meant.fit.shared === 0) {
    report(
      first,
      knownTables(
        section,
        fits.map(({ name }) => columnsOf(kinds[name])),
      ),
    );
    return undefined;
  }
  report(meant.fit.unknown[0] ?? first, hintFor(headers, columnsOf(kinds[meant.name]), meant.fit));
  return undefined;
}

const columnsOf = (kind: TableKind) => kind.columns.map(columnName);

function knownTables(section: SectionNumber, known: readonly (readonly string[])[]): string {
  const say = known.length === 0 ? "has no tables" : `knows: ${known.map((columns) => columns.join(", ")).join("; ")}`;
  return `Section ${section} ${say}. Put an illustration into a blockquote.`;
}

function hintFor(headers: readonly string[], columns: readonly string[], { unknown, missing }: Fit): string {
  const wrong = unknown[0]?.text;
  if (wrong === undefined) return `The column "${missing[0]}" is missing.`;
  if (columns.includes(wrong)) return `The column "${wrong}" occurs twice.`;
  const written = new Set(headers);
  const meant =
    nearest(
      wrong,
      columns.filter((column) => !written.has(column)),
    ) ?? missing[0];
  return meant === undefined ? `It knows: ${columns.join(", ")}.` : `Did you mean "${meant}"?`;
}

function readTable<Name extends string>(
  section: SectionNumber,
  table: Table,
  name: Name,
  kind: TableKind,
  problems: Problem[],
): FoundTable<Name> {
  const columns = new Set(kind.columns.map(columnName));
  const rows = table.rows.flatMap((row) => {
    if (row.cells.length !== table.header.length) {
      problems.push(misfit(section, table, row));
      // A row with too many cells has lost a pipe somewhere: nothing in it can be trusted.
      if (row.cells.length > table.header.length) return [];
    }
    return [readRow(table, row, columns)];
  });
  return { kind: name, table, rows, extra: table.header.filter((cell) => !columns.has(cell.text)) };
}

function misfit(section: SectionNumber, table: Table, row: Row): Problem {
  const wide = table.header.length;
  const address = String(section);
  const extra = row.cells[wide];
  if (!extra) return rowTooShort.at({ span: row.span, address }, row.cells.length, wide);
  // An empty cell too many is the place between two pipes.
  const start = extra.text === "" ? extra.start - 1 : extra.start;
  return rowTooLong.at({ span: { start, end: row.span.end }, address }, row.cells.length, wide);
}

function readRow(table: Table, row: Row, columns: ReadonlySet<string>): FoundRow {
  const cells = new Map<string, Text>();
  const extra: { header: Text; cell: Text }[] = [];
  const notShown: { column: string; span: Span }[] = [];
  table.header.forEach((header, index) => {
    const written = row.cells[index] ?? emptyText(row.span.end);
    const open = notShownPattern.test(written.text);
    if (open) notShown.push({ column: header.text, span: spanOf(written) });
    const cell = open ? emptyText(written.start) : written;
    if (columns.has(header.text)) cells.set(header.text, cell);
    else extra.push({ header, cell });
  });
  return { span: row.span, cells, extra, notShown };
}
