// A text for a typed expression that is the same wherever the same value is worked out again, so that facts can be kept.
import type { Typed } from "./typed.ts";

/**
 * Two expressions with the same key have the same value in the same scope: nothing in an expression is random, and now
 * is one moment. Names of bound items do not matter: `a.map(x, x.b)` and `a.map(y, y.b)` have one key.
 */
export function keyOf(typed: Typed): string {
  const parts = Object.entries(typed).flatMap(([name, value]) => (leftOut.has(name) ? [] : [partOf(value)]));
  const key = `(${parts.join(" ")})`;
  return "item" in typed ? key.replaceAll(itemKey(typed.item), boundItem(key)) : key;
}

/** The position of an expression, its type, and the name of its item make no difference to its value. */
const leftOut = new Set(["start", "end", "type", "item"]);

/** The key of an item by its name. Texts stand in keys as JSON, so that no text can look like one. */
export const itemKey = (name: string): string => `("item" ${JSON.stringify(name)})`;

/** Bound items are numbered from the inside out. */
function boundItem(key: string): string {
  let depth = 0;
  while (key.includes(`("bound" ${depth})`)) depth++;
  return `("bound" ${depth})`;
}

function partOf(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(partOf).join(" ")}]`;
  if (typeof value !== "object" || value === null) return String(value);
  return "node" in value && "type" in value ? keyOf(value as Typed) : JSON.stringify(value);
}
