// Roles: who gives them, whether any user can ever have them, and what they are held within.
import { decision } from "../../expression/kinds.ts";
import { readsThrough } from "../../expression/check.ts";
import type { CheckContext } from "../../model/check-context.ts";
import { findCircles } from "../../model/circles.ts";
import { referencesTo } from "../../names/lookup.ts";
import { identifierOf } from "../../text/name.ts";
import type { Model } from "../../model/model.ts";
import { mayLeadOn } from "../../model/open-types.ts";
import { unknownEntity, unknownRole } from "../../clause/problems.ts";
import { rowScope } from "../../model/scopes.ts";
import type { Problem } from "../../problem.ts";
import type { Field } from "../entities/model.ts";
import type { Giving, Role, Within } from "./model.ts";
import { deadRole, givingNeedsUser, noChain, roleCircle, unknownVia, withinNeedsRow } from "./problems.ts";
import { pathsWithin } from "./within.ts";

export function checkRoles(model: Model, context: CheckContext): readonly Problem[] {
  const live = liveRoles(model.permissions.roles);
  const busy = new Set(
    model.permissions.rights.flatMap((right) =>
      right.cells.filter((cell) => cell.grant?.kind !== "no").map((cell) => cell.role.id),
    ),
  );
  const each = model.permissions.roles.flatMap((role) => {
    const place = { span: role.name.span, address: role.address };
    const problems = role.givenBy.flatMap((giving) => checkGiving(role, giving, context));
    // The assigning role may be misspelt: that is reported already.
    const unknown = role.givenBy.some(
      (giving) => giving.kind === "assigned by" && !context.lookup.roles.has(giving.role.id),
    );
    if (role.name.id === "") return problems;
    if (!live.has(role.name.id) && !unknown && role.givenBy.length > 0) {
      problems.push(deadRole.at(place, role.name.label, "never given"));
    } else if (
      model.permissions.openRights.length === 0 &&
      model.permissions.rights.length > 0 &&
      !busy.has(role.name.id)
    ) {
      problems.push(deadRole.at(place, role.name.label, "may do nothing"));
    }
    return [...problems, ...checkWithin(role, context)];
  });
  return [...each, ...checkRoleCircles(model.permissions.roles, context)];
}

/** Roles that rows give where a user has a role: where that leads back to the first role, its holders are undefined. */
function checkRoleCircles(all: readonly Role[], context: CheckContext): readonly Problem[] {
  const roles = new Map(all.map((role) => [role.name.label, role]));
  const next = (label: string) =>
    (roles.get(label)?.givenBy ?? [])
      .flatMap((giving) => [...rolesAskedBy(giving, context)])
      .filter((other) => roles.has(other));
  return findCircles([...roles.keys()], next).flatMap((labels) => {
    const [first, ...others] = labels.flatMap((label) => roles.get(label) ?? []);
    if (first === undefined) return [];
    const place = { span: first.name.span, address: `${first.address}/Given by` };
    return [
      roleCircle.at(
        place,
        labels,
        others.map(({ name }) => name),
      ),
    ];
  });
}

/** Also by what computed fields that it reads ask. */
function rolesAskedBy(giving: Giving, { checked, lookup, schema }: CheckContext): ReadonlySet<string> {
  const entity = giving.kind === "row" ? lookup.entities.get(giving.entity.id) : undefined;
  const reads = giving.kind === "row" && giving.where ? checked.get(giving.where)?.reads : undefined;
  if (entity === undefined || reads === undefined) return new Set();
  return readsThrough(reads, entity.name.id, (of, id) => {
    const store = schema.entities.get(of)?.fields.get(id)?.store;
    return store?.kind === "computed" ? checked.get(store.expression)?.reads : undefined;
  }).roles;
}

/** Roles that a user can have: those given by other means than a role, and whatever those may assign. */
function liveRoles(roles: readonly Role[]): ReadonlySet<string> {
  const live = new Set<string>();
  const assigned = new Map<string, string[]>();
  const waiting: string[] = [];
  for (const { name, givenBy, notShown } of roles) {
    if (notShown.includes("Given by")) waiting.push(name.id);
    for (const giving of givenBy) {
      if (giving.kind !== "assigned by") {
        waiting.push(name.id);
        continue;
      }
      const by = giving.role.id;
      const others = assigned.get(by);
      if (others) others.push(name.id);
      else assigned.set(by, [name.id]);
    }
  }
  for (let role = waiting.pop(); role !== undefined; role = waiting.pop()) {
    if (live.has(role)) continue;
    live.add(role);
    for (const other of assigned.get(role) ?? []) waiting.push(other);
  }
  return live;
}

