// Where of a list or a tile that no filter of the data API can say: a field of the row, which tells whether it is shown.
import { printSql } from "../../../expression/sql.ts";
import type { Typed } from "../../../expression/typed.ts";
import type { Guard } from "../../../model/guard.ts";
import { entityId } from "../../../model/lookup.ts";
import type { Reference } from "../../../model/name.ts";
import type { Design } from "../../../plan/design.ts";
import { nameOf, open, printPlace, tableOf } from "../../../plan/layout.ts";
import { everyone, type DatabaseObject } from "../../../plan/objects.ts";
import { ofStoredRow } from "../../../plan/stored-row.ts";
import { systemTarget } from "../../../plan/target.ts";
import { checkedGuard } from "../../../plan/typed-guard.ts";
import { askedOf } from "../../../product/filter.ts";

/** `parts`: the identifiers of the screen, and of its tile. */
export const shownName = (...parts: readonly string[]): string => nameOf("_shown", ...parts);

/** Fields of rows that have `see` rows are columns of a view, which cannot have another one for each screen. */
export const canBeAsked = (entity: string, design: Design): boolean =>
  tableOf(design.layout, entity).schema === open && design.compiled.lookup.entities.has(entity);

export function shownOf(design: Design): readonly DatabaseObject[] {
  return design.compiled.model.screens.screens.flatMap(({ name, kind, where, tiles, address }) => [
    ...(kind !== undefined && "entity" in kind
      ? fieldOf(shownName(name.id), kind.entity, where, `${address}/Where`, design)
      : []),
    ...tiles.flatMap((tile) => fieldOf(shownName(name.id, tile.name.id), tile.of, tile.where, tile.address, design)),
  ]);
}

function fieldOf(
  name: string,
  of: Reference,
  where: Guard | undefined,
  address: string,
  design: Design,
): readonly DatabaseObject[] {
  const { compiled } = design;
  const entity = entityId(compiled.lookup, of);
  const typed = where && checkedGuard(where, entity, design, { me: "maybe" })?.typed;
  const asked = typed && canBeAsked(entity, design) ? askedOf(typed, compiled.schema.moneyScale) : undefined;
  return asked === undefined ? [] : [wireFunction(name, entity, asked, address, design)];
}

function wireFunction(name: string, entity: string, asked: Typed, address: string, design: Design): DatabaseObject {
  const holds = (row: string) =>
    printSql(asked, systemTarget(design.compiled, design.layout, { rows: { [entity]: row } }), "strict");
  return {
    kind: "function",
    place: { schema: open, name },
    parameters: [{ name: "given", type: printPlace(tableOf(design.layout, entity)) }],
    returns: "boolean",
    language: "sql",
    volatility: "stable",
    actsAs: "owner",
    body: ofStoredRow(entity, holds, design),
    callers: everyone,
    address,
  };
}
