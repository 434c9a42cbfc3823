// Whether a value may be stored in a field: its type, its options, and whether it may be empty.
import type { Amount, Field, FieldType } from "@writ/language/model";
import { meaningOf } from "../field-types/meanings.ts";
import { isAmountGap, termsOf } from "../world/constants.ts";
import { isNeverEmpty } from "./never-empty.ts";
import { isDefaultGap, gapOfStart } from "../gaps/clause-gaps.ts";
import { refuse, type Refusal } from "../document/refusal.ts";
import { isList, type Value } from "../values/value.ts";
import type { Program } from "../world/world.ts";

/** Why a value may not be stored in a field of the entity; undefined where it may. */
export function refusalOfValue(program: Program, entity: string, field: Field, value: Value): Refusal | undefined {
  const { id } = field.name;
  const start = field.type?.kind === "state" && value === null ? gapOfStart(program, entity, id) : undefined;
  if (start !== undefined) return refuse("NOT_SHOWN", start, id);
  const wrong = wrongValue(program, field, value);
  return wrong === undefined ? undefined : refuse(wrong, field.address, id);
}

/** REQUIRED, TOO_LONG, INVALID, or undefined where it may be stored; of a field without a type nothing is. */
export function wrongValue(program: Program, field: Field, value: Value): string | undefined {
  const { type } = field;
  if (type === undefined) return undefined;
  // Nothing is `no`, and a list without items.
  const { nothing, refusal } = meaningOf(type);
  if (nothing === false && value === null) return undefined;
  if (isList(nothing)) {
    if (field.required === "yes" && (value === null || (isList(value) && value.length === 0))) return "REQUIRED";
    if (value === null) return undefined;
  }
  if (value === null || isBlank(value)) {
    // No one is to give what the system would, if only it were shown what.
    const isTheirs = field.required === "yes" || type.kind === "belongs to" || !isDefaultGap(field);
    if (isNeverEmpty(program, field)) return isTheirs ? "REQUIRED" : "NOT_SHOWN";
    if (value === null) return undefined;
  }
  // Of a bound that is not shown no one knows whether a value is within it.
  const isGiven = !isList(value) || value.length > 0;
  if (isGiven && boundsOf(type).some((one) => isAmountGap(program, one))) return "NOT_SHOWN";
  return refusal(value, type, termsOf(program));
}

/** A text without any letter or sign that can be seen. */
export const isBlank = (value: Value): boolean => typeof value === "string" && value.trim() === "";

const boundsOf = (type: FieldType): readonly (Amount | undefined)[] => [
  ...("upTo" in type ? [type.upTo] : []),
  ...("from" in type ? [type.from, type.to] : []),
  ...("size" in type ? [type.size, type.count] : []),
];
