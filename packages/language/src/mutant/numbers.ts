// Numbers as they are written, one more and one less: in their last digit.
import type { Amount } from "../clause/value.ts";
import type { Span } from "../problem.ts";
import { replaced, type Change, type Mutable } from "./mutant.ts";

/** `7` is 8 and 6, `1.50` is 1.51 and 1.49; what stands behind it (`7 days`) stays. */
export function movedNumbers(written: string): readonly string[] {
  const number = /^-?\d+(?:\.\d+)?/.exec(written)?.[0];
  if (number === undefined) return [];
  const scale = number.split(".")[1]?.length ?? 0;
  const digits = BigInt(number.replace(".", ""));
  return [digits + 1n, digits - 1n].map((moved) => `${withPoint(moved, scale)}${written.slice(number.length)}`);
}

function withPoint(digits: bigint, scale: number): string {
  if (scale === 0) return String(digits);
  const text = String(digits < 0n ? -digits : digits).padStart(scale + 1, "0");
  return `${digits < 0n ? "-" : ""}${text.slice(0, -scale)}.${text.slice(-scale)}`;
}

/** A number that is written where it bounds something; one of section 9 is moved there. */
export function amountChanges(
  amount: Amount | undefined,
  of: Pick<Change, "clause" | "through"> & { readonly within?: Span },
  mutable: Mutable,
): readonly Change[] {
  return amount?.kind === "value" ? numberChanges(amount.span, of, mutable) : [];
}

export function numberChanges(
  span: Span,
  of: Pick<Change, "clause" | "through"> & { readonly within?: Span },
  { source }: Mutable,
): readonly Change[] {
  const written = source.slice(span.start, span.end);
  return movedNumbers(written).map((moved) => ({
    ...of,
    what: `${written} is ${moved}`,
    edits: [replaced(span, moved)],
  }));
}
