// What a guard asks, whether it is written out where it stands or by the name that section 6 gives it.
import type { Expression } from "../expression/tree.ts";
import type { Guard } from "../clause/guard.ts";
import type { Lookup } from "../names/lookup.ts";

export const guardExpression = (guard: Guard | undefined, lookup: Pick<Lookup, "conditions">): Expression | undefined =>
  guard?.kind === "condition" ? lookup.conditions.get(guard.name.id)?.holds : guard?.expression;
