// The parts of an effect that are unknown, because they read what is not shown.
import type { Expression } from "../expression/tree.ts";
import type { Lookup } from "../names/lookup.ts";
import type { Body, Call } from "../sections/calls/model.ts";
import type { Effect, EffectAction } from "../sections/states/model.ts";
import { open, openField, type Known } from "./known.ts";

export function openEffect(effect: Effect, known: Known, lookup: Lookup): Effect {
  const parts = [
    ...(isKnownCause(effect, known) ? [] : ["After" as const]),
    ...(known.expression(effect.on) ? [] : ["On" as const]),
    ...(known.guard(effect.if) ? [] : ["If" as const]),
    ...(effect.do === undefined || isKnownAction(effect.do, effect, known, lookup) ? [] : ["With" as const]),
  ];
  if (parts.length === 0) return effect;
  const isLost = (part: (typeof parts)[number]) => parts.includes(part);
  return open(
    {
      ...effect,
      after: isLost("After") ? undefined : effect.after,
      on: isLost("On") ? undefined : effect.on,
      if: isLost("If") ? undefined : effect.if,
      do: isLost("With") || isLost("On") ? undefined : effect.do,
    },
    ...parts,
  );
}

function isKnownCause({ after, entity }: Effect, known: Known): boolean {
  if (after?.kind === "at") return known.expression(after.expression);
  return after?.kind !== "change" || known.field(after.field.id, entity);
}

function isKnownAction(action: EffectAction, effect: Effect, known: Known, lookup: Lookup): boolean {
  const values = "values" in action ? action.values : [];
  if (!values.every(({ value }) => known.expression(value))) return false;
  const of = action.kind === "create" ? action.entity : action.kind === "set" && !effect.on ? effect.entity : undefined;
  const isStored = action.kind === "create" || action.kind === "set" || action.kind === "do";
  if (isStored && !values.every(({ field }) => known.field(field.id, of))) return false;
  if (action.kind === "create" && !isFilled(action, known, lookup)) return false;
  if (action.kind === "do" || action.kind === "delete") return known.expression(action.on);
  if (action.kind === "call") return isKnownBody(lookup.calls.get(action.call.id)?.body, known);
  if (action.kind !== "mail" && action.kind !== "notify") return true;
  return known.expression(action.to?.kind === "role" ? action.to.within : action.to?.expression);
}

/** Whether it is known what is in each field of the row that an effect makes. */
function isFilled(
  { entity, values }: Extract<EffectAction, { readonly kind: "create" }>,
  known: Known,
  lookup: Lookup,
): boolean {
  const fields = lookup.fields.get(entity.id);
  const set = new Set(values.map(({ field }) => fields?.get(field.id)));
  return [...(fields?.values() ?? [])].every(
    (field) => set.has(field) || !openField(field, known).notShown.includes("Default"),
  );
}

function isKnownBody(body: Call["body"], known: Known): boolean {
  const expressions = (one: Body): readonly Expression[] => {
    if (one.kind === "expression") return [one.expression];
    return (one.kind === "list" ? one.items : one.entries.map(({ value }) => value)).flatMap(expressions);
  };
  return body === undefined || expressions(body).every(known.expression);
}
