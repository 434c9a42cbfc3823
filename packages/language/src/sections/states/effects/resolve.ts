// Finds out which rows an effect is about before anything of it is checked: its own, another, each of a list.
import { describe } from "../../../expression/check/words.ts";
import type { EntitySchema } from "../../../expression/schema.ts";
import type { Expression } from "../../../expression/tree.ts";
import type { Type } from "../../../expression/type.ts";
import type { CheckContext } from "../../../model/check-context.ts";
import { entityId } from "../../../model/lookup.ts";
import type { Model } from "../../../model/model.ts";
import { rowScope, type ScopeOptions } from "../../../model/scopes.ts";
import type { Effect } from "../model.ts";

export type ResolvedEffect = {
  readonly effect: Effect;
  /** Undefined where For names no entity. */
  readonly entity: EntitySchema | undefined;
  /** The entity of the rows that the column On names. */
  readonly other: EntitySchema | undefined;
  /** The entity of the row that is set, transitioned or deleted, or that is created. */
  readonly target: EntitySchema | undefined;
  /** Whether it surely happens to a row: a list may hold none, and a row that may be empty may be none. */
  readonly isSure: boolean;
};

export function resolveEffects(model: Model, context: CheckContext): readonly ResolvedEffect[] {
  return model.states.effects.map((effect) => resolve(effect, context));
}

function resolve(effect: Effect, context: CheckContext): ResolvedEffect {
  const { schema, lookup } = context;
  const entity = schema.entities.get(entityId(lookup, effect.entity));
  const action = effect.do;
  const created = action?.kind === "create" ? schema.entities.get(entityId(lookup, action.entity)) : undefined;
  if (!entity) return { effect, entity, other: undefined, target: created, isSure: false };
  const options: ScopeOptions = { me: "present", old: "present" };
  const rows = effect.on && typeOf(effect.on, entity.id, options, context);
  const row = rows?.kind === "list" ? rows.of : rows;
  const other = row?.kind === "row" ? schema.entities.get(row.entity) : undefined;
  const found = {
    effect,
    entity,
    other,
    isSure: effect.on === undefined || (rows?.empty === false && rows.kind === "row"),
  };
  if (action?.kind === "create") return { ...found, target: created };
  const on = action?.kind === "do" || action?.kind === "delete" ? action.on : undefined;
  if (on) {
    const named = typeOf(on, entity.id, { ...options, rows: rowsOf(other) }, context);
    return { ...found, target: named?.kind === "row" ? schema.entities.get(named.entity) : undefined };
  }
  return { ...found, target: effect.on ? other : entity };
}

/** In If and With the row of the column On stands under its own entity's identifier. */
export function rowsOf(other: EntitySchema | undefined): ReadonlyMap<string, Type> {
  return new Map(other ? [[other.id, { kind: "row", entity: other.id, empty: false }]] : []);
}

/** `order.total`, an amount of money, for a message about what it is not. */
export function typedWords(expression: Expression, type: Type, { schema }: CheckContext): string {
  return `\`${expression.text.text}\`, ${describe(type, schema)},`;
}

/** Only the type: what is wrong with it is reported where the effect is checked. */
function typeOf(
  expression: Expression,
  entity: string,
  options: ScopeOptions,
  { judge }: CheckContext,
): Type | undefined {
  const { typed } = judge(expression, rowScope(entity, options), { kind: "any" });
  return typed?.type;
}
