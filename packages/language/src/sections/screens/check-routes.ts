// Whether every address means one screen, and every parameter one row.
import { isReference } from "../../field-types/index.ts";
import type { EntitySchema } from "../../expression/schema.ts";
import type { Reference } from "../../text/name.ts";
import { mayLeadOn } from "../../model/open-types.ts";
import { sameIdentifier, unknownEntity, unknownField } from "../../clause/problems.ts";
import type { Route, Screen } from "./model.ts";
import { findField } from "./paths.ts";
import { ambiguousRoute, noSingleParent, noSingleScope, notUnique, rowNotNamed } from "./problems.ts";
import { entityOf, isOpen, knownEntity, parametersOf, type Parameter, type Site } from "./site.ts";
import { pathCode, pathText } from "./reference-paths.ts";

/** By entity: the fields, by identifier, that are unique together. */
type UniqueSets = ReadonlyMap<string, readonly (readonly string[])[]>;

export function checkRoutes(site: Site): void {
  const shapes = new Map<string, Route>();
  const sets = uniqueSets(site);
  for (const screen of site.model.screens.screens) {
    const { route } = screen;
    if (!route) continue;
    const shape = route.segments.map((segment) => (segment.kind === "fixed" ? segment.text : ":")).join("/");
    const before = shapes.get(shape);
    if (before)
      site.problems.push(
        ambiguousRoute.at({ span: route.span, address: screen.address }, before.text, route.text, before.span),
      );
    else shapes.set(shape, route);
    checkParameters(screen, route, sets, site);
    checkRow(screen, site);
  }
}

function checkParameters(screen: Screen, route: Route, sets: UniqueSets, site: Site): void {
  const { address } = screen;
  const first = new Map<string, Parameter>();
  let previous: EntitySchema | undefined;
  const earlier: string[] = [];
  for (const parameter of parametersOf(screen)) {
    const { entity: reference, span } = parameter;
    const twice = first.get(reference.id);
    if (twice)
      site.problems.push(
        sameIdentifier.at({ span, address }, reference.label, reference.label, reference.id, twice.span),
      );
    else first.set(reference.id, parameter);
    const entity = knownEntity(reference, site);
    if (!entity) {
      const known = site.context.schema.entities.keys();
      const place = { span: reference.span, address };
      if (!isOpen(site, 3))
        site.problems.push(unknownEntity.at(place, reference.label, known, parameterMeant(screen, reference, site)));
      return;
    }
    checkUnique(parameter, entity, { route: route.text, address, earlier, sets: sets.get(entity.id) ?? [] }, site);
    if (previous && !twice) {
      const ways = site.ways.belonging(previous.id, entity.id);
      if (ways.length !== 1 && !mayLeadOn(entity.id, site.context.lookup)) {
        site.problems.push(
          noSingleParent.at({ span, address }, route.text, entity.label, previous.label, ways.map(pathText)),
        );
      }
    }
    previous = entity;
    earlier.push(entity.id);
  }
}

/** `:id` and `:number` name a field, where a parameter names the entity first. */
function parameterMeant(screen: Screen, { id }: Reference, site: Site): string | undefined {
  const own = entityOf(screen, site);
  if (!own?.fields.has(id)) return undefined;
  return id === "id" ? `Write ":${own.id}".` : `Write ":${own.id}.${id}".`;
}

/** Where a parameter stands: behind which entities, and what is unique together in its own. */
type Standing = {
  readonly route: string;
  readonly address: string;
  readonly earlier: readonly string[];
  readonly sets: readonly (readonly string[])[];
};

function checkUnique(
  { field: reference, span }: Parameter,
  entity: EntitySchema,
  standing: Standing,
  site: Site,
): void {
  if (!reference) return;
  const { address, route } = standing;
  const found = findField(entity, reference, site.context.lookup);
  if (found === undefined && !site.context.lookup.entities.get(entity.id)?.bodyNotShown) {
    site.problems.push(
      unknownField.at({ span: reference.span, address }, entity.label, reference.label, entity.fields.keys()),
    );
  }
  if (found === undefined || found === "untyped") return;
  const within = withinWhat(found.id, entity.id, standing, site);
  const unsaid = site.context.lookup.entities.get(entity.id)?.notShown.includes("Unique together") === true;
  if (within.kind === "unique" || unsaid || mayLeadOn(entity.id, site.context.lookup)) return;
  site.problems.push(
    notUnique.at({ span, address }, route, found.label, entity.id, within.kind === "within" ? within.label : undefined),
  );
}

