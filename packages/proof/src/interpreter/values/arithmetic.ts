// What + - * / % and the functions of numbers give; half is rounded away from zero.
import {
  dateOf,
  dayLength,
  divideRounded,
  durationOf,
  momentOf,
  moneyOf,
  numberOf,
  quantity,
  rescale,
  type NumberValue,
  type Value,
} from "./value.ts";

type Sized = Exclude<Value, null | boolean | string | readonly Value[]>;

const isSized = (value: Value): value is Sized => value !== null && typeof value === "object" && "kind" in value;
const isNumber = (value: Sized): value is NumberValue => value.kind === "number";

/** The result in the kind of the operand that is not a mere number: an empty sum of money is a plain 0. */
function inKind(result: NumberValue, left: Sized, right: Sized): Value {
  const like = isNumber(left) ? right : left;
  switch (like.kind) {
    case "money":
      return moneyOf(rescale(result.digits, result.scale, like.scale), like.scale);
    case "duration":
      return durationOf(rescale(result.digits, result.scale, 0));
    default:
      return result;
  }
}

function align(left: Sized, right: Sized): readonly [bigint, bigint, number] {
  const [a, b] = [quantity(left), quantity(right)];
  const scale = Math.max(a.scale, b.scale);
  return [rescale(a.digits, a.scale, scale), rescale(b.digits, b.scale, scale), scale];
}

export function plus(left: Value, right: Value, sign: 1n | -1n = 1n): Value {
  if (left === null || right === null) return null;
  if (typeof left === "string" && typeof right === "string") return left + right;
  if (!isSized(left) || !isSized(right)) throw new Error("these cannot be added");
  if (left.kind === "date") {
    if (right.kind === "date") return durationOf(BigInt(left.day - right.day) * dayLength);
    return dateOf(left.day + Number((sign * quantity(right).digits) / dayLength));
  }
  if (left.kind === "datetime") {
    if (right.kind === "datetime") return durationOf(left.at - right.at);
    return momentOf(left.at + Number(sign * quantity(right).digits));
  }
  if (left.kind === "time" && right.kind === "time") return durationOf(left.at - right.at);
  if (right.kind === "date" || right.kind === "datetime") return plus(right, left);
  const [a, b, scale] = align(left, right);
  return inKind(numberOf(a + sign * b, scale), left, right);
}

export function times(left: Value, right: Value): Value {
  if (left === null || right === null) return null;
  if (!isSized(left) || !isSized(right)) throw new Error("these cannot be multiplied");
  const [a, b] = [quantity(left), quantity(right)];
  return inKind(numberOf(a.digits * b.digits, a.scale + b.scale), left, right);
}

/** Whole numbers only; cuts towards zero; nothing when divided by zero. */
export function quotient(left: Value, right: Value): Value {
  if (left === null || right === null || quantity(right).digits === 0n) return null;
  return numberOf(quantity(left).digits / quantity(right).digits);
}

export function remainder(left: Value, right: Value): Value {
  if (left === null || right === null || quantity(right).digits === 0n) return null;
  return numberOf(quantity(left).digits % quantity(right).digits);
}

export function negate(value: Value): Value {
  return value === null ? null : times(value, numberOf(-1));
}

export function roundTo(value: Value, places: number): Value {
  if (value === null) return null;
  const { digits, scale } = quantity(value);
  return numberOf(rescale(digits, scale, places), places);
}

/** `div(a, b, places)`, or `div(money, n)`. */
export function divide(left: Value, right: Value, places: number | undefined): Value {
  if (left === null || right === null || !isSized(left)) return null;
  const [a, b] = [quantity(left), quantity(right)];
  if (b.digits === 0n) return null;
  const scale = left.kind === "money" ? left.scale : (places ?? 0);
  const shift = scale + b.scale - a.scale;
  const [up, down] = shift >= 0 ? [10n ** BigInt(shift), 1n] : [1n, 10n ** BigInt(-shift)];
  const digits = divideRounded(a.digits * up, b.digits * down);
  return left.kind === "money" ? moneyOf(digits, scale) : numberOf(digits, scale);
}

/** What a list adds up to; nothing adds up to 0. */
export const sum = (items: readonly Value[]): Value =>
  items.filter((item) => item !== null).reduce<Value>((total, item) => plus(total, item), numberOf(0));

/** A number keeps six places, money its minor units, a duration milliseconds. */
export function average(items: readonly Value[]): Value {
  const there = items.filter((item) => item !== null);
  const [first] = there;
  if (first === undefined) return null;
  return divideInKind(sum(there), numberOf(there.length), (scale) => Math.max(scale, 6));
}

/** Half way between the two in the middle. `sorted` is in order. */
export function median(sorted: readonly Value[]): Value {
  const low = sorted[Math.floor((sorted.length - 1) / 2)];
  const high = sorted[Math.floor(sorted.length / 2)];
  if (low === undefined || high === undefined) return null;
  return divideInKind(plus(low, high), numberOf(2), (scale) => scale + 1);
}

function divideInKind(total: Value, by: NumberValue, places: (scale: number) => number): Value {
  if (total === null || !isSized(total)) return null;
  if (total.kind === "duration") return durationOf(divideRounded(total.milliseconds, by.digits));
  return divide(total, by, places(quantity(total).scale));
}
