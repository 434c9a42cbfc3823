// What the names in screens mean.
import type { Resolver } from "../../names/resolver.ts";
import type { Reference } from "../../text/name.ts";
import type { ButtonReference, FieldPath, PageSize, RouteSegment, Screen, ScreenKind, Screens, Tile } from "./model.ts";

export function resolve(value: Screens, names: Resolver): Screens {
  return { ...value, screens: value.screens.map((screen) => resolveScreen(screen, names)) };
}

function resolveScreen(screen: Screen, names: Resolver): Screen {
  const kind = screen.kind && resolveKind(screen.kind, names);
  const entity = kind && "entity" in kind ? kind.entity.id : undefined;
  const path = (one: FieldPath): FieldPath => resolvePath(one, entity, names);
  return {
    ...screen,
    route: screen.route && {
      ...screen.route,
      segments: screen.route.segments.map((one) => resolveSegment(one, names)),
    },
    kind,
    for: screen.for.map((role) => names.role(role)),
    show: screen.show?.map(path),
    where: names.guard(screen.where),
    sort: screen.sort.map((key) => ({ ...key, path: path(key.path) })),
    search: screen.search.map(path),
    filterBy: screen.filterBy.map(path),
    import: screen.import.map(path),
    pageSize: screen.pageSize && resolvePageSize(screen.pageSize, names),
    opens: names.screen(screen.opens),
    buttons: screen.buttons.map((button) => resolveButton(button, entity, names)),
    add: screen.add.map(path),
    columns: screen.columns?.map((column) => resolveColumn(column, kind, names)),
    card: screen.card?.map(path),
    ask: screen.ask?.map(path),
    preset: entity === undefined ? screen.preset : names.assignments(entity, screen.preset),
    then: names.screen(screen.then),
    takes: screen.takes.map((taken) => names.entity(taken)),
    tiles: screen.tiles.map((tile) => resolveTile(tile, names)),
  };
}

function resolveKind(kind: ScreenKind, names: Resolver): ScreenKind {
  if (!("entity" in kind)) return kind;
  const entity = names.entity(kind.entity);
  if (kind.kind === "board") return { ...kind, entity, by: resolvePath(kind.by, entity.id, names) };
  if (kind.kind !== "calendar") return { ...kind, entity };
  const to = kind.to && resolvePath(kind.to, entity.id, names);
  return { ...kind, entity, from: resolvePath(kind.from, entity.id, names), to };
}

const resolvePath = (path: FieldPath, entity: string | undefined, names: Resolver): FieldPath =>
  entity === undefined ? path : { ...path, steps: names.path(entity, path.steps) };

function resolveSegment(segment: RouteSegment, names: Resolver): RouteSegment {
  if (segment.kind === "fixed") return segment;
  const entity = names.entity(segment.entity);
  return { ...segment, entity, field: names.field(entity.id, segment.field) };
}

const resolvePageSize = (size: PageSize, names: Resolver): PageSize =>
  size.kind === "constant" ? { ...size, name: names.constant(size.name) } : size;

/** Several entities may have a transition of one name: the screen's own comes first. */
function resolveButton(button: Reference, entity: string | undefined, names: Resolver): ButtonReference {
  const isOwn = entity !== undefined && names.isTransition(entity, button);
  const [isScreen, isCall, isTransition] = [
    names.isScreen(button),
    names.isCall(button),
    names.isTransitionOfAny(button),
  ];
  if ([isScreen, isCall, isTransition].filter(Boolean).length !== 1) return button;
  if (isScreen) return { ...names.screen(button), names: "screen" };
  if (isCall) return { ...names.call(button), names: "call" };
  const transition = isOwn ? names.transition(entity, button) : (names.transitionOfAny(button) ?? button);
  return { ...transition, names: "transition" };
}

function resolveColumn(column: Reference, kind: ScreenKind | undefined, names: Resolver): Reference {
  const field = kind?.kind === "board" ? kind.by.steps[0] : undefined;
  return kind?.kind === "board" && field !== undefined ? names.choice(kind.entity.id, field.id, column) : column;
}

function resolveTile(tile: Tile, names: Resolver): Tile {
  const of = names.entity(tile.of);
  const { measure, by } = tile;
  return {
    ...tile,
    of,
    measure:
      measure && measure.kind !== "count" ? { ...measure, field: resolvePath(measure.field, of.id, names) } : measure,
    by: by && { ...by, field: resolvePath(by.field, of.id, names) },
    where: names.guard(tile.where),
  };
}