type Uniqueness = { readonly kind: "unique" | "not unique" } | { readonly kind: "within"; readonly label: string };

function withinWhat(field: string, entity: string, { earlier, sets }: Standing, site: Site): Uniqueness {
  const { lookup } = site.context;
  const unique = { kind: "unique" } as const;
  const within = (id: string): Uniqueness =>
    earlier.includes(id) ? unique : { kind: "within", label: lookup.entities.get(id)?.name.label ?? id };
  if (field === "id" || (entity === "user" && field === "email")) return unique;
  const fields = lookup.fields.get(entity);
  const type = fields?.get(field)?.type;
  if (type?.unique === "exact" || type?.unique === "ignoring case" || type?.kind === "random code") return unique;
  if (type?.kind === "sequence number") {
    if (type.per?.kind === "entity") return within(type.per.entity.id);
    // Numbers that begin anew each year are unique only where they say the year.
    if (!type.per || type.pattern?.parts.some((part) => part.kind === "year")) return unique;
  }
  // Unique together with references that the earlier parameters have settled is unique here.
  const target = (other: string) => {
    const of = fields?.get(other)?.type;
    return isReference(of) ? of.entity.id : "";
  };
  const parents = sets
    .filter((set) => set.includes(field))
    .map((set) => set.filter((other) => other !== field).map(target));
  const settled = parents.map((ids) => ids.map(within).find((one) => one.kind === "within") ?? unique);
  return (
    settled.find((one) => one.kind === "unique") ??
    settled.find((one) => one.kind === "within" && one.label !== "") ?? { kind: "not unique" }
  );
}

/** What section 3 and the rules of section 5 say is unique together. */
function uniqueSets(site: Site): UniqueSets {
  const sets = new Map<string, (readonly string[])[]>();
  const add = (entity: string, names: readonly Reference[]) => {
    const ids = names.map((name) => name.id);
    const known = sets.get(entity);
    if (known) known.push(ids);
    else sets.set(entity, [ids]);
  };
  for (const entity of site.model.entities.entities)
    for (const one of entity.uniqueTogether) add(entity.name.id, one.fields);
  for (const { must, when, on, entity } of site.model.rules.rules) {
    if (must?.kind === "unique" && !when && on.length === 0) add(entity.id, must.fields);
  }
  return sets;
}

/** A detail or edit screen needs to know its row; a list, board or calendar needs one way to the last parameter. */
function checkRow(screen: Screen, site: Site): void {
  const entity = entityOf(screen, site);
  const { kind, route, address } = screen;
  if (!entity || !kind || !route) return;
  const parameters = parametersOf(screen);
  const targets = parameters.map((parameter) => knownEntity(parameter.entity, site));
  if (targets.includes(undefined)) return;
  if (kind.kind === "detail" || kind.kind === "edit") {
    const itself = parameters.length === 0 && (entity.id === "user" || entity.oneRow);
    if (!itself && !targets.some((target) => target?.id === entity.id)) {
      site.problems.push(rowNotNamed.at({ span: route.span, address }, screen.name.label, entity.label, entity.id));
    }
    return;
  }
  const last = targets.at(-1);
  const parameter = parameters.at(-1)?.entity.id;
  if (!last || !parameter || !["list", "board", "calendar"].includes(kind.kind)) return;
  const ways = site.ways.to(last.id, entity.id);
  if (ways.length === 1 || readsRoute(screen, parameter) || mayLeadOn(entity.id, site.context.lookup)) return;
  const example = `${entity.id}.${pathCode(ways[0] ?? [])} == route.${parameter}`;
  site.problems.push(
    noSingleScope.at(
      { span: kind.span, address },
      screen.name.label,
      entity.label,
      last.label,
      parameter,
      ways.map(pathText),
      example,
    ),
  );
}

/** Whether Where compares with the parameter: then it alone says which rows are meant. */
function readsRoute(screen: Screen, parameter: string): boolean {
  if (screen.where?.kind !== "expression") return false;
  return new RegExp(`\\broute\\s*\\.\\s*${parameter}\\b`).test(screen.where.expression.text.text);
}
