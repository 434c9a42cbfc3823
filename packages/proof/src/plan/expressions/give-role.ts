// Gives a user a role for a row, by whatever way the document has: by name, by a user, or by a row.
import type { Role } from "@writ/language/model";
import { entityOf, fieldsOf, referencesTo, targetOf } from "../../interpreter/document/names.ts";
import { holds, scopeOf } from "../../interpreter/world/scope.ts";
import { thingsAround } from "../../interpreter/rights/roles.ts";
import { isRow, rowOf, type RowValue, type Value } from "../../interpreter/values/value.ts";
import { asValue, findRow, withRow, withValues, type Row, type World } from "../../interpreter/world/world.ts";
import type { Solvers } from "../situation/search-context.ts";
import { withNew } from "../samples/sample.ts";
import type { Situation } from "../situation/situation.ts";

/** `within`: the thing that it is held in, or a row inside of it. */
export function giveRole(
  situation: Situation,
  person: string,
  name: string,
  within: Value,
  is: boolean,
  solvers: Solvers,
): readonly Situation[] {
  const role = situation.world.program.model.permissions.roles.find(
    (one) => one.name.id === name || one.name.label === name,
  );
  if (role === undefined) return [];
  if (!is) return [{ ...situation, world: withoutRole(situation.world, person, role) }];
  const inside = isRow(within) ? findRow(situation.world, within.entity, within.id) : undefined;
  return assignRole(situation, person, role, inside, solvers);
}

const withoutRole = (world: World, person: string, role: Role): World => ({
  ...world,
  assigned: world.assigned.filter((one) => one.person !== person || one.role !== role.name.id),
});

export function assignRole(
  situation: Situation,
  person: string,
  role: Role,
  inside: Row | undefined,
  solvers: Solvers,
): readonly Situation[] {
  if (role.within === undefined) return waysToGiveIn(situation, person, role, undefined, solvers);
  const [thing] = inside === undefined ? [] : thingsAround(situation.world, inside, role.within);
  if (thing !== undefined) return waysToGiveIn(situation, person, role, thing, solvers);
  // A user with the role in one thing has no right to a row outside all of them: they still try it.
  const { world, row } = withNew(situation.world, entityOf(situation.world.program, role.within.entity));
  return waysToGiveIn({ ...situation, world }, person, role, asValue(row), solvers);
}

function waysToGiveIn(
  situation: Situation,
  person: string,
  role: Role,
  thing: RowValue | undefined,
  solvers: Solvers,
): readonly Situation[] {
  const { world } = situation;
  return role.givenBy.flatMap((giving): readonly Situation[] => {
    switch (giving.kind) {
      case "anyone":
      case "signed in":
        return [situation];
      case "named at installation":
      case "assigned by": {
        const given = { person, role: role.name.id, within: thing?.id };
        return [{ ...situation, world: { ...world, assigned: [...world.assigned, given] } }];
      }
      case "row":
        return byRow(
          situation,
          person,
          { entity: entityOf(world.program, giving.entity), where: giving.where },
          thing,
          solvers,
        );
    }
  });
}

type Giver = { readonly entity: string; readonly where: Parameters<typeof holds>[0] };

function byRow(
  situation: Situation,
  person: string,
  { entity, where }: Giver,
  thing: RowValue | undefined,
  solvers: Solvers,
): readonly Situation[] {
  const { program } = situation.world;
  const about = referencesTo(program, entity, "user")[0]?.name.id;
  if (about === undefined) return [];
  const wishes = new Map<string, Value>([[about, rowOf("user", person)]]);
  for (const field of fieldsOf(program, entity))
    if (thing !== undefined && targetOf(program, field.type) === thing.entity) wishes.set(field.name.id, thing);
  // Where the row itself gives the role in it, the holder is named there, and in no other row.
  const itself = thing?.entity === entity ? findRow(situation.world, entity, thing.id) : undefined;
  const made =
    itself === undefined ? withNew(situation.world, entity, wishes) : withPerson(situation.world, itself, wishes);
  let next: Situation = { ...situation, world: made.world };
  if (where?.tree === undefined) return [next];
  for (let step = 0; step < 6; step++) {
    const scope = scopeOf(next.world, null, { [entity]: asValue(made.row) });
    if (holds(where, scope)) break;
    const [path] = solvers.hold(where.tree, true, { situation: next, at: "before", scope, solvers });
    if (path === undefined) return [];
    next = path;
  }
  return [next];
}

function withPerson(
  world: World,
  row: Row,
  wishes: ReadonlyMap<string, Value>,
): { readonly world: World; readonly row: Row } {
  const named = withValues(row, wishes);
  return { world: withRow(world, named), row: named };
}
