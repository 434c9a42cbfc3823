// What must stand still while a transition looks at other rows.
import type { Design, ReadPart } from "../../../plan/design.ts";
import { printPlace } from "../../../plan/layout.ts";
import { lockPlace } from "../../../plan/locking.ts";
import { guardExpression, typedOf } from "./expressions.ts";
import type { Transition } from "./machines.ts";

/**
 * Two people who collect the same item each look at it before the other one has. What a condition reads of other rows
 * is locked by whoever writes them as by whoever looks, in the one order of `plan/locks.ts`.
 */
export function guardLocks({ machine, rows }: Transition): readonly string[] {
  if (rows.every(({ onlyIf }) => onlyIf === undefined)) return [];
  return [`PERFORM ${printPlace(lockPlace(machine.entity))}(ARRAY[given]);`];
}

export function guardReads({ machine, rows }: Transition, design: Design): readonly ReadPart[] {
  return rows.flatMap(({ onlyIf, address }) => {
    const expression = onlyIf && guardExpression(onlyIf, design);
    const reads = expression && typedOf(expression, design);
    return reads === undefined ? [] : [{ entity: machine.entity, reads, address }];
  });
}
