// What may stand where a condition is asked for: an expression in backticks, or a condition of section 6 by its name.
import type { Expression } from "../expression/tree.ts";
import type { Reference } from "../text/name.ts";

export type Guard =
  | { readonly kind: "expression"; readonly expression: Expression }
  | { readonly kind: "condition"; readonly name: Reference };
