// From the cells of Seeds and Samples to values of their fields, with what is wrong in them.
import { spanOf, splitText, type Text } from "../../../text/text.ts";
import type { Known } from "../../../expression/analysis/decider.ts";
import type { EntitySchema } from "../../../expression/schema.ts";
import type { CheckContext } from "../../../model/check-context.ts";
import type { Model } from "../../../model/model.ts";
import { identifierOf, readReference } from "../../../text/name.ts";
import { unknownEntity, unknownField, unknownState } from "../../../clause/problems.ts";
import type { Problem } from "../../../problem.ts";
import { entityLabels, fieldLabels, findEntity, findField, type FoundField } from "../find.ts";
import { readLiteral } from "../literal.ts";
import type { FieldType, RowSet, RowSetRow } from "../model.ts";
import { readMoment, refersToRows } from "../../../field-types/index.ts";
import { wrongValue } from "../problems.ts";
import { unknownKey, wrongColumn } from "./problems.ts";

export type ReadRow = {
  readonly set: RowSet;
  readonly row: RowSetRow;
  /** By field; undefined where a value is wrong or known to the database only, null where the cell is empty. */
  readonly values: ReadonlyMap<string, Known | undefined>;
};

export type ReadSet = {
  readonly set: RowSet;
  readonly entity: EntitySchema;
  readonly columns: readonly (FoundField | undefined)[];
  readonly rows: readonly ReadRow[];
};

/** By entity, the rows that are there by key. */
export type Keys = ReadonlyMap<string, ReadonlyMap<string, { readonly set: RowSet; readonly row: RowSetRow }>>;

export function gatherKeys(rowSets: readonly RowSet[]): Keys {
  const keys = new Map<string, Map<string, { readonly set: RowSet; readonly row: RowSetRow }>>();
  for (const set of rowSets) {
    const entity = set.entity.id;
    const known = keys.get(entity) ?? new Map();
    keys.set(entity, known);
    for (const row of set.rows) if (!known.has(row.key.text)) known.set(row.key.text, { set, row });
  }
  return keys;
}

type Room = {
  readonly model: Model;
  readonly context: CheckContext;
  readonly keys: Keys;
  readonly problems: Problem[];
};

export function readRowSets(model: Model, context: CheckContext, keys: Keys, problems: Problem[]): readonly ReadSet[] {
  const room = { model, context, keys, problems };
  return model.entities.rowSets.flatMap((set) => {
    const entity = findEntity(context, set.entity);
    if (!entity) {
      problems.push(
        unknownEntity.at({ span: set.entity.span, address: set.address }, set.entity.label, entityLabels(context)),
      );
      return [];
    }
    const columns = readColumns(room, set, entity);
    const rows = set.rows.map((row) => readRow(room, set, entity, columns, row));
    return [{ set, entity, columns, rows }];
  });
}

/** The fields that the columns name; undefined where there is none that a row could bring along. */
function readColumns(
  { context, problems }: Room,
  set: RowSet,
  entity: EntitySchema,
): readonly (FoundField | undefined)[] {
  const seen = new Set<string>();
  return set.columns.map((reference) => {
    const place = { span: reference.span, address: set.address };
    const found = findField(context, entity.id, reference);
    if (!found) {
      if (entity.isOpen) return undefined;
      problems.push(unknownField.at(place, entity.label, reference.label, fieldLabels(context, entity.id)));
      return undefined;
    }
    const why = seen.has(found.id) ? "is a column already" : whyNoColumn(found, entity);
    seen.add(found.id);
    if (why !== undefined) problems.push(wrongColumn.at(place, found.label, why));
    return why === undefined ? found : undefined;
  });
}

const byTheSystem = ["list", "computed", "sequence number", "random code"];

function whyNoColumn({ id, field }: FoundField, entity: EntitySchema): string | undefined {
  if (field?.type && byTheSystem.includes(field.type.kind)) {
    return field.type.kind === "list" || field.type.kind === "computed"
      ? "follows from other values"
      : "is given by the system";
  }
  if (field || id === "created_at" || id === "created_by") return undefined;
  return entity.id === "user" && (id === "name" || id === "email") ? undefined : "is kept by the system";
}

function readRow(
  room: Room,
  set: RowSet,
  entity: EntitySchema,
  columns: readonly (FoundField | undefined)[],
  row: RowSetRow,
): ReadRow {
  const values = new Map<string, Known | undefined>();
  columns.forEach((column, index) => {
    const cell = row.values[index];
    if (!column || !cell) return;
    const open = row.notShown.includes(set.columns[index]?.label ?? "");
    values.set(
      column.id,
      open ? undefined : cell.text === "" ? null : readCell(room, set, entity, column, cell, row.address),
    );
  });
  return { set, row, values };
}

