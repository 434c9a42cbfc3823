// What a new row holds before any given values: defaults, the start state, numbers and codes of the system.
import type { Field, NumberPattern } from "@writ/language/model";
import { meaningOf } from "../field-types/meanings.ts";
import { termsOf } from "../world/constants.ts";
import { asStored } from "../world/fields.ts";
import { guardHolds } from "../world/guards.ts";
import { ownReads } from "../document/mentions.ts";
import { fieldsOf, machinesOf, referencesTo, entityOf } from "../document/names.ts";
import { isDefaultGap, isStateGap } from "../gaps/clause-gaps.ts";
import { scopeOf } from "../world/scope.ts";
import { dayText } from "../values/time.ts";
import { equal, isRow, momentOf, type Value } from "../values/value.ts";
import {
  asItWas,
  personOf,
  timeZoneOf,
  valueOf,
  withValues,
  type Caller,
  type Row,
  type World,
} from "../world/world.ts";

/** The row with everything that the system adds to what was given, and the world with its numbers drawn. */
export function filledRow(world: World, me: Caller, given: Row): { readonly world: World; readonly row: Row } {
  const { program } = world;
  const system: readonly (readonly [string, Value])[] = [
    ["created_at", momentOf(world.now)],
    ["created_by", personOf(me)],
    ["updated_at", momentOf(world.now)],
    ["updated_by", personOf(me)],
  ];
  const stored = new Map(given.values);
  for (const [name, value] of system) if (!stored.has(name)) stored.set(name, value);
  let row: Row = { ...given, values: stored };
  row = withDefaults(world, me, row);
  for (const { field, machine } of machinesOf(program, row.entity)) {
    if (row.values.has(field)) continue;
    const start = machine.states.find(
      (state) =>
        isStateGap(state) ||
        (state.kind === "start" &&
          (state.startIf === undefined ||
            guardHolds(program, state.startIf, scopeOf(world, me, { [row.entity]: asItWas(row) })))),
    );
    // Of one that may be a start no one knows whether it is the one, or any further one.
    const isFound = start !== undefined && !isStateGap(start);
    row = withValues(row, [[field, isFound ? start.name.id : null]]);
  }
  return withNumbers(world, row);
}

/** A default may read other fields of the row, so those come first. */
function withDefaults(world: World, me: Caller, given: Row): Row {
  const { program } = world;
  const waiting = new Map(
    fieldsOf(program, given.entity)
      .filter((field) => field.default !== undefined && !given.values.has(field.name.id))
      .map((field) => [field.name.id, field]),
  );
  let row = given;
  const settle = (field: Field): void => {
    waiting.delete(field.name.id);
    const tree = field.default?.kind === "expression" ? field.default.expression.tree : undefined;
    if (tree !== undefined) {
      for (const name of ownReads(program, row.entity, tree)) {
        const first = waiting.get(name);
        if (first !== undefined) settle(first);
      }
    }
    row = withValues(row, [[field.name.id, defaultValue(world, me, field, row)]]);
  };
  for (const field of fieldsOf(program, given.entity)) if (waiting.has(field.name.id)) settle(field);
  return row;
}

function defaultValue(world: World, me: Caller, field: Field, row: Row): Value {
  const { type } = field;
  if (type === undefined || field.default === undefined) return null;
  if (field.default.kind === "literal") {
    const text = field.default.text.text.trim();
    return meaningOf(type).literal(text, type, termsOf(world.program));
  }
  const { tree } = field.default.expression;
  if (tree === undefined || isDefaultGap(field)) return null;
  return asStored(
    world.program,
    type,
    world.program.evaluate(tree, scopeOf(world, me, { [row.entity]: asItWas(row) })),
  );
}

/** A row that moves gets a new number where numbers count for what it moves to. */
export function renumbered(world: World, row: Row, old: Row): { readonly world: World; readonly row: Row } {
  const { program } = world;
  const moved = fieldsOf(program, row.entity).filter(({ type }) => {
    if (type?.kind !== "sequence number" || type.per?.kind !== "entity") return false;
    const field = referencesTo(program, row.entity, entityOf(program, type.per.entity))[0]?.name.id ?? "";
    return !equal(valueOf(row, field), valueOf(old, field));
  });
  if (moved.length === 0) return { world, row };
  const values = new Map(row.values);
  for (const { name } of moved) values.delete(name.id);
  return withNumbers(world, { ...row, values });
}

/** Sequence numbers count up within their scope; a random code is drawn. */
function withNumbers(world: World, given: Row): { readonly world: World; readonly row: Row } {
  const { program } = world;
  const year = dayText(timeZoneOf(program).dayAt(world.now)).slice(0, 4);
  let row = given;
  let counters = world.counters;
  for (const { name, type } of fieldsOf(program, row.entity)) {
    if (row.values.has(name.id)) continue;
    if (type?.kind === "random code") row = withValues(row, [[name.id, `random ${row.id} ${name.id}`]]);
    if (type?.kind !== "sequence number") continue;
    let scope = "";
    if (type.per?.kind === "year") scope = year;
    if (type.per?.kind === "entity") {
      const field = referencesTo(program, row.entity, entityOf(program, type.per.entity))[0];
      const parent = valueOf(row, field?.name.id ?? "");
      scope = isRow(parent) ? parent.id : "";
    }
    const key = `${row.entity}.${name.id} ${scope}`;
    const count = (counters.get(key) ?? 0) + 1;
    counters = new Map(counters).set(key, count);
    row = withValues(row, [[name.id, numberText(type.pattern, count, year)]]);
  }
  return { world: { ...world, counters }, row };
}

function numberText(pattern: NumberPattern | undefined, count: number, year: string): string {
  if (pattern === undefined) return String(count);
  return pattern.parts
    .map((part) => {
      if (part.kind === "fixed") return part.text;
      return part.kind === "year" ? year : String(count).padStart(part.places, "0");
    })
    .join("");
}
