// What a constant expression is worth, worked out exactly when the document is read: the database never compares constants.
import { compareExact, type Exact } from "./exact.ts";
import { runtime } from "./javascript/runtime.ts";
import type { Comparison, Typed } from "./typed.ts";

export type Constant =
  | { readonly kind: "yes/no"; readonly value: boolean }
  /** A text, or the code of a choice. */
  | { readonly kind: "text"; readonly value: string }
  /** What has a place on a line: numbers, money, dates (days since 1970), datetimes, times and durations (milliseconds). */
  | ({ readonly kind: "point" } & Exact);

/** The value of an expression without names other than constants; undefined where it has others or is left to run time. */
export function constantOf(typed: Typed): Constant | undefined {
  switch (typed.node) {
    case "yes/no":
      return { kind: "yes/no", value: typed.value };
    case "text":
      return { kind: "text", value: typed.value };
    case "number":
      return point(typed.digits, typed.scale);
    case "date":
      return point(BigInt(dayNumber(typed.value)));
    case "datetime":
      return point(BigInt(typed.value));
    case "time":
      return point(BigInt(typed.milliseconds));
    case "duration":
      return point(typed.milliseconds);
    case "constant":
      return constantOf(typed.value);
    case "negate": {
      const of = constantOf(typed.of);
      return of?.kind === "point" ? point(-of.digits, of.scale) : undefined;
    }
    case "lesser":
    case "greater": {
      const [left, right] = [constantOf(typed.left), constantOf(typed.right)];
      if (left?.kind !== "point" || right?.kind !== "point") return undefined;
      return compareExact(left, right) < 0 === (typed.node === "lesser") ? left : right;
    }
    case "arithmetic":
    case "time arithmetic":
      return arithmetic(typed);
    default:
      return undefined;
  }
}

type Point = Extract<Constant, { kind: "point" }>;

const point = (digits: bigint, scale = 0): Point => ({ kind: "point", digits, scale });

function arithmetic(typed: Extract<Typed, { node: "arithmetic" | "time arithmetic" }>): Constant | undefined {
  const [left, right] = [constantOf(typed.left), constantOf(typed.right)];
  if (left?.kind !== "point" || right?.kind !== "point") return undefined;
  const isProduct = typed.operator === "*";
  // Dates count in days and durations in milliseconds, and money is rounded: left to run time.
  if (isProduct && typed.type.kind === "money") return undefined;
  if (!isProduct && typed.left.type.kind === "date") return undefined;
  if (isProduct) return point(left.digits * right.digits, left.scale + right.scale);
  const scale = Math.max(left.scale, right.scale);
  const [a, b] = [scaled(left, scale), scaled(right, scale)];
  return point(typed.operator === "+" ? a + b : a - b, scale);
}

/** The digits of a point at a scale that is at least its own. */
const scaled = (one: Exact, scale: number): bigint => one.digits * 10n ** BigInt(scale - one.scale);

/** Below, equal or above; undefined for constants of different kinds. Texts stand in the order of their code points. */
export function compareConstants(left: Constant, right: Constant): number | undefined {
  if (left.kind === "point" && right.kind === "point") return compareExact(left, right);
  if (left.kind === "text" && right.kind === "text") return runtime.order(left.value, right.value);
  if (left.kind === "yes/no" && right.kind === "yes/no") return Number(left.value) - Number(right.value);
  return undefined;
}

export function holdsBetween(operator: Comparison, order: number): boolean {
  switch (operator) {
    case "<":
      return order < 0;
    case "<=":
      return order <= 0;
    case ">":
      return order > 0;
    case ">=":
      return order >= 0;
  }
}

/** Days since 1970 of `2026-01-31`. */
export const dayNumber = (date: string): number => Date.parse(`${date}T00:00:00Z`) / 86_400_000;
