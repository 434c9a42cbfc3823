// The row that a clause is about, and the forms of its verb.
import type { Typed } from "../typed.ts";
import { besideVerb, type SentenceContext } from "./sentence-context.ts";
import { entityNoun } from "./wording.ts";

export type Subject = {
  readonly subject: string;
  /** The row before the change was, and is no longer. */
  readonly wasBefore: boolean;
  readonly after: string;
};

export function subjectOf(row: Typed, here: SentenceContext): Subject {
  if (row.node !== "scope" || row.source !== "old" || row.type.kind !== "row") {
    return { subject: besideVerb(row, here), wasBefore: false, after: "" };
  }
  return { subject: `the ${entityNoun(row.type.entity, here.schema)}`, wasBefore: true, after: " before the change" };
}

export const is = (holds: boolean): string => (holds ? "is" : "is not");
