// What is read of other rows, as ways that lead from row to row.

/** One step from a row to another one, or to several. */
export type Step =
  /** Along a reference of the row. `fixed`: it never names another row later. */
  | { readonly kind: "reference"; readonly field: string; readonly to: string; readonly fixed: boolean }
  /** To the rows of `to` whose reference `via` names the row. */
  | ListStep;

export type ListStep = { readonly kind: "list"; readonly via: string; readonly to: string; readonly fixed: boolean };

export type ReadTarget =
  /** The list to which the way leads with its last step. */
  | { readonly kind: "list"; readonly from: string; readonly way: readonly Step[] }
  /**
   * Stored values of the row at the end of the way; `apart`: writers whose rows lead there too wait, as for a list of
   * it.
   */
  | { readonly kind: "row"; readonly from: string; readonly way: readonly Step[]; readonly apart?: boolean }
  /** Stored values of rows to which no one way leads that could be locked: of a list of many to many, behind a list, of any row. */
  | { readonly kind: "somewhere"; readonly entity: string }
  /** All rows of an entity. `ifSet`: only rows in which this field is not empty matter. */
  | { readonly kind: "whole"; readonly entity: string; readonly ifSet?: string }
  /** The one row of an entity that has one. */
  | { readonly kind: "one row"; readonly entity: string };
