// In which states rows stand of which it is not shown how they begin: in any, because they are there.
import { machinesOf } from "../../interpreter/document/names.ts";
import { isStateGap } from "../../interpreter/gaps/clause-gaps.ts";
import type { Value } from "../../interpreter/values/value.ts";
import type { Program } from "../../interpreter/world/world.ts";

export const statesWithoutStart = (
  program: Program,
  entity: string,
): readonly (readonly [field: string, state: Value])[] =>
  machinesOf(program, entity).flatMap(({ field, machine: { states } }) => {
    const [first] = states;
    return first !== undefined && states.some((state) => isStateGap(state)) ? [[field, first.name.id]] : [];
  });
