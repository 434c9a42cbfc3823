// Values as people write them in cells: `7`, `20 %`, `14 days`, `08:30`, `10 MB`, `1.50 EUR`, `yes`, `low: 3 days, high: 4 hours`.
import type { Span } from "../problem.ts";
import type { Reference } from "../text/name.ts";

export type Value = Span &
  /** Exact: `digits` × 10^-`scale`. */
  (
    | { readonly kind: "number"; readonly digits: bigint; readonly scale: number }
    /** As a fraction: `20 %` is 20 × 10^-2. */
    | { readonly kind: "percent"; readonly digits: bigint; readonly scale: number }
    | {
        readonly kind: "duration";
        readonly milliseconds: bigint;
        /** Written in days or weeks: may be added to a date. */ readonly days: boolean;
      }
    /** Of a day: milliseconds since midnight. */
    | { readonly kind: "time"; readonly milliseconds: number }
    | { readonly kind: "size"; readonly bytes: number }
    | { readonly kind: "money"; readonly digits: bigint; readonly scale: number; readonly currency: string }
    | { readonly kind: "yes/no"; readonly value: boolean }
    | { readonly kind: "table"; readonly entries: readonly { readonly key: Reference; readonly value: Value }[] }
  );

/** A number, size or length in a type or limit: written out, or a constant's name in backticks. */
export type Amount =
  | { readonly kind: "value"; readonly value: Value; readonly span: Span }
  | { readonly kind: "constant"; readonly name: Reference; readonly span: Span };
