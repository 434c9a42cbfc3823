// Arithmetic on exact decimals as values hold them: `digits` × 10^-`scale`.
import type { Value } from "../clause/value.ts";

export type Exact = { readonly digits: bigint; readonly scale: number };

/** Below, at or above zero as `a` is less than, equal to or greater than `b`. What is no number equals everything. */
export function compareExact(a: Value | Exact, b: Value | Exact): number {
  if (!("digits" in a) || !("digits" in b)) return 0;
  const scale = Math.max(a.scale, b.scale);
  const left = a.digits * 10n ** BigInt(scale - a.scale);
  const right = b.digits * 10n ** BigInt(scale - b.scale);
  return left < right ? -1 : left > right ? 1 : 0;
}

/** `1.50`: with all the places that it has. */
export function exactWords({ digits, scale }: Exact): string {
  const sign = digits < 0n ? "-" : "";
  const all = String(digits < 0n ? -digits : digits).padStart(scale + 1, "0");
  return scale > 0 ? `${sign}${all.slice(0, -scale)}.${all.slice(-scale)}` : `${sign}${all}`;
}
