// The numbers of a tile: its rows are read page by page, measured, and put into groups.
import type { ApplicationField, ApplicationTile, FieldPath } from "@writ/language/product";
import { dateFormat } from "../../../words/formatters.ts";
import { fieldAt, printFilter } from "../../data/filter.ts";
import { displayName, nameOf } from "../../data/name.ts";
import { functionInput, readPage, type ListQuery } from "../../data/rows.ts";
import { namePaths } from "../../data/select.ts";
import { fieldTypeOf } from "../../field-types/field-types.ts";
import { formatValue } from "../../fields/format.ts";
import { contextOf, type Product } from "../../product/product.tsx";
import { routeScope } from "../../routing/read-route.ts";
import { isWireRow, type WireRow } from "../../values/row.ts";
import type { ScreenProps } from "../kinds.ts";
import { inTime, measured, periodOf, type Group } from "./measure.ts";

/** Beyond that the tile reports too many rows, instead of wrong numbers. */
const most = 20_000;

export type Numbers = {
  readonly groups: readonly (Group & { readonly label: string })[];
  readonly rows: readonly WireRow[];
  readonly isWhole: boolean;
  readonly total: number | undefined;
};

export type TileProps = ScreenProps & { readonly tile: ApplicationTile };

export function tileQuery({ tile, screen, route }: TileProps, product: Product): ListQuery {
  const { application } = product;
  const { entity, measure, by, filter, rows, chart } = tile;
  const context = contextOf(product, routeScope(screen, route, product));
  const paths: readonly FieldPath[] = [
    ...(measure.field.length > 0 ? [measure.field] : []),
    ...(by ? [by.field] : []),
    ...(chart === "list" ? namePaths(entity, application) : []),
  ];
  return {
    entity,
    rows: rows && functionInput(rows, route),
    paths,
    conditions: filter === undefined ? [] : [printFilter(filter, entity, context, application)],
    search: "",
    order: [{ column: "created_at", descending: true }],
    size: 999,
  };
}

export async function readNumbers(
  tile: ApplicationTile,
  query: ListQuery,
  product: Product,
  signal: AbortSignal,
): Promise<Numbers> {
  const { measure } = tile;
  const rows: WireRow[] = [];
  let after: string | undefined;
  do {
    const page = await readPage(query, after, product, signal);
    rows.push(...page.rows);
    after = page.next;
  } while (after !== undefined && rows.length < most);
  const type = fieldAt(measure.field, tile.entity, product.application)?.type;
  const numberOf = (row: WireRow) => {
    const value = valueAt(row, measure.field);
    return type === undefined ? Number(value) : fieldTypeOf(type).measureOf(value);
  };
  const values = (some: readonly WireRow[]) =>
    measure.kind === "count"
      ? some.map(() => 1)
      : some.filter((row) => valueAt(row, measure.field) !== null).map(numberOf);
  const total = measured(measure.kind, values(rows));
  return {
    rows,
    isWhole: after === undefined,
    total,
    groups: groupsOf(tile, rows, (some) => measured(measure.kind, values(some)), product),
  };
}

const valueAt = (row: WireRow, path: FieldPath): unknown =>
  path.reduce<unknown>(
    (at, step, index) => (isWireRow(at) ? at[index < path.length - 1 ? `_${step}` : step] : undefined),
    row,
  );

function groupsOf(
  { by, entity, measure }: ApplicationTile,
  rows: readonly WireRow[],
  measureOf: (rows: readonly WireRow[]) => number | undefined,
  product: Product,
): Numbers["groups"] {
  if (by === undefined) return [];
  const { application, locale, say } = product;
  const field = fieldAt(by.field, entity, application);
  if (field === undefined) return [];
  const { days } = fieldTypeOf(field.type);
  const groups = new Map<string, WireRow[]>();
  for (const row of rows)
    for (const value of valuesOf(valueAt(row, by.field))) {
      const key =
        days !== undefined && value !== "" ? periodOf(value, days, by.per ?? "day", application.timeZone) : value;
      groups.set(key, [...(groups.get(key) ?? []), row]);
    }
  const label = (key: string): string => {
    if (key === "") return say("none");
    if (days !== undefined) return periodLabel(key, by.per ?? "day", locale);
    const [row] = groups.get(key) ?? [];
    const embedded = row && valueAt(row, [...by.field.slice(0, -1), `_${by.field.at(-1) ?? ""}`]);
    if (field.type.kind === "reference")
      return isWireRow(embedded) ? nameOf(field.type.entity, embedded, product) : product.word(field.label);
    if (field.type.kind === "several") return displayName(field.type.entity, [key], embedded, product);
    return formatValue(field.type.kind === "several of" ? [key] : row && valueAt(row, by.field), field, product);
  };
  const numbers = [...groups].flatMap(([key, some]): readonly Group[] => {
    const value = measureOf(some);
    return value === undefined ? [] : [{ key, value }];
  });
  const timed = numbers.filter(({ key }) => key !== "");
  const ordered = days
    ? [...inTime(timed, by.per ?? "day", measure.kind), ...numbers.filter(({ key }) => key === "")]
    : inOrder(numbers, field);
  return ordered.map((group) => ({ ...group, label: label(group.key) }));
}

/** A row is counted in each of several, and one without any as one that has none. */
const valuesOf = (value: unknown): readonly string[] =>
  Array.isArray(value) && value.length > 0 ? value.map(String) : [String(value ?? "")];

/** Choices in the order of the document, everything else by size. */
function inOrder(groups: readonly Group[], { type }: ApplicationField): readonly Group[] {
  if (!("choices" in type)) return groups.toSorted((a, b) => b.value - a.value);
  const place = (key: string) => type.choices.findIndex(({ id }) => id === key);
  return groups.toSorted((a, b) => place(a.key) - place(b.key));
}

function periodLabel(day: string, per: "day" | "week" | "month" | "year", locale: string): string {
  const options: Intl.DateTimeFormatOptions =
    per === "year"
      ? { year: "numeric" }
      : per === "month"
        ? { month: "short", year: "numeric" }
        : { day: "numeric", month: "short" };
  return dateFormat(locale, { ...options, timeZone: "UTC" }).format(new Date(`${day}T00:00:00Z`));
}
