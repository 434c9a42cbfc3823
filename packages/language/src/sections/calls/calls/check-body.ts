// Types the expressions of a body where it is sent: with the row of the effect that makes the call, and with its inputs.
import { spanOf } from "../../../text/text.ts";
import { describe } from "../../../expression/check/words.ts";
import type { Scope } from "../../../expression/schema.ts";
import type { Expression } from "../../../expression/tree.ts";
import type { Type } from "../../../expression/type.ts";
import type { CheckContext } from "../../../model/check-context.ts";
import type { Model } from "../../../model/model.ts";
import { parameterType } from "../../../model/parameter-type.ts";
import { rowScope, type ScopeOptions } from "../../../model/scopes.ts";
import type { Problem } from "../../../problem.ts";
import type { Effect } from "../../states/model.ts";
import type { Body, Call } from "../model.ts";
import { ambiguousRow, notSendable } from "./problems.ts";

/** By call, the effects that make it. */
export type Makers = ReadonlyMap<Call, readonly Effect[]>;

export function findMakers(model: Model, { lookup }: CheckContext): Makers {
  const makers = new Map<Call, Effect[]>();
  for (const effect of model.states.effects) {
    const call = effect.do?.kind === "call" ? lookup.calls.get(effect.do.call.id) : undefined;
    const known = call && makers.get(call);
    if (known) known.push(effect);
    else if (call) makers.set(call, [effect]);
  }
  return makers;
}

export function checkBody(call: Call, makers: Makers, context: CheckContext): readonly Problem[] {
  if (!call.body) return [];
  const effects = makers.get(call) ?? [];
  // A call that nothing makes is reported as such; the row that its body would refer to is unknown.
  if (effects.length === 0 && call.in.length === 0 && call.on?.kind === "effect") return [];
  const entities = new Map(effects.map((effect) => [effect.entity.id, effect]));
  if (entities.size > 1 && call.in.length === 0) {
    const span = "span" in call.body ? call.body.span : call.span;
    const labels = [...entities.keys()].map((id) => context.schema.entities.get(id)?.label ?? id);
    const others = [...entities.values()].flatMap((effect) => effect.do?.span ?? []);
    return [ambiguousRow.at({ span, address: `${call.address}/Body` }, call.name.label, labels, others)];
  }
  const scope = scopeOf(call, [...entities.keys()], effects, context);
  return expressionsIn(call.body).flatMap((expression) => checkValue(expression, scope, context));
}

/** An input that is a row and named after its entity stands under its identifier, as any row does. */
function scopeOf(
  call: Call,
  entities: readonly string[],
  effects: readonly Effect[],
  { lookup, checked }: CheckContext,
): Scope {
  const input = new Map<string, Type>();
  const rows = new Map<string, Type>();
  const isOpen = effects.some(({ notShown }) => notShown.includes("For"));
  const open: ScopeOptions = isOpen ? { open: ["rows"] } : {};
  const [first, ...more] = effects.map((effect) => effect.on && checked.get(effect.on)?.typed?.type);
  const other = first?.kind === "list" ? first.of : first;
  const isShared = more.every((type) => JSON.stringify(type) === JSON.stringify(first));
  if (other?.kind === "row" && isShared) rows.set(other.entity, { ...other, empty: false });
  for (const parameter of call.in) {
    const type = parameterType(parameter, lookup);
    if (!type) continue;
    input.set(parameter.name.id, type);
    if (type.kind === "row" && type.entity === parameter.name.id) rows.set(type.entity, type);
  }
  return rowScope(entities.length === 1 ? entities[0] : undefined, { me: "maybe", input, rows, ...open });
}

export function expressionsIn(body: Body): readonly Expression[] {
  if (body.kind === "expression") return [body.expression];
  return body.kind === "list"
    ? body.items.flatMap(expressionsIn)
    : body.entries.flatMap(({ value }) => expressionsIn(value));
}

function checkValue(expression: Expression, scope: Scope, context: CheckContext): readonly Problem[] {
  const { typed, problems } = context.check(expression, scope, { kind: "any" });
  const type = typed?.type;
  const one = type?.kind === "list" ? type.of : type;
  if (!type || (one?.kind !== "row" && one?.kind !== "file")) return problems;
  const text = expression.text.text;
  const ofRow = type.kind === "list" ? `Write ${text}.map(x, x.id).` : `Write ${text}.id, or the field that is meant.`;
  const hint = one.kind === "row" ? ofRow : "Files are sent by code.";
  const place = { span: spanOf(expression.text), address: expression.address };
  return [...problems, notSendable.at(place, text, describe(type, context.schema), hint)];
}
