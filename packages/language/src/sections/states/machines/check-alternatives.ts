// Which rows of a transition are ever taken, and which of them must have an error because nothing comes after them.
import type { CheckedExpression } from "../../../expression/check.ts";
import type { Problem } from "../../../problem.ts";
import type { State, TransitionRow } from "../model.ts";
import { findState, statesFrom, transitionName, type KnownMachine } from "./known-machine.ts";
import { neverTaken, noError } from "./problems.ts";

export type GuardedRow = { readonly row: TransitionRow; readonly condition: CheckedExpression | undefined };

/** The rows with one To that may be taken in one state: guards that must all hold. */
type Alternative = { readonly to: string; readonly rows: GuardedRow[] };

/** A machine with more pairs of rows and states was not written by hand. */
const mostPairs = 1_000_000;

export function checkAlternatives(known: KnownMachine, rows: readonly GuardedRow[]): readonly Problem[] {
  const problems = rows.flatMap(({ row, condition }) =>
    condition?.always === false ? [neverTaken.at(placeOf(row), transitionName(known, row), "never", undefined)] : [],
  );
  if (known.machine.transitions.length * known.machine.states.length > mostPairs) return problems;
  const { behind, last } = walk(known, rows);
  for (const { row } of rows) {
    const first = behind.get(row);
    if (first) {
      problems.push(neverTaken.at(placeOf(row), transitionName(known, row), "behind", first.span));
      continue;
    }
    // Timers and effects report to no user; and where a later alternative takes over, there is nothing to report.
    const isAsked = row.onlyIf !== undefined && row.on?.kind === "button" && !row.notShown.includes("Otherwise");
    if (isAsked && row.otherwise === undefined && last.has(row)) {
      const span = row.onlyIf.kind === "condition" ? row.onlyIf.name.span : row.onlyIf.expression.text;
      problems.push(
        noError.at({ span: { start: span.start, end: span.end }, address: row.address }, transitionName(known, row)),
      );
    }
  }
  return problems;
}

const placeOf = (row: TransitionRow) => ({ span: row.name.span, address: row.address });

/** `behind`: rows that stand, in every state, below one that is always taken. `last`: rows of some last alternative. */
function walk(known: KnownMachine, rows: readonly GuardedRow[]) {
  const byState = new Map<State, Alternative[]>();
  const last = new Set<TransitionRow>();
  for (const guarded of rows) {
    const states = statesFrom(known, guarded.row.from);
    // Where From is wrong or not shown, every alternative may be the last.
    if (states.length === 0) last.add(guarded.row);
    for (const state of states) join(byState, state, targetOf(known, guarded.row, state), guarded);
  }
  const behind = new Map<TransitionRow, TransitionRow>();
  const taken = new Set<TransitionRow>();
  for (const alternatives of byState.values()) {
    const sure = alternatives.findIndex((one) => one.rows.every(alwaysHolds));
    alternatives.forEach((one, index) => {
      for (const { row } of one.rows) {
        if (index === alternatives.length - 1) last.add(row);
        const above = sure >= 0 && sure < index ? alternatives[sure]?.rows[0]?.row : undefined;
        if (above) behind.set(row, above);
        else taken.add(row);
      }
    });
  }
  for (const row of taken) behind.delete(row);
  return { behind, last };
}

function join(byState: Map<State, Alternative[]>, state: State, to: string, guarded: GuardedRow): void {
  const alternatives = byState.get(state) ?? [];
  byState.set(state, alternatives);
  const one = alternatives.find((other) => other.to === to);
  if (one) one.rows.push(guarded);
  else alternatives.push({ to, rows: [guarded] });
}

function targetOf(known: KnownMachine, row: TransitionRow, from: State): string {
  if (row.to === "same") return from.name.id;
  return findState(known, row.to)?.name.id ?? row.to.label;
}

function alwaysHolds({ row, condition }: GuardedRow): boolean {
  return (row.onlyIf === undefined && !row.notShown.includes("Only if")) || condition?.always === true;
}
