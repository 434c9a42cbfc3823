// What must fit together in section 6: roles that a user can have, conditions that hold, a matrix without holes.
import type { CheckContext } from "../../model/check-context.ts";
import type { Model } from "../../model/model.ts";
import type { Problem } from "../../problem.ts";
import { checkConditions } from "./check-conditions.ts";
import { checkMatrix } from "./check-matrix.ts";
import { checkRoles } from "./check-roles.ts";

export function check(model: Model, context: CheckContext): readonly Problem[] {
  return [
    ...checkRoles(model, context),
    ...checkConditions(model, context),
    ...(model.permissions.status.kind === "shown" ? checkMatrix(model, context) : []),
  ];
}
