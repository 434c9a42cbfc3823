// A machine whose entity is known, with its states and transitions by name; what the checks of machines work on.
import type { EntitySchema } from "../../../expression/schema.ts";
import { identifierOf, type Reference } from "../../../text/name.ts";
import type { From, Machine, State, TransitionRow } from "../model.ts";

export type KnownMachine = {
  readonly machine: Machine;
  readonly entity: EntitySchema;
  /** By identifier and by label; the first of each name. */
  readonly states: ReadonlyMap<string, State>;
  /** The rows of each transition, in the order of the document. */
  readonly transitions: readonly (readonly [TransitionRow, ...TransitionRow[]])[];
};

export function knowMachine(machine: Machine, entity: EntitySchema): KnownMachine {
  const states = new Map<string, State>();
  for (const state of [...machine.states].reverse()) {
    for (const key of [state.name.label, identifierOf(state.name.label), state.name.id])
      if (key !== "") states.set(key, state);
  }
  const transitions = new Map<string, [TransitionRow, ...TransitionRow[]]>();
  for (const row of machine.transitions) {
    const rows = transitions.get(row.name.id || row.name.label);
    if (rows) rows.push(row);
    else transitions.set(row.name.id || row.name.label, [row]);
  }
  return { machine, entity, states, transitions: [...transitions.values()] };
}

export function findState(known: KnownMachine, reference: Reference): State | undefined {
  return known.states.get(reference.id) ?? known.states.get(reference.label);
}

/** Every state that a row's From names; `any` leaves out what is over. */
export function statesFrom(known: KnownMachine, from: From): readonly State[] {
  if (from.kind === "states") return from.states.flatMap((reference) => findState(known, reference) ?? []);
  const but = new Set(from.but.map((reference) => findState(known, reference)));
  return known.machine.states.filter((state) => state.kind !== "end" && !but.has(state));
}

/** `Ticket/Solve`, as messages name a transition. */
export const transitionName = (known: KnownMachine, row: TransitionRow): string =>
  `${known.entity.label}/${row.name.label}`;
