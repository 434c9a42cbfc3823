// Who tries a scenario, and which action of the matrix it is.
import type { Role } from "@writ/language/model";
import type { Scenario } from "@writ/language/scenarios";
import { rightsFor, type Deed } from "../interpreter/rights.ts";
import type { Program } from "../interpreter/world.ts";

/** The one of the scenario, or whoever may do it by some cell, in the order of the document. */
export function rolesFor(scenario: Scenario, program: Program): readonly Role[] {
  const { roles } = program.model.permissions;
  // Time asks nobody, and neither does what has a role, is named or leaves: somebody who could be anybody.
  if (["wait", "hold", "name", "leave"].includes(scenario.deed.kind))
    return roles.filter(({ givenBy }) => givenBy.some(({ kind }) => kind !== "anyone")).slice(0, 1);
  if (scenario.by !== undefined) return roles.filter(({ name }) => name.id === scenario.by);
  const deed = deedOf(scenario, program);
  return roles
    .filter((role) =>
      rightsFor(program, scenario.entity, deed).some(({ cells }) =>
        cells.some(
          (cell) =>
            program.lookup.roles.get(cell.role.id) === role && cell.grant !== undefined && cell.grant.kind !== "no",
        ),
      ),
    )
    .toSorted(
      (one, other) => Number(isPlain(other, scenario, deed, program)) - Number(isPlain(one, scenario, deed, program)),
    );
}

/** Whoever simply may is tried first: nothing of their right stands in the way. */
const isPlain = (role: Role, { entity }: Scenario, deed: Deed, program: Program): boolean =>
  rightsFor(program, entity, deed).some(({ cells }) =>
    cells.some((cell) => program.lookup.roles.get(cell.role.id) === role && cell.grant?.kind === "yes"),
  );

export function deedOf({ deed, entity }: Scenario, program: Program): Deed {
  if (deed.kind === "wait" || deed.kind === "call" || deed.kind === "leave" || "role" in deed)
    return { kind: "update" };
  if (deed.kind !== "transition") return deed;
  const [first] = program.lookup.transitions.get(entity)?.get(deed.transition) ?? [];
  return {
    kind: "transition",
    transition: first?.name ?? { label: deed.transition, id: deed.transition, span: { start: 0, end: 0 } },
  };
}
