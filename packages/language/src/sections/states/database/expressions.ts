// Conditions and values of section 4 in SQL, and the shape of the functions that they stand in.
import { guardExpression } from "../../../model/guard-expression.ts";
import { quoteText } from "../../../expression/sql/sql-quote.ts";
import type { Expression } from "../../../expression/tree.ts";
import type { Guard } from "../../../clause/guard.ts";
import type { Design } from "../../../plan/design.ts";
import type { ObjectOf, Parameter, Place } from "../../../plan/objects.ts";
import { typedOf } from "../../../plan/json.ts";
import type { Names } from "../../../plan/target.ts";

/**
 * A function of the system's own in PL/pgSQL; its body is added. Where a column is named like a variable, the variable
 * is meant: columns are always named with their row.
 */
export function plpgsql(
  place: Place,
  parameters: readonly Parameter[],
  returns: string,
  address: string,
): Omit<ObjectOf<"function">, "body"> {
  return {
    kind: "function",
    place,
    parameters,
    returns,
    language: "plpgsql",
    volatility: "volatile",
    actsAs: "owner",
    callers: [],
    address,
  };
}

export const bodyOf = (...lines: readonly string[]): string => ["#variable_conflict use_variable", ...lines].join("\n");

/** True or false. A condition that is not shown holds for no one. */
export function guardSql(guard: Guard, entity: string, names: Names, design: Design): string {
  const expression = guardExpression(guard, design.compiled.lookup);
  if (expression === undefined) return "false";
  if (guard.kind === "expression") return `(${design.print(expression, "strict", names)}) IS TRUE`;
  // A named condition speaks of the row of its own entity, which may be another one that is at hand.
  const condition = design.compiled.lookup.conditions.get(guard.name.id);
  const about = condition ? condition.entity.id : entity;
  const isHere = names.rows?.[about] !== undefined;
  if (!isHere) throw new Error(`"${guard.name.label}" is about ${about}, and there is no row of it`);
  return `(${design.print(expression, "strict", names)}) IS TRUE`;
}

/** A date or a moment as a moment: a date is its first minute in the document's time zone. */
export function momentSql(expression: Expression, names: Names, design: Design): string {
  const value = design.print(expression, "strict", names);
  if (typedOf(expression, design)?.type.kind !== "date") return `(${value})`;
  const zone = design.compiled.model.constants.settings.timeZone?.name ?? "UTC";
  return `(((${value})::timestamp) AT TIME ZONE ${quoteText(zone)})`;
}
