// Which way a transition takes from the state that a row is in, and what keeps it from going there.
import type { TransitionInput, Guard, TransitionRow } from "@writ/language/model";
import { guardHolds } from "../world/guards.ts";
import { fieldOf, machinesOf, sameName, stateOf } from "../document/names.ts";
import { isGuardGap } from "../gaps/clause-gaps.ts";
import { refuse, type Refusal } from "../document/refusal.ts";
import { scopeOf } from "../world/scope.ts";
import { isBlank } from "./stored-values.ts";
import { isList, type Value } from "../values/value.ts";
import { asItWas, valueOf, withValues, type Program, type Row, type World } from "../world/world.ts";

export const transitionRows = ({ lookup }: Program, entity: string, transition: string): readonly TransitionRow[] =>
  lookup.transitions.get(entity)?.get(transition) ?? [];

export const inputsOf = (rows: readonly TransitionRow[]): readonly TransitionInput[] => rows.flatMap((row) => row.asks);

export const inputField = (program: Program, entity: string, { field }: TransitionInput): string =>
  fieldOf(program, entity, field.id)?.name.id ?? field.id;

/** The rows of the transition that start from the present state. */
export function startingRows(program: Program, row: Row, rows: readonly TransitionRow[]): readonly TransitionRow[] {
  const at = machineOf(program, row, rows);
  const state = at?.machine.states.find((one) => one.name.id === valueOf(row, at.field));
  if (state === undefined) return [];
  return rows.filter(({ from }) => {
    if (from.kind === "states") return from.states.some((name) => sameName(name, state.name));
    return state.kind !== "end" && !from.but.some((name) => sameName(name, state.name));
  });
}

function machineOf(program: Program, row: Row, rows: readonly TransitionRow[]) {
  return machinesOf(program, row.entity).find(({ machine }) => rows.some((one) => machine.transitions.includes(one)));
}

/**
 * What is asked for comes before Only if, which may read it without a guard; the present state comes before both. It is to be
 * given each time, whatever the row holds, and to be one of the choices that are left.
 */
export function wrongInput(
  program: Program,
  row: Row,
  given: ReadonlyMap<string, Value>,
  rows: readonly TransitionRow[],
): readonly Refusal[] {
  if (startingRows(program, row, rows).length === 0) return [];
  return inputsOf(rows).flatMap((asked) => {
    const field = inputField(program, row.entity, asked);
    const value = given.get(field) ?? null;
    const isMissing = asked.required && isNothing(value);
    const isLeft =
      value === null ||
      asked.choices === undefined ||
      (isList(value) ? value : [value]).every((one) => asked.choices?.some(({ id }) => id === one) === true);
    const refusal = (code: string) => refuse(code, rows[0]?.address ?? "4", field);
    return [...(isMissing ? [refusal("REQUIRED")] : []), ...(isLeft ? [] : [refusal("INVALID")])];
  });
}

const isNothing = (value: Value): boolean => value === null || isBlank(value) || (isList(value) && value.length === 0);

export type Kept = { readonly kept: readonly Refusal[] };

/**
 * The row in its new state, or what keeps it from there. Rows that lead to one state are guards that must all hold;
 * rows that lead elsewhere are alternatives, of which the first whose guards hold is taken.
 */
export function afterTransition(world: World, row: Row, rows: readonly TransitionRow[]): Row | Kept {
  const { program } = world;
  const at = machineOf(program, row, rows);
  const open = startingRows(program, row, rows);
  const [first] = open;
  if (at === undefined || first === undefined) return { kept: [refuse("CONFLICT", rows[0]?.address ?? "4")] };
  const target = (one: TransitionRow) => (one.to === "same" ? "same" : (stateOf(at.machine, one.to)?.name.id ?? ""));
  const scope = scopeOf(world, null, { [row.entity]: asItWas(row) });
  // An unknown guard has rejected it already, before its alternatives are evaluated.
  const isKnown = (one: TransitionRow): one is TransitionRow & { readonly onlyIf: Guard } =>
    one.onlyIf !== undefined && !isGuardGap(program, one.onlyIf);
  let kept: readonly Refusal[] = [];
  for (const to of new Set(open.map(target))) {
    const failed = open.filter((one) => target(one) === to && isKnown(one) && !guardHolds(program, one.onlyIf, scope));
    if (failed.length === 0) return to === "same" ? row : withValues(row, [[at.field, to]]);
    kept = failed.map((one) =>
      one.notShown.includes("Otherwise")
        ? refuse("NOT_SHOWN", `${one.address}/Otherwise`)
        : refuse(one.otherwise?.label ?? "CONFLICT", one.address),
    );
  }
  return { kept };
}
