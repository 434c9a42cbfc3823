// A dashboard: a tile for each question of the document, its numbers as a chart or as a table.
import { Button, Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ApplicationField, ApplicationTile, FieldPath } from "@writ/language/product";
import { useState } from "react";
import { wordsOf } from "../../kit/failure.tsx";
import { Slow } from "../../kit/skeletons.tsx";
import { fieldAt, printFilter } from "../data/filter.ts";
import { namedAs, nameOf } from "../data/name.ts";
import { askedRows, readPage, type ListQuery } from "../data/rows.ts";
import { namePaths } from "../data/select.ts";
import { watched, watchesOf } from "../data/watch.ts";
import { formatMoney, formatValue } from "../fields/format.ts";
import { RowLink } from "../fields/show-field.tsx";
import { routeScope, rowsByEntity } from "../routing/read-route.ts";
import { contextOf, useProduct, type Product } from "../product/product.tsx";
import { isReadUnsaid, isSeeUnsaid } from "../product/unsaid.ts";
import { isWireRow, type WireRow } from "../values/row.ts";
import { Bars, Line, Pie } from "./dashboard/charts.tsx";
import { inTime, measured, periodOf, type Group } from "./dashboard/measure.ts";
import { ScreenHead } from "./screen-head.tsx";
import { Missing } from "../gaps/missing.tsx";
import type { ScreenProps } from "./kinds.ts";
import { Unsaid } from "../gaps/unsaid.tsx";
import classes from "./dashboard/dashboard.module.css";
import { showDuration } from "../values/duration.ts";
import { dateFormat, numberFormat } from "../../words/formatters.ts";

export function Dashboard({ screen, route }: ScreenProps) {
  return (
    <>
      <ScreenHead screen={screen} rows={rowsByEntity(screen, route)} />
      <div className={classes["tiles"]}>
        {screen.tiles.map((tile) => (
          <Tile key={tile.id} tile={tile} screen={screen} route={route} />
        ))}
      </div>
    </>
  );
}

/** Beyond that the tile says so, instead of numbers that are not true. */
const most = 20_000;

type Numbers = {
  readonly groups: readonly (Group & { readonly label: string })[];
  readonly rows: readonly WireRow[];
  readonly isWhole: boolean;
  readonly total: number | undefined;
};

type TileProps = ScreenProps & { readonly tile: ApplicationTile };

function tileQuery({ tile, screen, route }: TileProps, product: Product): ListQuery {
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
    rows: rows && askedRows(rows, route),
    paths,
    conditions: filter === undefined ? [] : [printFilter(filter, entity, context, application)],
    search: "",
    order: [{ column: "created_at", descending: true }],
    size: 999,
  };
}

