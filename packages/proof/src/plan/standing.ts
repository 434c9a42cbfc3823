// In which states rows stand of which it is not shown how they begin: in any, because they are there.
import { machinesOf } from "../interpreter/names.ts";
import { isOpenState } from "../interpreter/not-shown.ts";
import type { Value } from "../interpreter/value.ts";
import type { Program } from "../interpreter/world.ts";

export const standing = (program: Program, entity: string): readonly (readonly [field: string, state: Value])[] =>
  machinesOf(program, entity).flatMap(({ field, machine: { states } }) => {
    const [first] = states;
    return first !== undefined && states.some((state) => isOpenState(program, state)) ? [[field, first.name.id]] : [];
  });
