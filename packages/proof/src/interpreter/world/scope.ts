// What names mean at one place of the document: the clause's rows, who asks, and the world around them.
import type { Expression } from "@writ/language/model";
import type { Value } from "../values/value.ts";
import { personOf, type Caller, type Row, type World } from "./world.ts";

export type Scope = {
  readonly world: World;
  readonly me: Value;
  /** The clause's row under its entity's identifier, `old`, `my_membership`, and the items of lists. */
  readonly names: ReadonlyMap<string, Value>;
  /** Where it is worked out as a user sees it: whether they see a field of a row. Otherwise everything is read. */
  readonly isSeen?: (row: Row, field: string) => boolean;
};

export function scopeOf(world: World, me: Caller, names: Readonly<Record<string, Value>> = {}): Scope {
  return { world, me: personOf(me), names: new Map(Object.entries(names)) };
}

export const withName = (scope: Scope, name: string, value: Value): Scope => ({
  ...scope,
  names: new Map(scope.names).set(name, value),
});

/** Whether a condition holds; what is unknown does not. */
export const holds = (expression: Expression | undefined, scope: Scope): boolean =>
  expression?.tree !== undefined && scope.world.program.evaluate(expression.tree, scope) === true;
