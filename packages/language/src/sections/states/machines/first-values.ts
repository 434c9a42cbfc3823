// What a field of a row holds before a timer has done anything to it, where the document itself gives all of it.
import { isYesNo } from "../../../field-types/index.ts";
import { constantOf } from "../../../expression/constant.ts";
import type { Known } from "../../../expression/analysis/decider.ts";
import type { EntitySchema } from "../../../expression/schema.ts";
import type { Typed } from "../../../expression/typed.ts";
import type { CheckContext } from "../../../model/check-context.ts";
import type { Model } from "../../../model/model.ts";
import { readReference } from "../../../text/name.ts";
import { readValue } from "../../../clause/read-value.ts";
import type { Field } from "../../entities/model.ts";
import type { CheckedEffect } from "../effects/check-effect.ts";

export type Site = { readonly model: Model; readonly context: CheckContext; readonly entity: EntitySchema };

/**
 * What it has by default, and what other effects give it. Undefined where another writer may give it a value, or the
 * given value is unknown.
 */
export function firstValues(
  id: string,
  others: readonly CheckedEffect[],
  { model, context, entity }: Site,
): readonly Known[] | undefined {
  const { lookup, checked } = context;
  const field = lookup.fields.get(entity.id)?.get(id);
  if (field?.type === undefined || field.notShown.length > 0) return undefined;
  const isField = (named: string) => named === id;
  const isAsked = [...(lookup.transitions.get(entity.id)?.values() ?? [])]
    .flat()
    .some(({ asks }) => asks.some((asked) => isField(asked.field.id)));
  const isSeeded = model.entities.rowSets.some(
    ({ kind, entity: about, columns }) =>
      kind === "Seed" && about.id === entity.id && columns.some((column) => isField(column.id)),
  );
  const isSettable = model.permissions.rights.some(
    ({ action, for: about, cells }) =>
      action.kind === "set" &&
      about.id === entity.id &&
      isField(action.field.id) &&
      cells.some(({ grant }) => grant?.kind !== "no"),
  );
  // A writer who gives it a value may give one with which the timer ends.
  if (isAsked || isSeeded || isSettable || field.required !== "auto") return undefined;
  const given = others.flatMap(({ effect: { do: action }, target }) =>
    target?.id === entity.id && action !== undefined && "values" in action
      ? action.values.filter((one) => isField(one.field.id))
      : [],
  );
  const values = [usually(field, context), ...given.map(({ value }) => knownOf(checked.get(value)?.typed))];
  return values.every((value) => value !== undefined) ? values : undefined;
}

function usually({ type, default: usual }: Field, { checked }: CheckContext): Known | undefined {
  if (usual?.kind === "expression") return knownOf(checked.get(usual.expression)?.typed);
  if (isYesNo(type)) return usual?.text.text === "yes";
  if (type !== undefined && "from" in type) {
    const value = usual && readValue(usual.text);
    if (value !== undefined && "digits" in value) return { digits: value.digits, scale: value.scale };
  }
  if (type?.kind === "one of") {
    const named = usual && readReference(usual.text);
    if (named) return type.choices.find(({ id, label }) => id === named.id || label === named.label)?.id;
  }
  // What only the system sets and has no default may be set by code.
  return undefined;
}

/** Of what is the same always. */
function knownOf(typed: Typed | undefined): Known | undefined {
  if (typed?.node === "null") return null;
  const value = typed && constantOf(typed);
  if (value === undefined || value.kind !== "point") return value?.value;
  const isNumber = typed?.type.kind === "number" || typed?.type.kind === "money";
  return isNumber ? { digits: value.digits, scale: value.scale } : undefined;
}
