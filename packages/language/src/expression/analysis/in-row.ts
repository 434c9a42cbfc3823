// Whether an expression is about nothing but the stored values of its own row: then a column or a CHECK may hold it.
import { childrenOf } from "../children.ts";
import type { Schema } from "../schema.ts";
import type { Typed } from "../typed.ts";

/** PostgreSQL takes nothing there that selects rows, or that may be another value later. */
export function staysInRow(typed: Typed, schema: Schema): boolean {
  switch (typed.node) {
    case "scope":
      return typed.source === "row";
    case "field": {
      const store = schema.entities.get(typed.entity)?.fields.get(typed.field)?.store.kind;
      return typed.of.node === "scope" && typed.of.source === "row" && (store === "column" || store === "array");
    }
    default:
      return !selectsRows(typed) && childrenOf(typed).every((child) => staysInRow(child, schema));
  }
}

/** Whether the node itself looks through rows, whatever its parts do. */
export function selectsRows(typed: Typed): boolean {
  switch (typed.node) {
    case "all rows":
    case "the row":
    case "list":
    case "filter":
    case "map":
    case "quantifier":
    case "aggregate":
    case "first":
    case "only":
    case "has role":
      return true;
    case "in list":
      // An empty value is looked for among rows.
      return typed.of.type.empty;
    default:
      return false;
  }
}
