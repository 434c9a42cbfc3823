// Screens with every name resolved to what it means.
import { identifierOf, type Reference } from "../text/name.ts";
import { resolveAmount } from "../model/check-amount.ts";
import { exactWords } from "../expression/exact.ts";
import type { Design } from "../plan/design.ts";
import { checkedGuard } from "../plan/typed-guard.ts";
import type { ButtonReference, FieldPath, Screen, Tile } from "../sections/screens/model.ts";
import type { ApplicationScreen, ApplicationTile, Button, Filter, OwnScreen, RouteStep } from "./application.ts";
import type { Typed } from "../expression/typed.ts";
import {
  canBeEvaluated,
  findReferencePaths,
  matchesName,
  isReadByField,
  routeParameter,
  shownName,
  type ReferencePaths,
} from "../sections/screens/database.ts";
import { remainingCondition, filterOf, expressibleFilter } from "../browser/filter.ts";
import { gapsOfScreen, needed, typeGaps, whomOf } from "./screen-gaps.ts";
import { parametersIn } from "../browser/parameters.ts";
import { pageOf } from "./page.ts";
import { formulaOf, type Source } from "../browser/formula.ts";

/** By the identifiers of screens. */
export type OwnScreens = ReadonlyMap<string, OwnScreen>;

export function screensOf(design: Design, own: OwnScreens): readonly ApplicationScreen<Source>[] {
  const ways = findReferencePaths(design.compiled.lookup);
  return design.compiled.model.screens.screens.flatMap((screen) => {
    const found = screenOf(screen, ways, design);
    return found === undefined ? [] : [{ ...found, own: own.get(found.id) }];
  });
}

function screenOf(
  screen: Screen,
  ways: ReferencePaths,
  design: Design,
): Omit<ApplicationScreen<Source>, "own"> | undefined {
  const { lookup, model, schema, checked } = design.compiled;
  const { kind, route: written, name } = screen;
  if (written === undefined || name.id === "") return undefined;
  if (kind === undefined || screen.notShown.includes("For")) return bareScreen(screen, ways, design);
  const entity = "entity" in kind ? kind.entity.id : undefined;
  const route = routeOf(screen, ways);
  const path = (one: FieldPath) => pathOf(one, entity ?? "", design);
  const where = screen.where && checkedGuard(screen.where, entity ?? "", design, { me: "maybe" })?.typed;
  const left = leftOut(where, entity ?? "", [name.id], design);
  const last = route.findLast((step) => step.kind === "parameter");
  const isScoped = kind.kind === "list" || kind.kind === "board" || kind.kind === "calendar";
  const by = kind.kind === "board" ? path(kind.by)[0] : undefined;
  const from = kind.kind === "calendar" ? path(kind.from)[0] : undefined;
  const to = kind.kind === "calendar" && kind.to ? path(kind.to)[0] : undefined;
  const untyped = [by, from, to].flatMap((one = "") => typeGaps(entity ?? "", one, design));
  return {
    id: name.id,
    label: name.label,
    address: screen.address,
    route,
    kind: kind.kind,
    entity,
    for: whomOf(screen),
    menu: screen.menu,
    gaps: [...gapsOfScreen(screen, design), ...untyped],
    // Rows that the document leaves out are not shown because the database cannot distinguish them.
    notShown:
      screen.bodyNotShown ||
      screen.notShown.some((part) => needed.has(part)) ||
      untyped.length > 0 ||
      (entity !== undefined && lookup.entities.get(entity)?.bodyNotShown === true) ||
      (screen.where !== undefined && left === undefined),
    show: (screen.show ?? []).map(path),
    filter: left?.filter,
    rows: left?.rows,
    scope: isScoped && last && entity ? wayTo(last, entity, ways) : undefined,
    sort: screen.sort.map((key) => ({ path: path(key.path), descending: key.descending })),
    search:
      model.screens.screens.some(
        (one) => one.kind && "entity" in one.kind && one.kind.entity.id === entity && one.search.length > 0,
      ) && screen.search.length > 0,
    filterBy: screen.filterBy.map(path).filter((one) => isOfKnownType(one, entity ?? "", design)),
    import: screen.import.flatMap((one) => path(one)[0] ?? []),
    pageSize: pageSizeOf(screen, design),
    opens: screen.opens && lookup.screens.get(screen.opens.id)?.name.id,
    buttons: screen.buttons.flatMap((button) => buttonOf(button, entity, design)),
    add: screen.add.flatMap((one) => path(one)[0] ?? []),
    columns:
      by === undefined ? undefined : screen.columns?.flatMap((column) => choiceOf(entity ?? "", by, column, design)),
    card: (screen.card ?? []).map(path),
    by,
    from,
    to,
    ask: screen.ask?.flatMap((one) => path(one)[0] ?? []),
    preset: screen.preset.flatMap(({ field: preset, value }) => {
      const formula = formulaOf(checked.get(value)?.typed, schema);
      return formula ? [{ field: preset.id, value: formula }] : [];
    }),
    then: screen.then && lookup.screens.get(screen.then.id)?.name.id,
    empty: Object.fromEntries(screen.empty),
    tiles: screen.tiles.map((tile) => tileOf(tile, name.id, design)),
    page: screen.page ? pageOf(screen.page.text) : [],
  };
}

