// A situation as the rows are when everything has been done, and ways to what is to be so then.
import type { Tree } from "@writ/language/model";
import { asItWas, findRow } from "../../interpreter/world/world.ts";
import type { SearchContext } from "../situation/search-context.ts";
import { hereIn, waysToHold } from "../expressions/hold.ts";
import { outcomeOf, type Situation } from "../situation/situation.ts";

export function waysAtTheEnd(tree: Tree, is: boolean, situation: Situation): readonly Situation[] {
  const here = hereAtTheEnd(situation);
  return here === undefined ? [] : waysToHold(tree, is, here);
}

export function hereAtTheEnd(situation: Situation): SearchContext | undefined {
  const outcome = outcomeOf(situation);
  const { entity, id, kind } = situation.attempt;
  const row = "done" in outcome ? findRow(kind === "delete" ? situation.world : outcome.done, entity, id) : undefined;
  const here = hereIn(situation, "after");
  if (!("done" in outcome) || row === undefined || here === undefined) return undefined;
  const names = new Map([...here.scope.names, [entity, asItWas(row)] as const]);
  return { ...here, scope: { ...here.scope, world: outcome.done, names } };
}
