// What must fit together in section 9, room by room.
import type { CheckContext } from "../../model/check-context.ts";
import type { Model } from "../../model/model.ts";
import type { Problem } from "../../problem.ts";
import { checkLimits } from "./check-limits.ts";
import { checkNames } from "./check-names.ts";
import { checkSettings } from "./check-settings.ts";
import { checkUnused } from "./check-unused.ts";
import { checkWords } from "./check-words.ts";

export function check(model: Model, context: CheckContext): readonly Problem[] {
  return [
    ...checkSettings(model),
    ...checkNames(model, context),
    ...checkLimits(model, context),
    ...checkWords(model),
    ...checkUnused(model, context),
  ];
}
