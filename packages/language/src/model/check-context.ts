// What a slice's check is given besides the model: names to look up, types of everything, and the checker of expressions.
import type { CheckedExpression, Expected } from "../expression/check.ts";
import type { Schema, Scope } from "../expression/schema.ts";
import type { Expression } from "../expression/tree.ts";
import type { Problem } from "../problem.ts";
import type { Lookup } from "../names/lookup.ts";

export type CheckContext = {
  readonly schema: Schema;
  readonly lookup: Lookup;
  /**
   * Types an expression where it stands. The result is kept for later stages. An expression
   * that did not parse gives no typed tree and no further problem.
   */
  readonly check: Checker;
  /** As `check`, and keeps nothing: for an expression that is looked at away from where it is written. */
  readonly judge: Checker;
  /** What the sections say is not shown: sections, parts and cells. */
  readonly gaps: readonly Problem[];
  /** Every expression checked so far. Slices are checked in document order, so section 9 sees all of them. */
  readonly checked: ReadonlyMap<Expression, CheckedExpression>;
};

type Checker = (
  expression: Expression,
  scope: Scope,
  expected: Expected,
  /** Conditions known to hold there: `When` guards `Must hold`, `If` guards `With`. */
  given?: readonly CheckedExpression[],
) => CheckedExpression;
