// What must fit together in section 4: machines, effects, and what can only be seen with both in view.
import type { CheckContext } from "../../model/check-context.ts";
import type { Model } from "../../model/model.ts";
import type { Problem } from "../../problem.ts";
import { checkEffects } from "./effects/check-effects.ts";
import { checkMachines } from "./machines/check-machines.ts";
import { checkTimers } from "./effects/check-timers.ts";
import { checkDone, checkProcedures } from "./machines/check-wire.ts";

export function check(model: Model, context: CheckContext): readonly Problem[] {
  const machines = checkMachines(model, context);
  const effects = checkEffects(model, context);
  return [
    ...machines.problems,
    ...effects.problems,
    ...checkTimers(machines.known, effects.checked, model, context),
    ...checkProcedures(machines.known, model),
    ...checkDone(machines.known, effects.checked, model, context),
  ];
}
