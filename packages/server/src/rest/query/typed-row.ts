// A row that a statement has written or a function has answered, with the type of its table again.
import { quoteIdentifier as quote } from "@writ/language/sql-quote";
import type { Table } from "../catalogue/catalogue.ts";
import { printName } from "./statement.ts";

/** Functions of a row take nothing else. */
export const printTypedRow = (table: Table, alias: string): string =>
  `ROW(${table.columns.map(({ name }) => `${quote(alias)}.${quote(name)}`).join(", ")})::${printName(table)}`;
