// What the names in roles, conditions and the matrix mean.
import type { Resolver } from "../../names/resolver.ts";
import type { Action, Condition, Giving, Grant, OpenRight, Permissions, Right, Role } from "./model.ts";

export function resolve(value: Permissions, names: Resolver): Permissions {
  return {
    ...value,
    roles: value.roles.map((role) => resolveRole(role, names)),
    conditions: value.conditions.map((condition) => resolveCondition(condition, names)),
    rights: value.rights.map((right) => resolveRight(right, names)),
    openRights: value.openRights.map((right) => resolveOpenRight(right, names)),
  };
}

/** The reference after "via" may be one of any entity on the way: it is looked for in each of them. */
function resolveRole(role: Role, names: Resolver): Role {
  const givenBy = role.givenBy.map((giving) => resolveGiving(giving, names));
  return { ...role, givenBy, within: role.within && { ...role.within, entity: names.entity(role.within.entity) } };
}

function resolveGiving(giving: Giving, names: Resolver): Giving {
  if (giving.kind === "row") return { ...giving, entity: names.entity(giving.entity) };
  return giving.kind === "assigned by" ? { ...giving, role: names.role(giving.role) } : giving;
}

function resolveCondition(condition: Condition, names: Resolver): Condition {
  return { ...condition, entity: names.entity(condition.entity), otherwise: names.error(condition.otherwise) };
}

function resolveRight(right: Right, names: Resolver): Right {
  const about = names.entityOrCall(right.for);
  return {
    ...right,
    for: about,
    action: resolveAction(right.action, about.id, names),
    cells: right.cells.map((cell) => ({
      ...cell,
      role: names.role(cell.role),
      grant: cell.grant && resolveGrant(cell.grant, names),
    })),
  };
}

function resolveOpenRight(right: OpenRight, names: Resolver): OpenRight {
  const about = right.for && names.entityOrCall(right.for);
  const actions = right.actions.map(({ action, label }) => ({
    action: about === undefined ? action : resolveAction(action, about.id, names),
    label,
  }));
  return { ...right, for: about, actions };
}

function resolveAction(action: Action, about: string, names: Resolver): Action {
  if (action.kind === "transition") return { ...action, transition: names.transition(about, action.transition) };
  return action.kind === "see" || action.kind === "set"
    ? { ...action, field: names.field(about, action.field) }
    : action;
}

function resolveGrant(grant: Grant, names: Resolver): Grant {
  switch (grant.kind) {
    case "condition":
      return { ...grant, name: names.condition(grant.name) };
    case "not":
      return { ...grant, of: resolveGrant(grant.of, names) };
    case "and":
    case "or":
      return { ...grant, left: resolveGrant(grant.left, names), right: resolveGrant(grant.right, names) };
    default:
      return grant;
  }
}
