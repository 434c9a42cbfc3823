// What a list asks for: the document's Where and scope, the reader's search, filters and sorting from the address.
import { ownOf } from "../../../words/own-of.ts";
import type { Application, ApplicationScreen, FieldPath } from "@writ/language/product";
import { columnOf, fieldAt, printFilter } from "../../data/filter.ts";
import type { OrderKey } from "../../data/keyset.ts";
import { functionInput, type ListQuery } from "../../data/rows.ts";
import { namePaths } from "../../data/select.ts";
import { stepPaths } from "../../data/steps.ts";
import { fieldTypeOf } from "../../field-types/field-types.ts";
import { routeScope, type RouteRows } from "../../routing/read-route.ts";
import type { Search } from "../../routing/use-go.ts";
import { contextOf } from "../../product/context.ts";
import type { Product } from "../../product/product.tsx";
import { isSeeGap } from "../../product/gaps.ts";
import type { WireRow } from "../../values/row.ts";

/** A screen without Show shows everything that it may; what may be added to is there to be added to. */
export function shownPaths({ show, add, entity }: ApplicationScreen, { application }: Product): readonly FieldPath[] {
  const shown = show.length > 0 ? show : usualPaths(entity, application);
  const added = add.filter((id) => !shown.some((path) => path.length === 1 && path[0] === id)).map((id) => [id]);
  return [...shown, ...added];
}

const usualPaths = (entity: string | undefined, application: Application): readonly FieldPath[] =>
  Object.values(application.entities[entity ?? ""]?.fields ?? {})
    .filter(
      ({ type, id }) =>
        type.kind !== "list" && !["created_at", "created_by", "updated_at", "updated_by", "ended"].includes(id),
    )
    .map(({ id }) => [id]);

export const filterKey = (path: FieldPath): string => `f_${path.join(".")}`;

export function listQuery(
  screen: ApplicationScreen,
  route: RouteRows,
  search: Search,
  product: Product,
  more: readonly FieldPath[] = [],
): ListQuery {
  const { application } = product;
  const entity = screen.entity ?? "";
  const conditions: string[] = [];
  const within = screen.scope && route[screen.scope.parameter];
  if (screen.scope !== undefined && within !== undefined) {
    conditions.push(`${columnOf(screen.scope.path)}.eq.${String(within["id"])}`);
  }
  if (screen.filter !== undefined)
    conditions.push(
      printFilter(screen.filter, entity, contextOf(product, routeScope(screen, route, product)), application),
    );
  for (const path of screen.filterBy) {
    const given = ownOf(search, filterKey(path));
    const field = fieldAt(path, entity, application);
    if (given === undefined || given === "" || field === undefined) continue;
    conditions.push(...fieldTypeOf(field.type).filter.conditions(columnOf(path), given));
  }
  return {
    entity,
    rows: screen.rows && functionInput(screen.rows, route),
    paths: [...shownPaths(screen, product), ...namePaths(entity, application), ...stepPaths(entity, product), ...more],
    conditions,
    search: screen.search ? (search["q"] ?? "") : "",
    order: orderOf(screen, search, product),
    size: Math.min(screen.pageSize ?? 50, 200),
  };
}

/**
 * By which column it is sorted: what refers to a row by what that is called. Undefined where no column says it, and for people,
 * whose names the database gives one by one: of many rows it would take minutes.
 */
export function sortColumn(path: FieldPath, entity: string, application: Application): string | undefined {
  const field = fieldAt(path, entity, application);
  if (field?.stored !== true || path.length > 2) return undefined;
  const [first = ""] = path;
  if (path.length === 2) {
    const type = application.entities[entity]?.fields[first]?.type;
    return type?.kind !== "reference" || type.entity === "user" || field.type.kind === "reference"
      ? undefined
      : columnOf(path);
  }
  if (field.type.kind !== "reference") return first;
  const [name = []] = field.type.entity === "user" ? [] : namePaths(field.type.entity, application);
  return name.length === 1 && fieldAt(name, field.type.entity, application)?.stored === true
    ? columnOf([...path, ...name])
    : undefined;
}

/** The reader's sorting, the screen's, the entity's, and at last the time of creation. Only columns can be sorted by. */
export function orderOf(screen: ApplicationScreen, search: Search, { application }: Product): readonly OrderKey[] {
  const entity = screen.entity ?? "";
  const keys = (stated: readonly { readonly path: FieldPath; readonly descending: boolean }[]) =>
    stated.flatMap(({ path, descending }) => {
      const column = sortColumn(path, entity, application);
      return column === undefined ? [] : [{ column, descending }];
    });
  const wanted = search["sort"] ?? "";
  const chosen = { path: wanted.replace(/^-/, "").split("."), descending: wanted.startsWith("-") };
  const ordered = (application.entities[entity]?.orderedBy ?? []).map(({ field, descending }) => ({
    path: [field],
    descending,
  }));
  const match = [[chosen], screen.sort, ordered].map(keys).find(({ length }) => length > 0);
  return match ?? [{ column: "created_at", descending: true }];
}

/** A dash without a label tells nothing on a card. A value behind a reference is checked where it is shown. */
export const isThere =
  (row: WireRow, entity: string, product: Product) =>
  (path: FieldPath): boolean => {
    const [first = "", ...further] = path;
    const value = ownOf(row, first);
    return (
      fieldAt(path, entity, product.application)?.type.kind === "not shown" ||
      isSeeGap(path, entity, product) ||
      further.length > 0 ||
      !(value === null || value === undefined || (Array.isArray(value) && value.length === 0))
    );
  };
