// Whether a condition is evaluated again for every row: then `writ check` reports it, because long lists will be slow.
import type { Schema } from "../../expression/schema.ts";
import type { Typed } from "../../expression/typed.ts";
import { splitOf, type Split } from "./splits.ts";

/** Undefined where the condition splits; else, for people, what keeps it from splitting. */
export function decidedRowByRow(condition: Typed, entity: string, schema: Schema): string | undefined {
  const slow = rowByRow(splitOf(condition, entity, schema));
  if (slow === undefined) return undefined;
  const label = (field: string) => schema.entities.get(entity)?.fields.get(field)?.label ?? field;
  const [first, second] = slow.keys;
  if (first !== undefined && second !== undefined)
    return `it compares what ${label(first)} and ${label(second)} lead to`;
  return `it compares ${label(slow.own[0] ?? "")} with what ${label(first ?? "")} leads to`;
}

/** The first part that is decided so. */
export function rowByRow(split: Split): Extract<Split, { kind: "row by row" }> | undefined {
  switch (split.kind) {
    case "row by row":
      return split;
    case "not":
      return rowByRow(split.of);
    case "and":
    case "or":
      return split.parts.map(rowByRow).find((part) => part !== undefined);
    default:
      return undefined;
  }
}
