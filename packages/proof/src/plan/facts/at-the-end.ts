// A situation as the rows are when everything has been done, and ways to what is to be so then.
import type { Tree } from "@writ/language/model";
import { asItWas, findRow } from "../../interpreter/world/world.ts";
import type { SearchContext } from "../situation/search-context.ts";
import { contextIn, satisfyCondition } from "../expressions/hold.ts";
import { outcomeOf, type Situation } from "../situation/situation.ts";

export function satisfyAtTheEnd(tree: Tree, is: boolean, situation: Situation): readonly Situation[] {
  const context = contextAtTheEnd(situation);
  return context === undefined ? [] : satisfyCondition(tree, is, context);
}

export function contextAtTheEnd(situation: Situation): SearchContext | undefined {
  const outcome = outcomeOf(situation);
  const { entity, id, kind } = situation.attempt;
  const row = "done" in outcome ? findRow(kind === "delete" ? situation.world : outcome.done, entity, id) : undefined;
  const context = contextIn(situation, "after");
  if (!("done" in outcome) || row === undefined || context === undefined) return undefined;
  const names = new Map([...context.scope.names, [entity, asItWas(row)] as const]);
  return { ...context, scope: { ...context.scope, world: outcome.done, names } };
}
