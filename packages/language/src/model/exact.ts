// Arithmetic on exact decimals as values hold them: `digits` × 10^-`scale`.
import type { Value } from "./value.ts";

export type Exact = { readonly digits: bigint; readonly scale: number };

/** Below, at or above zero as `a` is less than, equal to or greater than `b`. What is no number equals everything. */
export function compareExact(a: Value | Exact, b: Value | Exact): number {
  if (!("digits" in a) || !("digits" in b)) return 0;
  const scale = Math.max(a.scale, b.scale);
  const left = a.digits * 10n ** BigInt(scale - a.scale);
  const right = b.digits * 10n ** BigInt(scale - b.scale);
  return left < right ? -1 : left > right ? 1 : 0;
}
