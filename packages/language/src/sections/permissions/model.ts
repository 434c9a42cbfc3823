// Section 6: who may do what. A right that is not granted is denied; the matrix is total.
import type { Clause, SectionValue } from "../../clause/clause.ts";
import type { Name, Reference } from "../../text/name.ts";
import type { Expression } from "../../expression/tree.ts";
import type { Span } from "../../problem.ts";

export { pathsWithin } from "./within.ts";

export type Permissions = SectionValue & {
  readonly heading: Span;
  readonly roles: readonly Role[];
  readonly conditions: readonly Condition[];
  readonly rights: readonly Right[];
  readonly openRights: readonly OpenRight[];
};

/** A row of the matrix of which it is not shown what it is about, or what may be done. */
export type OpenRight = Clause & {
  readonly for: Reference | undefined;
  /** Empty where they are not shown. */
  readonly actions: readonly { readonly action: Action; readonly label: string }[];
};

export type RoleColumn = "Role" | "Given by" | "Within" | "Notes";

export type Role = Clause<RoleColumn> & {
  readonly name: Name;
  readonly givenBy: readonly Giving[];
  /** Whether something of Given by could not be read (reported). */
  readonly isUnread: boolean;
  readonly within: Within | undefined;
};

export type Giving = { readonly span: Span } & (
  | { readonly kind: "anyone" | "signed in" | "named at installation" }
  | { readonly kind: "assigned by"; readonly role: Reference }
  /** ``Membership where `membership.role == 'guest'` ``. */
  | { readonly kind: "row"; readonly entity: Reference; readonly where: Expression | undefined }
);

/** `Organisation`, or `Organisation via Sponsor`. */
export type Within = { readonly entity: Reference; readonly via: Reference | undefined; readonly span: Span };

export type ConditionColumn = "Condition" | "For" | "Holds when" | "Otherwise";

export type Condition = Clause<ConditionColumn> & {
  readonly name: Name;
  readonly entity: Reference;
  readonly holds: Expression | undefined;
  readonly otherwise: Reference | undefined;
};

/** One action of one row of the matrix: a row that says "create, update" makes two. */
export type Right = Clause & {
  /** The entity or call. */
  readonly for: Reference;
  readonly action: Action;
  readonly cells: readonly RightCell[];
};

export type Action = { readonly span: Span } & (
  | { readonly kind: "create" | "read" | "update" | "delete" | "call" }
  | { readonly kind: "transition"; readonly transition: Reference }
  | { readonly kind: "see"; readonly field: Reference }
  | { readonly kind: "set"; readonly field: Reference; readonly on: "create" | "update" | undefined }
);

export type RightCell = Clause & {
  readonly role: Reference;
  /** Undefined where wrong (reported) or not shown: nobody may. */ readonly grant: Grant | undefined;
};

/** `yes`, `no`, or conditions joined by `and` and `or`, each possibly after `not`. */
export type Grant = { readonly span: Span } & (
  | { readonly kind: "yes" | "no" | "own" }
  | { readonly kind: "condition"; readonly name: Reference }
  | { readonly kind: "not"; readonly of: Grant }
  | { readonly kind: "and" | "or"; readonly left: Grant; readonly right: Grant }
);
