// In which ways the matrix gives a user a right by the roles that they have: what else has to be so of the row.
import type { Right } from "@writ/language/model";
import { formulaOfGrant, factsToSatisfy, type Fact, type Moment } from "@writ/language/scenarios";
import { rightsFor, type Deed } from "../../interpreter/rights/rights.ts";
import { maySee } from "../../interpreter/rights/reading.ts";
import { rolesOf } from "../../interpreter/rights/roles.ts";
import { findRow, type Caller, type World } from "../../interpreter/world/world.ts";
import type { Situation } from "../situation/situation.ts";

export const grantsOf = (world: World, me: Caller, entity: string, deed: Deed): readonly (readonly Fact[])[] =>
  grantsIn(rightsFor(world.program, entity, deed), world, me, "before");

/** In which ways the cells of the roles that a user has give one of these rights, or do not. */
export function grantsIn(
  rights: readonly Right[],
  world: World,
  me: Caller,
  at: Moment,
  is = true,
): readonly (readonly Fact[])[] {
  const { lookup } = world.program;
  const roles = new Set(rolesOf(world, me).map(({ role }) => role));
  return rights
    .flatMap(({ cells }) => cells)
    .flatMap(({ role, grant }) => {
      const known = lookup.roles.get(role.id);
      return grant === undefined || known === undefined || !roles.has(known)
        ? []
        : factsToSatisfy(formulaOfGrant(grant, lookup, at), is);
    });
}

/** Whether a user who reads the row sees this field of it. */
export function isFieldVisible({ world, me, attempt: tried }: Situation, field: string): boolean {
  const row = findRow(world, tried.entity, tried.id);
  return row !== undefined && maySee(world, me, field, row);
}

export const grantsToSee = (
  { world, me, attempt: { entity } }: Situation,
  field: string,
): readonly (readonly Fact[])[] => grantsOf(world, me, entity, { kind: "see", field });
