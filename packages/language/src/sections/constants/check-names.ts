// Names of constants that mean something else in expressions.
import type { Schema } from "../../expression/schema.ts";
import type { CheckContext } from "../../model/check-context.ts";
import type { Model } from "../../model/model.ts";
import type { Problem } from "../../problem.ts";
import { takenName } from "./problems.ts";

const words = ["me", "now", "today", "old", "route", "input", "true", "false", "null", "in", "and", "or", "not"];

/** Whether an identifier means something else wherever a constant may stand. */
export function isTaken(id: string, { entities }: Schema): boolean {
  return words.includes(id) || entities.has(id) || (id.startsWith("my_") && entities.has(id.slice(3)));
}

export function checkNames(model: Model, { schema, lookup }: CheckContext): readonly Problem[] {
  return model.constants.constants.flatMap(({ name, address }) => {
    const { id, label, span } = name;
    const place = { span, address };
    if (!isTaken(id, schema)) return [];
    const entity = lookup.entities.get(id)?.name;
    return [takenName.at(place, label, id, entity?.id === id ? entity : undefined)];
  });
}
