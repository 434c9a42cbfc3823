// Whether a row counts for a quota still when everything has been done: what follows may have taken it away, or changed it.
import type { Limit } from "@writ/language/model";
import type { RowValue } from "../../interpreter/values/value.ts";
import { asValue, findRow } from "../../interpreter/world/world.ts";
import { satisfyAtTheEnd } from "./at-the-end.ts";
import { contextIn, satisfyCondition } from "../expressions/hold.ts";
import { outcomeOf, type Situation } from "../situation/situation.ts";

type Counting = { readonly isSo: (situation: Situation, about: RowValue) => boolean };

/** What is refused leaves nothing to be counted. */
export function stillHolds(situation: Situation, { isSo }: Counting, counts: boolean): boolean {
  const outcome = outcomeOf(situation);
  if (!("done" in outcome)) return true;
  const { entity, id } = situation.attempt;
  const row = findRow(outcome.done, entity, id);
  return row !== undefined && isSo({ ...situation, world: outcome.done }, asValue(row)) === counts;
}

/** The condition is so in the end, or an effect that has happened does not. */
export function satisfyStill(situation: Situation, { when }: Limit, counts: boolean): readonly Situation[] {
  const { program } = situation.world;
  const outcome = outcomeOf(situation);
  const context = contextIn(situation, "after");
  if (!("done" in outcome) || context === undefined) return [];
  const { ran } = outcome.done;
  const treeOf = (guard: Limit["when"]) =>
    (guard?.kind === "condition" ? program.lookup.conditions.get(guard.name.id)?.holds : guard?.expression)?.tree;
  const counted = treeOf(when);
  return [
    ...(counted === undefined ? [] : satisfyAtTheEnd(counted, counts, situation)),
    ...program.model.states.effects.flatMap((effect) => {
      const tree = ran.has(effect.address) ? treeOf(effect.if) : undefined;
      return tree === undefined ? [] : satisfyCondition(tree, false, context);
    }),
  ];
}
