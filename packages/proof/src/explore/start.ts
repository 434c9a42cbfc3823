// Where a story begins: people with accounts, the roles that a user must have been given, rows that no one could make.
import { entityOf, fieldsOf, referencesTo } from "../interpreter/document/names.ts";
import { filledRow } from "../interpreter/writes/defaults.ts";
import { idOf } from "../interpreter/values/ids.ts";
import { momentOf, rowOf, type Value } from "../interpreter/values/value.ts";
import { brokenUniques } from "../interpreter/rules/unique.ts";
import { emptyWorld, rowsOf, withRow, type Assignment, type Program, type World } from "../interpreter/world/world.ts";
import { generatedTypes, conflicts } from "../plan/samples/conflicts.ts";
import { isNeeded, withNew } from "../plan/samples/sample.ts";
import type { Draw } from "../random/draw.ts";
import type { Start } from "./step.ts";
import { randomValueOf } from "./values.ts";

const names = ["Ann", "Bo", "Cara", "Dan", "Eve", "Finn", "Gia", "Hugo"];
const day = 86_400_000;

/** Any day of a year does: also one on which clocks change. */
export function startFrom(draw: Draw, program: Program): Start {
  const now = Date.UTC(2026, 0, 5, 9) + draw.number(0, 364) * day + draw.number(0, 23) * 3_600_000;
  const given = program.model.permissions.roles.filter((role) => role.givenBy.some(isGiven));
  const world = withPeople(draw, emptyWorld(program, now), Math.min(names.length, 5 + given.length));
  const people = rowsOf(world, "user");
  const filled = withUnmakeable(draw, world);
  const rows = [...filled.rows.values()]
    .flatMap((some) => [...some.values()])
    .filter(({ entity }) => entity !== "user");
  return { now, people, assigned: assignedIn(draw, filled), rows, counters: filled.counters };
}

export function worldOf(program: Program, { now, people, assigned, rows, counters }: Start): World {
  const world = [...people, ...rows].reduce<World>((so, row) => withRow(so, row), emptyWorld(program, now));
  return { ...world, assigned, counters };
}

type Giving = { readonly kind: string };
const isGiven = ({ kind }: Giving): boolean => kind === "named at installation" || kind === "assigned by";

function withPeople(draw: Draw, empty: World, count: number): World {
  let world = empty;
  for (const [index, name] of names.slice(0, count).entries()) {
    const created = momentOf(world.now - day);
    const values = new Map<string, Value>([
      ["name", name],
      ["email", `${name.toLowerCase()}@example.test`],
      ["created_at", created],
      ["updated_at", created],
    ]);
    const id = idOf(0, index + 1);
    for (const field of fieldsOf(world.program, "user")) {
      if (generatedTypes.has(field.type?.kind ?? "") || (!isNeeded(field) && draw.once(2))) continue;
      for (let tries = 0; tries < 10; tries++) {
        const value = randomValueOf(draw, world, field, "right");
        if (value === null) break;
        values.set(field.name.id, value);
        if (brokenUniques(world, { entity: "user", id, values }).length === 0) break;
        values.delete(field.name.id);
      }
    }
    world = withRow(world, filledRow(world, null, { entity: "user", id, values }).row);
  }
  return world;
}

/** Each role named at installation has a holder; one that users assign has a holder in half of all stories already. */
function assignedIn(draw: Draw, world: World): readonly Assignment[] {
  const people = rowsOf(world, "user");
  return world.program.model.permissions.roles.flatMap(({ name, givenBy, within }): readonly Assignment[] => {
    const isNamed = givenBy.some(({ kind }) => kind === "named at installation");
    const isAssigned = givenBy.some(({ kind }) => kind === "assigned by");
    if (!isNamed && !(isAssigned && draw.once(2))) return [];
    const some = people.filter(() => draw.once(4));
    const chosen = some.length === 0 ? [draw.pick(people)] : some.slice(0, 2);
    if (within === undefined) return chosen.map(({ id }) => ({ person: id, role: name.id }));
    return rowsOf(world, entityOf(world.program, within.entity)).flatMap((thing) =>
      chosen.map(({ id }) => ({ person: id, role: name.id, within: thing.id })),
    );
  });
}

/** Rows of entities that no client and no effect makes, and rows that give roles where no one could begin without one. */
function withUnmakeable(draw: Draw, given: World): World {
  const { program } = given;
  const { rights } = program.model.permissions;
  const makeable = new Set([
    ...rights
      .filter(({ action, cells }) => action.kind === "create" && cells.some(({ grant }) => may(grant)))
      .map((right) => entityOf(program, right.for)),
    ...program.model.states.effects.flatMap(({ do: action }) =>
      action?.kind === "create" ? [entityOf(program, action.entity)] : [],
    ),
  ]);
  let world = given;
  for (const entity of program.lookup.entities.keys()) {
    if (entity === "user" || makeable.has(entity)) continue;
    const people = referencesTo(program, entity, "user").map(({ name }) => name.id);
    const isOne = program.lookup.entities.get(entity)?.oneRow === true;
    for (let count = isOne ? 1 : draw.number(2, 5); count > 0; count--) {
      const wishes = people.map((field): readonly [string, Value] => [
        field,
        rowOf("user", draw.pick(rowsOf(given, "user")).id),
      ]);
      const made = withNew(world, entity, new Map(wishes));
      if (!conflicts(made.world, made.row)) ({ world } = made);
    }
  }
  return world;
}

const may = (grant: { readonly kind: string } | undefined): boolean => grant !== undefined && grant.kind !== "no";
