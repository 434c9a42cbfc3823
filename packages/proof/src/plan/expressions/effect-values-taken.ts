// What an effect gives to a field that does not take it refuses all that it follows from: ways to what that field takes.
import type { Field } from "@writ/language/model";
import { amountOf } from "../../interpreter/world/constants.ts";
import { evaluate } from "../../interpreter/evaluate.ts";
import { entityOf, fieldOf, fieldsOf } from "../../interpreter/document/names.ts";
import type { Refusal } from "../../interpreter/document/refusal.ts";
import { withName } from "../../interpreter/world/scope.ts";
import { wrongValue } from "../../interpreter/writes/stored-values.ts";
import { isList, isRow, type Value } from "../../interpreter/values/value.ts";
import type { World } from "../../interpreter/world/world.ts";
import { aim } from "./aim.ts";
import { ofType } from "../samples/amounts.ts";
import { valuesAt } from "../values/edges.ts";
import type { SearchContext } from "../situation/search-context.ts";
import { contextIn } from "./hold.ts";
import { samplesOf } from "../samples/sample.ts";
import type { Situation } from "../situation/situation.ts";

export function fitEffectValue({ clause }: Refusal, situation: Situation): readonly Situation[] {
  const { world, attempt: tried } = situation;
  const { program } = world;
  const [result] = [...program.lookup.entities.keys()].flatMap((entity) =>
    fieldsOf(program, entity).flatMap((field) => (field.address === clause ? [{ entity, field }] : [])),
  );
  const context = contextIn(situation, "after");
  if (result === undefined || context === undefined) return [];
  const { entity, field } = result;
  return program.model.states.effects.flatMap((effect) => {
    const { do: action, on } = effect;
    if (action === undefined || !("values" in action) || entityOf(program, effect.entity) !== tried.entity) return [];
    if (action.kind === "create" && entityOf(program, action.entity) !== entity) return [];
    if (action.kind === "set" && on === undefined && tried.entity !== entity) return [];
    return action.values
      .filter(({ field: named }) => fieldOf(program, entity, named.id) === field)
      .flatMap(({ value: { tree } }) =>
        tree === undefined
          ? []
          : placesOf(on?.tree === undefined ? undefined : evaluate(on.tree, context.scope), context)
              .filter(({ scope }) => wrongValue(program, field, evaluate(tree, scope)) !== undefined)
              .flatMap((place) => [
                ...valuesIn(world, field).flatMap((value) => aim(tree, { kind: "is", value }, place)),
                ...aim(tree, { kind: "not", value: evaluate(tree, place.scope) }, place),
              ]),
      );
  });
}

/** Beside each of the rows that the effect happens to. */
const placesOf = (rows: Value | undefined, context: SearchContext): readonly SearchContext[] =>
  rows === undefined
    ? [context]
    : (isList(rows) ? rows : [rows]).flatMap((row) =>
        isRow(row) ? [{ ...context, scope: withName(context.scope, row.entity, row) }] : [],
      );

/** Its bounds are within what it takes, and so is what it usually holds. */
function valuesIn(world: World, field: Field): readonly Value[] {
  const { type } = field;
  if (type !== undefined && "from" in type)
    return [type.from, type.to].flatMap((amount) => {
      const bound = amountOf(world.program, amount);
      return bound === undefined ? [] : [ofType(bound, type, 0, world)];
    });
  if (type !== undefined && "upTo" in type && type.upTo !== undefined)
    return [
      ...samplesOf(world, field).slice(0, 4),
      ...valuesAt(world, field, { kind: "length", upTo: type.upTo, over: 0 }),
    ];
  return samplesOf(world, field).slice(0, 4);
}
