// From a typed expression to SQL that a database evaluates to the very value that JavaScript does.
import { foldConstants } from "./fold-constants.ts";
import { definitionOfNode, functionPrinters, isFunctionNode } from "./functions/functions.ts";
import { filterPrinters, type FilterPrinters } from "./sql/sql-filters.ts";
import { listPrinters, rowsOfArray, type ListPrinters } from "./sql/sql-lists.ts";
import type { Item, Rows } from "./sql/sql-rows.ts";
import type { SqlTarget } from "./sql/sql-target.ts";
import { coreValuePrinters, type ValuePrinters } from "./sql/sql-values.ts";
import type { Typed } from "./typed.ts";

/**
 * - `strict`: a condition is always true or false. For values, generated columns, triggers, and CHECKs, which are
 *   wrapped as `((…) IS TRUE)`.
 * - `filter`: NULL may stand for false where the result is only asked whether it is true, as in WHERE and policies;
 *   comparisons then stay bare, and their indexes are used.
 */
export type SqlForm = "strict" | "filter";

/** How each node is printed; tests put one rule out of force by giving another printer in its place. */
export type SqlPrinters = {
  readonly values: ValuePrinters;
  readonly filters: FilterPrinters;
  readonly lists: ListPrinters;
  /** Done to an expression before it is printed. */
  readonly fold: typeof foldConstants;
};

export const sqlPrinters: SqlPrinters = {
  values: { ...coreValuePrinters, ...functionPrinters("sql") },
  filters: filterPrinters,
  lists: listPrinters,
  fold: foldConstants,
};

/** What a printer of one node may ask for. */
export type Print = {
  readonly target: SqlTarget;
  readonly strict: (typed: Typed) => string;
  readonly filter: (typed: Typed) => string;
  /** What a function gives is `numeric` already. */
  readonly isNumeric: (typed: Typed) => boolean;
  /** The rows that a list is selected from. */
  readonly rows: (list: Typed) => Rows;
  /** Gives each of the rows a name for what is printed after it. */
  readonly bind: (rows: Rows, item: string) => Rows;
  /** The alias or record under which the columns of a row are at hand. */
  readonly rowOf: (typed: Typed) => string | undefined;
  readonly itemNamed: (name: string) => Item;
  /** An alias that is used nowhere else in the expression. Identifiers never begin with an underscore. */
  readonly newAlias: (name: string) => string;
};

export function printSql(typed: Typed, target: SqlTarget, form: SqlForm, printers: SqlPrinters = sqlPrinters): string {
  const items = new Map<string, Item>();
  let aliases = 0;
  const print: Print = {
    target,
    strict: (node) => {
      // What can only be empty has no type in SQL other than that of a literal.
      if (node.type.kind === "null") return "NULL";
      return (printers.values[node.node] as (node: Typed, print: Print) => string)(node, print);
    },
    filter: (node) => {
      const printer = printers.filters[node.node as keyof FilterPrinters];
      return printer ? (printer as (node: Typed, print: Print) => string)(node, print) : print.strict(node);
    },
    isNumeric: (node) => isFunctionNode(node) && definitionOfNode(node).isNumeric === true,
    rows: (list) => {
      const printer = printers.lists[list.node as keyof ListPrinters];
      // A list that is one value, such as an input, is an array.
      return printer
        ? (printer as (list: Typed, print: Print) => Rows)(list, print)
        : rowsOfArray(print.strict(list), print);
    },
    bind: (rows, name) => {
      if (rows.item.kind === "row" || rows.item.isSimple) {
        items.set(name, rows.item);
        return rows;
      }
      // What is named may be used many times: it is worked out in one place, or texts would grow without bounds.
      const alias = print.newAlias("item");
      const item: Item = { kind: "value", value: `${alias}.value`, isSimple: true };
      items.set(name, item);
      return {
        ...rows,
        from: `${rows.from} CROSS JOIN LATERAL (SELECT ${rows.item.value} AS value) AS ${alias}`,
        item,
      };
    },
    rowOf: (node) => {
      if (node.node === "scope") {
        const named = target.name(node.name);
        return named.kind === "row" ? named.row : undefined;
      }
      const item = node.node === "item" ? print.itemNamed(node.name) : undefined;
      return item?.kind === "row" ? item.row : undefined;
    },
    itemNamed: (name) => {
      const item = items.get(name);
      if (item === undefined) throw new Error(`no list binds ${name}`);
      return item;
    },
    newAlias: (name) => `_${++aliases}_${name}`.slice(0, 60),
  };
  return form === "strict" ? print.strict(printers.fold(typed, target)) : print.filter(printers.fold(typed, target));
}
