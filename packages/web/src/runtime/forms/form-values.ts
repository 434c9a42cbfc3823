// What a form says before it is sent: the values of its fields, what is wrong with them, and which of them are sent.
import { ownOf } from "../../words/own-of.ts";
import { wordsOf } from "../../kit/failure.tsx";
import { Refusal } from "../../words/refusal.ts";
import type { Product } from "../product/product.tsx";
import { visibleValues } from "../product/gaps.ts";
import type { FormField, RowFormProps } from "./row-form.tsx";
import { brokenRules } from "./rules.ts";

/** By field. */
export type FormErrors = Readonly<Record<string, string>>;
/** What is wrong at the fields of a form, and what is wrong with it as a whole. */
export type FormFailure = { readonly atFields: FormErrors; readonly general: readonly string[] };
export type FormValues = Readonly<Record<string, unknown>>;

type Typed = {
  readonly fields: readonly FormField[];
  readonly changed: readonly FormField[];
  readonly values: FormValues;
  /** Of each field by itself. */
  readonly wrong: FormErrors;
};

/** All that can be said to be wrong before the form is sent. */
export function failureBefore(typed: Typed, { entity, moment, given }: RowFormProps, product: Product): FormFailure {
  const { fields, changed, values, wrong } = typed;
  // What is missing or wrong by itself is not judged together with others.
  const isKnown = (id: string) =>
    !fields.some((one) => one.field.id === id && one.unseen !== undefined && !changed.includes(one));
  const right = Object.fromEntries(
    Object.entries(values).filter(([id]) => ownOf(wrong, id) === undefined && isKnown(id)),
  );
  const others = visibleValues(given ?? {}, entity, product);
  const broken = moment === "step" ? [] : brokenRules(entity, moment, { ...others, ...right }, product);
  const isHere = (at: string | undefined) => at !== undefined && fields.some(({ field }) => field.id === at);
  const atFields: Record<string, string> = { ...wrong };
  for (const { at, message } of broken) if (at !== undefined && isHere(at)) atFields[at] ??= message;
  return { atFields, general: broken.filter(({ at }) => !isHere(at)).map(({ message }) => message) };
}

export const isFine = ({ atFields, general }: FormFailure): boolean =>
  Object.keys(atFields).length === 0 && general.length === 0;

/** Of a new row, what a user has emptied is empty, and what was empty is for the system to fill. */
export const sentValues = (
  values: FormValues,
  changed: readonly FormField[],
  moment: RowFormProps["moment"],
): FormValues =>
  Object.fromEntries(
    Object.entries(values).filter(
      ([id, value]) =>
        (moment !== "step" && changed.some(({ field }) => field.id === id)) ||
        (moment !== "update" && value !== null && !(Array.isArray(value) && value.length === 0)),
    ),
  );

/** What was refused when it was sent: at its fields, as far as the form has these; the rest above it. */
export function failureAfter(failure: unknown, fields: readonly FormField[], say: Product["say"]): FormFailure {
  if (!(failure instanceof Refusal)) throw failure;
  if (failure.status === 0) return { atFields: {}, general: [wordsOf(failure, say)] };
  const atFields: Record<string, string> = {};
  const general: string[] = [];
  for (const { field, message } of failure.complaints) {
    if (field !== undefined && fields.some((one) => one.field.id === field)) atFields[field] ??= message;
    else general.push(message);
  }
  return { atFields, general: [...new Set(general)] };
}
