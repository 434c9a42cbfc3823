// The size of whatever has one. Days count as milliseconds beside moments and durations.
import { dayLength, isList, quantity, type Value } from "../interpreter/values/value.ts";

export const kindOf = (value: Value): string =>
  value !== null && typeof value === "object" && !isList(value) ? value.kind : typeof value;

export function measure(value: Value): { readonly digits: bigint; readonly scale: number } {
  const { digits, scale } = quantity(value);
  return kindOf(value) === "date" ? { digits: digits * dayLength, scale: 0 } : { digits, scale };
}
