// Whether each tile of a dashboard measures something that can be measured.
import { isScalar, isSum } from "../../expression/kinds.ts";
import { withArticle } from "../../text/article.ts";
import type { EntitySchema, FieldSchema } from "../../expression/schema.ts";
import { checkGuard } from "../../model/resolve-guard.ts";
import { rowScope } from "../../model/scopes.ts";
import type { Screen, Tile } from "./model.ts";
import { findField, followPath } from "./paths.ts";
import { unfitField, unfitValue } from "./problems.ts";
import { findEntity, scopeOn, type Site } from "./site.ts";

export function checkTiles(screen: Screen, site: Site): void {
  for (const tile of screen.tiles) {
    const { address } = tile;
    if (tile.of.label === "" && !tile.notShown.includes("Of")) {
      site.problems.push(
        unfitValue.at({ span: tile.of.span, address }, "Of", "", "Write the entity whose rows it counts."),
      );
    }
    const entity = findEntity(tile.of, address, site);
    if (!entity) continue;
    checkMeasure(tile, entity, site);
    checkBy(tile, entity, site);
    if (tile.where) {
      const scope = rowScope(entity.id, scopeOn(screen, site));
      site.problems.push(
        ...checkGuard(tile.where, entity.id, scope, '"Where"', `${address}/Where`, site.context).problems,
      );
    }
  }
}

function checkMeasure({ measure, address }: Tile, entity: EntitySchema, site: Site): void {
  if (!measure || measure.kind === "count") return;
  const found = followPath(measure.field, entity, measure.kind, address, site);
  if (!found) return;
  const isAdded = measure.kind === "sum" || measure.kind === "average";
  if (isAdded ? isSum(found.field.type) : isScalar(found.field.type)) return;
  const what = isAdded ? "is no number, money or duration" : "is no number, money, duration, date, datetime or time";
  site.problems.push(unfitField.at({ span: measure.field.span, address }, measure.kind, found.field.label, what, ""));
}

/** Rows or choices that the row itself names: it counts in each of them. */
const isSeveral = ({ type, store }: FieldSchema): boolean =>
  type.kind === "list" && (store.kind === "pairs" || (store.kind === "array" && type.of.kind !== "file"));

function checkBy({ by, address }: Tile, entity: EntitySchema, site: Site): void {
  if (!by) return;
  const place = { span: by.field.span, address };
  const [step] = by.field.steps;
  const fortnight =
    by.field.steps.length === 1 &&
    step &&
    !findField(entity, step, site.context.lookup) &&
    / per (\S+)$/.exec(step.label);
  if (fortnight) {
    site.problems.push(unfitValue.at(place, "By", step.label, "Write per day, per week, per month or per year."));
    return;
  }
  const found = followPath(by.field, entity, "By", address, site);
  if (!found) return;
  const { kind } = found.field.type;
  if (by.per && kind !== "date" && kind !== "datetime") {
    site.problems.push(
      unfitField.at(place, `per ${by.per}`, found.field.label, "is neither a date nor a datetime", ""),
    );
  } else if (!by.per && ((kind === "list" && !isSeveral(found.field)) || kind === "file" || kind === "datetime")) {
    const [why, write] =
      kind === "datetime"
        ? ["is a datetime, and each has its own moment", `Write "${found.field.label} per day".`]
        : [`is ${withArticle(kind)}`, ""];
    site.problems.push(
      unfitField.at(place, "By", found.field.label, `${why}: rows cannot be told apart by it`, write ?? ""),
    );
  }
}
