// What the checks of section 2 share: who is who in For, which rights there are, which names mean which entity.
import type { EntitySchema } from "../../expression/schema.ts";
import type { Type } from "../../expression/type.ts";
import type { CheckContext } from "../../model/check-context.ts";
import type { Model } from "../../model/model.ts";
import type { Reference } from "../../text/name.ts";
import { unknownEntity } from "../../clause/problems.ts";
import type { ScopeOptions } from "../../model/scopes.ts";
import type { Problem } from "../../problem.ts";
import type { SectionNumber } from "../../document/document.ts";
import type { RouteSegment, Screen } from "./model.ts";
import { findReferencePaths, type ReferencePaths } from "./reference-paths.ts";

export type Site = {
  readonly model: Model;
  readonly context: CheckContext;
  readonly problems: Problem[];
  /** By `entity.field`: what computed fields depend on, worked out once each. */
  readonly computed: Map<string, { readonly clock: boolean; readonly me: boolean }>;
  /** Identifiers of roles that everyone has, with an account or without. */
  readonly visitors: ReadonlySet<string>;
  /** Identifiers of roles that every user with an account has; visitors' are among them. */
  readonly signedIn: ReadonlySet<string>;
  readonly ways: ReferencePaths;
  /** Identifiers of the screens, transitions and calls that some Buttons name. */
  readonly buttons: ReadonlySet<string>;
  /** What could have been meant, gathered once: by what may stand there. */
  readonly names: {
    readonly audience: readonly string[];
    readonly screens: readonly string[];
    readonly buttons: readonly string[];
  };
};

export function readSite(model: Model, context: CheckContext): Site {
  const given = (kinds: readonly string[]) =>
    new Set(
      model.permissions.roles
        .filter((role) => role.name.id !== "" && role.givenBy.some((giving) => kinds.includes(giving.kind)))
        .map((role) => role.name.id),
    );
  const buttons = new Set(model.screens.screens.flatMap((screen) => screen.buttons.map((button) => button.id)));
  const { screens, calls, roles, transitions } = context.lookup;
  const labels = (things: ReadonlyMap<string, { readonly name: { readonly label: string } }>) =>
    [...things.values()].map(({ name }) => name.label);
  const moves = [...transitions.values()].flatMap((rows) =>
    [...rows.values()].flatMap((same) => same[0]?.name.label ?? []),
  );
  const named = [...labels(screens), ...labels(calls), ...new Set(moves)];
  return {
    model,
    context,
    problems: [],
    computed: new Map(),
    visitors: given(["anyone"]),
    signedIn: given(["anyone", "signed in"]),
    ways: findReferencePaths(context.lookup),
    buttons,
    names: { audience: [...labels(roles), "anyone", "signed in"], screens: labels(screens), buttons: named },
  };
}

/** Whether a section is a gap: then nothing can be said about the names that it would hold. */
export function isOpen(site: Site, ...sections: readonly SectionNumber[]): boolean {
  const { purpose, screens, entities, states, rules, permissions, calls, errors, constants } = site.model;
  const all = [purpose, screens, entities, states, rules, permissions, calls, errors, constants];
  return sections.some((number) => all[number - 1]?.status.kind === "not shown");
}

/** The entity that is named, or nothing and a problem. */
export function findEntity(reference: Reference, address: string, site: Site): EntitySchema | undefined {
  const { schema, lookup } = site.context;
  const entity = schema.entities.get(reference.id);
  if (!entity && reference.label !== "" && !isOpen(site, 3)) {
    const known = lookup.entities.values().map((one) => one.name.label);
    site.problems.push(unknownEntity.at({ span: reference.span, address }, reference.label, known));
  }
  return entity;
}

/** As `findEntity`, without a word: what does not exist is reported once, where the screen says its kind. */
export function knownEntity(reference: Reference, site: Site): EntitySchema | undefined {
  return site.context.schema.entities.get(reference.id);
}

/** The entity that a screen is about; nothing for dashboards, pages and components. */
export function entityOf(screen: Screen, site: Site): EntitySchema | undefined {
  return screen.kind && "entity" in screen.kind ? knownEntity(screen.kind.entity, site) : undefined;
}

export type Parameter = Extract<RouteSegment, { readonly kind: "parameter" }>;

export function parametersOf(screen: Screen): readonly Parameter[] {
  return (screen.route?.segments ?? []).filter((segment) => segment.kind === "parameter");
}

/** `route.item`: a row for each parameter. */
function routeTypes(screen: Screen, site: Site): ReadonlyMap<string, Type> {
  const types = new Map<string, Type>();
  for (const { name, entity } of parametersOf(screen)) {
    const known = knownEntity(entity, site);
    if (known) types.set(name, { kind: "row", entity: known.id, empty: false });
  }
  return types;
}

/** Who a word of For stands for. */
export type Audience = {
  /** Every signed-in user sees it, whatever other roles they have. */
  readonly everyone: boolean;
  /** A visitor without an account sees it. */
  readonly visitors: boolean;
  /** Identifiers of roles. */
  readonly roles: ReadonlySet<string>;
};

/** A word that means nothing may have been any role's. */
export function audienceOf(screen: Screen, site: Site): Audience {
  const roles = new Set(screen.for.map((reference) => reference.id));
  const isRole = (id: string) => id === "anyone" || id === "signed_in" || site.context.lookup.roles.has(id);
  const isUnclear = !isOpen(site, 6) && screen.for.some(({ id }) => !isRole(id));
  const visitors = roles.has("anyone") || [...roles].some((role) => site.visitors.has(role));
  return {
    everyone: isUnclear || visitors || roles.has("signed_in") || [...roles].some((role) => site.signedIn.has(role)),
    visitors,
    roles,
  };
}

/** What an expression of a screen may speak of besides a row. */
export function scopeOn(screen: Screen, site: Site): ScopeOptions {
  const known = { me: meOn(screen, site), route: routeTypes(screen, site) };
  return screen.notShown.includes("Route") ? { ...known, open: ["route"] } : known;
}

/** `me` is present where every user who sees the screen has an account. */
function meOn(screen: Screen, site: Site): "maybe" | "present" {
  // No user opens a screen whose audience is not shown.
  if (screen.notShown.includes("For")) return "present";
  return screen.for.length > 0 && !audienceOf(screen, site).visitors ? "present" : "maybe";
}
