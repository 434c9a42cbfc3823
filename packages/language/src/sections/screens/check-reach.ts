// Whether people can get to every screen: from the menu and the start page, by buttons and by rows.
import { isShown } from "../../clause/clause.ts";
import type { EntitySchema, FieldSchema } from "../../expression/schema.ts";
import type { FieldPath, Screen } from "./model.ts";
import { findField } from "./paths.ts";
import { unreached } from "./problems.ts";
import { audienceOf, entityOf, type Audience, type Site } from "./site.ts";

export function checkReach(site: Site): void {
  const { screens } = site.model.screens;
  // A screen that is not shown yet may lead anywhere.
  const unknown = (screen: Screen) =>
    screen.bodyNotShown || !isShown(screen, "Menu", "Kind", "Route", "For", "Buttons", "Opens", "Then");
  if (screens.some(unknown)) return;
  const reached = new Set<Screen>();
  const audiences = new Map(screens.map((screen) => [screen, audienceOf(screen, site)]));
  const waiting: Screen[] = [];
  const reach = (screen: Screen) => {
    if (!reached.has(screen)) waiting.push(screen);
    reached.add(screen);
  };
  const open = rowOpener(screens, audiences, reach);
  for (const screen of screens) if (screen.menu || screen.route?.segments.length === 0) reach(screen);
  for (let from = waiting.pop(); from; from = waiting.pop()) {
    const audience = audiences.get(from);
    if (!audience) continue;
    for (const target of namedBy(from, site)) if (overlap(audience, audiences.get(target))) reach(target);
    for (const shown of shownOn(from, site)) open(shown, audience);
  }
  for (const screen of screens) {
    if (reached.has(screen) || !screen.kind || !screen.route) continue;
    site.problems.push(unreached.at({ span: screen.name.span, address: screen.address }, screen.name.label));
  }
}

/** A user may see both by one of their roles. */
function overlap(one: Audience, other: Audience | undefined): boolean {
  return (
    other !== undefined && (one.everyone || other.everyone || [...one.roles].some((role) => other.roles.has(role)))
  );
}

function namedBy(screen: Screen, site: Site): readonly Screen[] {
  const { screens } = site.context.lookup;
  const buttons = screen.buttons.filter(({ names }) => names === undefined || names === "screen");
  const named = [screen.opens, screen.then, ...buttons].flatMap(
    (reference) => (reference && screens.get(reference.id)) ?? [],
  );
  if (!screen.page) return named;
  // A page may link to an address without parameters.
  const links = new Set([...screen.page.text.matchAll(/\]\((\/[^)\s]*)\)/g)].map((match) => match[1]));
  return [...named, ...[...screens.values()].filter((other) => other.route && links.has(other.route.text))];
}

/** By identifier, whether section 3 has the entity or is a gap. */
function rowsOf({ kind }: Screen): string | undefined {
  return kind && "entity" in kind ? kind.entity.id : undefined;
}

/** A row opens its detail and offers its edit screens; a reference that is shown opens the detail of what it names. */
type Shown = { readonly entity: string; readonly as: "row" | "reference" };

function shownOn(screen: Screen, site: Site): readonly Shown[] {
  const entity = entityOf(screen, site);
  const tiles = screen.tiles.filter(({ chart }) => chart === "list").map((tile) => tile.of);
  const named = [...tiles, ...screen.takes].map((reference) => reference.id);
  const rows = [...named, rowsOf(screen) ?? []].flat().map((id): Shown => ({ entity: id, as: "row" }));
  const kind = screen.kind?.kind;
  if (!entity || kind === "new" || kind === "edit") return rows;
  // Without Show, a list or detail shows every field.
  if (screen.show === undefined && (kind === "list" || kind === "detail")) {
    return [...rows, ...[...entity.fields.values()].flatMap((field) => shownBy(field) ?? [])];
  }
  return [
    ...rows,
    ...[...(screen.show ?? []), ...(screen.card ?? [])].flatMap((path) => leadsTo(path, entity, site) ?? []),
  ];
}

function leadsTo({ steps }: FieldPath, from: EntitySchema, site: Site): Shown | undefined {
  let at: EntitySchema | undefined = from;
  let found: Shown | undefined;
  for (const step of steps) {
    const field = at && findField(at, step, site.context.lookup);
    if (!field || field === "untyped") return undefined;
    found = shownBy(field);
    at = found && site.context.schema.entities.get(found.entity);
  }
  return found;
}

/** What belongs to a row is listed on it, row by row; what it refers to is named. */
function shownBy({ type, store }: FieldSchema): Shown | undefined {
  if (type.kind === "row") return { entity: type.entity, as: "reference" };
  if (type.kind !== "list" || type.of.kind !== "row") return undefined;
  return { entity: type.of.entity, as: store.kind === "reverse" ? "row" : "reference" };
}

/** Every role, and every screen whatever its roles. */
const everyRole = "*";
const everyScreen = "**";

/**
 * Finds what rows and references open: of the details of an entity, for each role the first that it may see; of its edit
 * screens, all. Each entity is looked at once for each role.
 */
function rowOpener(
  screens: readonly Screen[],
  audiences: ReadonlyMap<Screen, Audience>,
  reach: (screen: Screen) => void,
): (shown: Shown, audience: Audience) => void {
  const opened = new Map<string, Screen[]>();
  const add = (kind: string, entity: string, roles: readonly string[], screen: Screen) => {
    for (const role of roles.length > 0 ? [...roles, everyScreen] : []) {
      const key = `${kind}/${entity}/${role}`;
      const known = opened.get(key);
      if (known) known.push(screen);
      else opened.set(key, [screen]);
    }
  };
  for (const screen of screens) {
    const entity = rowsOf(screen);
    const audience = audiences.get(screen);
    if (entity === undefined || !audience) continue;
    const roles = audience.everyone ? [everyRole] : [...audience.roles];
    if (screen.kind?.kind === "edit") add("edit", entity, roles, screen);
    if (screen.kind?.kind !== "detail") continue;
    // An earlier detail that the same people see takes the rows.
    const first = roles.filter(
      (role) => !opened.has(`detail/${entity}/${role}`) && !opened.has(`detail/${entity}/${everyRole}`),
    );
    add("detail", entity, first, screen);
  }
  const done = new Set<string>();
  return ({ entity, as }, audience) => {
    // A user with a role that everyone has may have any other one too.
    const roles = audience.everyone ? [everyScreen] : [...audience.roles, everyRole];
    for (const kind of as === "row" ? ["detail", "edit"] : ["detail"]) {
      for (const role of roles) {
        const key = `${kind}/${entity}/${role}`;
        if (done.has(key)) continue;
        done.add(key);
        for (const screen of opened.get(key) ?? []) reach(screen);
      }
    }
  };
}
