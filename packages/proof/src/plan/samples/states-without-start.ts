// In which states rows stand of which it is not shown how they begin: in any, because they are there.
import { machinesOf } from "../../interpreter/document/names.ts";
import { isOpenState } from "../../interpreter/gaps/not-shown.ts";
import type { Value } from "../../interpreter/values/value.ts";
import type { Program } from "../../interpreter/world/world.ts";

export const standing = (program: Program, entity: string): readonly (readonly [field: string, state: Value])[] =>
  machinesOf(program, entity).flatMap(({ field, machine: { states } }) => {
    const [first] = states;
    return first !== undefined && states.some((state) => isOpenState(program, state)) ? [[field, first.name.id]] : [];
  });
