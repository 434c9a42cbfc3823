// What every kind of file becomes: a head of columns, and rows one after the other.

/** A number of a spreadsheet, which is written the same in every language. */
export type Numeral = { readonly digits: string; readonly isPercent: boolean };
export type Cell = string | Numeral;

export type SourceRow = {
  /** As people count it in the file: the head is above. */
  readonly number: number;
  readonly cells: readonly Cell[];
};

export type SourceTable = {
  readonly heads: readonly string[];
  /** What was found out about the file, in words. */
  readonly notes: readonly string[];
  readonly rows: AsyncIterable<SourceRow>;
};

export const textOf = (cell: Cell | undefined): string =>
  cell === undefined ? "" : typeof cell === "string" ? cell : `${cell.digits}${cell.isPercent ? "%" : ""}`;

/** More than any value of a row may hold. */
export const mostLetters = 1_000_000;
export const mostColumns = 500;
