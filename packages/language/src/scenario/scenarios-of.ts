// What each section says must, and must not, be possible, in the order of the document.
import type { Compiled } from "../compile.ts";
import { rangesIn } from "../expression/range.ts";
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

export function scenariosOf({ model, lookup, checked }: Compiled): readonly Scenario[] {
  const rangeOf = rangesIn(lookup, checked);
  return [
    entityScenarios,
    (of: Model, known: Lookup) => stateScenarios(of, known, rangeOf),
    ruleScenarios,
    roleScenarios,
    permissionScenarios,
    errorScenarios,
    limitScenarios,
  ].flatMap((derive) => derive(model, lookup));
}
