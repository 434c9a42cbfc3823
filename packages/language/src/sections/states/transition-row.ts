// What the scenarios of section 4 ask of a transition's row: where its states stand, from which it starts, when it is due.
import type { Expression } from "../../expression/tree.ts";
import type { Lookup } from "../../names/lookup.ts";
import type { Reference } from "../../text/name.ts";
import type { Machine, State, TransitionRow } from "./model.ts";

/** The field that holds the states. */
export function fieldOf(machine: Machine, entity: string, lookup: Lookup): string {
  const fields = [...(lookup.fields.get(entity)?.values() ?? [])];
  const named = machine.field && lookup.fields.get(entity)?.get(machine.field.id);
  return (named ?? fields.find(({ type }) => type?.kind === "state"))?.name.id ?? "";
}

export function startsFrom({ from }: TransitionRow, state: State): boolean {
  if (from.kind === "states") return from.states.some((name) => isNamed(name, state));
  return state.kind !== "end" && !from.but.some((name) => isNamed(name, state));
}

const isNamed = (name: Reference, state: State): boolean =>
  name.id === state.name.id || name.label === state.name.label;

/** A moment that the row itself names; none where it is counted from when its state began. */
export const momentOf = ({ on }: TransitionRow): Expression | undefined =>
  on?.kind === "at" ? on.expression : undefined;
