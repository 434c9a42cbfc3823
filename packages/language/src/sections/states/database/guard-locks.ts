// What must stand still while a transition looks at other rows: what its conditions read, as rules do.
import type { Typed } from "../../../expression/typed.ts";
import { findReads } from "../../../plan/find-reads.ts";
import type { Design, ReadPart } from "../../../plan/design.ts";
import { typedOf } from "../../../plan/json.ts";
import { lockPlace, printPlace } from "../../../plan/layout.ts";
import { guardExpression } from "../../../model/guard-expression.ts";
import type { Transition } from "./machines.ts";

/**
 * Two people who collect the same item each look at it before the other one has: so what a condition reads of other
 * rows is locked before it is looked at, by whoever writes it too.
 */
export const guardReads = (transition: Transition, design: Design): readonly ReadPart[] =>
  guardsOf(transition, design).map((reads) => ({
    entity: transition.machine.entity,
    reads,
    address: transition.address,
  }));

/** Nothing where all conditions are about the row itself, which is locked already. */
export function guardLock(transition: Transition, design: Design): readonly string[] {
  const { entity } = transition.machine;
  const isLocked = guardsOf(transition, design).some((typed) => findReads(typed, entity, design).length > 0);
  return isLocked ? [`PERFORM ${printPlace(lockPlace(entity))}(ARRAY[given]);`] : [];
}

const guardsOf = ({ rows }: Transition, design: Design): readonly Typed[] =>
  rows.flatMap(({ onlyIf }) => {
    const expression = onlyIf && guardExpression(onlyIf, design.compiled.lookup);
    return (expression && typedOf(expression, design)) ?? [];
  });
