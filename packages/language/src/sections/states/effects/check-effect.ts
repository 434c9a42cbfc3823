// What must fit together in one effect: its cause, its rows, its condition, and what it does.
import { spanOf } from "../../../text/text.ts";
import type { CheckedExpression } from "../../../expression/check.ts";
import type { EntitySchema } from "../../../expression/schema.ts";
import type { Model } from "../../../model/model.ts";
import { unknownEntity, unknownField } from "../../../clause/problems.ts";
import type { CheckContext } from "../../../model/check-context.ts";
import { checkGuard } from "../../../model/resolve-guard.ts";
import { rowScope, type ScopeOptions } from "../../../model/scopes.ts";
import type { Problem } from "../../../problem.ts";
import { inputsOf, factsOfInputs } from "../machines/inputs.ts";
import { checkMoment } from "../moment.ts";
import type { EffectCause, TransitionRow } from "../model.ts";
import { checkAction } from "./check-action.ts";
import { eventOf, type Event } from "./events.ts";
import { unknownCause, unknownEffectRow, unknownTransition } from "./problems.ts";
import { rowsOf, typedWords, type ResolvedEffect } from "./resolve.ts";

export type CheckedEffect = ResolvedEffect & {
  /** Its If, where it has one that could be understood. */
  readonly condition: CheckedExpression | undefined;
  readonly problems: readonly Problem[];
};

/** What checking one effect must know of all of them. */
export type Surroundings = {
  readonly model: Model;
  readonly context: CheckContext;
  readonly me: "maybe" | "present";
  /** `change ticket.resolution` for each field that some effect may leave empty. */
  readonly changed: ReadonlySet<Event>;
};

export function checkEffect(resolved: ResolvedEffect, { model, context, me, changed }: Surroundings): CheckedEffect {
  const { effect, entity, other } = resolved;
  if (!entity) return { ...resolved, condition: undefined, problems: unknownFor(resolved, model, context) };
  const cause = effect.after && checkCause(effect.after, entity, `${effect.address}/After`, context);
  // After what is wrong there may have been a row before.
  const hasOld = effect.after?.kind === "update" || effect.after?.kind === "change" || (cause?.length ?? 1) > 0;
  const options: ScopeOptions = { me, old: hasOld ? "present" : "absent" };
  const on = checkOn(resolved, options, context);
  const scope = rowScope(entity.id, { ...options, rows: rowsOf(other) });
  const asked = factsOfCause(effect.after, entity, changed, context);
  const about = effect.if?.kind === "condition" ? conditionEntity(effect.if.name.id, resolved, context) : entity.id;
  const guard = effect.if && checkGuard(effect.if, about, scope, `"If"`, `${effect.address}/If`, context, asked);
  const given = [...asked, ...(guard?.checked ? [guard.checked] : [])];
  const action = checkAction({ ...resolved, entity, scope, given, model, context });
  return {
    ...resolved,
    condition: guard?.checked,
    problems: [...(cause ?? []), ...on, ...(guard?.problems ?? []), ...action],
  };
}

function unknownFor({ effect }: ResolvedEffect, model: Model, { lookup }: CheckContext): readonly Problem[] {
  // Where section 3 is not shown, it is unknown which entities there are.
  if (model.entities.status.kind === "not shown" || effect.entity.label === "") return [];
  const known = lookup.entities.values().map((one) => one.name.label);
  return [unknownEntity.at({ span: effect.entity.span, address: effect.address }, effect.entity.label, known)];
}

/** One by one, because not all of them are looked at: thousands of effects may name what none of thousands is. */
function* causeNames(transitions: ReadonlyMap<string, readonly TransitionRow[]> | undefined): Iterable<string> {
  for (const [row] of transitions?.values() ?? []) if (row) yield row.name.label;
  yield* ["create", "update", "delete"];
}

function checkCause(
  cause: EffectCause,
  entity: EntitySchema,
  address: string,
  context: CheckContext,
): readonly Problem[] {
  const { lookup } = context;
  if (cause.kind === "at") return checkMoment(cause.expression, entity.id, context).problems;
  if (cause.kind === "transition") {
    const transitions = lookup.transitions.get(entity.id);
    if (
      transitions?.has(cause.transition.id) ||
      lookup.machines.get(entity.id)?.some((machine) => machine.bodyNotShown)
    )
      return [];
    return [
      unknownTransition.at(
        { span: cause.span, address },
        "After",
        cause.transition.label,
        entity.label,
        causeNames(transitions),
        undefined,
      ),
    ];
  }
  if (cause.kind !== "change") return [];
  const { id, label, span } = cause.field;
  const field = entity.fields.get(id);
  if (!field) {
    if (lookup.fields.get(entity.id)?.has(id) || lookup.entities.get(entity.id)?.bodyNotShown) return [];
    return [
      unknownField.at(
        { span, address },
        entity.label,
        label,
        entity.fields.values().map((one) => one.label),
      ),
    ];
  }
  const isWritten = field.store.kind === "column" || field.store.kind === "array";
  return isWritten
    ? []
    : [
        unknownCause.at(
          { span, address },
          "After",
          cause.field.label,
          "computed values and lists are not written themselves",
        ),
      ];
}

function checkOn(
  { effect, entity, other }: ResolvedEffect,
  options: ScopeOptions,
  context: CheckContext,
): readonly Problem[] {
  if (!effect.on || !entity) return [];
  const checked = context.check(effect.on, rowScope(entity.id, options), { kind: "any" });
  if (other || !checked.typed) return checked.problems;
  const place = { span: spanOf(effect.on.text), address: effect.on.address };
  return [...checked.problems, unknownEffectRow.at(place, typedWords(effect.on, checked.typed.type, context))];
}

/** What a transition requires people to fill in is there while its effects happen, unless some effect may empty it. */
function factsOfCause(
  cause: EffectCause | undefined,
  entity: EntitySchema,
  changed: ReadonlySet<Event>,
  context: CheckContext,
): readonly CheckedExpression[] {
  if (cause?.kind !== "transition") return [];
  const { transitions } = context.lookup;
  const asked = inputsOf(transitions.get(entity.id)?.get(cause.transition.id) ?? []);
  const isKept = (id: string) => !changed.has(eventOf.change(entity.id, id));
  return factsOfInputs(
    entity,
    asked.filter(({ field }) => isKept(field.id)),
    context,
  );
}

/** A named condition may be about the effect's own row or about the one that On names. */
function conditionEntity(name: string, { entity, other }: ResolvedEffect, { lookup }: CheckContext): string {
  const condition = lookup.conditions.get(name);
  const about = condition && condition.entity.id;
  return about !== undefined && about === other?.id ? about : (entity?.id ?? "");
}
