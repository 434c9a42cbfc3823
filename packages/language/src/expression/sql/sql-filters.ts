// The filter form: where only "true" matters, NULL may stand for false, and comparisons stay as an index knows them.
import type { Print } from "../sql.ts";
import { selectFrom, valueOf } from "./sql-rows.ts";
import { chainOf, isOwnArray } from "./sql-values.ts";
import type { TypedOf } from "../typed.ts";

type FilterNode = "and" | "or" | "conditional" | "equal" | "one of" | "in list";

/** Nodes that are missing here are printed as in the strict form; what stands inside NOT always is. */
export type FilterPrinters = { readonly [Name in FilterNode]: (typed: TypedOf<Name>, print: Print) => string };

export const filterPrinters: FilterPrinters = {
  and: (typed, print) => `(${chainOf(typed).map(print.filter).join(" AND ")})`,
  or: (typed, print) => `(${chainOf(typed).map(print.filter).join(" OR ")})`,
  conditional: ({ test, then, otherwise }, print) =>
    `(CASE WHEN ${print.filter(test)} THEN ${print.filter(then)} ELSE ${print.filter(otherwise)} END)`,
  // Neither side is printed twice, so two values that may both be empty cannot be compared by an index.
  equal: ({ left, right }, print) => {
    const isBothEmpty = left.type.empty && right.type.empty;
    return `(${print.strict(left)} ${isBothEmpty ? "IS NOT DISTINCT FROM" : "="} ${print.strict(right)})`;
  },
  "one of": ({ of, items }, print) => `(${print.strict(of)} IN (${items.map(print.strict).join(", ")}))`,
  "in list": (typed, print) => {
    const { of, list } = typed;
    const isBothEmpty = of.type.empty && list.type.kind === "list" && list.type.of.empty;
    if (isBothEmpty) return print.strict(typed);
    if (isOwnArray(list, print)) return `(${print.strict(of)} = ANY (${print.strict(list)}))`;
    const rows = print.rows(list);
    return `(${print.strict(of)} IN (${selectFrom(rows, valueOf(rows.item, print))}))`;
  },
};
