// What must fit together in section 3, room by room.
import type { CheckContext } from "../../model/check-context.ts";
import type { Model } from "../../model/model.ts";
import type { Problem } from "../../problem.ts";
import { checkCircles } from "./check-circles.ts";
import { checkDefaults } from "./check-defaults.ts";
import { checkNames } from "./check-names.ts";
import { checkProperties } from "./check-properties.ts";
import { checkRowSets } from "./rows/check-row-sets.ts";
import { checkStateFields } from "./check-state-fields.ts";
import { checkTypes } from "./check-types.ts";
import { checkUnset } from "./check-unset.ts";

export function check(model: Model, context: CheckContext): readonly Problem[] {
  return [
    ...checkNames(model.entities),
    ...checkTypes(model, context),
    ...checkProperties(model, context),
    ...checkDefaults(model, context),
    ...checkUnset(model),
    ...checkStateFields(model, context),
    ...checkCircles(model, context),
    ...checkRowSets(model, context),
  ];
}
