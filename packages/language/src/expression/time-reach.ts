// Whether adding amounts of time stays within what dates can hold, so that it may be printed plainly.
import { firstMoment, firstStored, lastMoment, lastStored } from "./time-limits.ts";
import type { Typed } from "./typed.ts";

type Reach = { readonly first: number; readonly last: number };

const stored: Reach = { first: firstStored, last: lastStored };
const everything: Reach = { first: firstMoment, last: lastMoment };

/** False where it may lead beyond the first or the last day, and then has to stop there. */
export function staysInReach(typed: Typed): boolean {
  const { first, last } = reachOf(typed);
  return first > everything.first && last < everything.last;
}

function reachOf(typed: Typed): Reach {
  switch (typed.node) {
    case "field":
    case "scope":
    case "date":
    case "datetime":
      return stored;
    case "date of": {
      const { first, last } = reachOf(typed.of);
      return { first: first - day, last: last + day };
    }
    case "conditional":
      return union(reachOf(typed.then), reachOf(typed.otherwise));
    case "lesser":
    case "greater":
      return union(reachOf(typed.left), reachOf(typed.right));
    case "time arithmetic": {
      const isAmountFirst = typed.left.type.kind === "duration";
      const [from, amount] = isAmountFirst ? [typed.right, typed.left] : [typed.left, typed.right];
      const literal = amount.node === "constant" ? amount.value : amount;
      if (literal.node !== "duration") return everything;
      const moved = Number(typed.operator === "-" ? -literal.milliseconds : literal.milliseconds);
      const { first, last } = reachOf(from);
      return { first: Math.max(first + moved, everything.first), last: Math.min(last + moved, everything.last) };
    }
    default:
      return everything;
  }
}

const day = 86_400_000;

const union = (one: Reach, other: Reach): Reach => ({
  first: Math.min(one.first, other.first),
  last: Math.max(one.last, other.last),
});
