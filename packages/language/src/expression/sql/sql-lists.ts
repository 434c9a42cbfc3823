// How each list becomes rows to select from; filters and maps of one list share its FROM and WHERE.
import type { Print } from "../sql.ts";
import { emptyValue, itemOf, selectFrom, valueOf, type Rows } from "./sql-rows.ts";
import type { Typed, TypedOf } from "../typed.ts";

type ListNode = "all rows" | "field" | "list" | "filter" | "map" | "conditional";

export type ListPrinters = { readonly [Node in ListNode]: (typed: TypedOf<Node>, print: Print) => Rows };

export const listPrinters: ListPrinters = {
  "all rows": ({ entity }, print) => rowsOfTable(entity, () => [], print),

  field: (typed, print) => {
    const { target } = print;
    const list = target.list(typed.entity, typed.field, print.rowOf(typed.of));
    if (list.kind === "array") return rowsOfArray(print.strict(typed), print);
    const own = print.strict(typed.of);
    const { if: isSo } = list;
    const also = (of: string) => (isSo === undefined ? [] : [isSo(of)]);
    if (list.kind === "reverse")
      return rowsOfTable(list.entity, (row) => [`${row}.${list.via} = ${own}`, ...also(row)], print);
    if (list.array !== undefined) {
      const rows = rowsOfTable(list.entity, () => [], print);
      return { ...rows, where: [`${valueOf(rows.item, print)} = ANY (${list.array})`] };
    }
    const pair = print.newAlias("pair");
    const rows = rowsOfTable(list.entity, () => [`${pair}.${list.own} = ${own}`, ...also(own)], print);
    const other = valueOf(rows.item, print);
    return { ...rows, from: `${list.table} AS ${pair} JOIN ${rows.from} ON ${other} = ${pair}.${list.other}` };
  },

  list: ({ items, type }, print) => {
    const alias = print.newAlias("item");
    const item = { kind: "value", value: `${alias}.value`, isSimple: true } as const;
    const empty = emptyValue(type.kind === "list" ? type.of : type, print);
    const values = items.map((each) => `(${each.node === "null" ? empty : print.strict(each)})`);
    if (values.length === 0) return { from: `(SELECT ${empty} AS value) AS ${alias}`, where: ["false"], item };
    return { from: `(VALUES ${values.join(", ")}) AS ${alias} (value)`, where: [], item };
  },

  filter: ({ list, item, body }, print) => {
    const rows = print.bind(print.rows(list), item);
    return { ...rows, where: [...rows.where, print.filter(body)] };
  },

  map: ({ list, item, body }, print) => {
    const rows = print.bind(print.rows(list), item);
    return { ...rows, item: itemOf(body, print) };
  },

  conditional: ({ test, then, otherwise }, print) => {
    const [asked, item] = [print.newAlias("test"), print.newAlias("item")];
    const branch = (list: Typed, condition: string) => {
      const rows = print.rows(list);
      return selectFrom(rows, `${valueOf(rows.item, print)} AS value`, condition);
    };
    const both = [branch(then, `${asked}.holds`), branch(otherwise, `${asked}.holds IS NOT TRUE`)].join(" UNION ALL ");
    return {
      from: `(SELECT ${print.filter(test)} AS holds) AS ${asked} CROSS JOIN LATERAL (${both}) AS ${item}`,
      where: [],
      item: { kind: "value", value: `${item}.value`, isSimple: true },
    };
  },
};

function rowsOfTable(entity: string, where: (row: string) => readonly string[], print: Print): Rows {
  const row = print.newAlias(entity);
  return { from: `${print.target.table(entity)} AS ${row}`, where: where(row), item: { kind: "row", row, entity } };
}

/** A list that is one value is an array: several choices, files, or an input. */
export function rowsOfArray(array: string, print: Print): Rows {
  const alias = print.newAlias("item");
  const item = { kind: "value", value: `${alias}.value`, isSimple: true } as const;
  return { from: `unnest(${array}) AS ${alias} (value)`, where: [], item };
}
