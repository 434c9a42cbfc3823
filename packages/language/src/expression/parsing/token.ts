// The tokens of an expression, between its characters and its tree.
import type { Span } from "../../problem.ts";
import type { Mistake } from "./mistake.ts";

export type Token = Span &
  (
    | { readonly kind: "end" }
    /** `reserved`: CEL keeps the word for itself; it may name a field after a point, nothing else. */
    | { readonly kind: "name"; readonly name: string; readonly reserved: boolean }
    | { readonly kind: "number"; readonly digits: bigint; readonly scale: number }
    | { readonly kind: "text"; readonly value: string }
    /** Operators, brackets and the words of the language; `&&` and `||` are `and` and `or`. */
    | { readonly kind: "symbol"; readonly symbol: string }
    | { readonly kind: "mistake"; readonly mistake: Mistake }
  );
