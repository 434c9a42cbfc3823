// From a row of a table to a clause, with a gap for each of its cells that says "not shown".
import { isNotShown, type FoundRow } from "../document/tables.ts";
import type { Problem } from "../problem.ts";
import type { Clause } from "./clause.ts";
import { cellNotShown } from "./problems.ts";

/** `Column`: the columns of its table and the properties under its heading; a row has no others. */
export function readClause<Column extends string = string>(
  row: FoundRow,
  address: string,
  problems: Problem[],
): Clause<Column> {
  for (const { column, span } of row.notShown) {
    const at = `${address}/${column}`;
    problems.push(cellNotShown.at({ span, address: at }));
  }
  return { address, span: row.span, notShown: row.notShown.map(({ column }) => column as Column) };
}

/** Whether a cell is left empty although its clause needs it: "not shown" counts as said. */
export function isMissing(row: FoundRow, column: string): boolean {
  return !isNotShown(row, column) && (row.cells.get(column)?.text ?? "") === "";
}
