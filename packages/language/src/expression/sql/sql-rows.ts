// A list on its way into SQL: what it is selected from, under which conditions, and what one item of it is.
import type { Print } from "../sql.ts";
import { traitsOf } from "../kinds.ts";
import { isLiteral } from "../typed-literal.ts";
import type { Type } from "../type.ts";
import type { Typed } from "../typed.ts";

export type Rows = {
  readonly from: string;
  /** All of them hold; each may be NULL where it does not. */
  readonly where: readonly string[];
  readonly item: Item;
};

export type Item =
  /** A row whose columns are at hand. */
  | { readonly kind: "row"; readonly row: string; readonly entity: string }
  /** A value; of a row, its id. `isSimple`: a column, which may be named again at no cost. */
  | { readonly kind: "value"; readonly value: string; readonly isSimple: boolean };

export const valueOf = (item: Item, print: Print): string =>
  item.kind === "row" ? print.target.id(item.row, item.entity) : item.value;

/** An empty value of a type, where nothing around it tells PostgreSQL which one is meant. */
export function emptyValue(type: Type, print: Print): string {
  const sqlType = type.kind === "row" ? print.target.idType : traitsOf(type).sqlType.replace(/\(.*\)/, "");
  return `NULL::${sqlType}`;
}

/** What an item becomes by `map`. */
export function itemOf(typed: Typed, print: Print): Item {
  const row = print.rowOf(typed);
  if (row !== undefined && typed.type.kind === "row") return { kind: "row", row, entity: typed.type.entity };
  return { kind: "value", value: print.strict(typed), isSimple: isSimple(typed, print) };
}

/** Whether the value is printed as a column or a literal. */
function isSimple(typed: Typed, print: Print): boolean {
  if (typed.node === "field") return print.rowOf(typed.of) !== undefined;
  return typed.node === "item" || isLiteral(typed);
}

/** `SELECT what FROM … WHERE …`, without parentheses round it. */
export function selectFrom(rows: Rows, what: string, ...more: readonly string[]): string {
  const where = [...rows.where, ...more];
  return `SELECT ${what} FROM ${rows.from}${where.length > 0 ? ` WHERE ${where.join(" AND ")}` : ""}`;
}

/**
 * A value of all items together. They are selected first, in a table of their own: an aggregate that names only columns
 * of the rows around it would become an aggregate of those.
 */
export function aggregateOf(list: Typed, print: Print, aggregate: (value: string) => string): string {
  const rows = print.rows(list);
  const alias = print.newAlias("items");
  const items = selectFrom(rows, `${valueOf(rows.item, print)} AS value`);
  return `(SELECT ${aggregate(`${alias}.value`)} FROM (${items}) AS ${alias})`;
}
