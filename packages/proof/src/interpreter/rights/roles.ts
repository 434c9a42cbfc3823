// Who has which role, and within which thing: anyone, signed in, named or assigned, or by rows.
import type { Role, Within } from "@writ/language/model";
import { entityOf, fieldOf, fieldsOf, referencesTo, targetOf } from "../document/names.ts";
import { holds, scopeOf } from "../world/scope.ts";
import { isRow, type RowValue, type Value } from "../values/value.ts";
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

export type ActiveRole = {
  readonly role: Role;
  /** The row that gives it. */
  readonly by: Row | undefined;
  /** Where it counts; undefined: everywhere. */
  readonly within: RowValue | undefined;
};

/** Every way in which a user has a role; a role that is given twice is here twice. */
export function rolesOf(world: World, me: Caller): readonly ActiveRole[] {
  return world.program.model.permissions.roles.flatMap((role) =>
    // Its scope is unknown: it is held nowhere.
    (role.notShown.includes("Within") ? [] : role.givenBy).flatMap((giving): readonly ActiveRole[] => {
      const everywhere: ActiveRole = { role, by: undefined, within: undefined };
      switch (giving.kind) {
        case "anyone":
          return [everywhere];
        case "signed in":
          return me === null ? [] : [everywhere];
        case "named at installation":
          return isGiven(world, me, role) ? [everywhere] : [];
        case "assigned by":
          if (role.within === undefined) return isGiven(world, me, role) ? [everywhere] : [];
          return thingsGiven(world, me, role).map((within) => ({ role, by: undefined, within }));
        case "row":
          return me === null || (giving.where !== undefined && world.program.expressionGaps.has(giving.where))
            ? []
            : heldByRows(world, me, role, entityOf(world.program, giving.entity), giving.where);
      }
    }),
  );
}

const isGiven = (world: World, me: Caller, role: Role): boolean =>
  world.assigned.some((one) => one.person === me && isRole(role, one.role) && one.within === undefined);

/** A role that is assigned within something is held in the things that are still there. */
function thingsGiven(world: World, me: Caller, role: Role): readonly RowValue[] {
  const { within } = role;
  if (within === undefined) return [];
  const entity = entityOf(world.program, within.entity);
  return world.assigned.flatMap((one) => {
    if (one.person !== me || !isRole(role, one.role) || one.within === undefined) return [];
    const thing = findRow(world, entity, one.within);
    return thing === undefined ? [] : [asValue(thing)];
  });
}

const isRole = (role: Role, name: string): boolean => role.name.id === name || role.name.label === name;

function heldByRows(
  world: World,
  me: string,
  role: Role,
  entity: string,
  where: Parameters<typeof holds>[0],
): readonly ActiveRole[] {
  const { program } = world;
  const person = referencesTo(program, entity, "user")[0]?.name.id ?? "";
  return rowsOf(world, entity).flatMap((row): readonly ActiveRole[] => {
    const named = valueOf(row, person);
    if (!isRow(named) || named.id !== me) return [];
    if (where !== undefined && !holds(where, scopeOf(world, null, { [entity]: asValue(row) }))) return [];
    if (role.within === undefined) return [{ role, by: row, within: undefined }];
    const { within } = role;
    const result = thingsAround(world, row, within);
    // What via names is a reference of the rows that are judged; the row that gives the role need not have it.
    const things = result.length > 0 ? result : thingsAround(world, row, { ...within, via: undefined });
    return things.map((one) => ({ role, by: row, within: one }));
  });
}

/** Whether a user has a role; `within` says in what, for a role that is held within something. */
export function holdsRole(world: World, person: string, role: string, within: Value | undefined): boolean {
  return rolesOf(world, person).some(
    (held) =>
      isRole(held.role, role) &&
      (held.within === undefined || (isRow(within ?? null) && sameRow(held.within, within as RowValue))),
  );
}

const sameRow = (one: RowValue, other: RowValue): boolean => one.entity === other.entity && one.id === other.id;

/** Whether a role counts for a row. */
export function countsFor(world: World, held: ActiveRole, row: Row): boolean {
  if (held.within === undefined || held.role.within === undefined) return held.role.within === undefined;
  const { within } = held;
  return thingsAround(world, row, held.role.within).some((thing) => sameRow(thing, within));
}

/**
 * The things of the entity in which a role is held that a row is inside of: itself, the one that its chain of belongs to
 * leads to, or the one that the reference after `via` names, of the row or of what it belongs to.
 */
export function thingsAround(world: World, row: Row, within: Within): readonly RowValue[] {
  const { program } = world;
  const target = entityOf(program, within.entity);
  if (row.entity === target) return [asItWas(row)];
  return walk(world, row, target, within.via?.id, new Set());
}

function walk(
  world: World,
  row: Row,
  target: string,
  via: string | undefined,
  passed: ReadonlySet<string>,
): readonly RowValue[] {
  const { program } = world;
  if (passed.has(`${row.entity}/${row.id}`)) return [];
  const here = new Set(passed).add(`${row.entity}/${row.id}`);
  return fieldsOf(program, row.entity).flatMap(({ name, type }): readonly RowValue[] => {
    const leadsTo = targetOf(program, type);
    const value = valueOf(row, name.id);
    if (leadsTo === undefined || !isRow(value)) return [];
    const isVia = via !== undefined && leadsTo === target && isNamed(program, row.entity, name.id, via);
    if (isVia) return [value];
    if (type?.kind !== "belongs to") return [];
    if (via === undefined && leadsTo === target) return [value];
    const parent = findRow(world, value.entity, value.id);
    return parent === undefined ? [] : walk(world, parent, target, via, here);
  });
}

const isNamed = (program: Program, entity: string, id: string, name: string): boolean =>
  fieldOf(program, entity, name)?.name.id === id;
