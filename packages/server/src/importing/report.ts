// What an import is made of once it is open, and what is told of it.
import type { Client } from "pg";
import type { Column, Table } from "../console/rows/tables.ts";
import type { Caller } from "../rest/handle.ts";
import type { Converted, Converter } from "./convert.ts";
import type { ImportReport, RowProblem } from "./response-types.ts";
import type { CellProblem } from "./problems.ts";
import type { OpenedTable } from "./source/open-table.ts";
import { textOf, type SourceRow } from "./source/table.ts";
import type { Begin, RefusedRow } from "./state.ts";
import type { Writer } from "./write-rows.ts";

export type Importing = {
  /** Writes, as whoever imports. */
  readonly client: Client;
  /** The owner's, for words. */
  readonly second: Client;
  readonly caller: Caller;
  readonly opened: OpenedTable;
  readonly converter: Converter;
  readonly writer: Writer;
  readonly table: Table;
  readonly headOf: ReadonlyMap<string, string>;
  readonly columns: ImportReport["columns"];
  readonly ignored: readonly string[];
  readonly begun: Begin;
  /** Called first in each transaction, as the caller. */
  readonly first: string | undefined;
  readonly signal: AbortSignal | undefined;
  readonly progress: (rows: number) => void;
  readonly keepRefused: (heads: readonly string[], rows: AsyncIterable<RefusedRow>) => Promise<void>;
};

export const mostProblems = 1000;
const previewed = 5;

export const problemsOf = (
  { headOf, table }: Importing,
  row: number,
  problems: readonly CellProblem[],
): readonly RowProblem[] =>
  problems.map(({ code, field, message }) => ({
    row,
    column: field === undefined ? undefined : headOf.get(field),
    field: table.columns.find(({ id }) => id === field)?.label,
    code,
    message,
  }));

export const previewOf = (
  { table, columns: known, opened: { heads } }: Importing,
  rows: readonly Converted[],
): ImportReport["preview"] =>
  rows.slice(0, previewed).map(({ source, row }) => ({
    row: source.number,
    values: Object.fromEntries(
      known.flatMap(({ head, field }) => {
        const column = table.columns.find(({ label }) => label === field);
        const value = column && row.values[column.id];
        // The field by which a row was found is not written.
        const isKey = row.id !== undefined && value === undefined;
        if (column === undefined || value === null || (value === undefined && !isKey)) return [];
        // The rows that it refers to as people call them.
        const isAsWritten = isKey || column.type.kind === "reference" || column.type.kind === "several";
        return [[field, isAsWritten ? textOf(source.cells[heads.indexOf(head)]) : shown(value, column)]];
      }),
    ),
  }));

function shown(value: unknown, { type }: Pick<Column, "type">): string {
  if (Array.isArray(value)) return value.map((one) => shown(one, { type })).join("; ");
  if (typeof value !== "string") return JSON.stringify(value);
  return ("choices" in type ? type.choices.find(({ id }) => id === value)?.label : undefined) ?? value;
}

/** So many rows, and letters, at a time. */
export const mostOfBatch = { rows: 500, letters: 4_000_000 };

export async function* batchesOf(rows: AsyncIterable<SourceRow>): AsyncGenerator<readonly SourceRow[]> {
  let batch: SourceRow[] = [];
  let letters = 0;
  for await (const row of rows) {
    batch.push(row);
    letters += row.cells.reduce((sum, cell) => sum + textOf(cell).length, 0);
    if (batch.length < mostOfBatch.rows && letters < mostOfBatch.letters) continue;
    yield batch;
    batch = [];
    letters = 0;
  }
  if (batch.length > 0) yield batch;
}
