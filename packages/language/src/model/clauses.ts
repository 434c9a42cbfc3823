// Every clause of a document, wherever it stands in the model: what has an address has a place.
import type { Clause } from "../clause/clause.ts";
import type { Model } from "./model.ts";

export function clausesOf(model: Model): readonly Clause[] {
  const found: Clause[] = [];
  const walk = (value: unknown): void => {
    // No clause is inside an expression, and most of a model is expressions.
    if (value === null || typeof value !== "object" || "tree" in value) return;
    if (isClause(value)) found.push(value);
    for (const part of value instanceof Map ? value.values() : Object.values(value)) walk(part);
  };
  walk(model);
  return found;
}

function isClause(value: object): value is Clause {
  return "address" in value && typeof value.address === "string" && "span" in value && "notShown" in value;
}
