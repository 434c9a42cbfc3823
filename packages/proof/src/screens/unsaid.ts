// Rights that the document does not show: a screen says so, and what it shows besides is neither expected nor ruled out.
import { rightsFor, type Deed } from "../interpreter/rights/rights.ts";
import { rolesOf } from "../interpreter/rights/roles.ts";
import type { Me, World } from "../interpreter/world/world.ts";

/** Whether it is not shown for a role of theirs. */
export function isUnsaid(world: World, me: Me, entity: string, deed: Deed): boolean {
  const held = rolesOf(world, me).map(({ role }) => role.name.id);
  const isTheirs = (id: string) => held.includes(world.program.lookup.roles.get(id)?.name.id ?? id);
  return rightsFor(world.program, entity, deed)
    .flatMap(({ cells }) => cells)
    .some(({ role, notShown }) => notShown.length > 0 && isTheirs(role.id));
}

/** What there is for whoever may not: nothing, or no telling. */
export const nothingFor = (world: World, me: Me, entity: string, kind: "create" | "read" | "update") =>
  isUnsaid(world, me, entity, { kind }) ? "whether they may is not shown" : undefined;
