// What a document says must, and must not, be possible: each slice derives it from its clauses, the proof tries it.
import type { Expression, Tree } from "../expression/tree.ts";

export type Scenario = {
  /** Survives moving lines: the clause's address, and behind `#` what of it is tried. */
  readonly address: string;
  readonly clause: string;
  /** What is tried of it; `where` says when. */
  readonly sentence: string;
  /** The entity of the row that it is about, by identifier. */
  readonly entity: string;
  readonly deed: ScenarioDeed;
  /** The identifier of the role that gives somebody the right, or does not; undefined: whoever may. */
  readonly by: string | undefined;
  /** What is so beforehand. */
  readonly where: readonly Fact[];
  readonly expected: Expected;
};

export type ScenarioDeed =
  | { readonly kind: "create" | "read" | "update" | "delete" }
  | { readonly kind: "transition"; readonly transition: string }
  | { readonly kind: "see"; readonly field: string }
  | { readonly kind: "set"; readonly field: string; readonly on: "create" | "update" };

/** `before`: of the row as it is there; `after`: as it would be, when it is done. */
export type Moment = "before" | "after";

export type Fact =
  | {
      readonly kind: "holds";
      readonly expression: Expression;
      readonly tree: Tree;
      readonly is: boolean;
      readonly at: Moment;
    }
  | { readonly kind: "own"; readonly is: boolean; readonly at: Moment }
  | { readonly kind: "state"; readonly field: string; readonly state: string }
  /** Whether the one who tries it gives a field a value. */
  | { readonly kind: "given"; readonly field: string; readonly is: boolean };

export type Expected =
  | { readonly kind: "done" }
  /** By this clause and no other; `code` where the document names one. */
  | { readonly kind: "refused"; readonly code: string | undefined; readonly field: string | undefined };

export const done: Expected = { kind: "done" };
export const refused = (code?: string, field?: string): Expected => ({ kind: "refused", code, field });
