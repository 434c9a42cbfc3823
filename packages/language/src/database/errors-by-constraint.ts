// What PostgreSQL's own refusals mean in the document's words: by the name of the constraint or index that was broken.
import type { DatabaseObject } from "../plan/objects.ts";

export type ConstraintError = {
  readonly code: string;
  readonly field?: string;
  readonly clause: string;
  /** Of a foreign key (23503): the code where the row that is referred to is not there. */
  readonly missing?: string;
};

/** For 23505 (unique), 23503 (foreign key) and 23P01 (exclusion), which the guards leave to the constraint itself. */
export function errorsByConstraint(objects: readonly DatabaseObject[]): ReadonlyMap<string, ConstraintError> {
  return new Map(
    objects.flatMap((object): readonly (readonly [string, ConstraintError])[] => {
      if ((object.kind !== "constraint" && object.kind !== "index") || object.refusal === undefined) return [];
      return [[object.name, { ...object.refusal, clause: object.address }]];
    }),
  );
}
