// Computed fields: columns of the row, functions of the row, and fields of rows on the wire.
import { quoteIdentifier } from "../../../expression/sql/sql-quote.ts";
import { sqlType } from "../../../field-types/index.ts";
import { computedType } from "../../../plan/column-type.ts";
import type { ComputedField } from "../../../plan/computed.ts";
import type { Design } from "../../../plan/design.ts";
import { open, printPlace, referredName, tableOf } from "../../../plan/layout.ts";
import { everyone, type Column, type DatabaseObject } from "../../../plan/objects.ts";
import { ofStoredRow } from "../../../plan/writing/stored-row.ts";
import { computedPlace, printComputed } from "../../../plan/target.ts";
import type { Entity } from "../model.ts";

const computedOf = (entity: Entity, design: Design): readonly ComputedField[] =>
  [...design.layout.computed.values()].filter((one) => one.entity === entity.name.id);

const addressOf = (entity: Entity, id: string): string =>
  entity.fields.find(({ name }) => name.id === id)?.address ?? entity.address;

/**
 * What depends on the row's own stored values alone is stored with them, where it can be sorted and found; and what depends
 * on other rows where something sorts or finds rows by it.
 */
export function computedColumns(entity: Entity, design: Design): readonly Column[] {
  const table = quoteIdentifier(tableOf(design.layout, entity.name.id).name);
  return computedOf(entity, design).flatMap((one): readonly Column[] => {
    if (one.home !== "column" && one.home !== "kept") return [];
    const type = computedType(one.field.type);
    const printed = (row: string) => `(${printComputed(one, row, design.compiled, design.layout)})::${type}`;
    const column = { name: one.field.id, type, required: false, address: addressOf(entity, one.field.id) };
    if (one.home === "column") return [{ ...column, generated: printed(table) }];
    return [{ ...column, kept: { value: printed("_kept"), reads: readsOf(one, design) } }];
  });
}

/** All that a value is worked out from: its own expression, those of computed values that it reads, and types of columns. */
function readsOf(one: ComputedField, design: Design): string {
  const { layout, compiled } = design;
  const fields = [...[...one.reads.own].map((field) => `${one.entity}.${field}`), ...one.reads.others];
  const says = [...new Set(fields)].toSorted().flatMap((key) => {
    const inner = layout.computed.get(key);
    if (inner !== undefined) return [`${key}: ${printComputed(inner, "_kept", compiled, layout)}`];
    const [entity = "", field = ""] = key.split(".");
    const type = compiled.lookup.fields.get(entity)?.get(field)?.type;
    const stored = type && sqlType(type);
    return stored === undefined ? [] : [`${key}: ${stored}`];
  });
  return [printComputed(one, "_kept", compiled, layout), ...says].join("\n");
}

export function computedFunctions(design: Design): readonly DatabaseObject[] {
  return design.entities.flatMap((entity) =>
    computedOf(entity, design).flatMap((one) => [
      rowFunction(one, entity, design),
      ...(one.home === "column" || one.home === "kept" ? [] : wireFunction(one, entity, design)),
      ...rowReferred(one, entity, design),
    ]),
  );
}

/** Of any row of the table, also of one that is just being written. */
function rowFunction(one: ComputedField, entity: Entity, design: Design): DatabaseObject {
  const table = printPlace(tableOf(design.layout, one.entity));
  const returns = computedType(one.field.type);
  return {
    kind: "function",
    place: computedPlace(one.entity, one.field.id),
    parameters: [{ name: "given", type: table }],
    returns,
    language: "sql",
    volatility: "stable",
    actsAs: "owner",
    body: `SELECT (${printComputed(one, "given", design.compiled, design.layout)})::${returns}`,
    callers: [],
    address: addressOf(entity, one.field.id),
  };
}

/**
 * No foreign key leads to what a computed reference names: this function of the row does, as far as the caller may read
 * it. Of an account only the name can be read, which is explained with names (`permissions/database/names.ts`).
 */
function rowReferred(one: ComputedField, entity: Entity, design: Design): readonly DatabaseObject[] {
  const { id, type } = one.field;
  if (type.kind !== "row" || type.entity === "user") return [];
  const rows = printPlace({ schema: open, name: type.entity });
  const isColumn = one.home === "column" || one.home === "kept" || tableOf(design.layout, one.entity).schema !== open;
  const value = isColumn ? `($1).${quoteIdentifier(id)}` : `${printPlace({ schema: open, name: id })}($1)`;
  return [
    {
      kind: "function",
      place: { schema: open, name: referredName(id) },
      parameters: [{ name: "given", type: printPlace({ schema: open, name: one.entity }) }],
      returns: `SETOF ${rows} ROWS 1`,
      language: "sql",
      volatility: "stable",
      actsAs: "caller",
      isInlined: true,
      body: `SELECT one.* FROM ${rows} AS one WHERE one."id" OPERATOR(pg_catalog.=) ${value}`,
      callers: everyone,
      address: addressOf(entity, id),
    },
  ];
}

/** On the wire a function of a row is a field of it. Of a view such a field is a column. */
function wireFunction(one: ComputedField, entity: Entity, design: Design): readonly DatabaseObject[] {
  const place = tableOf(design.layout, one.entity);
  if (place.schema !== open) return [];
  const table = printPlace(place);
  const returns = computedType(one.field.type);
  const call = (row: string) => `${printPlace(computedPlace(one.entity, one.field.id))}(${row})`;
  const body = one.home === "place" ? `SELECT ${call("given")}` : ofStoredRow(one.entity, call, design);
  return [
    {
      kind: "function",
      place: { schema: open, name: one.field.id },
      parameters: [{ name: "given", type: table }],
      returns,
      language: "sql",
      volatility: "stable",
      actsAs: "owner",
      body,
      callers: everyone,
      address: addressOf(entity, one.field.id),
    },
  ];
}
