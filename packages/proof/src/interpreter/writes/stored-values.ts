// Whether a value may be stored in a field: its type, its options, and whether it may be empty.
import type { Amount, Field, FieldType } from "@writ/language/model";
import { amountOf, isAmountGap } from "../world/constants.ts";
import { decimalsOf } from "../world/fields.ts";
import { isNeverEmpty } from "./never-empty.ts";
import { isDefaultGap, gapOfStart } from "../gaps/clause-gaps.ts";
import { refuse, type Refusal } from "../document/refusal.ts";
import { fits } from "../values/text.ts";
import { compare, isList, numberOf, quantity, rescale, type Value } from "../values/value.ts";
import type { Program } from "../world/world.ts";

export const textCeiling = 100_000;

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
  if (type.kind === "yes/no" && value === null) return undefined;
  if (listed.has(type.kind)) {
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
  switch (type.kind) {
    case "text":
    case "long text":
    case "Markdown text": {
      if (typeof value !== "string") return "INVALID";
      const most = amountOf(program, type.upTo);
      if ([...value].length > (most === undefined ? textCeiling : Number(most.digits))) return "TOO_LONG";
      return type.matching !== undefined && !fits(value, type.matching.pattern.source) ? "INVALID" : undefined;
    }
    case "number":
    case "integer":
    case "percent":
    case "money":
      return wrongNumber(program, type, value) ? "INVALID" : undefined;
    case "one of":
      return type.choices.some((choice) => choice.id === value) ? undefined : "INVALID";
    case "several of":
      return isList(value) && value.every((one) => type.choices.some((choice) => choice.id === one))
        ? undefined
        : "INVALID";
    case "email":
      return isOfForm(value, addressForm);
    case "url":
      return isOfForm(value, /^https?:\/\/[^\s/]\S*$/);
    case "phone":
      return isOfForm(value, /^\+?[0-9 ()/.-]{3,30}$/);
    case "files": {
      const most = amountOf(program, type.count);
      return isList(value) && (most === undefined || value.length <= Number(most.digits)) ? undefined : "INVALID";
    }
    case "date":
    case "datetime":
      return isWithinYears(value) ? undefined : "INVALID";
    default:
      return undefined;
  }
}

const addressForm = /^[^@\s]+@[^@\s.]+(\.[^@\s.]+)+$/;

export const isAddress = (value: Value): boolean => isOfForm(value, addressForm) === undefined;

const firstMoment = Date.parse("0001-01-01T00:00:00.000Z");
const lastMoment = Date.parse("9999-12-31T23:59:59.999Z");

/** Days and moments are stored of the years 1 to 9999; of anything else this says yes. */
export function isWithinYears(value: Value): boolean {
  if (value === null || typeof value !== "object" || isList(value)) return true;
  const at = value.kind === "date" ? value.day * 86_400_000 : value.kind === "datetime" ? value.at : 0;
  return at >= firstMoment && at <= lastMoment;
}

/** A text without any letter or sign that can be seen. */
export const isBlank = (value: Value): boolean => typeof value === "string" && value.trim() === "";

const boundsOf = (type: FieldType): readonly (Amount | undefined)[] => [
  ...("upTo" in type ? [type.upTo] : []),
  ...("from" in type ? [type.from, type.to] : []),
  ...("size" in type ? [type.size, type.count] : []),
];

/** What addresses and numbers look like, at most so long. */
function isOfForm(value: Value, form: RegExp): string | undefined {
  if (typeof value === "string" && value.length > 2000) return "TOO_LONG";
  return typeof value === "string" && form.test(value) ? undefined : "INVALID";
}

const listed: ReadonlySet<string> = new Set(["several", "several of", "files"]);

function wrongNumber(
  program: Program,
  type: Extract<FieldType, { readonly kind: "number" | "integer" | "percent" | "money" }>,
  value: Value,
): boolean {
  const places = decimalsOf(program, type) ?? 0;
  const { digits, scale } = quantity(value);
  if (scale > places && rescale(rescale(digits, scale, places), places, scale) !== digits) return true;
  const plain = numberOf(digits, scale);
  const [from, to] = [amountOf(program, type.from), amountOf(program, type.to)];
  return (from !== undefined && compare(plain, from) < 0) || (to !== undefined && compare(plain, to) > 0);
}
