// From a row of a dashboard's table to a tile.
import { cellOf, isNotShown, type FoundRow } from "../../../document/tables.ts";
import { matchText, spanOf, trimText, type Text } from "../../../text/text.ts";
import { address } from "../../../clause/clause.ts";
import { defineName } from "../../../clause/define-name.ts";
import { readReference, type Name } from "../../../text/name.ts";
import { readClause } from "../../../clause/read-clause.ts";
import { readGuard } from "../../../clause/read-guard.ts";
import type { Problem } from "../../../problem.ts";
import type { Tile, TileColumn } from "../model.ts";
import { unfitValue } from "../problems.ts";
import { readPath } from "./read-path.ts";

const charts = ["number", "bar", "line", "pie", "list"] as const;

export function readTile(row: FoundRow, screen: Name, problems: Problem[]): Tile {
  const title = cellOf(row, "Tile");
  const clause = readClause<TileColumn>(row, address(2, screen.label, title.text), problems);
  const name = defineName(title, clause.address, problems);
  const chart = isNotShown(row, "Chart") ? undefined : readChart(cellOf(row, "Chart"), clause.address, problems);
  const by = readBy(cellOf(row, "By"));
  if (chart !== undefined && !isNotShown(row, "By")) {
    // What a number or list would be split by, and what a bar is a bar of, must be clear from the row.
    const split = chart === "bar" || chart === "line" || chart === "pie";
    const cell = cellOf(row, "By");
    const place = { span: cell.text === "" ? spanOf(cellOf(row, "Chart")) : spanOf(cell), address: clause.address };
    if (split && !by)
      problems.push(unfitValue.at(place, `By of a ${chart} chart`, "", "Write the field that it is split by."));
    if (!split && by)
      problems.push(
        unfitValue.at(place, `By of a ${chart}`, cell.text, "Leave it empty: only bar, line and pie are split."),
      );
  }
  return {
    ...clause,
    name,
    chart,
    measure: isNotShown(row, "Measure") ? undefined : readMeasure(cellOf(row, "Measure"), clause.address, problems),
    of: readReference(cellOf(row, "Of")),
    by,
    where: readGuard(cellOf(row, "Where"), `${clause.address}/Where`, problems),
  };
}

function readChart(cell: Text, at: string, problems: Problem[]): Tile["chart"] {
  const chart = charts.find((word) => word === cell.text);
  if (!chart)
    problems.push(
      unfitValue.at(
        { span: spanOf(cell), address: at },
        "Chart",
        cell.text,
        `Write ${charts.slice(0, -1).join(", ")} or list.`,
      ),
    );
  return chart;
}

function readMeasure(cell: Text, at: string, problems: Problem[]): Tile["measure"] {
  if (cell.text === "count") return { kind: "count" };
  const found = matchText(cell, /^(?<kind>sum|average|min|max) of (?<field>.+)$/d);
  if (found?.["kind"] && found["field"]) {
    return { kind: found["kind"].text as "sum" | "average" | "min" | "max", field: readPath(trimText(found["field"])) };
  }
  const write = "Write count, or sum, average, min or max of a field: sum of Amount.";
  problems.push(unfitValue.at({ span: spanOf(cell), address: at }, "Measure", cell.text, write));
  return undefined;
}

/** `Category`, or `Created at per week`. */
function readBy(cell: Text): Tile["by"] {
  if (cell.text === "") return undefined;
  const unit = (["day", "week", "month", "year"] as const).find((word) => cell.text.endsWith(` per ${word}`));
  const field = unit && matchText(cell, /^(?<field>.+) per [a-z]+$/d)?.["field"];
  return { field: readPath(field ?? cell), per: unit };
}
