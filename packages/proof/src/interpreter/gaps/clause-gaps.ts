// What of a clause is not shown, or reads what is not: whatever would need it is refused with NOT_SHOWN at its address.
import type { Effect, Field, Grant, Guard, Right, State, TransitionRow } from "@writ/language/model";
import { machinesOf } from "../document/names.ts";
import type { Program } from "../world/world.ts";

type Clause = { readonly address: string; readonly notShown: readonly string[] };

/** By entity, role, rule, limit, effect, row of a transition and cell of the matrix: the address of what is not shown of it. */
export function gapsOfClauses({ model }: Pick<Program, "model">): ReadonlyMap<object, string> {
  const { entities, rules, constants, states, permissions } = model;
  const cells = permissions.rights.flatMap((right) => right.cells);
  const all: readonly (readonly [Clause, string | undefined])[] = [
    ...entities.entities.map((entity) => [entity, gapIn(entity, "Unique together")] as const),
    ...permissions.roles.map((role) => [role, gapIn(role, "Given by", "Within") && role.address] as const),
    ...rules.rules.map((rule) => [rule, gapIn(rule, "On", "When", "Must hold")] as const),
    ...constants.limits.map((limit) => [limit, gapIn(limit, "Value", "Counts", "When")] as const),
    ...states.effects.map((effect) => [effect, gapIn(effect, "If", "On", "Do", "With")] as const),
    // Everything but its name and its error decides what a transition does.
    ...states.machines.flatMap(({ transitions }) =>
      transitions.map((row) => [row, gapIn(row, "From", "To", "On", "Only if", "Asks for")] as const),
    ),
    ...cells.map((cell) => [cell, cell.grant === undefined ? cell.address : undefined] as const),
  ];
  return new Map(all.flatMap(([clause, address]) => (address === undefined ? [] : [[clause, address] as const])));
}

/** The address of the first of these columns that is not shown. */
function gapIn({ address, notShown }: Clause, ...columns: readonly string[]): string | undefined {
  const column = columns.find((one) => notShown.includes(one));
  return column === undefined ? undefined : `${address}/${column}`;
}

export const gapOfTransition = ({ clauseGaps }: Program, rows: readonly TransitionRow[]): string | undefined =>
  clauseGaps.size === 0 ? undefined : rows.map((row) => clauseGaps.get(row)).find((address) => address !== undefined);

/** What a cell says; nothing where it is not shown. */
export const shownGrant = ({ clauseGaps }: Program, cell: Right["cells"][number]): Grant | undefined =>
  clauseGaps.has(cell) ? undefined : cell.grant;

export const isGuardGap = ({ lookup, expressionGaps }: Program, guard: Guard | undefined): boolean =>
  guard?.kind === "condition"
    ? lookup.conditions.get(guard.name.id)?.holds === undefined
    : guard !== undefined && expressionGaps.has(guard.expression);

/** Whether it is not shown what sets an effect off: then nothing does. */
export const isCauseGap = ({ notShown }: Effect): boolean => notShown.includes("After");

/** The system sets these at creation. */
const drawn = ["state", "sequence number", "random code"];

/** Whether a field would have a default, if only it were shown. */
export const isDefaultGap = ({ type, notShown }: Field): boolean =>
  notShown.includes("Default") && !drawn.includes(type?.kind ?? "");

/** Whether it is unknown if rows begin in a state. */
export const isStateGap = ({ notShown }: State): boolean => notShown.includes("Kind");

/** Of a row that begins in no state: the address of what may be its start. */
export const gapOfStart = (program: Program, entity: string, name: string): string | undefined =>
  machinesOf(program, entity)
    .filter(({ field }) => field === name)
    .flatMap(({ machine }) => machine.states)
    .filter(isStateGap)
    .map(({ address }) => `${address}/Kind`)[0];
