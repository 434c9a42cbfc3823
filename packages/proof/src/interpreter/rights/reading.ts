// What a user may read: which rows, and which of their fields.
import { readField } from "../world/fields.ts";
import { entityOf, fieldOf, fieldsOf, machinesOf, reversed } from "../document/names.ts";
import { may, rightsFor } from "./rights.ts";
import { scopeOf } from "../world/scope.ts";
import { isRow, type Value } from "../values/value.ts";
import {
  asItWas,
  asValue,
  findRow,
  rowsOf,
  valueOf,
  type Caller,
  type Program,
  type Row,
  type World,
} from "../world/world.ts";

/** Every user reads their own account. */
export const mayRead = (world: World, me: Caller, entity: string, row: Row): boolean =>
  (entity === "user" && row.id === me) || may(world, me, entity, { kind: "read" }, row);

export const readableRows = (world: World, me: Caller, entity: string): readonly Row[] =>
  rowsOf(world, entity).filter((row) => mayRead(world, me, entity, row));

/** Fields without a `see` row follow `read`; a reference shows also what stands in the lists of what it names. */
export const maySee = (world: World, me: Caller, field: string, row: Row): boolean =>
  maySeeItself(world, me, field, row) && areListsSeen(world, me, field, row);

/** By the field's own row of the matrix alone. */
export function maySeeItself(world: World, me: Caller, field: string, row: Row): boolean {
  const deed = { kind: "see", field } as const;
  return rightsFor(world.program, row.entity, deed).length === 0 || may(world, me, row.entity, deed, row);
}

function areListsSeen(world: World, me: Caller, field: string, row: Row): boolean {
  const lists = hiddenLists(world.program).filter((list) => list.listed === row.entity && list.via === field);
  const named = lists.length === 0 ? null : valueOf(row, field);
  if (!isRow(named)) return true;
  const whole = findRow(world, named.entity, named.id);
  return lists.every((list) => whole !== undefined && maySeeItself(world, me, list.field, whole));
}

/** Lists that not every reader sees, each with the reference that puts rows into it. */
export const hiddenLists = (
  program: Program,
): readonly { readonly field: string; readonly listed: string; readonly via: string }[] =>
  program.model.permissions.rights.flatMap(({ action, for: about }) => {
    if (action.kind !== "see") return [];
    const entity = entityOf(program, about);
    const field = fieldOf(program, entity, action.field.id);
    if (field?.type?.kind !== "list") return [];
    const { entity: listed, field: via } = reversed(program, entity, field.type);
    return [{ field: field.name.id, listed, via }];
  });

const systemFields = ["id", "created_at", "created_by", "updated_at", "updated_by"];

/** Every field of a row that may be read, worked out for its reader; what they may not see is empty. */
export function shownFields(world: World, me: Caller, row: Row): ReadonlyMap<string, Value> {
  const { program } = world;
  const scope = scopeOf(world, me);
  const there = findRow(world, row.entity, row.id) === row ? asValue(row) : asItWas(row);
  const names = [
    ...systemFields,
    ...(row.entity === "user" ? ["name", "email"] : []),
    ...fieldsOf(program, row.entity).flatMap(({ name, type }) => (type?.kind === "list" ? [] : [name.id])),
    ...(machinesOf(program, row.entity).length > 0 ? ["ended"] : []),
  ];
  return new Map(names.map((name) => [name, maySee(world, me, name, row) ? readField(there, name, scope) : null]));
}
