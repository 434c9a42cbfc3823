// Works constants out while the tree is built, so that no constant comparison ever reaches the database.
import { decision } from "../kinds.ts";
import { compareConstants, constantOf, holdsBetween } from "../constant.ts";
import type { Span } from "../../problem.ts";
import type { Comparison, Typed } from "../typed.ts";
import { typed } from "./check-point.ts";

export const yesNo = (at: Span, value: boolean): Typed => typed(at, decision, { node: "yes/no", value });

const isNo = (one: Typed) => constantTruth(one) === false;
const isYes = (one: Typed) => constantTruth(one) === true;

/** What a condition is, if it is a constant: `yes`, a constant of section 9, or what folded to either. */
export function constantTruth(one: Typed): boolean | undefined {
  const value = constantOf(one);
  return value?.kind === "yes/no" ? value.value : undefined;
}

/** No operation fails, so a side that decides by itself leaves the other out. */
export function and(at: Span, left: Typed, right: Typed): Typed {
  if (isNo(left) || isNo(right)) return yesNo(at, false);
  if (isYes(left)) return right;
  return isYes(right) ? left : typed(at, decision, { node: "and", left, right });
}

export function or(at: Span, left: Typed, right: Typed): Typed {
  if (isYes(left) || isYes(right)) return yesNo(at, true);
  if (isNo(left)) return right;
  return isNo(right) ? left : typed(at, decision, { node: "or", left, right });
}

export function not(at: Span, of: Typed): Typed {
  const value = constantTruth(of);
  if (value !== undefined) return yesNo(at, !value);
  return typed(at, decision, { node: "not", of });
}

/** A value that is never empty is not empty. */
export function isEmpty(at: Span, of: Typed): Typed {
  if (of.type.kind === "null") return yesNo(at, true);
  return of.type.empty ? typed(at, decision, { node: "is empty", of }) : yesNo(at, false);
}

export function equal(at: Span, left: Typed, right: Typed): Typed {
  const order = orderOf(left, right);
  return order === undefined ? typed(at, decision, { node: "equal", left, right }) : yesNo(at, order === 0);
}

export function compare(at: Span, operator: Comparison, left: Typed, right: Typed): Typed {
  const order = orderOf(left, right);
  if (order !== undefined) return yesNo(at, holdsBetween(operator, order));
  return typed(at, decision, { node: "compare", operator, left, right });
}

export function oneOf(at: Span, of: Typed, items: readonly Typed[]): Typed {
  if (items.length === 0) return yesNo(at, false);
  const orders = items.map((item) => orderOf(of, item));
  if (orders.includes(0)) return yesNo(at, true);
  if (orders.every((order) => order !== undefined)) return yesNo(at, false);
  return typed(at, decision, { node: "one of", of, items });
}

function orderOf(left: Typed, right: Typed): number | undefined {
  const [one, other] = [constantOf(left), constantOf(right)];
  return one && other && compareConstants(one, other);
}
