// Section 4 in the database: transitions as functions, effects in their order, and what time brings.
import type { Contribute } from "../../plan/design.ts";
import { effectFunction, effectPart } from "./database/effects.ts";
import { effectsOf, leadingSets } from "./database/effect-rows.ts";
import { consequencesOf, effectReads } from "./database/effect-reads.ts";
import { stepReads } from "./database/guard-locks.ts";
import { machinesOf, transitionsOf } from "./database/machines.ts";
import { stateFields } from "./database/state-fields.ts";
import { timersOf } from "./database/timers.ts";
import { visibleRowFunction, transitionObjects } from "./database/transitions.ts";

export { machinesOf, sinceColumn, targetOf, transitionsOf, type StateMachine } from "./database/machines.ts";
export { statesFrom } from "./machines/known-machine.ts";

export const contribute: Contribute = (design) => {
  const machines = machinesOf(design);
  const transitions = machines.flatMap((machine) => transitionsOf(machine, design));
  const effects = effectsOf(design);
  const taken = new Set(
    transitions.flatMap((transition) => leadingSets(transition, effects, design).map(({ effect }) => effect)),
  );
  const left = effects.filter(({ effect }) => !taken.has(effect));
  const fields = stateFields(machines, design);
  const timers = timersOf(transitions, effects, design);
  return {
    objects: [
      ...fields.objects,
      ...transitions.flatMap((transition) => transitionObjects(transition, effects, design)),
      ...[...new Map(machines.map((machine) => [machine.entity, machine])).values()]
        .filter(({ entity }) => design.layout.masked.has(entity))
        .map(({ entity, address }) => visibleRowFunction(entity, address)),
      ...left.map((one) => effectFunction(one, design)),
      ...timers.objects,
    ],
    columns: fields.columns ?? [],
    guards: fields.guards ?? [],
    reads: [
      ...(fields.reads ?? []),
      ...transitions.flatMap((transition) => stepReads(transition, effects, design)),
      ...left.flatMap((one) => effectReads(one, design)),
      ...(timers.reads ?? []),
    ],
    consequences: effects.flatMap(consequencesOf),
    effects: [...left.flatMap((one) => effectPart(one) ?? []), ...(timers.effects ?? [])],
  };
};
