// A random world of a document: people with roles, and rows that its types and its unique fields allow.
import { filledRow } from "../interpreter/writes/defaults.ts";
import { idOf } from "../interpreter/values/ids.ts";
import { entityOf, fieldsOf, machinesOf, targetOf } from "../interpreter/document/names.ts";
import { overlapsAnother } from "../interpreter/rules/rules.ts";
import { brokenUniques } from "../interpreter/rules/unique.ts";
import { momentOf, type Value } from "../interpreter/values/value.ts";
import {
  emptyWorld,
  personOf,
  rowsOf,
  valueOf,
  withRow,
  withValues,
  type Program,
  type Row,
  type World,
} from "../interpreter/world/world.ts";
import type { Draw } from "./draw.ts";
import { randomValue } from "./values.ts";

const people = ["Ann", "Bo", "Cara", "Dan"];
const hour = 3_600_000;

export function randomWorld(draw: Draw, program: Program, now: number): World {
  let world = withPeople(draw, emptyWorld(program, now));
  const waiting = [...program.lookup.entities.keys()].filter((entity) => entity !== "user");
  // What must refer to something comes after it.
  while (waiting.length > 0) {
    const ready = waiting.findIndex(
      (entity) => !needed(program, entity).some((one) => waiting.includes(one) && one !== entity),
    );
    const [entity] = waiting.splice(Math.max(0, ready), 1);
    if (entity !== undefined) world = withRowsOf(draw, world, entity);
  }
  return withRolesInThings(draw, world);
}

const needed = (program: Program, entity: string): readonly string[] =>
  fieldsOf(program, entity).flatMap(({ type }) => targetOf(program, type) ?? []);

function withPeople(draw: Draw, empty: World): World {
  const { program } = empty;
  let world = empty;
  for (const [index, name] of people.entries()) {
    const values = new Map<string, Value>([
      ["name", name],
      ["email", `${name.toLowerCase()}@example.test`],
      ["created_at", momentOf(world.now - 300 * hour)],
    ]);
    const given = withGiven(draw, world, { entity: "user", id: idOf(0, index + 1), values });
    world = withRow(world, filledRow(world, null, given).row);
  }
  const roles = program.model.permissions.roles.filter((role) =>
    role.givenBy.some(({ kind }) => kind === "named at installation" || kind === "assigned by"),
  );
  const assigned = roles.flatMap((role) =>
    draw.some(rowsOf(world, "user"), 2).map(({ id }) => ({ person: id, role: role.name.id })),
  );
  return { ...world, assigned };
}

/** Roles that are assigned in things, once the things are there. */
function withRolesInThings(draw: Draw, world: World): World {
  const { program } = world;
  const assigned = program.model.permissions.roles.flatMap(({ name, givenBy, within }) => {
    if (within === undefined || !givenBy.some(({ kind }) => kind === "assigned by")) return [];
    return rowsOf(world, entityOf(program, within.entity)).flatMap((thing) =>
      draw.some(rowsOf(world, "user"), 2).map(({ id }) => ({ person: id, role: name.id, within: thing.id })),
    );
  });
  return { ...world, assigned: [...world.assigned, ...assigned] };
}

function withRowsOf(draw: Draw, given: World, entity: string): World {
  let world = given;
  const kind = [...world.program.lookup.entities.keys()].indexOf(entity) + 1;
  const wanted = entity === "membership" ? 6 : draw.number(2, 4);
  for (let index = 1; index <= wanted; index++) {
    const person = draw.pick(rowsOf(world, "user")).id;
    const created = world.now - draw.pick([1, 20, 28, 32, 47, 49, 80, 220]) * hour;
    const values = new Map<string, Value>([
      ["created_at", momentOf(created)],
      ["updated_at", momentOf(created)],
      // What the system makes has no one who made it.
      ["created_by", draw.once(6) ? null : personOf(person)],
    ]);
    const filled = filledRow(world, person, withGiven(draw, world, { entity, id: idOf(kind, index), values }));
    const { row } = filled;
    const isWhole = fieldsOf(world.program, entity).every(
      (field) =>
        valueOf(row, field.name.id) !== null || (field.required !== "yes" && field.type?.kind !== "belongs to"),
    );
    const after = withRow(filled.world, row);
    if (isWhole && brokenUniques(world, row).length === 0 && !overlapsAnother(after, row)) world = after;
  }
  return world;
}

/** Fields with a value of a user's choice; states anywhere on their way. */
function withGiven(draw: Draw, world: World, row: Row): Row {
  const { program } = world;
  const values = fieldsOf(program, row.entity).flatMap((field): readonly (readonly [string, Value])[] => {
    const kind = field.type?.kind;
    if (kind === undefined || ["computed", "list", "sequence number", "random code", "state"].includes(kind)) return [];
    const value = randomValue(draw, world, field);
    // What always has its default keeps it rather than being empty.
    return value === null && (field.required === "auto" || field.default !== undefined) ? [] : [[field.name.id, value]];
  });
  const states = machinesOf(program, row.entity).map(({ field, machine }): readonly [string, Value] => [
    field,
    draw.pick(machine.states).name.id,
  ]);
  return withValues(row, [...values, ...states]);
}
