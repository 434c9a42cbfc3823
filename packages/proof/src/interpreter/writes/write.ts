// The steps of a transaction: a row is created, changed, deleted or moves to another state, and what follows from it.
import { filledRow, renumbered } from "./defaults.ts";
import { entityOf, fieldsOf, targetOf } from "../document/names.ts";
import { withLeadingSets } from "./leading-sets.ts";
import { gapOfTransition } from "../gaps/clause-gaps.ts";
import { refuse, type Refusal } from "../document/refusal.ts";
import { refusalOfValue } from "./stored-values.ts";
import { afterTransition, transitionRows, wrongInput } from "./transitions.ts";
import { brokenUniques } from "../rules/unique.ts";
import { equal, isList, isRow, momentOf, orNothing, type Value } from "../values/value.ts";
import { isRefused, noteWritten, type Event, type Work } from "../world/work.ts";
import {
  asValue,
  findRow,
  personOf,
  rowsOf,
  valueOf,
  withoutRow,
  withRow,
  withValues,
  type Row,
} from "../world/world.ts";

export type By = "client" | "system";

/** `given` holds the values that were given, and nothing else. */
export function createRow(work: Work, given: Row, by: By): void {
  const filled = filledRow(work.world, work.me, given);
  if (by === "system" && !isStorable(work, filled.row, undefined)) return;
  work.world = filled.world;
  put(work, filled.row, undefined, [{ kind: "create" }]);
}

export function setValues(work: Work, row: Row, values: ReadonlyMap<string, Value>): void {
  const next = withValues(row, values);
  if (isStorable(work, next, row)) put(work, touched(work, next), row, []);
}

/** What a client writes to a row; its values have been looked at. */
export function updateRow(work: Work, row: Row, values: ReadonlyMap<string, Value>): void {
  put(work, touched(work, withValues(row, values)), row, [{ kind: "update" }]);
}

const touched = (work: Work, row: Row): Row =>
  withValues(row, [
    ["updated_at", momentOf(work.world.now)],
    ["updated_by", personOf(work.me)],
  ]);

export function doTransition(
  work: Work,
  row: Row,
  transition: string,
  values: ReadonlyMap<string, Value>,
  by: By,
): void {
  const { program } = work.world;
  const rows = transitionRows(program, row.entity, transition);
  const asking = withValues(row, values);
  const open = gapOfTransition(program, rows);
  if (open !== undefined) work.refusals.push(refuse("NOT_SHOWN", open));
  if (isRefused(work)) return;
  work.refusals.push(...wrongInput(program, row, values, rows));
  if (isRefused(work)) return;
  const next = afterTransition(work.world, asking, rows);
  if ("kept" in next) {
    work.refusals.push(...next.kept);
    return;
  }
  if (isRefused(work) || (by === "system" && !isStorable(work, next, row))) return;
  const set = withLeadingSets(work, next, transition);
  if (!isStorable(work, set.row, next)) return;
  put(work, touched(work, set.row), row, [{ kind: "transition", transition, done: set.done }], transition);
}

/** Types and Required bind the system too. */
function isStorable(work: Work, row: Row, old: Row | undefined): boolean {
  for (const field of fieldsOf(work.world.program, row.entity)) {
    const value = valueOf(row, field.name.id);
    if (old !== undefined && equal(value, valueOf(old, field.name.id))) continue;
    const wrong = refusalOfValue(work.world.program, row.entity, field, value);
    if (wrong !== undefined) work.refusals.push(wrong);
  }
  return !isRefused(work);
}

function put(work: Work, given: Row, old: Row | undefined, events: readonly Event[], cause = "update"): void {
  const { world, row } = old === undefined ? { world: work.world, row: given } : renumbered(work.world, given, old);
  work.world = withRow(world, row);
  noteWritten(work, row, old && { old, cause });
  work.refusals.push(...brokenUniques(work.world, row));
  if (isRefused(work)) return;
  const changes = old === undefined ? [] : changedFields(row, old);
  work.follow(work, row, old, [...events, ...changes.map((field): Event => ({ kind: "change", field }))]);
}

function changedFields(row: Row, old: Row): readonly string[] {
  const names = new Set([...row.values.keys(), ...old.values.keys()]);
  return [...names].filter(
    (name) => !name.startsWith("updated_") && !equal(orNothing(valueOf(row, name)), orNothing(valueOf(old, name))),
  );
}

/** What belongs to the row goes with it; what refers to it is cleared, or is asked about at the end. */
export function deleteRow(work: Work, row: Row): void {
  for (const one of removeTree(work, row)) work.follow(work, one, one, [{ kind: "delete" }]);
}

/** What keeps a row from going: whatever still refers to it when everything else has been done. */
export function stillUsed(work: Work): readonly Refusal[] {
  const gone = [...work.written.values()].filter(({ entity, id }) => findRow(work.world, entity, id) === undefined);
  return blockingFields(work)
    .filter(({ entity, field }) =>
      rowsOf(work.world, entity).some((one) => {
        const value = valueOf(one, field);
        return isRow(value) && gone.some((each) => each.entity === value.entity && each.id === value.id);
      }),
    )
    .map(({ clause }) => refuse("STILL_USED", clause));
}

/** The row with all that belongs to it, the innermost first; references that are cleared on delete are. */
function removeTree(work: Work, row: Row): readonly Row[] {
  const { program } = work.world;
  if (findRow(work.world, row.entity, row.id) === undefined) return [];
  const left = withoutRow(work.world, row);
  // Roles that were given in it end with it.
  work.world = { ...left, assigned: left.assigned.filter(({ within }) => within !== row.id) };
  noteWritten(work, row);
  const gone: Row[] = [];
  for (const entity of program.lookup.entities.keys()) {
    for (const { name, type } of fieldsOf(program, entity)) {
      const leadsHere = targetOf(program, type) === row.entity;
      const isPaired = type?.kind === "several" && entityOf(program, type.entity) === row.entity;
      for (const other of rowsOf(work.world, entity)) {
        const value = valueOf(other, name.id);
        if (isPaired && isList(value) && value.some((one) => isRow(one) && one.id === row.id)) {
          const others = value.filter((one) => !(isRow(one) && one.id === row.id));
          work.world = withRow(work.world, withValues(other, [[name.id, others]]));
        }
        if (!leadsHere || !equal(value, asValue(row))) continue;
        if (type?.kind === "belongs to") gone.push(...removeTree(work, other));
        else if (type?.kind === "reference" && type.onDelete === "cleared") clearReference(work, other, name.id);
      }
    }
  }
  return [...gone, row];
}

/** No one writes the row by that: it is not the one that changed it last. */
export const clearReference = (work: Work, row: Row, field: string): void =>
  put(work, withValues(row, [[field, null]]), row, []);

function blockingFields(work: Work) {
  const { program } = work.world;
  return [...program.lookup.entities.keys()].flatMap((entity) =>
    fieldsOf(program, entity).flatMap(({ name, type, address }) =>
      type?.kind === "reference" && type.onDelete === "blocked" ? [{ entity, field: name.id, clause: address }] : [],
    ),
  );
}