async function readNumbers(
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
  const numberOf = (row: WireRow) => Number(valueAt(row, measure.field));
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
  const kind = field.type.kind;
  const isTime = kind === "date" || kind === "datetime";
  const groups = new Map<string, WireRow[]>();
  for (const row of rows)
    for (const value of valuesOf(valueAt(row, by.field))) {
      const key = isTime && value !== "" ? periodOf(value, kind, by.per ?? "day", application.timeZone) : value;
      groups.set(key, [...(groups.get(key) ?? []), row]);
    }
  const label = (key: string): string => {
    if (key === "") return say("none");
    if (isTime) return periodLabel(key, by.per ?? "day", locale);
    const [row] = groups.get(key) ?? [];
    const embedded = row && valueAt(row, [...by.field.slice(0, -1), `_${by.field.at(-1) ?? ""}`]);
    if (field.type.kind === "reference")
      return isWireRow(embedded) ? nameOf(field.type.entity, embedded, product) : product.word(field.label);
    if (field.type.kind === "several") return namedAs(field.type.entity, [key], embedded, product);
    return formatValue(field.type.kind === "several of" ? [key] : row && valueAt(row, by.field), field, product);
  };
  const numbers = [...groups].flatMap(([key, some]): readonly Group[] => {
    const value = measureOf(some);
    return value === undefined ? [] : [{ key, value }];
  });
  const timed = numbers.filter(({ key }) => key !== "");
  const ordered = isTime
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

function Tile({ tile, screen, route }: TileProps) {
  const product = useProduct();
  const { application, backend, say, word, locale } = product;
  const [isTable, setIsTable] = useState(false);
  const query = tileQuery({ tile, screen, route }, product);
  const isUnseen = [tile.measure.field, tile.by?.field ?? []].some((path) => isSeeUnsaid(path, tile.entity, product));
  // Numbers of another address are none of this one's, nor are those of what its rows were before.
  const at = Object.values(route).map((row) => [row["id"], row["updated_at"]]);
  const found = useQuery({
    queryKey: [tile.entity, "tile", screen.id, tile.id, at, product.person?.id ?? null],
    queryFn: async ({ signal }) => readNumbers(tile, query, product, signal),
    enabled: !tile.notShown && !isUnseen,
    // A tile reads many rows.
    ...watched(backend, watchesOf({ entity: tile.entity }, query.paths, application, query.conditions), 5000),
  });
  const measuredField = fieldAt(tile.measure.field, tile.entity, application);
  const show = (value: number): string => {
    if (measuredField?.type.kind === "money") return formatMoney(String(value), locale, application);
    // An average of times is as fine as a second.
    if (measuredField?.type.kind === "duration") return showDuration(Math.round(value / 1000) * 1000, locale);
    const isPercent = measuredField?.type.kind === "percent";
    return numberFormat(locale, {
      maximumFractionDigits: 2,
      ...(isPercent ? { style: "percent" } : {}),
    }).format(value);
  };
  const others = (count: number) => say("moreItems", { count });
  const label = word(tile.label);
  if (tile.notShown)
    return (
      <section className={classes["tile"]} aria-label={label}>
        <Missing of={tile.gaps} title={label} />
      </section>
    );
  // Of what not everybody is known to see, a number would be one of something else.
  if (isUnseen || (found.data?.rows.length === 0 && isReadUnsaid(tile.entity, product)))
    return (
      <section className={classes["tile"]} aria-label={label}>
        <Unsaid title={label} />
      </section>
    );
  const groups = found.data?.groups ?? [];
  // A number of nothing is a number.
  const isEmpty =
    tile.chart === "list"
      ? found.data?.rows.length === 0
      : tile.chart !== "number" && tile.by !== undefined && groups.length === 0;
  const hasChart = tile.chart === "bar" || tile.chart === "line" || tile.chart === "pie";
  return (
    <section className={classes["tile"]} data-chart={tile.chart} aria-label={label}>
      <div className={classes["head"]}>
        <h2>{label}</h2>
        {hasChart && groups.length > 0 && (
          <Button variant="subtle" size="compact-xs" onClick={() => setIsTable(!isTable)} aria-pressed={isTable}>
            {say(isTable ? "asChart" : "asTable")}
          </Button>
        )}
      </div>
      {found.error !== null && found.data === undefined ? (
        <p className="quiet" role="alert">
          {wordsOf(found.error, say)}
        </p>
      ) : found.data === undefined ? (
        <>
          {tile.chart === "line" ? (
            <Skeleton className={classes["course"] ?? ""} />
          ) : (
            <Skeleton h={tile.chart === "number" ? 36 : 160} />
          )}
          <Slow />
        </>
      ) : isEmpty ? (
        <p className="quiet">{say("emptyList")}</p>
      ) : tile.chart === "number" || tile.by === undefined ? (
        tile.chart === "list" ? (
          <ul className={classes["list"]}>
            {found.data.rows.slice(0, 10).map((row) => (
              <li key={String(row["id"])}>
                <RowLink entity={tile.entity} row={row} />
              </li>
            ))}
          </ul>
        ) : (
          <p className={classes["number"]}>{found.data.total === undefined ? "–" : show(found.data.total)}</p>
        )
      ) : isTable ? (
        <table className={classes["table"]}>
          <thead>
            <tr>
              <th scope="col">{word(fieldAt(tile.by.field, tile.entity, application)?.label ?? "")}</th>
              <th scope="col">{measuredField ? word(measuredField.label) : say("total")}</th>
            </tr>
          </thead>
          <tbody>
            {groups.map(({ key, label: name, value }) => (
              <tr key={key}>
                <td>{name}</td>
                <td className="figures">{show(value)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : tile.chart === "line" ? (
        <Line groups={groups} show={show} label={label} />
      ) : tile.chart === "pie" ? (
        <Pie groups={groups} show={show} kind={tile.measure.kind} others={others} />
      ) : (
        <Bars groups={groups} show={show} kind={tile.measure.kind} others={others} />
      )}
      {found.data?.isWhole === false && <p className="quiet">{say("rowsShown", { count: found.data.rows.length })}</p>}
    </section>
  );
}
