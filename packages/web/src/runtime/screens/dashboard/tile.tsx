// A tile of a dashboard: its numbers as a chart or as a table, or why there are none.
import { Button, Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { wordsOf } from "../../../kit/failure.tsx";
import { Slow } from "../../../kit/skeletons.tsx";
import { fieldAt } from "../../data/filter.ts";
import { watched, watchesOf } from "../../data/watch.ts";
import { fieldTypeOf } from "../../field-types/field-types.ts";
import { number } from "../../field-types/number/type.ts";
import { RowLink } from "../../fields/show-field.tsx";
import { Missing } from "../../gaps/missing.tsx";
import { Gap } from "../../gaps/gap.tsx";
import { useProduct, type Product } from "../../product/product.tsx";
import { isReadGap, isSeeGap } from "../../product/gaps.ts";
import { Bars, Line, Pie } from "./charts.tsx";
import { readNumbers, tileQuery, type Numbers, type TileProps } from "./numbers.ts";
import classes from "./dashboard.module.css";

export function Tile({ tile, screen, route }: TileProps) {
  const product = useProduct();
  const { application, backend, say, word } = product;
  const [isTable, setIsTable] = useState(false);
  const query = tileQuery({ tile, screen, route }, product);
  const isUnseen = [tile.measure.field, tile.by?.field ?? []].some((path) => isSeeGap(path, tile.entity, product));
  // Numbers of another address are none of this one's, nor are those of what its rows were before.
  const at = Object.values(route).map((row) => [row["id"], row["updated_at"]]);
  const result = useQuery({
    queryKey: [tile.entity, "tile", screen.id, tile.id, at, product.person?.id ?? null],
    queryFn: async ({ signal }) => readNumbers(tile, query, product, signal),
    enabled: !tile.notShown && !isUnseen,
    // A tile reads many rows.
    ...watched(backend, watchesOf({ entity: tile.entity }, query.paths, application, query.conditions), 5000),
  });
  const numbers = result.data;
  const label = word(tile.label);
  if (tile.notShown)
    return (
      <section className={classes["tile"]} aria-label={label}>
        <Missing of={tile.gaps} title={label} />
      </section>
    );
  // Where the readers of a value are unknown, a number over it would be wrong.
  if (isUnseen || (numbers?.rows.length === 0 && isReadGap(tile.entity, product)))
    return (
      <section className={classes["tile"]} aria-label={label}>
        <Gap title={label} />
      </section>
    );
  const hasChart = tile.chart === "bar" || tile.chart === "line" || tile.chart === "pie";
  return (
    <section className={classes["tile"]} data-chart={tile.chart} aria-label={label}>
      <div className={classes["head"]}>
        <h2>{label}</h2>
        {hasChart && numbers !== undefined && numbers.groups.length > 0 && (
          <Button variant="subtle" size="compact-xs" onClick={() => setIsTable(!isTable)} aria-pressed={isTable}>
            {say(isTable ? "asChart" : "asTable")}
          </Button>
        )}
      </div>
      {numbers !== undefined ? (
        <TileBody tile={tile} numbers={numbers} isTable={isTable} />
      ) : result.error !== null ? (
        <p className="quiet" role="alert">
          {wordsOf(result.error, say)}
        </p>
      ) : (
        <>
          {tile.chart === "line" ? (
            <Skeleton className={classes["course"] ?? ""} />
          ) : (
            <Skeleton h={tile.chart === "number" ? 36 : 160} />
          )}
          <Slow />
        </>
      )}
      {numbers?.isWhole === false && <p className="quiet">{say("rowsShown", { count: numbers.rows.length })}</p>}
    </section>
  );
}

type TileBodyProps = { readonly tile: TileProps["tile"]; readonly numbers: Numbers; readonly isTable: boolean };

function TileBody({ tile, numbers, isTable }: TileBodyProps): ReactNode {
  const product = useProduct();
  const { say, word } = product;
  const { groups, rows, total } = numbers;
  const show = shownBy(tile, product);
  const others = (count: number) => say("moreItems", { count });
  if (tile.chart === "list")
    return rows.length === 0 ? (
      <p className="quiet">{say("emptyList")}</p>
    ) : tile.by === undefined ? (
      <ul className={classes["list"]}>
        {rows.slice(0, 10).map((row) => (
          <li key={String(row["id"])}>
            <RowLink entity={tile.entity} row={row} />
          </li>
        ))}
      </ul>
    ) : (
      <Bars groups={groups} show={show} kind={tile.measure.kind} others={others} />
    );
  // A number of nothing is a number.
  if (tile.chart === "number" || tile.by === undefined)
    return <p className={classes["number"]}>{total === undefined ? "–" : show(total)}</p>;
  if (groups.length === 0) return <p className="quiet">{say("emptyList")}</p>;
  if (isTable) return <NumbersTable tile={tile} groups={groups} show={show} />;
  if (tile.chart === "line") return <Line groups={groups} show={show} label={word(tile.label)} />;
  const Chart = tile.chart === "pie" ? Pie : Bars;
  return <Chart groups={groups} show={show} kind={tile.measure.kind} others={others} />;
}

/** A number of a tile in words: as its field is shown. */
function shownBy({ measure, entity }: TileProps["tile"], product: Product): (value: number) => string {
  const type = fieldAt(measure.field, entity, product.application)?.type;
  const { formatMeasure } = type === undefined ? number : fieldTypeOf(type);
  return (value) => formatMeasure(value, product);
}

type NumbersTableProps = Pick<TileProps, "tile"> &
  Pick<Numbers, "groups"> & { readonly show: (value: number) => string };

function NumbersTable({ tile: { by, entity, measure }, groups, show }: NumbersTableProps) {
  const { application, say, word } = useProduct();
  const measuredField = fieldAt(measure.field, entity, application);
  return (
    <table className={classes["table"]}>
      <thead>
        <tr>
          <th scope="col">{word((by && fieldAt(by.field, entity, application)?.label) ?? "")}</th>
          <th scope="col">{measuredField ? word(measuredField.label) : say("total")}</th>
        </tr>
      </thead>
      <tbody>
        {groups.map(({ key, label, value }) => (
          <tr key={key}>
            <td>{label}</td>
            <td className="figures">{show(value)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