function checkGiving(role: Role, giving: Giving, context: CheckContext): Problem[] {
  const place = { span: giving.span, address: `${role.address}/Given by` };
  if (giving.kind === "assigned by") {
    if (context.lookup.roles.has(giving.role.id)) return [];
    const known = [...context.lookup.roles.values()].map((one) => one.name.label);
    return [unknownRole.at({ ...place, span: giving.role.span }, giving.role.label, known)];
  }
  if (giving.kind !== "row") return [];
  const entity = context.lookup.entities.get(giving.entity.id);
  if (!entity) {
    if (context.lookup.entities.size === 0) return [];
    return [unknownEntity.at({ ...place, span: giving.entity.span }, giving.entity.label, entityLabels(context))];
  }
  const problems: Problem[] = [];
  const people = referencesTo(context.lookup, entity.name.id, "user");
  if (people.length !== 1 && !mayLeadOn(entity.name.id, context.lookup))
    problems.push(givingNeedsUser.at({ ...place, span: giving.entity.span }, entity.name.label, people.length));
  if (giving.where) {
    const checked = context.check(giving.where, rowScope(entity.name.id), {
      kind: "type",
      type: decision,
      what: `what follows "where"`,
    });
    problems.push(...checked.problems);
  }
  return problems;
}

function checkWithin(role: Role, context: CheckContext): readonly Problem[] {
  const { within } = role;
  if (!within) return [];
  const place = { span: within.entity.span, address: `${role.address}/Within` };
  const entity = context.lookup.entities.get(within.entity.id);
  if (!entity) return [unknownEntity.at(place, within.entity.label, entityLabels(context))];
  const rows = role.givenBy.filter((giving) => giving.kind === "row");
  // Where no way of giving it could be read, that is what is wrong.
  if (role.givenBy.length === 0) return [];
  const isAssigned = role.givenBy.some((giving) => giving.kind === "assigned by");
  if (rows.length === 0 && !isAssigned) return [withinNeedsRow.at(place, role.name.label, entity.name.label)];
  if (within.via && !viaExists(entity.name.id, within.via.id, context)) {
    return [
      unknownVia.at(
        { ...place, span: within.via.span },
        within.via.label,
        entity.name.label,
        viaLabels(entity.name.id, context),
      ),
    ];
  }
  return rows.flatMap((giving) => {
    if (giving.kind !== "row") return [];
    const giver = context.lookup.entities.get(giving.entity.id);
    const ways = giver ? waysOfGiver(giver.name.id, within, context) : 1;
    if (!giver || ways === 1 || mayLeadOn(giver.name.id, context.lookup)) return [];
    const at = { span: giving.entity.span, address: `${role.address}/Given by` };
    return [noChain.at(at, giver.name.label, entity.name.label, within.via?.label, ways, giver.name.span)];
  });
}

/** What "via" names is a reference of the rows that are judged; the row that gives the role need not have it. */
function waysOfGiver(giver: string, within: Within, { lookup }: CheckContext): number {
  return pathsWithin(giver, within, lookup) || pathsWithin(giver, { ...within, via: undefined }, lookup);
}

export function viaExists(entity: string, via: string, { lookup }: CheckContext): boolean {
  const isMeant = ({ name }: Field) => name.id === via || identifierOf(name.label) === via;
  if (lookup.references.get(entity)?.some(isMeant) === true) return true;
  // A field whose type is not shown may be it.
  const open = ({ notShown }: Field) => notShown.includes("Type");
  return [...lookup.entities.values()].some(
    (one) => one.bodyNotShown || one.fields.some((field) => open(field) && isMeant(field)),
  );
}

const viaLabels = (entity: string, { lookup }: CheckContext) =>
  (lookup.references.get(entity) ?? []).map(({ name }) => name.label);

function entityLabels(context: CheckContext): readonly string[] {
  return [...context.lookup.entities.values()].map((entity) => entity.name.label);
}
