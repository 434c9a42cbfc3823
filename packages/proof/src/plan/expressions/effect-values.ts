// What an effect gives to a field, as the rows are when it is set off: whether it is a value at an edge, and ways to it.
import type { Fact, Moment } from "@writ/language/scenarios";
import { evaluate } from "../../interpreter/evaluate.ts";
import { fieldOf } from "../../interpreter/document/names.ts";
import { withName } from "../../interpreter/world/scope.ts";
import { equal, isList, isRow } from "../../interpreter/values/value.ts";
import { aim } from "./aim.ts";
import { valuesAt } from "../values/edges.ts";
import type { SearchContext } from "../situation/search-context.ts";
import { contextIn } from "./hold.ts";
import type { Situation } from "../situation/situation.ts";

type Gives = Extract<Fact, { readonly kind: "gives" }>;

export function isSetByEffect(situation: Situation, fact: Gives): boolean {
  const { tree } = fact.expression;
  const values = valuesOf(situation, fact);
  return (
    tree !== undefined &&
    placesOf(situation, fact.to, "after").some(({ scope }) => {
      const given = evaluate(tree, scope);
      return values.some((one) => equal(one, given));
    })
  );
}

export function aimEffectValue(situation: Situation, fact: Gives): readonly Situation[] {
  const { tree } = fact.expression;
  if (tree === undefined) return [];
  return placesOf(situation, fact.to, "after").flatMap((context) =>
    valuesOf(situation, fact).flatMap((value) => aim(tree, { kind: "is", value }, context)),
  );
}

function valuesOf({ world }: Situation, { entity, field: name, value }: Gives) {
  const field = fieldOf(world.program, entity, name);
  return field === undefined ? [] : valuesAt(world, field, value);
}

/** Beside each of the rows that an effect happens to. */
export function placesOf(situation: Situation, to: Gives["to"], at: Moment): readonly SearchContext[] {
  const context = contextIn(situation, at);
  if (context === undefined || to === undefined) return context === undefined ? [] : [context];
  const rows = evaluate(to.rows, context.scope);
  return (isList(rows) ? rows : []).flatMap((row) =>
    isRow(row) ? [{ ...context, scope: withName(context.scope, to.entity, row) }] : [],
  );
}
