// What a calendar asks the server for: the rows that lie on its days, and what lies before and after these.
import { keepPreviousData } from "@tanstack/react-query";
import type { ApplicationScreen } from "@writ/language/product";
import { quoted } from "../../values/quoted.ts";
import { readRows, type ListQuery } from "../../data/rows.ts";
import { watched, watchesOf } from "../../data/watch.ts";
import type { Product } from "../../product/product.tsx";
import { openedBy, pathsAround } from "../../routing/open-address.ts";
import type { RouteRows } from "../../routing/read-route.ts";
import type { Search } from "../../routing/use-go.ts";
import { momentDays } from "../../field-types/datetime/type.ts";
import type { Days } from "../../field-types/field-type.ts";
import { fieldTypeOf } from "../../field-types/field-types.ts";
import type { WireRow } from "../../values/row.ts";
import { listQuery } from "../list/list-query.ts";
import { firstDayOf, lastDayOf } from "./calendar-days.ts";

/** Rows at a time. */
export const mostRows = 1000;

export type CalendarRow = { readonly row: WireRow; readonly start: number; readonly end: number };

/** The fields in which rows begin and end; the same one where they are points. */
export const spanOf = ({ from, to }: ApplicationScreen) => ({ from: from ?? "", to: to ?? from ?? "" });

export const statedPaths = ({ card, show }: ApplicationScreen) => (card.length > 0 ? card : show);

export function fieldDays({ entity }: ApplicationScreen, name: string, { application }: Product): Days {
  const type = application.entities[entity ?? ""]?.fields[name]?.type;
  return (type && fieldTypeOf(type).days) ?? momentDays;
}

/** Rows of any day. */
export function anyDay(screen: ApplicationScreen, route: RouteRows, search: Search, product: Product): ListQuery {
  const { from, to } = spanOf(screen);
  return listQuery(
    { ...screen, show: [[from], [to], ...statedPaths(screen)] },
    route,
    search,
    product,
    pathsAround(openedBy(screen, product), screen.entity ?? "", product.application, screen),
  );
}

/** Conditions on where a row lies from the day `first` to the day `last`. */
export function conditionsOn(screen: ApplicationScreen, first: number, last: number, product: Product) {
  const { from, to } = spanOf(screen);
  const { hasTime } = fieldDays(screen, from, product);
  // A datetime on the edge is asked by the moments at which the days begin and end in the time zone.
  const edge = (name: string, at: number) => quoted(fieldDays(screen, name, product).start(at, product.timeZone));
  return {
    after: hasTime ? `${from}.gte.${edge(from, last + 1)}` : `${from}.gt.${edge(from, last)}`,
    before: `${from}.lt.${edge(from, first)}`,
    on: [
      hasTime ? `${from}.lt.${edge(from, last + 1)}` : `${from}.lte.${edge(from, last)}`,
      from === to
        ? `${to}.gte.${edge(to, first)}`
        : `or(${to}.gte.${edge(to, first)},and(${to}.is.null,${from}.gte.${edge(from, first)}))`,
    ],
  };
}

export function calendarRows(screen: ApplicationScreen, base: ListQuery, on: readonly string[], product: Product) {
  const query = {
    ...base,
    conditions: [...base.conditions, ...on],
    order: screen.sort.length > 0 ? base.order : [{ column: spanOf(screen).from, descending: false }],
  };
  return {
    queryKey: [screen.entity ?? "", "calendar", query],
    queryFn: async ({ signal }: { readonly signal: AbortSignal }) => readRows(query, [], mostRows, product, signal),
    placeholderData: keepPreviousData<readonly WireRow[]>,
    ...watched(
      product.backend,
      watchesOf({ entity: screen.entity ?? "" }, query.paths, product.application, query.conditions),
    ),
  };
}

/** Each with the days on which it begins and ends; without those that have no day. */
export function placedRows(
  screen: ApplicationScreen,
  rows: readonly WireRow[],
  product: Product,
): readonly CalendarRow[] {
  const { from, to } = spanOf(screen);
  return rows.flatMap((row) => {
    const start = firstDayOf(row[from], fieldDays(screen, from, product), product.timeZone);
    const end = lastDayOf(row[to], fieldDays(screen, to, product), product.timeZone) ?? start;
    return start === undefined || end === undefined ? [] : [{ row, start, end }];
  });
}

export const rowsOn = (placed: readonly CalendarRow[], day: number): readonly CalendarRow[] =>
  placed.filter(({ start, end }) => start <= day && day <= Math.max(start, end));