/**
 * Of a screen whose kind or audience is not shown: its name and its address, and nothing of what it holds. Where its
 * audience is unknown, it is listed for everyone who can come there, so even its parameters are left out.
 */
function bareScreen(screen: Screen, ways: ReferencePaths, design: Design): Omit<ApplicationScreen<Source>, "own"> {
  return {
    id: screen.name.id,
    label: screen.name.label,
    address: screen.address,
    route: screen.notShown.includes("For") ? bareRoute(screen) : routeOf(screen, ways),
    kind: "not shown",
    entity: undefined,
    for: whomOf(screen),
    menu: screen.menu,
    gaps: gapsOfScreen(screen, design),
    notShown: true,
    show: [],
    filter: undefined,
    rows: undefined,
    scope: undefined,
    sort: [],
    search: false,
    filterBy: [],
    import: [],
    pageSize: undefined,
    opens: undefined,
    buttons: [],
    add: [],
    columns: undefined,
    card: [],
    by: undefined,
    from: undefined,
    to: undefined,
    ask: undefined,
    preset: [],
    then: undefined,
    empty: {},
    tiles: [],
    page: [],
  };
}

const bareRoute = ({ route }: Screen): readonly RouteStep[] =>
  (route?.segments ?? []).map((segment, place) =>
    segment.kind === "fixed"
      ? { kind: "fixed", text: segment.text }
      : { kind: "parameter", name: `step_${place}`, entity: "", field: "id", within: undefined },
  );

/** A user can only narrow by a field whose type is known. */
function isOfKnownType(path: readonly string[], entity: string, { compiled: { schema } }: Design): boolean {
  let from = entity;
  return path.every((step) => {
    const type = schema.entities.get(from)?.fields.get(step)?.type;
    from = type?.kind === "row" ? type.entity : "";
    return type !== undefined;
  });
}

type LeftOut = Pick<ApplicationScreen<Source>, "filter" | "rows">;

/** A condition that no filter can express: the database evaluates it for each row. Undefined where it cannot either. */
function leftOut(
  where: Typed | undefined,
  entity: string,
  parts: readonly string[],
  design: Design,
): LeftOut | undefined {
  if (where === undefined) return undefined;
  const { schema } = design.compiled;
  const filter = filterOf(where, schema);
  if (filter !== undefined) return { filter, rows: undefined };
  const asked = remainingCondition(where, schema);
  if (asked === undefined || !canBeEvaluated(asked, entity, design)) return undefined;
  const said = expressibleFilter(where, schema);
  if (isReadByField(asked, entity, design)) {
    const told: Filter<Source> = { kind: "yes", path: [shownName(...parts)] };
    return { filter: said === undefined ? told : { kind: "and", of: [said, told] }, rows: undefined };
  }
  const parameters = parametersIn(asked).map(({ name }) => ({ name: routeParameter(name), route: name }));
  return { filter: said, rows: { shown: shownName(...parts), found: matchesName(...parts), parameters } };
}

