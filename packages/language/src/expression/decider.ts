// Works an expression out over the own fields of one row, as far as that can be done while a document is read.
import { compareExact, type Exact } from "../model/exact.ts";
import type { Typed } from "./typed.ts";

/**
 * Null is empty. Numbers and money are exact, dates texts, durations milliseconds as `bigint`, moments milliseconds as
 * `number`, rows the keys that the document names them by.
 */
export type Known = null | boolean | string | number | bigint | Exact | readonly Known[];

/** A field of the clause's own row; undefined where its value is not known. */
export type Row = (field: string) => Known | undefined;

/**
 * Undefined where the value depends on what a document does not hold: other rows, the time, who asks, and operations
 * that only matter for values nobody writes into a document. What is known is what the database would say.
 */
export function evaluate(typed: Typed, row: Row): Known | undefined {
  const value = (of: Typed) => evaluate(of, row);
  switch (typed.node) {
    case "null":
      return null;
    case "yes/no":
    case "text":
    case "date":
    case "datetime":
      return typed.value;
    case "number":
      return { digits: typed.digits, scale: typed.scale };
    case "duration":
      return typed.milliseconds;
    case "constant":
      return value(typed.value);
    case "field":
      return typed.of.node === "scope" && typed.of.source === "row" ? row(typed.field) : undefined;
    case "not":
      return negated(value(typed.of));
    case "and":
    case "or": {
      // One side may decide although the other is not known.
      const deciding = typed.node === "or";
      const [left, right] = [value(typed.left), value(typed.right)];
      if (left === deciding || right === deciding) return deciding;
      return left === undefined || right === undefined ? undefined : !deciding;
    }
    case "conditional": {
      const test = value(typed.test);
      return test === undefined ? undefined : value(test === true ? typed.then : typed.otherwise);
    }
    case "is empty": {
      const of = value(typed.of);
      return of === undefined ? undefined : of === null;
    }
    case "equal":
      return same(value(typed.left), value(typed.right));
    case "compare": {
      const order = compare(value(typed.left), value(typed.right));
      if (order === undefined) return undefined;
      if (order === 0) return typed.operator === "<=" || typed.operator === ">=";
      return order < 0 === typed.operator.startsWith("<");
    }
    case "one of":
    case "list":
      return typed.node === "list" ? known(typed.items.map(value)) : isAmong(value(typed.of), typed.items.map(value));
    case "in list": {
      const list = value(typed.list);
      return Array.isArray(list) ? isAmong(value(typed.of), list) : undefined;
    }
    case "count": {
      const list = value(typed.of);
      return Array.isArray(list) ? { digits: BigInt(list.length), scale: 0 } : undefined;
    }
    case "length": {
      const text = value(typed.of);
      return typeof text === "string" ? { digits: BigInt([...text].length), scale: 0 } : undefined;
    }
    case "arithmetic":
      return calculate(typed.operator, value(typed.left), value(typed.right), typed.type.kind === "number");
    case "text test": {
      const [text, part] = [value(typed.of), value(typed.part)];
      if (typeof text !== "string" || typeof part !== "string") return undefined;
      return typed.test === "contains" ? text.includes(part) : text[typed.test](part);
    }
    case "matches": {
      // Long texts are matched when they are written: a pattern is cheap on short ones only.
      const text = value(typed.of);
      return typeof text === "string" && text.length <= 200
        ? new RegExp(typed.pattern.regex, "u").test(text)
        : undefined;
    }
    default:
      return undefined;
  }
}

const negated = (value: Known | undefined) => (typeof value === "boolean" ? !value : undefined);

const isExact = (value: Known | undefined): value is Exact =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function known(items: readonly (Known | undefined)[]): readonly Known[] | undefined {
  const all = items.filter((item) => item !== undefined);
  return all.length === items.length ? all : undefined;
}

/** Null equals null. */
function same(left: Known | undefined, right: Known | undefined): boolean | undefined {
  if (left === undefined || right === undefined || Array.isArray(left) || Array.isArray(right)) return undefined;
  return isExact(left) && isExact(right) ? compareExact(left, right) === 0 : left === right;
}

function isAmong(value: Known | undefined, items: readonly (Known | undefined)[]): boolean | undefined {
  const found = items.map((item) => same(value, item));
  return found.includes(true) ? true : found.includes(undefined) ? undefined : false;
}

/** Texts other than dates are ordered by code points, which is left to the database. */
function compare(left: Known | undefined, right: Known | undefined): number | undefined {
  if (isExact(left) && isExact(right)) return compareExact(left, right);
  if (typeof left === "bigint" && typeof right === "bigint") return left < right ? -1 : left > right ? 1 : 0;
  if (typeof left === "number" && typeof right === "number") return left - right;
  const dates = [left, right].every((one) => typeof one === "string" && /^\d{4}-\d{2}-\d{2}$/.test(one));
  if (!dates || typeof left !== "string" || typeof right !== "string") return undefined;
  return left < right ? -1 : left > right ? 1 : 0;
}

/** Products of money are rounded to minor units, which is left to the database; sums are not. */
function calculate(operator: "+" | "-" | "*", left: Known | undefined, right: Known | undefined, isNumber: boolean) {
  if (!isExact(left) || !isExact(right)) return undefined;
  if (operator === "*")
    return isNumber ? { digits: left.digits * right.digits, scale: left.scale + right.scale } : undefined;
  const scale = Math.max(left.scale, right.scale);
  const [a, b] = [left, right].map((one) => one.digits * 10n ** BigInt(scale - one.scale));
  return { digits: operator === "+" ? (a ?? 0n) + (b ?? 0n) : (a ?? 0n) - (b ?? 0n), scale };
}
