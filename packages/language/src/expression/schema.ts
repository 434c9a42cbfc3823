// What the checker of expressions must know about a document. The model is turned into it; tests write it by hand.
import type { Place } from "../problem.ts";
import type { Expression } from "./tree.ts";
import type { Type } from "./type.ts";

export type Schema = {
  /** By identifier: `ticket`. `user` is always there. */
  readonly entities: ReadonlyMap<string, EntitySchema>;
  /** By identifier: `auto_close_after`. */
  readonly constants: ReadonlyMap<string, ConstantSchema>;
  /** Constants whose value is wrong or not shown: they exist, and what reads them is not judged. */
  readonly openConstants?: ReadonlySet<string>;
  /** Computed fields that read each other in a circle, each as `ticket.late`: they have no value, so they are open fields. */
  readonly computedCircles?: readonly (readonly string[])[];
  /** Computed fields that stand for too many parts, each as `ticket.late`: open fields too. */
  readonly outsizedFields?: ReadonlySet<string>;
  /** By label, as `has_role('Agent')` names them. */
  readonly roles: ReadonlyMap<string, RoleSchema>;
  /** Minor units of the document's one currency: 2 for EUR. */
  readonly moneyScale: number;
};

export type EntitySchema = {
  readonly id: string;
  readonly label: string;
  /** One row (`Settings.x`): the PascalCase name is that row, not a list. */
  readonly oneRow: boolean;
  /** By identifier, the system's own included: id, created_at, created_by, updated_at, updated_by, and `ended` with states. */
  readonly fields: ReadonlyMap<string, FieldSchema>;
  /** Fields whose type is wrong or not shown: they exist, and what reads them is not judged. */
  readonly openFields?: ReadonlySet<string>;
  /** What it holds is not shown: it may have any field. */
  readonly isOpen?: boolean;
};

export type FieldSchema = {
  readonly id: string;
  readonly label: string;
  readonly type: Type;
  readonly store: FieldStore;
  /** Whether it may be empty is not shown: what needs it not to be is not judged. */
  readonly openEmptiness?: boolean;
  /** A text that counts: it is compared and sorted as the number in it. */
  readonly counts?: boolean;
  /** Where a computed value divides by what may be zero, which alone may leave it empty. */
  readonly emptyBy?: Place & { readonly divisor: string };
};

/** Where a field's value comes from; printers need it. */
export type FieldStore =
  /** A column. A reference's column holds the id of the row. */
  | { readonly kind: "column" }
  /** Worked out from other values; `mentionsMe` is per reader. */
  | { readonly kind: "computed"; readonly expression: Expression }
  /** The rows of `entity` whose reference `via` names this row. */
  | { readonly kind: "reverse"; readonly entity: string; readonly via: string }
  /** Many to many: the pairs are stored apart. */
  | { readonly kind: "pairs"; readonly entity: string }
  /** Several choices or files: an array column. */
  | { readonly kind: "array" };

export type ConstantSchema = {
  readonly id: string;
  readonly label: string;
  readonly type: Type;
  readonly value: ConstantValue;
};

/** Exact values as expressions know them. */
export type ConstantValue =
  | { readonly kind: "yes/no"; readonly value: boolean }
  | { readonly kind: "number"; readonly digits: bigint; readonly scale: number }
  /** In minor units of the currency. */
  | { readonly kind: "money"; readonly minor: bigint }
  | { readonly kind: "time"; readonly milliseconds: number }
  | { readonly kind: "duration"; readonly milliseconds: bigint }
  | { readonly kind: "table"; readonly entries: ReadonlyMap<string, ConstantValue> };

export type RoleSchema = {
  readonly label: string;
  /** The entity that the role is held in; `has_role` then takes the row as its second argument. */
  readonly within: string | undefined;
  /** Its holders, or its scope, are not shown: it is unknown of every user whether they have it. */
  readonly isOpen?: boolean;
};

/** The names that an expression may use where it stands, besides constants, entities and functions. */
export type Scope = {
  readonly names: ReadonlyMap<string, ScopeName>;
  /** Beginnings of names of which it is not shown what follows: `route` where the route is not. */
  readonly open?: ReadonlySet<string>;
};

export type ScopeName = {
  readonly type: Type;
  /** `row`: the row that the clause is about, or another row of the database; `old`: that row before the change. */
  readonly source: "row" | "old" | "me" | "now" | "today" | "route" | "input";
};
