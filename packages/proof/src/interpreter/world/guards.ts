// Whether a condition holds that stands as an expression, or by the name that section 6 gives it.
import type { Guard } from "@writ/language/model";
import { holds, type Scope } from "./scope.ts";
import type { Program } from "./world.ts";

export function guardHolds(program: Program, guard: Guard, scope: Scope): boolean {
  if (guard.kind === "expression") return holds(guard.expression, scope);
  return holds(program.lookup.conditions.get(guard.name.id)?.holds, scope);
}
