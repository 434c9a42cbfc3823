// What an effect gives to a field, as the rows are when it is set off: whether it is a value at an edge, and ways to it.
import type { Fact, Moment } from "@writ/language/scenarios";
import { evaluate } from "../../interpreter/evaluate.ts";
import { fieldOf } from "../../interpreter/document/names.ts";
import { withName } from "../../interpreter/world/scope.ts";
import { equal, isList, isRow } from "../../interpreter/values/value.ts";
import { aim } from "./aim.ts";
import { valuesAt } from "../values/edges.ts";
import type { SearchContext } from "../situation/search-context.ts";
import { hereIn } from "./hold.ts";
import type { Situation } from "../situation/situation.ts";

type Gives = Extract<Fact, { readonly kind: "gives" }>;

export function isGivenByEffect(situation: Situation, fact: Gives): boolean {
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

export function waysToGiveIt(situation: Situation, fact: Gives): readonly Situation[] {
  const { tree } = fact.expression;
  if (tree === undefined) return [];
  return placesOf(situation, fact.to, "after").flatMap((here) =>
    valuesOf(situation, fact).flatMap((value) => aim(tree, { kind: "is", value }, here)),
  );
}

function valuesOf({ world }: Situation, { entity, field: name, value }: Gives) {
  const field = fieldOf(world.program, entity, name);
  return field === undefined ? [] : valuesAt(world, field, value);
}

/** Beside each of the rows that an effect happens to. */
export function placesOf(situation: Situation, to: Gives["to"], at: Moment): readonly SearchContext[] {
  const here = hereIn(situation, at);
  if (here === undefined || to === undefined) return here === undefined ? [] : [here];
  const rows = evaluate(to.rows, here.scope);
  return (isList(rows) ? rows : []).flatMap((row) =>
    isRow(row) ? [{ ...here, scope: withName(here.scope, to.entity, row) }] : [],
  );
}
