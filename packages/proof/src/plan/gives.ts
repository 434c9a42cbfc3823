// What an effect gives to a field, as the rows are when it is set off: whether it is a value at an edge, and ways to it.
import type { Fact } from "@writ/language/scenarios";
import { evaluate } from "../interpreter/evaluate.ts";
import { fieldOf } from "../interpreter/names.ts";
import { withName } from "../interpreter/scope.ts";
import { equal, isList, isRow } from "../interpreter/value.ts";
import { aim } from "./aim.ts";
import { valuesAt } from "./edges.ts";
import type { Here } from "./here.ts";
import { hereIn } from "./hold.ts";
import type { Situation } from "./situation.ts";

type Gives = Extract<Fact, { readonly kind: "gives" }>;

export function isGivenByEffect(situation: Situation, fact: Gives): boolean {
  const { tree } = fact.expression;
  const values = valuesOf(situation, fact);
  return (
    tree !== undefined &&
    placesOf(situation, fact).some(({ scope }) => {
      const given = evaluate(tree, scope);
      return values.some((one) => equal(one, given));
    })
  );
}

export function waysToGiveIt(situation: Situation, fact: Gives): readonly Situation[] {
  const { tree } = fact.expression;
  if (tree === undefined) return [];
  return placesOf(situation, fact).flatMap((here) =>
    valuesOf(situation, fact).flatMap((value) => aim(tree, { kind: "is", value }, here)),
  );
}

function valuesOf({ world }: Situation, { entity, field: name, value }: Gives) {
  const field = fieldOf(world.program, entity, name);
  return field === undefined ? [] : valuesAt(world, field, value);
}

function placesOf(situation: Situation, { to }: Gives): readonly Here[] {
  const here = hereIn(situation, "after");
  if (here === undefined || to === undefined) return here === undefined ? [] : [here];
  return besideEach(to, here);
}

/** Beside each of the rows that the effect happens to. */
export function besideEach(to: NonNullable<Gives["to"]>, here: Here): readonly Here[] {
  const rows = evaluate(to.rows, here.scope);
  return (isList(rows) ? rows : []).flatMap((row) =>
    isRow(row) ? [{ ...here, scope: withName(here.scope, to.entity, row) }] : [],
  );
}
