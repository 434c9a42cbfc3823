// What each section says must, and must not, be possible, in the order of the document.
import type { Compiled } from "../compile.ts";
import { rangesIn } from "../expression/analysis/range.ts";
import type { Expression } from "../expression/tree.ts";
import type { Lookup } from "../names/lookup.ts";
import type { Model } from "../model/model.ts";
import type { Scenario } from "../scenario/scenario.ts";
import { isWithin, readersIn } from "../scenario/readers.ts";
import { callScenarios } from "../sections/calls/scenarios.ts";
import { limitScenarios } from "../sections/constants/scenarios.ts";
import { signInScenarios } from "../sections/constants/scenarios.ts";
import { entityScenarios } from "../sections/entities/scenarios.ts";
import { errorScenarios } from "../sections/errors/scenarios.ts";
import { roleScenarios } from "../sections/permissions/scenarios.ts";
import { permissionScenarios } from "../sections/permissions/scenarios.ts";
import { ruleScenarios } from "../sections/rules/scenarios.ts";
import { setValueScenarios } from "../sections/states/scenarios.ts";
import { stateScenarios } from "../sections/states/scenarios.ts";

export function scenariosOf({ model, lookup, checked }: Compiled): readonly Scenario[] {
  const rangeOf = rangesIn(lookup, checked);
  const mayBeEmpty = (expression: Expression) => checked.get(expression)?.typed?.type.empty === true;
  const readers = readersIn(model, [...checked.keys()]);
  const constants = model.constants.constants.map(({ address, name }) => ({ address, spoken: readers(name.id) }));
  const all = [
    entityScenarios,
    (of: Model, known: Lookup) => setValueScenarios(of, known, { rangeOf, mayBeEmpty }),
    (of: Model, known: Lookup) => stateScenarios(of, known, { rangeOf, mayBeEmpty }),
    ruleScenarios,
    roleScenarios,
    permissionScenarios,
    callScenarios,
    errorScenarios,
    signInScenarios,
    limitScenarios,
  ].flatMap((derive) => derive(model, lookup));
  return all.map((scenario) => {
    const spoken = constants.filter((one) => one.spoken.some((by) => isWithin(scenario.clause, by)));
    const shows = [...(scenario.shows ?? []), ...spoken.map(({ address }) => address)];
    return shows.length === 0 ? scenario : { ...scenario, shows };
  });
}

/** Whether it is tried of the clauses whose addresses begin like that. */
export const isOf = ({ address, shows = [] }: Pick<Scenario, "address" | "shows">, beginning: string): boolean =>
  [address, ...shows].some((one) => one.startsWith(beginning));
