// What an operator types into the form of a row, and how it becomes what the server takes: as in the product.
import type { FieldView } from "@writ/server/response-types";
import type { Typed } from "../../runtime/field-types/draft-type.ts";
import { draftTypeOf } from "../../runtime/field-types/drafts.ts";
import type { Speaking } from "../../runtime/field-types/field-type.ts";

/** By field. */
export type Draft = Readonly<Record<string, Typed>>;
export type Values = Readonly<Record<string, unknown>>;

/** What the form shows for a value that is there. */
export function typedOf(value: unknown, { type }: FieldView, speaking: Speaking): Typed {
  const draft = draftTypeOf(type);
  return value === null || value === undefined ? draft.empty(type) : draft.typedOf(value, type, speaking);
}

/** `wrong`: in the product's words, by field; what is wrong is not sent. */
export function readDraft(fields: readonly FieldView[], draft: Draft, speaking: Speaking) {
  const values: Record<string, unknown> = {};
  const wrong: Record<string, string> = {};
  for (const { id, type } of fields) {
    const typed = draft[id];
    if (typed === undefined) continue;
    const read =
      typeof typed !== "string"
        ? { value: typed }
        : typed.trim() === ""
          ? { value: null }
          : draftTypeOf(type).read(typed, type, speaking);
    if ("wrong" in read) wrong[id] = speaking.say(read.wrong, read.values);
    else values[id] = read.value;
  }
  return { values, wrong };
}
