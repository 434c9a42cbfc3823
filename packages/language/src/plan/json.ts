// Values of the document in JSON, for what waits to go out: as programs take them, and as people read them.
import { quoteText } from "../expression/sql/sql-quote.ts";
import type { Expression } from "../expression/tree.ts";
import type { Type } from "../expression/type.ts";
import type { Typed } from "../expression/typed.ts";
import type { Design } from "./design.ts";
import { printPlace, tableOf } from "./layout.ts";
import { rowNameSql } from "./row-name.ts";
import type { Names } from "./target.ts";

export const typedOf = (expression: Expression, design: Design): Typed | undefined =>
  design.compiled.checked.get(expression)?.typed;

/** A value in JSON, as people will read it: of a row, what it is shown as. */
export function shownJson(expression: Expression, names: Names, design: Design): string {
  const type = typedOf(expression, design)?.type;
  const value = design.print(expression, "strict", names);
  if (type === undefined || type.kind === "null") return "'null'::jsonb";
  return type.kind === "row" ? `to_jsonb(${shownRow(type, value, design)})` : jsonOf(value);
}

/** An unknown literal has no type of its own in SQL. */
export const jsonOf = (value: string): string =>
  value === "NULL" ? "'null'::jsonb" : /^E?'/.test(value) ? `to_jsonb(${value}::text)` : `to_jsonb(${value})`;

function shownRow(type: Extract<Type, { kind: "row" }>, id: string, design: Design): string {
  const table = printPlace(tableOf(design.layout, type.entity));
  return `(SELECT (${rowNameSql(type.entity, "_shown", design)})::text FROM ${table} AS _shown WHERE _shown.id = ${id})`;
}

/** An object in JSON; a function of SQL takes a hundred arguments at most. */
export function jsonObject(entries: readonly (readonly [string, string])[]): string {
  const parts: string[] = [];
  for (let at = 0; at < entries.length; at += 40) {
    const pairs = entries.slice(at, at + 40).map(([key, value]) => `${quoteText(key)}, ${value}`);
    parts.push(`jsonb_build_object(${pairs.join(", ")})`);
  }
  return parts.length === 0 ? "'{}'::jsonb" : `(${parts.join(" || ")})`;
}

export function jsonArray(values: readonly string[]): string {
  const parts: string[] = [];
  for (let at = 0; at < values.length; at += 80)
    parts.push(`jsonb_build_array(${values.slice(at, at + 80).join(", ")})`);
  return parts.length === 0 ? "'[]'::jsonb" : `(${parts.join(" || ")})`;
}
