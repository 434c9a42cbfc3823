// Whether every state can be reached from a start, and left again unless it is an end.
import type { Problem } from "../../../problem.ts";
import type { State, TransitionRow } from "../model.ts";
import { findState, type KnownMachine } from "./known-machine.ts";
import { deadEnd, unreachableState } from "./problems.ts";

/** Undefined where no state has the name: the target is unknown. */
type Target = State | undefined;
type AnyRow = { readonly to: Target; readonly but: ReadonlySet<State | undefined> };

/** The ways of a machine. Rows from any are kept as such, so that many of them cost no more than they are long. */
type Ways = {
  readonly from: ReadonlyMap<State, readonly Target[]>;
  readonly any: readonly AnyRow[];
  /** Some way has an unknown target. */
  readonly isLost: boolean;
};

export function checkPaths(known: KnownMachine): readonly Problem[] {
  const { machine, entity } = known;
  const starts = machine.states.filter((state) => state.kind === "start");
  const open = (row: TransitionRow) => row.notShown.includes("From") || row.notShown.includes("To");
  // A cell that is not shown may be the very way that is missing.
  const isOpen = machine.transitions.some(open) || machine.states.some((state) => state.notShown.includes("Kind"));
  if (isOpen || starts.length === 0) return [];
  const ways = waysOf(known);
  const reached = reach(starts, ways);
  return machine.states.flatMap((state) => {
    const place = { span: state.name.span, address: state.address };
    // The second state of a name is reported as such, and no way can name it.
    if (findState(known, state.name) !== state) return [];
    if (!reached.has(state) && !ways.isLost) return [unreachableState.at(place, entity.label, state.name.label)];
    return state.kind === "end" || isLeft(state, ways) ? [] : [deadEnd.at(place, state.name.label)];
  });
}

function waysOf(known: KnownMachine): Ways {
  const from = new Map<State, Target[]>();
  let isLost = false;
  const any: AnyRow[] = [];
  for (const row of known.machine.transitions) {
    if (row.to === "same") continue;
    const to = findState(known, row.to);
    isLost ||= to === undefined;
    if (row.from.kind === "any") {
      any.push({ to, but: new Set(row.from.but.map((reference) => findState(known, reference))) });
      continue;
    }
    // A blank cell, which is reported too, may stand for any state as well.
    if (row.from.states.length === 0) any.push({ to, but: new Set() });
    for (const reference of row.from.states) {
      const state = findState(known, reference);
      // It leads on from somewhere: no state is said to be cut off because of a name that is wrong.
      if (!state) {
        any.push({ to, but: new Set() });
        continue;
      }
      const targets = from.get(state);
      if (targets) targets.push(to);
      else from.set(state, [to]);
    }
  }
  return { from, any, isLost };
}

function reach(starts: readonly State[], ways: Ways): ReadonlySet<State> {
  const reached = new Set<State>();
  const waiting: Target[] = [...starts];
  let blocked = ways.any;
  while (waiting.length > 0) {
    const state = waiting.pop();
    if (state === undefined || reached.has(state)) continue;
    reached.add(state);
    for (const to of ways.from.get(state) ?? []) waiting.push(to);
    if (state.kind === "end") continue;
    const still: AnyRow[] = [];
    for (const row of blocked) {
      if (row.but.has(state)) still.push(row);
      else waiting.push(row.to);
    }
    blocked = still;
  }
  return reached;
}

/** Whether some way out of the state leads to another one. */
function isLeft(state: State, ways: Ways): boolean {
  const leads = (to: Target) => to !== state;
  return (ways.from.get(state) ?? []).some(leads) || ways.any.some((row) => !row.but.has(state) && leads(row.to));
}
