// Every clause of a document, wherever it stands in the model: what has an address has a place.
import type { Span } from "../problem.ts";
import type { Model } from "./model.ts";

export type ClausePlace = { readonly address: string; readonly span: Span };

export function clausesOf(model: Model): readonly ClausePlace[] {
  const found: ClausePlace[] = [];
  const walk = (value: unknown): void => {
    if (value === null || typeof value !== "object") return;
    if (isClause(value)) found.push(value);
    for (const part of value instanceof Map ? value.values() : Object.values(value)) walk(part);
  };
  walk(model);
  return found;
}

function isClause(value: object): value is ClausePlace {
  return "address" in value && typeof value.address === "string" && "span" in value && "notShown" in value;
}
