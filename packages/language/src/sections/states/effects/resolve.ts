// Finds out which rows an effect is about before anything of it is checked: its own, another, each of a list.
import { checkExpression } from "../../../expression/check.ts";
import { describe } from "../../../expression/check/words.ts";
import type { EntitySchema, Schema } from "../../../expression/schema.ts";
import type { Expression } from "../../../expression/tree.ts";
import type { Type } from "../../../expression/type.ts";
import type { CheckContext } from "../../../model/check-context.ts";
import type { Model } from "../../../model/model.ts";
import type { Resolver } from "../../../names/resolver.ts";
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

export function resolveEffects(model: Model, context: Typing): readonly ResolvedEffect[] {
  return model.states.effects.map((effect) => resolve(effect, context));
}

/** The names in what happens to rows that an expression leads to: of which entity these are is known by its type. */
export function resolveActions(model: Model, schema: Schema, names: Resolver): Model {
  const judge: CheckContext["judge"] = (expression, scope, expected) =>
    checkExpression(expression, schema, scope, expected);
  const effects = model.states.effects.map((effect): Effect => {
    const { do: action } = effect;
    const isLed = effect.on !== undefined || (action?.kind === "do" && action.on !== undefined);
    if (!isLed || (action?.kind !== "set" && action?.kind !== "do")) return effect;
    const { target } = resolve(effect, { schema, judge });
    if (target === undefined) return effect;
    const values = names.assignments(target.id, action.values);
    return action.kind === "set"
      ? { ...effect, do: { ...action, values } }
      : { ...effect, do: { ...action, values, transition: names.transition(target.id, action.transition) } };
  });
  return { ...model, states: { ...model.states, effects } };
}

type Typing = Pick<CheckContext, "schema" | "judge">;

function resolve(effect: Effect, context: Typing): ResolvedEffect {
  const { schema } = context;
  const entity = schema.entities.get(effect.entity.id);
  const action = effect.do;
  const created = action?.kind === "create" ? schema.entities.get(action.entity.id) : undefined;
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
  { judge }: Pick<CheckContext, "judge">,
): Type | undefined {
  const { typed } = judge(expression, rowScope(entity, options), { kind: "any" });
  return typed?.type;
}
