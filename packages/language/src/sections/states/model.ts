// Section 4: states, transitions between them, and what happens after something has happened.
import type { Clause, SectionValue } from "../../clause/clause.ts";
import type { Guard } from "../../clause/guard.ts";
import type { Name, Reference } from "../../text/name.ts";
import type { Assignment, Expression } from "../../expression/tree.ts";
import type { Span } from "../../problem.ts";

export type States = SectionValue & {
  readonly machines: readonly Machine[];
  readonly effects: readonly Effect[];
  /** The whole subsection of the effects says "not shown". */
  readonly effectsNotShown: boolean;
};

/** The states and transitions of one state field. */
export type Machine = Clause & {
  readonly entity: Reference;
  /** Named in the heading where an entity has several state fields: `### Order: Payment`. */
  readonly field: Reference | undefined;
  readonly states: readonly State[];
  readonly transitions: readonly TransitionRow[];
  /** The whole subsection says "not shown". */
  readonly bodyNotShown: boolean;
};

export type StateColumn = "For" | "State" | "Kind" | "Meaning";

export type State = Clause<StateColumn> & {
  readonly name: Name;
  readonly kind: "start" | "end" | "";
  readonly kindSpan: Span;
  /** ``start if `…` ``: the first start whose condition holds. */
  readonly startIf: Guard | undefined;
  readonly meaning: string;
};

export type TransitionRowColumn = "For" | "Transition" | "From" | "To" | "On" | "Only if" | "Otherwise" | "Asks for";

/**
 * One row of the table; several rows may make one transition. Rows with the same From and To are guards that must all
 * hold; rows with another To are alternatives, of which the first whose guards hold is taken.
 */
export type TransitionRow = Clause<TransitionRowColumn> & {
  readonly name: Name;
  readonly from: From;
  /** A reference without a label where it is missing (reported) or not shown. */
  readonly to: Reference | "same";
  readonly on: Trigger | undefined;
  readonly onlyIf: Guard | undefined;
  readonly otherwise: Reference | undefined;
  readonly asks: readonly TransitionInput[];
};

export type From = { readonly span: Span } & (
  | { readonly kind: "states"; readonly states: readonly Reference[] }
  | { readonly kind: "any"; readonly but: readonly Reference[] }
);

export type Trigger = { readonly span: Span } & (
  | { readonly kind: "button" | "effect" }
  | { readonly kind: "after" | "at"; readonly expression: Expression }
);

export type TransitionInput = {
  readonly field: Reference;
  readonly required: boolean;
  /** Narrowed choices. */ readonly choices: readonly Reference[] | undefined;
  readonly span: Span;
};

export type EffectColumn = "For" | "After" | "On" | "If" | "Do" | "With";

export type Effect = Clause<EffectColumn> & {
  readonly entity: Reference;
  readonly after: EffectCause | undefined;
  /** It then happens to each row of it. */
  readonly on: Expression | undefined;
  readonly if: Guard | undefined;
  readonly do: EffectAction | undefined;
};

export type EffectCause = { readonly span: Span } & (
  | { readonly kind: "transition"; readonly transition: Reference }
  | { readonly kind: "create" | "update" | "delete" }
  | { readonly kind: "change"; readonly field: Reference }
  | { readonly kind: "at"; readonly expression: Expression }
);

export type EffectAction = { readonly span: Span } & (
  | { readonly kind: "set"; readonly values: readonly Assignment[] }
  | { readonly kind: "create"; readonly entity: Reference; readonly values: readonly Assignment[] }
  | {
      readonly kind: "do";
      readonly transition: Reference;
      /** ``on `row` ``; undefined: the effect's own row. */ readonly on: Expression | undefined;
      /** Values for what the transition asks. */ readonly values: readonly Assignment[];
    }
  | { readonly kind: "delete"; readonly on: Expression | undefined }
  | { readonly kind: "mail" | "notify"; readonly mail: Reference; readonly to: Recipient | undefined }
  | { readonly kind: "call"; readonly call: Reference; readonly values: readonly Assignment[] }
);

export type Recipient = { readonly span: Span } & (
  | { readonly kind: "one" | "each"; readonly expression: Expression }
  | { readonly kind: "role"; readonly role: Reference; readonly within: Expression | undefined }
);
