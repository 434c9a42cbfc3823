// What must fit together in the effects of section 4: each by itself, and all of them in what they set off.
import type { CheckContext } from "../../../model/check-context.ts";
import type { Model } from "../../../model/model.ts";
import type { Problem } from "../../../problem.ts";
import { inputsOf } from "../machines/inputs.ts";
import { checkCircles } from "./check-circles.ts";
import { checkMakers } from "./check-makers.ts";
import { checkEffect, type CheckedEffect } from "./check-effect.ts";
import { eventsOf } from "./events.ts";
import { resolveEffects, type ResolvedEffect } from "./resolve.ts";
import { whoActs } from "./who.ts";

export type CheckedEffects = { readonly checked: readonly CheckedEffect[]; readonly problems: readonly Problem[] };

export function checkEffects(model: Model, context: CheckContext): CheckedEffects {
  const resolved = resolveEffects(model, context);
  const meOf = whoActs(resolved, model, context);
  const changed = new Set(
    resolved.filter((effect) => mayEmpty(effect, context)).flatMap((effect) => eventsOf(effect, context)),
  );
  const checked = resolved.map((effect) => checkEffect(effect, { model, context, me: meOf(effect), changed }));
  return {
    checked,
    problems: [
      ...checked.flatMap(({ problems }) => problems),
      ...checkCircles(checked, context),
      ...checkMakers(resolved, model),
    ],
  };
}

/** Whether an effect may leave a field empty that a transition has asked for: a `do` fills in what it is asked. */
function mayEmpty({ effect, target }: ResolvedEffect, { lookup }: CheckContext): boolean {
  const action = effect.do;
  if (action?.kind !== "do") return action?.kind === "set";
  const rows = (target && lookup.transitions.get(target.id)?.get(action.transition.id)) ?? [];
  return inputsOf(rows).some((asked) => !asked.required);
}
