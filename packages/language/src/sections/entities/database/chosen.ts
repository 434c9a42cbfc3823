// Whether a row that a field names may be chosen by the caller: among those offered, or else one that they read.
import { refersToRows } from "../../../field-types/index.ts";
import { quoteIdentifier } from "../../../expression/sql/sql-quote.ts";
import type { Design } from "../../../plan/design.ts";
import { innerPlace, partOf, printPlace, tableOf } from "../../../plan/layout.ts";
import { mayChoose } from "../../../plan/writing/stored-row.ts";
import type { Entity, Field, FieldType } from "../model.ts";

export type TypedField = Field & { readonly type: FieldType };

export const amongPlace = (entity: Entity, field: Field) => innerPlace("among", partOf(entity.name.id, field.name.id));

/**
 * Whether the caller may choose the rows that a field of `row` names; undefined for fields that name none. `besides`:
 * an `item` that was there before stays.
 */
export function isChosenWell(
  entity: Entity,
  field: TypedField,
  row: string,
  design: Design,
  besides = "false",
): string | undefined {
  const { type } = field;
  if (!refersToRows(type)) return undefined;
  const column = `${row}.${quoteIdentifier(field.name.id)}`;
  const id = type.entity.id;
  const isBound = type.kind !== "belongs to" && type.among !== undefined;
  // A user who sets the field sees the rows to choose from, also those that they may not read otherwise.
  const isOpen = isBound ? `${printPlace(amongPlace(entity, field))}(${row}, _chosen.id)` : mayChoose(id, "_chosen");
  const isThere = (value: string) =>
    `EXISTS (SELECT FROM ${printPlace(tableOf(design.layout, id))} AS _chosen WHERE _chosen.id = ${value} AND ${isOpen})`;
  if (type.kind !== "several") return isThere(column);
  return `(NOT EXISTS (SELECT FROM unnest(${column}) AS _item (id) WHERE NOT ${besides} AND NOT ${isThere("_item.id")}))`;
}
