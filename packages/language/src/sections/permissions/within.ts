// How a row leads to the thing that a role is held within: by chains of "belongs to", or by the reference that via names.
import { isReference } from "../../field-types/index.ts";
import { type Lookup } from "../../names/lookup.ts";
import { identifierOf } from "../../text/name.ts";
import type { Within } from "./model.ts";

/** How many paths lead from rows of an entity there; 1 is right. An entity that belongs to itself is walked once. */
export function pathsWithin(entity: string, within: Within, lookup: Lookup): number {
  const target = within.entity.id;
  if (entity === target) return 1;
  return count(entity, { target, via: within.via?.id }, lookup, new Set(), { left: 1000 });
}

type Goal = { readonly target: string; readonly via: string | undefined };

/**
 * `budget` bounds the walk: beyond it there are certainly too many ways, and more of them change nothing. `walked` is
 * where the walk stands, and is left as it was found.
 */
function count(entity: string, goal: Goal, lookup: Lookup, walked: Set<string>, budget: { left: number }): number {
  const { target, via } = goal;
  if (entity === target && via === undefined) return 1;
  if (walked.has(entity) || budget.left-- <= 0) return 0;
  walked.add(entity);
  let ways = 0;
  for (const { name, type } of lookup.fields.get(entity)?.values() ?? []) {
    if (!isReference(type)) continue;
    const leadsTo = type.entity.id;
    if (via !== undefined && (name.id === via || identifierOf(name.label) === via) && leadsTo === target) ways++;
    else if (type.kind === "belongs to") ways += count(leadsTo, goal, lookup, walked, budget);
  }
  walked.delete(entity);
  return ways;
}
