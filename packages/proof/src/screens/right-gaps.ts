// Rights that the document does not show: a screen reports them, and what else it shows is not judged.
import { rightsFor, type Deed } from "../interpreter/rights/rights.ts";
import { rolesOf } from "../interpreter/rights/roles.ts";
import type { Caller, World } from "../interpreter/world/world.ts";

/** Whether it is not shown for a role of theirs. */
export function isRightGap(world: World, me: Caller, entity: string, deed: Deed): boolean {
  const roles = rolesOf(world, me).map(({ role }) => role.name.id);
  const isTheirs = (id: string) => roles.includes(world.program.lookup.roles.get(id)?.name.id ?? id);
  return rightsFor(world.program, entity, deed)
    .flatMap(({ cells }) => cells)
    .some(({ role, notShown }) => notShown.length > 0 && isTheirs(role.id));
}

/** What there is for a user who may not: nothing, or no telling. */
export const nothingFor = (world: World, me: Caller, entity: string, kind: "create" | "read" | "update") =>
  isRightGap(world, me, entity, { kind }) ? "whether they may is not shown" : undefined;
