// Assignments of effects: fields that exist and may be set, values that fit them, and nothing that is needed left out.
import { isYesNo } from "../../../field-types/index.ts";
import type { EntitySchema } from "../../../expression/schema.ts";
import type { Assignment } from "../../../expression/tree.ts";
import type { Type } from "../../../expression/type.ts";
import { systemFields } from "../../../names/lookup.ts";
import { unknownField } from "../../../clause/problems.ts";
import type { Problem } from "../../../problem.ts";
import type { Field } from "../../entities/model.ts";
import type { TransitionInput, EffectAction } from "../model.ts";
import { settable } from "../settable.ts";
import type { Site } from "./check-action.ts";
import { notSettable, valueMissing, valueUnasked } from "./problems.ts";

export function checkValues(
  values: readonly Assignment[],
  target: EntitySchema,
  when: "creation" | "change",
  site: Site,
): readonly Problem[] {
  return values.flatMap((assignment) => [
    ...checkName(assignment, target, when, site),
    ...checkValue(assignment, target, site),
  ]);
}

function checkName(
  { field: written, value }: Assignment,
  target: EntitySchema,
  when: "creation" | "change",
  site: Site,
): readonly Problem[] {
  const { lookup } = site.context;
  const place = { span: written.span, address: value.address };
  const field = lookup.fields.get(target.id)?.get(written.id);
  const system = systemFields.get(written.id);
  if (written.id === "ended" && !field)
    return [notSettable.at(place, "Ended", "it follows from the state", "Write do and a transition.")];
  if (system && !field) return [notSettable.at(place, system, "the system sets it", "Leave it out.")];
  if (target.id === "user" && written.id === "email") {
    return [notSettable.at(place, "Email", "only its owner changes an address", "Leave it out.")];
  }
  if (!field) {
    if (target.id === "user" && written.id === "name") return [];
    if (lookup.entities.get(target.id)?.bodyNotShown) return [];
    return [unknownField.at(place, target.label, written.label, target.fields.keys())];
  }
  const why = settable(field, when);
  return why ? [notSettable.at(place, field.name.label, why.reason, why.hint)] : [];
}

/** A value that may be empty fits only a field that may be. */
function checkValue(
  { field: written, value }: Assignment,
  target: EntitySchema,
  { scope, given, context }: Site,
): readonly Problem[] {
  const id = written.id;
  const field = target.fields.get(id);
  if (!field) return context.check(value, scope, { kind: "any" }, given).problems;
  return context.check(value, scope, { kind: "type", type: field.type, what: field.label }, given).problems;
}

/** More than a message shows. */
const mostMissing = 20;

/** Required fields of a new row that nothing gives a value. */
export function missingFields(
  target: EntitySchema,
  values: readonly Assignment[],
  { context }: Site,
): readonly { readonly label: string; readonly id: string }[] {
  const fields = context.lookup.fields.get(target.id);
  const given = new Set(values.map(({ field }) => fields?.get(field.id)));
  // A message shows a dozen of them, and there may be thousands of effects.
  const missing = Iterator.from(fields?.values() ?? []).filter((field) => isNeeded(field) && !given.has(field));
  return [...missing.take(mostMissing)].map((field) => field.name);
}

function isNeeded(field: Field): boolean {
  const { type, required, notShown } = field;
  const isOpen = notShown.includes("Default") || notShown.includes("Required") || type === undefined;
  if (isOpen || field.default !== undefined || isYesNo(type) || settable(field, "creation")) return false;
  // A row belongs to something from the first moment, whoever the writer is.
  return required === "yes" || type.kind === "belongs to";
}

/** What `do` gives is what the transition asks for: all that is required, nothing else, and only the choices that are left. */
export function checkInputValues(
  action: Extract<EffectAction, { readonly kind: "do" }>,
  asks: readonly TransitionInput[],
  target: EntitySchema,
  site: Site,
): readonly Problem[] {
  const { context, effect, scope, given } = site;
  const fields = context.lookup.fields.get(target.id);
  const asked = new Map(asks.map((one) => [one.field.id, one]));
  const named = new Set(action.values.map(({ field }) => field.id));
  const wrong = action.values.flatMap(({ field, value }) => {
    const id = field.id;
    const one = asked.get(id);
    const place = { span: field.span, address: value.address };
    if (!one)
      return fields?.has(field.id) ? [valueUnasked.at(place, action.transition.label, field.label, asked.keys())] : [];
    const type = target.fields.get(id)?.type;
    const narrowed = type && narrow(type, one, fields?.get(id), action.transition.label);
    if (!narrowed) return [];
    return context.check(value, scope, { kind: "type", type: narrowed, what: one.field.label }, given).problems;
  });
  const missing = [...asked]
    .filter(([id, one]) => one.required && !named.has(id))
    .map(([id, one]) => ({ id, label: one.field.label }));
  if (missing.length === 0 || effect.notShown.includes("With")) return wrong;
  return [
    ...wrong,
    valueMissing.at(
      { span: action.transition.span, address: `${effect.address}/Do` },
      `do ${action.transition.label}`,
      missing,
    ),
  ];
}

/** What is asked for as required is not empty, and one of the choices that are left; undefined where nothing is narrower. */
function narrow(type: Type, asked: TransitionInput, field: Field | undefined, transition: string): Type | undefined {
  const choices = field?.type?.kind === "one of" ? field.type.choices : undefined;
  const codes =
    asked.choices && choices
      ? choices
          .filter((choice) => asked.choices?.some((one) => one.id === choice.id || one.label === choice.label))
          .map((choice) => choice.id)
      : undefined;
  const isStricter = asked.required && type.empty;
  if (codes === undefined && !isStricter) return undefined;
  const empty = type.empty && !asked.required;
  return type.kind === "choice" && codes !== undefined
    ? { ...type, of: `choice of ${transition}`, codes, empty }
    : { ...type, empty };
}
