// What must fit together in Do and With: something that exists, and values that fit it.
import { spanOf } from "../../../text/text.ts";
import type { CheckedExpression } from "../../../expression/check.ts";
import type { EntitySchema, Scope } from "../../../expression/schema.ts";
import type { Expression } from "../../../expression/tree.ts";
import type { CheckContext } from "../../../model/check-context.ts";
import type { Model } from "../../../model/model.ts";
import type { Reference } from "../../../text/name.ts";
import { unknownEntity } from "../../../clause/problems.ts";
import type { Problem } from "../../../problem.ts";
import { inputsOf } from "../machines/inputs.ts";
import type { EffectAction } from "../model.ts";
import { checkCall } from "./check-call.ts";
import { checkMail } from "./check-mail.ts";
import { checkInputValues, checkValues, missingFields } from "./check-values.ts";
import { notSettable, unknownEffectRow, unknownTransition, valueMissing } from "./problems.ts";
import { typedWords, type ResolvedEffect } from "./resolve.ts";

/** Where an effect's expressions stand: what they may name, and what is known there. */
export type Site = ResolvedEffect & {
  readonly entity: EntitySchema;
  readonly scope: Scope;
  readonly given: readonly CheckedExpression[];
  readonly model: Model;
  readonly context: CheckContext;
};

export function checkAction(site: Site): readonly Problem[] {
  const action = site.effect.do;
  switch (action?.kind) {
    case undefined:
      return [];
    case "set":
      return site.target ? checkValues(action.values, site.target, "change", site) : [];
    case "create":
      return checkCreation(action, site);
    case "do":
      return checkTransition(action, site);
    case "delete":
      return action.on ? checkRow(action.on, site) : [];
    case "mail":
    case "notify":
      return checkMail(action, site);
    case "call":
      return checkCall(action, site);
  }
}

type Action<Kind extends EffectAction["kind"]> = Extract<EffectAction, { readonly kind: Kind }>;

function checkCreation(action: Action<"create">, site: Site): readonly Problem[] {
  const { target, effect, model } = site;
  const { lookup } = site.context;
  const place = { span: action.entity.span, address: `${effect.address}/Do` };
  if (!target) {
    const known = lookup.entities.values().map((one) => one.name.label);
    return model.entities.status.kind === "not shown" ? [] : [unknownEntity.at(place, action.entity.label, known)];
  }
  if (target.id === "user") {
    return [notSettable.at(place, "up an account", "accounts are made by signing up", "Invite the person by mail.")];
  }
  const missing = effect.notShown.includes("With") ? [] : missingFields(target, action.values, site);
  const lacking = missing.length > 0 ? [valueMissing.at(place, `create ${target.label}`, missing)] : [];
  return [...checkValues(action.values, target, "creation", site), ...lacking];
}

function checkTransition(action: Action<"do">, site: Site): readonly Problem[] {
  const { effect, context, target } = site;
  const row = action.on ? checkRow(action.on, site) : [];
  if (!target) return row;
  const { lookup } = context;
  const transitions = lookup.transitions.get(target.id);
  const rows = transitions?.get(action.transition.id) ?? [];
  if (rows.length === 0) {
    const isOpen = effect.notShown.includes("With") || effect.notShown.includes("On");
    if (isOpen || lookup.machines.get(target.id)?.some((machine) => machine.bodyNotShown)) return row;
    const known = Iterator.from(transitions?.values() ?? []).flatMap((some) => (some[0] ? [some[0].name.label] : []));
    const place = { span: action.transition.span, address: `${effect.address}/Do` };
    const other = action.on ? undefined : ownerOf(action.transition, site);
    return [...row, unknownTransition.at(place, "Do", action.transition.label, target.label, known, other)];
  }
  const values = checkValues(action.values, target, "change", site);
  return [...row, ...values, ...checkInputValues(action, inputsOf(rows), target, site)];
}

/** An entity that has the transition, where the effect's own has not: the row was forgotten. */
function ownerOf(transition: Reference, { context }: Site): string | undefined {
  for (const [entity, transitions] of context.lookup.transitions) {
    if (transitions.has(transition.id)) return context.schema.entities.get(entity)?.label;
  }
  return undefined;
}

/** ``on `row` `` names one row, which is there. */
function checkRow(expression: Expression, { scope, given, context }: Site): readonly Problem[] {
  const { typed, problems } = context.judge(expression, scope, { kind: "any" }, given);
  const type = typed?.type;
  if (type?.kind === "row") {
    const what = { kind: "type", type: { ...type, empty: false }, what: `"on"` } as const;
    return context.check(expression, scope, what, given).problems;
  }
  if (!type) return problems;
  const place = { span: spanOf(expression.text), address: expression.address };
  const found = typedWords(expression, type, context);
  return [...problems, unknownEffectRow.at(place, found)];
}
