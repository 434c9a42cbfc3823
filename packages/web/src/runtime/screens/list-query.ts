// What a list asks for: the document's Where and scope, the reader's search, filters and sorting from the address.
import type { ApplicationField, ApplicationScreen, FieldPath } from "@writ/language/product";
import { fieldAt, printFilter, quoted } from "../data/filter.ts";
import type { OrderKey } from "../data/keyset.ts";
import type { ListQuery } from "../data/rows.ts";
import { namePaths } from "../data/select.ts";
import { stepPaths } from "../data/steps.ts";
import { routeScope, type RouteRows } from "../routing/read-route.ts";
import type { Search } from "../routing/use-go.ts";
import { contextOf, type Product } from "../session/product.tsx";

/** A list without Show shows everything that it may. */
export function shownPaths({ show, entity }: ApplicationScreen, { application }: Product): readonly FieldPath[] {
  if (show.length > 0) return show;
  return Object.values(application.entities[entity ?? ""]?.fields ?? {})
    .filter(
      ({ type, id }) =>
        type.kind !== "list" && !["created_at", "created_by", "updated_at", "updated_by", "ended"].includes(id),
    )
    .map(({ id }) => [id]);
}

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
  const inner: FieldPath[] = [];
  const within = screen.scope && route[screen.scope.parameter];
  if (screen.scope !== undefined && within !== undefined) {
    const path = screen.scope.path;
    conditions.push(`${columnOf(path)}.eq.${String(within["id"])}`);
    if (path.length > 1) inner.push(path);
  }
  if (screen.filter !== undefined)
    conditions.push(
      printFilter(screen.filter, entity, contextOf(product, routeScope(screen, route, product)), application),
    );
  for (const path of screen.filterBy) {
    const given = search[filterKey(path)];
    const field = fieldAt(path, entity, application);
    if (given === undefined || given === "" || field === undefined) continue;
    conditions.push(...chosenFilter(columnOf(path), field, given));
    if (path.length > 1) inner.push(path);
  }
  return {
    entity,
    paths: [...shownPaths(screen, product), ...namePaths(entity, application), ...stepPaths(entity, product), ...more],
    conditions,
    inner,
    search: screen.search ? (search["q"] ?? "") : "",
    order: orderOf(screen, search, product),
    size: Math.min(screen.pageSize ?? 50, 200),
  };
}

const columnOf = (path: FieldPath): string =>
  path.map((step, index) => (index < path.length - 1 ? `_${step}` : step)).join(".");

/** "-" stands for what is empty; a range is written `from..to`. */
export function chosenFilter(column: string, { type }: ApplicationField, given: string): readonly string[] {
  switch (type.kind) {
    case "yes/no":
      return [`${column}.is.${given === "yes" ? "true" : "false"}`];
    case "several of":
    case "several":
      return [`${column}.ov.${quoted(`{${given.split(",").map(quoted).join(",")}}`)}`];
    case "date":
    case "datetime":
    case "number":
    case "integer":
    case "percent":
    case "money": {
      const [from = "", to = ""] = given.split("..");
      const end = type.kind === "datetime" && /^\d{4}-\d\d-\d\d$/.test(to) ? `${to}T23:59:59.999` : to;
      return [
        ...(from === "" ? [] : [`${column}.gte.${quoted(from)}`]),
        ...(to === "" ? [] : [`${column}.lte.${quoted(end)}`]),
      ];
    }
    case "one of":
    case "state":
    case "reference": {
      const values = given.split(",").filter((one) => one !== "-");
      const some = values.length === 0 ? [] : [`${column}.in.(${values.map(quoted).join(",")})`];
      const empty = given.split(",").includes("-") ? [`${column}.is.null`] : [];
      const all = [...some, ...empty];
      return all.length > 1 ? [`or(${all.join(",")})`] : all;
    }
    default:
      return [`${column}.ilike.${quoted(`*${given.replaceAll(/[*%]/g, "")}*`)}`];
  }
}

/** The reader's sorting, the screen's, the entity's, and at last the time of creation. Only columns can be sorted by. */
export function orderOf(screen: ApplicationScreen, search: Search, { application }: Product): readonly OrderKey[] {
  const entity = application.entities[screen.entity ?? ""];
  const isSortable = (name: string | undefined): name is string =>
    name !== undefined && entity?.fields[name]?.stored === true;
  const wanted = search["sort"];
  const chosen = wanted?.replace(/^-/, "");
  if (isSortable(chosen)) return [{ column: chosen, descending: wanted?.startsWith("-") === true }];
  const stated = screen.sort.flatMap(({ path, descending }) =>
    path.length === 1 && isSortable(path[0]) ? [{ column: path[0], descending }] : [],
  );
  if (stated.length > 0) return stated;
  const ordered = (entity?.orderedBy ?? []).flatMap(({ field, descending }) =>
    isSortable(field) ? [{ column: field, descending }] : [],
  );
  return ordered.length > 0 ? ordered : [{ column: "created_at", descending: true }];
}
