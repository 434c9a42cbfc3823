// What is known once a condition is known to hold, or not to hold: which values are not empty, which are not zero.
import { compareExact } from "../exact.ts";
import { constantOf } from "../constant.ts";
import { itemKey, keyOf } from "../key.ts";
import type { Comparison, Typed } from "../typed.ts";

/**
 * Keys of values, each after `+` (not empty) or `#` (not zero). `everything` is known where nothing can ever be reached,
 * and assumed where a mistake elsewhere keeps one from knowing better.
 */
export type Facts = ReadonlySet<string> | "everything";

export const noFacts: Facts = new Set();
export const present = (key: string): string => `+${key}`;
const notZero = (key: string): string => `#${key}`;
export const isKnown = (facts: Facts, fact: string): boolean => facts === "everything" || facts.has(fact);

export function bothFacts(left: Facts, right: Facts): Facts {
  if (left === "everything" || right === "everything") return "everything";
  if (left.size === 0) return right;
  return right.size === 0 ? left : new Set([...left, ...right]);
}

function eitherFacts(left: Facts, right: Facts): Facts {
  if (left === "everything") return right;
  if (right === "everything") return left;
  return new Set([...left].filter((fact) => right.has(fact)));
}

/** What follows from `typed` being true (`holds`) or false. Sound, not complete: a fact that is missing asks for a guard. */
export function factsWhen(typed: Typed, holds: boolean): Facts {
  switch (typed.node) {
    case "yes/no":
      return typed.value === holds ? noFacts : "everything";
    case "not":
      return factsWhen(typed.of, !holds);
    case "and":
      return chainFacts(typed, "and", holds);
    case "or":
      return chainFacts(typed, "or", !holds);
    case "conditional": {
      const whenYes = bothFacts(factsWhen(typed.test, true), factsWhen(typed.then, holds));
      const whenNo = bothFacts(factsWhen(typed.test, false), factsWhen(typed.otherwise, holds));
      return eitherFacts(whenYes, whenNo);
    }
    case "is empty":
      return holds ? noFacts : new Set([present(keyOf(typed.of))]);
    case "equal":
      return bothFacts(equalFacts(typed.left, typed.right, holds), equalFacts(typed.right, typed.left, holds));
    case "compare": {
      const operator = holds ? typed.operator : opposite[typed.operator];
      return bothFacts(
        orderFacts(typed.left, operator, typed.right),
        orderFacts(typed.right, turned[operator], typed.left),
      );
    }
    case "one of": {
      const zeros = typed.items.filter((item) => signOf(item) === 0).length;
      const known = holds ? [present(keyOf(typed.of))] : [];
      const isNumber = typed.of.type.kind === "number";
      if (isNumber && (holds ? zeros === 0 : zeros > 0)) known.push(notZero(keyOf(typed.of)));
      return new Set(known);
    }
    case "in list": {
      const { type } = typed.list;
      return holds && type.kind === "list" && !type.of.empty ? new Set([present(keyOf(typed.of))]) : noFacts;
    }
    default:
      return noFacts;
  }
}

/**
 * A chain of `and` that holds has all its parts, one that fails has only some part that fails; a chain of `or` is the
 * same, turned round. Chains are walked in one go, so that long ones cost no more than their length.
 */
function chainFacts(typed: Typed, operator: "and" | "or", all: boolean): Facts {
  const parts = chainOf(typed, operator);
  const holds = (operator === "and") === all;
  const facts = parts.map((part) => factsWhen(part, holds));
  return facts.reduce(all ? bothFacts : eitherFacts);
}

function chainOf(typed: Typed, operator: "and" | "or"): readonly Typed[] {
  const parts: Typed[] = [];
  let rest = typed;
  while (rest.node === operator) {
    parts.push(rest.right);
    rest = rest.left;
  }
  return [...parts, rest].reverse();
}

/** Null equals null: only an equal that is not empty itself tells that a value is not empty. */
function equalFacts(value: Typed, other: Typed, holds: boolean): Facts {
  const sign = signOf(other);
  const known = holds && !other.type.empty ? [present(keyOf(value))] : [];
  if (sign !== undefined && (sign !== 0) === holds) known.push(notZero(keyOf(value)));
  return new Set(known);
}

const opposite: Record<Comparison, Comparison> = { "<": ">=", "<=": ">", ">": "<=", ">=": "<" };
const turned: Record<Comparison, Comparison> = { "<": ">", "<=": ">=", ">": "<", ">=": "<=" };

function orderFacts(value: Typed, operator: Comparison, limit: Typed): Facts {
  const sign = signOf(limit);
  if (sign === undefined) return noFacts;
  const isAway = operator === ">" ? sign >= 0 : operator === ">=" ? sign > 0 : operator === "<" ? sign <= 0 : sign < 0;
  return isAway ? new Set([notZero(keyOf(value))]) : noFacts;
}

function signOf(typed: Typed): number | undefined {
  const value = constantOf(typed);
  return value?.kind === "point" ? compareExact(value, { digits: 0n, scale: 0 }) : undefined;
}

/** Whether a number can never be zero: a constant, what is guarded, or what is at least a positive constant. */
export function isNeverZero(typed: Typed, facts: Facts): boolean {
  const sign = signOf(typed);
  if (sign !== undefined) return sign !== 0;
  if (typed.node === "negate") return isNeverZero(typed.of, facts);
  if (typed.node === "greater" && [typed.left, typed.right].some((side) => (signOf(side) ?? 0) > 0)) return true;
  return isKnown(facts, notZero(keyOf(typed)));
}

/** What is known of every item of a list by the conditions that it was filtered with; `key` stands for the item. */
export function itemFacts(list: Typed, key: string): Facts {
  if (list.node === "filter") {
    const kept = renamed(factsWhen(list.body, true), list.item, key);
    return bothFacts(kept, itemFacts(list.list, key));
  }
  if (list.node !== "map") return noFacts;
  const own = itemKey(list.item);
  const body = keyOf(list.body);
  const known = itemFacts(list.list, own);
  if (known === "everything") return known;
  const moved = [...known].map((fact) => fact.replaceAll(body, key));
  return new Set(moved.filter((fact) => !fact.includes(own)));
}

/** The same facts with another key for an item. */
function renamed(facts: Facts, item: string, key: string): Facts {
  if (facts === "everything" || facts.size === 0) return facts;
  const own = itemKey(item);
  return new Set([...facts].map((fact) => fact.replaceAll(own, key)));
}
