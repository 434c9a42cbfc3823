// The user who tries a scenario, and the action of the matrix that it is.
import type { Right, Role } from "@writ/language/model";
import type { Scenario } from "@writ/language/scenarios";
import { rightsFor, type Deed } from "../../interpreter/rights/rights.ts";
import type { Program } from "../../interpreter/world/world.ts";

/** The one of the scenario, or a user who may do it by some cell, in the order of the document. */
export function rolesFor(scenario: Scenario, program: Program): readonly Role[] {
  const { roles } = program.model.permissions;
  // Time asks no one, and neither does what has a role, is named or leaves: any user will do.
  if (["wait", "hold", "name", "leave"].includes(scenario.deed.kind))
    return roles.filter(({ givenBy }) => givenBy.some(({ kind }) => kind !== "anyone")).slice(0, 1);
  if (scenario.by !== undefined) return roles.filter(({ name }) => name.id === scenario.by);
  // Every user changes their own account.
  const isOwn = scenario.entity === "user" && scenario.deed.kind === "update";
  if (isOwn) return roles.filter(({ givenBy }) => givenBy.some(({ kind }) => kind !== "anyone"));
  return roles
    .filter((role) =>
      rightsOf(scenario, program).some(({ cells }) =>
        cells.some(
          (cell) =>
            program.lookup.roles.get(cell.role.id) === role && cell.grant !== undefined && cell.grant.kind !== "no",
        ),
      ),
    )
    .toSorted((one, other) => Number(isPlain(other, scenario, program)) - Number(isPlain(one, scenario, program)));
}

/** A user who simply may is tried first: nothing of their right stands in the way. */
const isPlain = (role: Role, scenario: Scenario, program: Program): boolean =>
  rightsOf(scenario, program).some(({ cells }) =>
    cells.some((cell) => program.lookup.roles.get(cell.role.id) === role && cell.grant?.kind === "yes"),
  );

function rightsOf(scenario: Scenario, program: Program): readonly Right[] {
  const { deed } = scenario;
  if (deed.kind !== "call") return rightsFor(program, scenario.entity, deedOf(scenario, program));
  return program.model.permissions.rights.filter(
    ({ action, for: about }) => action.kind === "call" && program.lookup.calls.get(about.id)?.name.id === deed.call,
  );
}

export function deedOf({ deed, entity }: Scenario, program: Program): Deed {
  if (
    deed.kind === "wait" ||
    deed.kind === "call" ||
    deed.kind === "leave" ||
    deed.kind === "sign in" ||
    deed.kind === "request" ||
    deed.kind === "come round" ||
    "role" in deed
  )
    return { kind: "update" };
  if (deed.kind !== "transition") return deed;
  const [first] = program.lookup.transitions.get(entity)?.get(deed.transition) ?? [];
  return {
    kind: "transition",
    transition: first?.name ?? { label: deed.transition, id: deed.transition, span: { start: 0, end: 0 } },
  };
}
