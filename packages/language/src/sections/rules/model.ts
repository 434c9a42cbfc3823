// Section 5: what must always be true of a row when it is written.
import type { Clause, SectionValue } from "../../clause/clause.ts";
import type { Guard } from "../../clause/guard.ts";
import type { Name, Reference } from "../../text/name.ts";
import type { Expression } from "../../expression/tree.ts";
import type { Span } from "../../problem.ts";

export type Rules = SectionValue & { readonly rules: readonly Rule[] };

export type RuleColumn = "Rule" | "For" | "On" | "When" | "Must hold" | "Otherwise" | "At";

export type Rule = Clause<RuleColumn> & {
  readonly name: Name;
  readonly entity: Reference;
  /** `create`, `update`, `delete` or transitions; empty means create and update. */
  readonly on: readonly Reference[];
  readonly when: Guard | undefined;
  readonly must: Must | undefined;
  readonly otherwise: Reference | undefined;
  /** The field that the error is shown at. */
  readonly at: Reference | undefined;
};

export type Must = { readonly span: Span } & (
  | { readonly kind: "guard"; readonly guard: Guard }
  | { readonly kind: "unique"; readonly fields: readonly Reference[] }
  | {
      readonly kind: "no overlap";
      readonly from: Reference;
      readonly to: Reference;
      /** Each may step through references: `Lesson.Room`. */
      readonly per: readonly (readonly Reference[])[];
      readonly while: Expression | undefined;
    }
  | { readonly kind: "no circle"; readonly field: Reference }
);
