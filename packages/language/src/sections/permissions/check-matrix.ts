// The matrix: no action without a row, no row twice, every cell a grant that its role and its entity can have.
import type { CheckContext } from "../../model/check-context.ts";
import type { Model } from "../../model/model.ts";
import { unknownEntity, unknownRole } from "../../clause/problems.ts";
import { type Lookup } from "../../names/lookup.ts";
import { mayLeadOn } from "../../model/open-types.ts";
import type { Problem } from "../../problem.ts";
import type { Entity } from "../entities/model.ts";
import { viaExists } from "./check-roles.ts";
import type { Right } from "./model.ts";
import { noChain, oneRoleOnce } from "./problems.ts";
import { pathsWithin } from "./within.ts";
import { checkAction } from "./check-action.ts";
import { checkGrant, grantSite, type GrantSite } from "./check-grant.ts";
import { checkMakers } from "./check-makers.ts";
import { checkShown } from "./check-shown.ts";
import { checkRedundantRights, checkDeniedToAll, checkOwnAccount, checkTotal, checkTwice } from "./check-whole.ts";

export function checkMatrix(model: Model, context: CheckContext): readonly Problem[] {
  const site = grantSite(model, context);
  return [
    ...checkColumns(model, context),
    ...model.permissions.rights.flatMap((right) => checkRight(right, model, site)),
    ...checkChains(model, context),
    ...checkTwice(model.permissions.rights, context.lookup),
    ...checkTotal(model, context),
    ...checkDeniedToAll(model, context),
    ...checkRedundantRights(model, context),
    ...checkOwnAccount(model, context),
    ...checkMakers(model.permissions.rights, context),
    ...checkShown(model.permissions.rights, context),
  ];
}

/** Every table has a column per role: said once for each table, at the last column that it has. */
function checkColumns({ permissions }: Model, { lookup }: CheckContext): readonly Problem[] {
  const tables = new Map<number, Right>();
  for (const right of permissions.rights) {
    const at = right.cells[0]?.role.span.start ?? right.span.start;
    if (!tables.has(at)) tables.set(at, right);
  }
  return [...tables.values()].flatMap(({ cells, span }) => {
    const given = new Set(cells.map((cell) => lookup.roles.get(cell.role.id)?.name.id));
    // A column that names no role is reported: it stands for one of the roles without a column.
    const misnamed = given.has(undefined);
    const lacking = permissions.roles.filter((role) => role.name.id !== "" && !given.has(role.name.id));
    if (lacking.length === 0 || misnamed) return [];
    const place = { span: cells.at(-1)?.role.span ?? span, address: "6" };
    return [
      oneRoleOnce.at(
        place,
        lacking.map((role) => role.name.label),
      ),
    ];
  });
}

function checkRight(right: Right, model: Model, site: GrantSite): readonly Problem[] {
  const { context } = site;
  const { lookup, schema } = context;
  const place = { span: right.for.span, address: right.address };
  const entity = schema.entities.get(right.for.id);
  const call = lookup.calls.get(right.for.id);
  if (!entity && !call) {
    // Where section 3 is not shown, it is unknown which entities there are.
    if (right.for.label === "" || model.entities.status.kind === "not shown") return [];
    return [unknownEntity.at(place, right.for.label, thingNames(lookup))];
  }
  const isCall = right.action.kind === "call" || !entity;
  const problems = [...checkAction(right, isCall, context)];
  for (const cell of right.cells) {
    const role = lookup.roles.get(cell.role.id);
    if (!role) {
      const known = model.permissions.roles.map((one) => one.name.label);
      problems.push(unknownRole.at({ span: cell.role.span, address: "6" }, cell.role.label, known));
    } else if (cell.grant) {
      for (const one of checkGrant(cell.grant, right, cell, role, isCall, site)) problems.push(one);
    }
  }
  return problems;
}

function* thingNames({ entities, calls }: Lookup): Iterable<string> {
  for (const things of [entities, calls]) for (const thing of things.values()) yield thing.name.label;
}

/**
 * Whether the rows of an entity lead to what the roles are held within. Said once for each entity, at the first cell
 * that needs it; what belongs to such an entity is mended with it.
 */
function checkChains(model: Model, context: CheckContext): readonly Problem[] {
  const { lookup } = context;
  const judged = new Set<string>();
  const wrong = new Map<string, { readonly entity: Entity; readonly within: string; readonly problem: Problem }>();
  for (const right of model.permissions.rights) {
    const entity = lookup.entities.get(right.for.id);
    if (!entity || right.action.kind === "call") continue;
    for (const cell of right.cells) {
      const within = cell.grant && cell.grant.kind !== "no" ? lookup.roles.get(cell.role.id)?.within : undefined;
      const outer = within && lookup.entities.get(within.entity.id);
      if (!within || !outer || (within.via && !viaExists(outer.name.id, within.via.id, context))) continue;
      const way = `${outer.name.id} ${within.via?.id ?? ""}`;
      const key = `${entity.name.id} ${way}`;
      if (judged.has(key)) continue;
      judged.add(key);
      const ways = pathsWithin(entity.name.id, within, lookup);
      if (ways === 1 || mayLeadOn(entity.name.id, lookup)) continue;
      const place = { span: cell.grant?.span ?? cell.span, address: cell.address };
      const problem = noChain.at(place, entity.name.label, outer.name.label, within.via?.label, ways, entity.name.span);
      wrong.set(key, { entity, within: way, problem });
    }
  }
  const parents = (entity: Entity) =>
    entity.fields.flatMap(({ type }) => (type?.kind === "belongs to" ? [type.entity.id] : []));
  return [...wrong.values()].flatMap(({ entity, within, problem }) =>
    parents(entity).some((parent) => parent !== entity.name.id && wrong.has(`${parent} ${within}`)) ? [] : [problem],
  );
}
