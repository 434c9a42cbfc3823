// What the lexer and the parser say when they stop: where, what, and what to write instead.
import type { Span } from "../../problem.ts";

/** Places are indices into the expression's own text. */
export type Mistake = Span & {
  /** `limit`: the expression is well formed as far as it was read, and too much of it. */
  readonly kind: "syntax" | "limit";
  /** No full stop at its end; a hint may be empty. */
  readonly message: string;
  readonly hint: string;
  readonly related: readonly (Span & { readonly message: string })[];
};

export function syntaxMistake(place: Span, message: string, hint = "", related: Mistake["related"] = []): Mistake {
  return { kind: "syntax", start: place.start, end: place.end, message, hint, related };
}

export function limitMistake(place: Span, message: string, hint: string): Mistake {
  return { kind: "limit", start: place.start, end: place.end, message, hint, related: [] };
}
