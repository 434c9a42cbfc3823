// The values that the interpreter computes with, and when two of them are equal or one comes before the other.
import type { Row } from "../world/world.ts";

export type Value =
  | null
  | boolean
  /** Also choices, states and files. */
  | string
  | NumberValue
  | MoneyValue
  | DateValue
  | MomentValue
  | TimeValue
  | DurationValue
  | RowValue
  | readonly Value[];

/** Exact: `digits` × 10^-`scale`. */
export type NumberValue = { readonly kind: "number"; readonly digits: bigint; readonly scale: number };
export type MoneyValue = { readonly kind: "money"; readonly minor: bigint; readonly scale: number };
/** Days since 1970. */
export type DateValue = { readonly kind: "date"; readonly day: number };
/** Milliseconds since 1970. */
export type MomentValue = { readonly kind: "datetime"; readonly at: number };
/** Of a day: milliseconds since midnight. */
export type TimeValue = { readonly kind: "time"; readonly at: number };
export type DurationValue = { readonly kind: "duration"; readonly milliseconds: bigint };
/** `as`: the row as it was at some moment; without it, as it is now. */
export type RowValue = { readonly kind: "row"; readonly entity: string; readonly id: string; readonly as?: Row };

export const dayLength = 86_400_000n;

export const numberOf = (digits: bigint | number, scale = 0): NumberValue => ({
  kind: "number",
  digits: BigInt(digits),
  scale,
});
export const moneyOf = (minor: bigint | number, scale = 2): MoneyValue => ({
  kind: "money",
  minor: BigInt(minor),
  scale,
});
export const dateOf = (day: number): DateValue => ({ kind: "date", day });
export const momentOf = (at: number): MomentValue => ({ kind: "datetime", at });
export const timeOf = (at: number): TimeValue => ({ kind: "time", at });
export const durationOf = (milliseconds: bigint | number): DurationValue => ({
  kind: "duration",
  milliseconds: BigInt(milliseconds),
});
export const rowOf = (entity: string, id: string): RowValue => ({ kind: "row", entity, id });

export const isList = (value: Value): value is readonly Value[] => Array.isArray(value);
export const isRow = (value: Value): value is RowValue =>
  value !== null && typeof value === "object" && "kind" in value && value.kind === "row";

/** `no`, and a list without items, are nothing where a field is never empty. */
export const orNothing = (value: Value): Value =>
  value === false || (isList(value) && value.length === 0) ? null : value;

/** Null equals null; rows are equal by what they are, numbers by their size. */
export function equal(left: Value, right: Value): boolean {
  if (left === null || right === null) return left === right;
  if (isList(left) && isList(right))
    return left.length === right.length && left.every((one, i) => equal(one, right[i] ?? null));
  if (isRow(left) && isRow(right)) return left.entity === right.entity && left.id === right.id;
  if (typeof left !== "object" || typeof right !== "object") return left === right;
  return compare(left, right) === 0;
}

/** Below, at or above zero. Texts by code point, rows by id, what is empty last. */
export function compare(left: Value, right: Value): number {
  if (left === null || right === null) return Number(left === null) - Number(right === null);
  if (typeof left === "string" && typeof right === "string") return comparePoints(left, right);
  if (isRow(left) && isRow(right)) return comparePoints(left.id, right.id);
  const [a, b] = [quantity(left), quantity(right)];
  const scale = Math.max(a.scale, b.scale);
  const [one, other] = [a.digits * 10n ** BigInt(scale - a.scale), b.digits * 10n ** BigInt(scale - b.scale)];
  return one < other ? -1 : one > other ? 1 : 0;
}

/** A text whose order by code point is that of the numbers in it. */
export const countedKey = (text: string): string =>
  text
    .split(/([0-9]+)/)
    .map((part, at) => (at % 2 === 1 ? String(BigInt(part)).padStart(40, "0") : part))
    .join("");

function comparePoints(left: string, right: string): number {
  const [one, other] = [[...left], [...right]];
  for (let at = 0; at < Math.min(one.length, other.length); at++) {
    const difference = (one[at]?.codePointAt(0) ?? 0) - (other[at]?.codePointAt(0) ?? 0);
    if (difference !== 0) return difference;
  }
  return one.length - other.length;
}

/** Whatever has a size, as an exact number. */
export function quantity(value: Value): NumberValue {
  if (typeof value === "boolean") return numberOf(value ? 1 : 0);
  if (value === null || typeof value !== "object" || isList(value)) throw new Error(`${String(value)} has no size`);
  switch (value.kind) {
    case "number":
      return value;
    case "money":
      return numberOf(value.minor, value.scale);
    case "date":
      return numberOf(value.day);
    case "datetime":
    case "time":
      return numberOf(value.at);
    case "duration":
      return numberOf(value.milliseconds);
    case "row":
      throw new Error("a row has no size");
  }
}

/** The digits at another scale, rounded half away from zero. */
export function rescale(digits: bigint, from: number, to: number): bigint {
  return to >= from ? digits * 10n ** BigInt(to - from) : divideRounded(digits, 10n ** BigInt(from - to));
}

/** Half away from zero. */
export function divideRounded(value: bigint, by: bigint): bigint {
  const negative = value < 0n !== by < 0n;
  const [a, b] = [value < 0n ? -value : value, by < 0n ? -by : by];
  const rounded = (a + b / 2n) / b;
  // With an odd divisor half is no whole number, and a + b/2 rounds down as it must.
  return negative ? -rounded : rounded;
}
