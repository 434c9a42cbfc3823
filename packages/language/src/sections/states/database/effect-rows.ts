// The effects of a document as the database needs them: when each happens, and which of them a transition takes along.
import { quoteIdentifier } from "../../../expression/sql/sql-quote.ts";
import { readsThrough } from "../../../expression/check.ts";
import type { Expression } from "../../../expression/tree.ts";
import type { Design } from "../../../plan/design.ts";
import { printPlace, tableOf } from "../../../plan/layout.ts";
import { resolveEffects, type ResolvedEffect } from "../effects/resolve.ts";
import type { Effect, EffectAction } from "../model.ts";
import { guardExpression } from "../../../model/guard-expression.ts";
import type { Transition } from "./machines.ts";

export type DatabaseEffect = {
  readonly effect: Effect;
  /** Unique in the entity. */
  readonly number: number;
  readonly entity: string;
  readonly table: string;
  /** The entity of the rows that On names. */
  readonly other: string | undefined;
  /** The entity of the row that is set, transitioned or deleted, or that is created. */
  readonly target: string | undefined;
  /** The identifier of what After names: a transition, or a field. */
  readonly cause: string | undefined;
  /** The clause of a cell that is not shown and without which it is unknown what happens. */
  readonly notShown: string | undefined;
};

export function effectsOf(design: Design): readonly DatabaseEffect[] {
  const counts = new Map<string, number>();
  return resolveEffects(design.compiled.model, design.context).flatMap((resolved) => {
    const { entity, effect } = resolved;
    if (entity === undefined || effect.after === undefined) return [];
    const number = (counts.get(entity.id) ?? 0) + 1;
    counts.set(entity.id, number);
    return [effectOf(resolved, entity.id, number, design)];
  });
}

function effectOf(resolved: ResolvedEffect, entity: string, number: number, design: Design): DatabaseEffect {
  const { effect, other, target } = resolved;
  const { lookup } = design.compiled;
  const { after } = effect;
  const open = effect.notShown.find((column) => column !== "After" && column !== "For");
  return {
    effect,
    number,
    entity,
    table: printPlace(tableOf(design.layout, entity)),
    other: other?.id,
    target: target?.id,
    cause:
      after?.kind === "transition"
        ? lookup.transitions.get(entity)?.get(after.transition.id)?.[0]?.name.id
        : after?.kind === "change"
          ? after.field.id
          : undefined,
    notShown: open === undefined ? undefined : `${effect.address}/${open}`,
  };
}

type SetAction = Extract<EffectAction, { readonly kind: "set" }>;
export type LeadingSet = DatabaseEffect & { readonly action: SetAction };

/**
 * The effects of a transition that come first and set fields of its own row are written together with the state: one
 * write instead of several, with one row in the history. Only those that nothing before them could tell apart: what
 * they read is at hand in the row itself.
 */
export function leadingSets(
  transition: Transition,
  effects: readonly DatabaseEffect[],
  design: Design,
): readonly LeadingSet[] {
  const { machine, id, asks } = transition;
  const changed = new Set([machine.field, ...asks.map((ask) => ask.id)]);
  const found: LeadingSet[] = [];
  for (const one of effects) {
    if (one.entity !== machine.entity) continue;
    const { after, do: action, on } = one.effect;
    const isChange = after?.kind === "change" && one.cause !== undefined && changed.has(one.cause);
    if (isChange) break;
    if (after?.kind !== "transition" || one.cause !== id) continue;
    const isSet = action?.kind === "set" && on === undefined && one.notShown === undefined;
    if (!isSet || !readsOwnRowOnly(one, action, design)) break;
    found.push({ ...one, action });
    for (const { field } of action.values) changed.add(field.id);
  }
  return found;
}

function readsOwnRowOnly({ effect, entity }: DatabaseEffect, action: SetAction, design: Design): boolean {
  const { checked, schema } = design.compiled;
  const guard = effect.if && guardExpression(effect.if, design.compiled.lookup);
  const expressions: readonly Expression[] = [...(guard ? [guard] : []), ...action.values.map(({ value }) => value)];
  return expressions.every((expression) => {
    const known = checked.get(expression);
    if (known === undefined) return false;
    const reads = readsThrough(known.reads, entity, (of, field) => {
      const store = schema.entities.get(of)?.fields.get(field)?.store;
      return store?.kind === "computed" ? checked.get(store.expression)?.reads : undefined;
    });
    const others = [...reads.others].map((path) => path.split(".")[0]);
    return !reads.old && !others.includes(entity) && !reads.wholes.has(entity);
  });
}

/** `SELECT a, b INTO _row.f, _row.g`: all values are worked out before any is set. */
export function assignSql(set: LeadingSet, row: string, names: Parameters<Design["print"]>[2], design: Design): string {
  const values = set.action.values.map(({ value }) => design.print(value, "strict", names));
  const fields = set.action.values.map(({ field }) => `${row}.${quoteIdentifier(field.id)}`);
  return `SELECT ${values.join(", ")} INTO ${fields.join(", ")};`;
}
