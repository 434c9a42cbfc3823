// What each section says must, and must not, be possible, in the order of the document.
import type { Lookup } from "../model/lookup.ts";
import type { Model } from "../model/model.ts";
import type { Scenario } from "./scenario.ts";
import { limitScenarios } from "../sections/constants/scenarios.ts";
import { entityScenarios } from "../sections/entities/scenarios.ts";
import { errorScenarios } from "../sections/errors/scenarios.ts";
import { roleScenarios } from "../sections/permissions/role-scenarios.ts";
import { permissionScenarios } from "../sections/permissions/scenarios.ts";
import { ruleScenarios } from "../sections/rules/scenarios.ts";
import { stateScenarios } from "../sections/states/scenarios.ts";

export function scenariosOf(model: Model, lookup: Lookup): readonly Scenario[] {
  return [
    entityScenarios,
    stateScenarios,
    ruleScenarios,
    roleScenarios,
    permissionScenarios,
    errorScenarios,
    limitScenarios,
  ].flatMap((derive) => derive(model, lookup));
}
