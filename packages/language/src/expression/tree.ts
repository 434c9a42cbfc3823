// The syntax tree of an expression: what was written, before anything is known about what it means.
import type { Span } from "../problem.ts";
import type { Reference } from "../text/name.ts";
import type { Text } from "../text/text.ts";

/** Spans inside a tree are indices into the expression's own text; `spanOf(expression.text, start, end)` places them. */
export type Tree = Span &
  (
    | { readonly kind: "null" }
    | { readonly kind: "boolean"; readonly value: boolean }
    /** Exact: `digits` × 10^-`scale`. */
    | { readonly kind: "number"; readonly digits: bigint; readonly scale: number }
    /** NFC-normalised. */
    | { readonly kind: "text"; readonly value: string }
    | { readonly kind: "name"; readonly name: string }
    | { readonly kind: "field"; readonly of: Tree; readonly name: string; readonly nameSpan: Span }
    | { readonly kind: "index"; readonly of: Tree; readonly index: Tree }
    | { readonly kind: "list"; readonly items: readonly Tree[] }
    | { readonly kind: "unary"; readonly operator: "not" | "-"; readonly of: Tree }
    | { readonly kind: "binary"; readonly operator: BinaryOperator; readonly left: Tree; readonly right: Tree }
    | { readonly kind: "conditional"; readonly test: Tree; readonly then: Tree; readonly otherwise: Tree }
    | { readonly kind: "call"; readonly name: string; readonly nameSpan: Span; readonly args: readonly Tree[] }
    | {
        readonly kind: "method";
        readonly of: Tree;
        readonly name: string;
        readonly nameSpan: Span;
        readonly args: readonly Tree[];
      }
  );

export type BinaryOperator =
  | "and"
  | "or"
  | "=="
  | "!="
  | "<"
  | "<="
  | ">"
  | ">="
  | "in"
  | "not in"
  | "+"
  | "-"
  | "*"
  | "/"
  | "%";

/** An expression where it stands in the document. `tree` is undefined when it could not be parsed (already reported). */
export type Expression = {
  readonly address: string;
  readonly text: Text;
  readonly tree: Tree | undefined;
};

/** `f = expr, g = expr`: what `set`, `create` and `Preset` take. */
export type Assignment = {
  readonly field: Reference;
  readonly value: Expression;
};
