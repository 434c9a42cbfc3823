// Works out beforehand what depends on nothing, so that the database is never asked about constants alone.
import type { Context, Value } from "./data.ts";
import { childrenOf } from "./children.ts";
import { evaluator } from "./javascript.ts";
import { staysShort } from "./magnitude.ts";
import { Undecided } from "./javascript/runtime.ts";
import type { Type } from "./type.ts";
import type { Node, Typed } from "./typed.ts";
import { isLiteral } from "./typed-literal.ts";

/**
 * PostgreSQL refuses a generated column that compares constant texts with each other: it folds them before it knows
 * their collation. The checker has folded what is plainly constant; here goes the rest, by the rules of JavaScript,
 * which are those of SQL.
 */
export function foldConstants(
  typed: Typed,
  options: { readonly moneyScale: number; readonly timeZone: string },
): Typed {
  if (isKnown(typed)) return typed;
  const value = isConstant(typed, new Set()) && staysShort(typed) ? folded(typed, options) : undefined;
  return value ?? withParts(typed, (part) => foldConstants(part, options));
}

const isKnown = (typed: Typed): boolean => isLiteral(typed) || typed.node === "constant";

/** `bound`: the items of lists that are constant themselves. */
function isConstant(typed: Typed, bound: ReadonlySet<string>): boolean {
  switch (typed.node) {
    case "scope":
    case "field":
    case "all rows":
    case "the row":
    case "has role":
      return false;
    case "item":
      return bound.has(typed.name);
    default: {
      const inside = "item" in typed ? new Set([...bound, typed.item]) : bound;
      return childrenOf(typed).every((child) => isConstant(child, inside));
    }
  }
}

function folded(
  typed: Typed,
  { moneyScale, timeZone }: { readonly moneyScale: number; readonly timeZone: string },
): Typed | undefined {
  const context: Context = { scope: {}, me: null, now: 0, today: 0, timeZone, rows: () => [], hasRole: () => false };
  try {
    const node = literalOf(evaluator(typed, { moneyScale })(context), typed.type, moneyScale);
    return node && { start: typed.start, end: typed.end, type: typed.type, ...node };
  } catch (error) {
    if (error instanceof Undecided) return undefined;
    throw error;
  }
}

function literalOf(value: Value, type: Type, moneyScale: number): Node | undefined {
  if (value === null) return { node: "null" };
  if (typeof value === "boolean") return { node: "yes/no", value };
  if (typeof value === "string") return { node: "text", value };
  if (typeof value === "bigint") {
    if (type.kind === "duration") return { node: "duration", milliseconds: value };
    return { node: "number", digits: value, scale: type.kind === "number" ? type.scale : moneyScale };
  }
  if (typeof value !== "number") return undefined;
  if (type.kind === "datetime") return { node: "datetime", value };
  if (type.kind === "time") return { node: "time", milliseconds: value };
  const date = new Date(value * 86_400_000).toISOString();
  return /^\d{4}-/.test(date) && !date.startsWith("0000") ? { node: "date", value: date.slice(0, 10) } : undefined;
}

/** The same expression with other parts; the very same where none changes. */
export function withParts(typed: Typed, change: (part: Typed) => Typed): Typed {
  const changed: [string, unknown][] = [];
  for (const [name, value] of Object.entries(typed)) {
    if (isTyped(value)) {
      const part = change(value);
      if (part !== value) changed.push([name, part]);
    } else if (Array.isArray(value) && value.some(isTyped)) {
      changed.push([name, value.map((one) => (isTyped(one) ? change(one) : one))]);
    }
  }
  return changed.length === 0 ? typed : { ...typed, ...Object.fromEntries(changed) };
}

const isTyped = (value: unknown): value is Typed => typeof value === "object" && value !== null && "node" in value;