function readCell(
  room: Room,
  set: RowSet,
  entity: EntitySchema,
  column: FoundField,
  cell: Text,
  address: string,
): Known | undefined {
  const { model, context, problems } = room;
  const place = { span: spanOf(cell), address: `${address}/${column.label}` };
  const type = column.field?.type;
  const linked = linkOf(column, type);
  if (type?.kind === "several") {
    const keys = splitText(cell).map((part) => readKey(room, set, linked ?? "", part, place.address));
    return keys.every((key) => key !== undefined) ? keys : undefined;
  }
  if (linked !== undefined) return readKey(room, set, linked, cell, place.address);
  if (type?.kind === "state") return readState(room, entity, column, cell, place.address);
  if (column.field && !type) return undefined;
  const builtIn = entity.id === "user" && column.id === "email" ? accountAddress : undefined;
  if (!type && !builtIn) return readSystemValue(column, cell, place, problems);
  const read = readLiteral(cell, type ?? accountAddress, model, context);
  if ("value" in read) return read.value;
  const part = read.part ?? cell;
  problems.push(wrongValue.at({ ...place, span: spanOf(part) }, part.text, column.label, read.hint));
  return undefined;
}

function linkOf({ id }: FoundField, type: FieldType | undefined): string | undefined {
  if (type === undefined) return id === "created_by" ? "user" : undefined;
  const isLink = refersToRows(type);
  return isLink ? type.entity.id : undefined;
}

/** The address of an account is a field that section 3 need not show. */
const accountAddress: FieldType = { kind: "email", unique: "exact", setOnce: false, span: { start: 0, end: 0 } };

/** What every entity and every account has. */
function readSystemValue(
  column: FoundField,
  cell: Text,
  place: Parameters<typeof wrongValue.at>[0],
  problems: Problem[],
) {
  if (column.id !== "created_at") return cell.text;
  const moment = readMoment(cell.text);
  if (moment === undefined)
    problems.push(wrongValue.at(place, cell.text, column.label, "Write a moment as 2026-01-31 08:30."));
  return moment === "local" ? undefined : moment;
}

/** Keys to propose; a few dozen are enough for a hint. */
function usableKeys(known: ReadonlyMap<string, unknown> | undefined): readonly string[] {
  const usable: string[] = [];
  for (const key of known?.keys() ?? []) {
    if (key !== "" && !key.includes(",")) usable.push(key);
    if (usable.length === 50) break;
  }
  return usable;
}

/** A reference cell holds a key. Seeds are there without Samples, so they refer to other Seeds only. */
function readKey(
  { context, keys, problems }: Room,
  set: RowSet,
  entity: string,
  cell: Text,
  address: string,
): string | undefined {
  const found = keys.get(entity)?.get(cell.text);
  // Which rows there are is not shown.
  if (!found && context.lookup.openRows.has(entity)) return undefined;
  if (found && (set.kind === "Sample" || found.set.kind === "Seed")) return cell.text;
  const label = context.schema.entities.get(entity)?.label ?? entity;
  const place = { span: spanOf(cell), address };
  if (found) {
    const sample = { label, span: spanOf(found.row.key) };
    problems.push(unknownKey.at(place, label, cell.text, [], sample));
  } else if (context.schema.entities.has(entity)) {
    problems.push(unknownKey.at(place, label, cell.text, usableKeys(keys.get(entity))));
  }
  return undefined;
}

function readState({ context, problems }: Room, entity: EntitySchema, column: FoundField, cell: Text, address: string) {
  const kind = column.schema?.type;
  const codes = kind?.kind === "choice" ? kind.codes : [];
  const known = context.lookup.states.get(entity.id);
  const { id, label } = readReference(cell);
  const state = known?.get(id) ?? known?.get(label);
  const code = state?.name.id ?? (codes.includes(label) ? label : undefined);
  if (code !== undefined && codes.includes(code)) return code;
  // Without states there is nothing to compare with, and that has been said.
  if (codes.length === 0) return undefined;
  const labels = codes.map((one) => known?.get(one)?.name.label ?? identifierOf(one));
  problems.push(unknownState.at({ span: spanOf(cell), address }, entity.label, label, labels));
  return undefined;
}