function routeOf(screen: Screen, ways: ReferencePaths): readonly RouteStep[] {
  let before: Extract<RouteStep, { kind: "parameter" }> | undefined;
  return (screen.route?.segments ?? []).map((segment): RouteStep => {
    if (segment.kind === "fixed") return { kind: "fixed", text: segment.text };
    const entity = segment.entity.id;
    const step: Extract<RouteStep, { kind: "parameter" }> = {
      kind: "parameter",
      name: segment.name,
      entity,
      field: segment.field ? segment.field.id : "id",
      within: before && wayTo(before, entity, ways),
    };
    before = step;
    return step;
  });
}

function wayTo(parameter: Extract<RouteStep, { kind: "parameter" }>, entity: string, ways: ReferencePaths) {
  const found = ways.belonging(parameter.entity, entity);
  const [way] = found;
  return way && found.length === 1 ? { path: way.map(({ id }) => id), parameter: parameter.name } : undefined;
}

function pageSizeOf({ pageSize }: Screen, { context }: Design): number | undefined {
  if (pageSize?.kind === "number") return pageSize.value;
  const value = pageSize && resolveAmount(pageSize, context);
  return value !== undefined && "digits" in value ? Number(exactWords(value)) : undefined;
}

function buttonOf(
  { id, names }: ButtonReference,
  entity: string | undefined,
  { compiled: { lookup } }: Design,
): readonly Button[] {
  if (names !== "transition") return names === undefined ? [] : [{ kind: names, id }];
  const transition = lookup.transitions.get(entity ?? "")?.get(id)?.[0];
  return transition ? [{ kind: "transition", id: transition.name.id }] : [];
}

function choiceOf(
  entity: string,
  field: string,
  column: Reference,
  { compiled: { lookup } }: Design,
): readonly string[] {
  const type = lookup.fields.get(entity)?.get(field)?.type;
  const names =
    type?.kind === "one of" ? type.choices : [...(lookup.states.get(entity)?.values() ?? [])].map(({ name }) => name);
  const found = names.find((one) =>
    [one.id, one.label, identifierOf(one.label)].some((name) => name === column.id || name === column.label),
  );
  return found ? [found.id] : [];
}

function pathOf(path: FieldPath, entity: string, design: Design): readonly string[] {
  const steps: string[] = [];
  let from = entity;
  for (const step of path.steps) {
    const id = step.id;
    steps.push(id);
    const type = design.compiled.schema.entities.get(from)?.fields.get(id)?.type;
    from = type?.kind === "row" ? type.entity : "";
  }
  return steps;
}

function tileOf(tile: Tile, screen: string, design: Design): ApplicationTile<Source> {
  const entity = tile.of.id;
  const where = tile.where && checkedGuard(tile.where, entity, design, { me: "maybe" })?.typed;
  const left = leftOut(where, entity, [screen, tile.name.id], design);
  const { measure } = tile;
  return {
    id: tile.name.id,
    label: tile.name.label,
    chart: tile.chart,
    measure: {
      kind: measure?.kind ?? "count",
      field: measure && measure.kind !== "count" ? pathOf(measure.field, entity, design) : [],
    },
    entity,
    by: tile.by && { field: pathOf(tile.by.field, entity, design), per: tile.by.per },
    filter: left?.filter,
    rows: left?.rows,
    gaps: tile.notShown.map((column) => `${tile.address}/${column}`),
    notShown: tile.notShown.length > 0 || measure === undefined || (tile.where !== undefined && left === undefined),
  };
}
