// A mail to an address that any user may type: anyone who signs up could make the product write to strangers.
import type { Typed } from "../../../expression/typed.ts";
import type { Model } from "../../../model/model.ts";
import type { Grant, Right } from "../../permissions/model.ts";
import type { Site } from "./check-action.ts";

/** The entity and field whose address any user may give, and that no rate of section 9 limits. */
export function openAddress(to: Typed, site: Site): { readonly entity: string; readonly field: string } | undefined {
  const { context, model } = site;
  if (to.node !== "field" || to.type.kind !== "text") return undefined;
  const { lookup, schema } = context;
  const field = lookup.fields.get(to.entity)?.get(to.field);
  if (field?.type?.kind !== "email" || field.required === "auto" || to.entity === "user") return undefined;
  const anybody = rolesOfAnybody(model);
  const mayGive = rightsOf(model, to.entity).some(
    ({ action, cells }) =>
      (action.kind === "create" || action.kind === "update") &&
      cells.some(({ role, grant }) => isGiven(grant) && anybody.has(role.id)),
  );
  if (!mayGive || isHeldBack(model, to.entity)) return undefined;
  return { entity: schema.entities.get(to.entity)?.label ?? to.entity, field: field.name.label };
}

const rightsOf = ({ permissions }: Model, entity: string): readonly Right[] =>
  permissions.rights.filter((right) => right.for.id === entity);

const isGiven = (grant: Grant | undefined): boolean => grant !== undefined && grant.kind !== "no";

/** `50 per day per user | create Invitation`. */
const isHeldBack = ({ constants }: Model, entity: string): boolean =>
  constants.limits.some(
    ({ value, counts }) => value?.kind === "rate" && counts?.act === "create" && counts.of.id === entity,
  );

/** Those that come with an account, and those given by rows that such people make, themselves or by an effect. */
function rolesOfAnybody(model: Model): ReadonlySet<string> {
  const { roles } = model.permissions;
  const found = new Set(
    roles.filter(({ givenBy }) => givenBy.some(({ kind }) => kind === "anyone" || kind === "signed in")).map(idOf),
  );
  const mayMake = (entity: string): boolean =>
    rightsOf(model, entity).some(
      ({ action, cells }) =>
        action.kind === "create" && cells.some(({ role, grant }) => isGiven(grant) && found.has(role.id)),
    );
  const isMadeByThem = (entity: string): boolean =>
    mayMake(entity) ||
    model.states.effects.some(
      ({ do: action, after, entity: of }) =>
        action?.kind === "create" && action.entity.id === entity && after?.kind === "create" && mayMake(of.id),
    );
  for (let size = -1; size !== found.size;) {
    size = found.size;
    for (const role of roles)
      if (role.givenBy.some((giving) => giving.kind === "row" && isMadeByThem(giving.entity.id))) found.add(idOf(role));
  }
  return found;
}

const idOf = ({ name }: { readonly name: { readonly id: string } }): string => name.id;
