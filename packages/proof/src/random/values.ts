// Random values of a field: mostly such as it may hold, near the edges that conditions ask about.
import type { Field } from "@writ/language/model";
import { trialOf } from "../field-types/trials.ts";
import { meaningOf } from "../interpreter/field-types/meanings.ts";
import { wrongValue } from "../interpreter/writes/stored-values.ts";
import type { Value } from "../interpreter/values/value.ts";
import type { World } from "../interpreter/world/world.ts";
import type { Draw } from "./draw.ts";

/** `isLoose`: also values that the type refuses. */
export function randomValue(draw: Draw, world: World, field: Field, isLoose = false): Value {
  const { type } = field;
  if (type === undefined) return null;
  const required = field.required === "yes" || type.kind === "belongs to" || meaningOf(type).nothing === false;
  if ((!required || (isLoose && draw.once(8))) && draw.once(3)) return null;
  const trial = trialOf(type);
  if (isLoose && draw.once(6)) return (trial.wrong ?? trial.random)(draw, type, world);
  for (let tried = 0; tried < 20; tried++) {
    const value = trial.random(draw, type, world);
    if (value === null || wrongValue(world.program, field, value) === undefined) return value;
  }
  return null;
}
