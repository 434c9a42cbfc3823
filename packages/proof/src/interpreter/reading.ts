// What somebody may read: which rows, and which of their fields.
import { readField } from "./fields.ts";
import { fieldsOf, machinesOf } from "./names.ts";
import { may, rightsFor } from "./rights.ts";
import { scopeOf } from "./scope.ts";
import type { Value } from "./value.ts";
import { asItWas, asValue, findRow, rowsOf, type Me, type Row, type World } from "./world.ts";

/** Everybody reads their own account. */
export const mayRead = (world: World, me: Me, entity: string, row: Row): boolean =>
  (entity === "user" && row.id === me) || may(world, me, entity, { kind: "read" }, row);

export const readableRows = (world: World, me: Me, entity: string): readonly Row[] =>
  rowsOf(world, entity).filter((row) => mayRead(world, me, entity, row));

/** Fields without a `see` row follow `read`. */
export function maySee(world: World, me: Me, field: string, row: Row): boolean {
  const deed = { kind: "see", field } as const;
  return rightsFor(world.program, row.entity, deed).length === 0 || may(world, me, row.entity, deed, row);
}

const systemFields = ["id", "created_at", "created_by", "updated_at", "updated_by"];

/** Every field of a row that may be read, worked out for its reader; what they may not see is empty. */
export function shownFields(world: World, me: Me, row: Row): ReadonlyMap<string, Value> {
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
