// What must be locked while a transition, or the choice of a first state, reads other rows: what its conditions and
// values read, as for rules.
import type { Typed } from "../../../expression/typed.ts";
import { findReads } from "../../../plan/writing/find-reads.ts";
import type { Design, ReadPart } from "../../../plan/design.ts";
import { typedOf } from "../../../plan/json.ts";
import { lockPlace, printPlace } from "../../../plan/layout.ts";
import { guardExpression } from "../../../model/guard-expression.ts";
import { leadingSets, type DatabaseEffect } from "./effect-rows.ts";
import type { StateMachine, Transition } from "./machines.ts";

/**
 * Two users who collect the same item each read it before the other one has written: so the other rows that a condition
 * reads are locked before it is evaluated, and by their writers too. So is what is set along with the step.
 */
export const stepReads = (
  transition: Transition,
  effects: readonly DatabaseEffect[],
  design: Design,
): readonly ReadPart[] =>
  readOf(transition, effects, design).map((reads) => ({
    entity: transition.machine.entity,
    reads,
    address: transition.address,
  }));

/** Nothing where all of it is about the row itself, which is locked already. */
export function stepLock(
  transition: Transition,
  effects: readonly DatabaseEffect[],
  design: Design,
): readonly string[] {
  const { entity } = transition.machine;
  const isLocked = readOf(transition, effects, design).some((typed) => findReads(typed, entity, design).length > 0);
  return isLocked ? [`PERFORM ${printPlace(lockPlace(entity))}(ARRAY[given]);`] : [];
}

/** Of a new row, whose first state is chosen before it is there. */
export const startReads = (machine: StateMachine, design: Design): readonly ReadPart[] => {
  const { entity, address } = machine;
  const reads = startsOf(machine, design).flatMap((typed) => findReads(typed, entity, design));
  return reads.length === 0 ? [] : [{ entity, reads, address }];
};

export const startLock = (machine: StateMachine, design: Design): string =>
  startReads(machine, design).length === 0
    ? ""
    : `IF NEW.${machine.column} IS NULL THEN PERFORM ${printPlace(lockPlace(machine.entity))}(ARRAY[NEW]); END IF; `;

const startsOf = ({ known }: StateMachine, design: Design): readonly Typed[] =>
  known.machine.states.flatMap(({ startIf }) => {
    const expression = guardExpression(startIf, design.compiled.lookup);
    return (expression && typedOf(expression, design)) ?? [];
  });

function readOf(transition: Transition, effects: readonly DatabaseEffect[], design: Design): readonly Typed[] {
  const { lookup } = design.compiled;
  const sets = leadingSets(transition, effects, design);
  const guards = [...transition.rows.map(({ onlyIf }) => onlyIf), ...sets.map(({ effect }) => effect.if)];
  const expressions = [
    ...guards.flatMap((guard) => guardExpression(guard, lookup) ?? []),
    ...sets.flatMap(({ action }) => action.values.map(({ value }) => value)),
  ];
  return expressions.flatMap((expression) => typedOf(expression, design) ?? []);
}
