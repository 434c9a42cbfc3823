// From the cells of Seeds and Samples to values of their fields, with what is wrong in them.
import { codeOf, spanOf, splitText, type Text } from "../../../text/text.ts";
import type { Known } from "../../../expression/analysis/decider.ts";
import type { EntitySchema } from "../../../expression/schema.ts";
import type { Typed } from "../../../expression/typed.ts";
import type { CheckContext } from "../../../model/check-context.ts";
import type { Model } from "../../../model/model.ts";
import { identifierOf, readReference } from "../../../text/name.ts";
import { unknownEntity, unknownField, unknownState } from "../../../clause/problems.ts";
import type { Problem } from "../../../problem.ts";
import { entityLabels, fieldLabels, findEntity, findField, type FoundField } from "../find.ts";
import { cellHint, nullHint, readLiteral, saysNothing } from "../literal.ts";
import type { FieldType, RowSet, RowSetRow } from "../model.ts";
import { readMoment, refersToRows } from "../../../field-types/index.ts";
import { wrongValue } from "../problems.ts";
import { isCode, readCode } from "./read-code.ts";
import { isRolesColumn, readRoles } from "./roles.ts";
import { unknownKey, wrongColumn } from "./problems.ts";

export type ReadRow = {
  readonly set: RowSet;
  readonly row: RowSetRow;
  /** By field; undefined where a value is wrong or known to the database only, null where the cell is empty. */
  readonly values: ReadonlyMap<string, Known | undefined>;
  /** The fields whose cells say `null`: no value, whatever the default. */
  readonly cleared: ReadonlySet<string>;
  /** What the database reckons when it stores the row. */
  readonly reckoned: ReadonlyMap<string, Typed>;
  /** The identifiers of the roles that a sample person is given. */
  readonly roles: readonly string[];
};

export type ReadSet = {
  readonly set: RowSet;
  readonly entity: EntitySchema;
  /** Undefined where one names no field that a row could bring along. */
  readonly columns: readonly (FoundField | undefined)[];
  /** Which of them holds the roles of sample people; -1 where none does. */
  readonly rolesAt: number;
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
    const rolesAt = set.columns.findIndex((column) => isRolesColumn(column, set, entity, context));
    const columns = readColumns(room, set, entity);
    const rows = set.rows.map((row) => readRow(room, set, entity, { columns, rolesAt }, row));
    return [{ set, entity, columns, rolesAt, rows }];
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
    if (isRolesColumn(reference, set, entity, context)) return undefined;
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
  const written = entity.id === "user" ? ["name", "email"] : ["created_at", "created_by"];
  return field || written.includes(id) ? undefined : "is kept by the system";
}

function readRow(
  room: Room,
  set: RowSet,
  entity: EntitySchema,
  { columns, rolesAt }: Pick<ReadSet, "columns" | "rolesAt">,
  row: RowSetRow,
): ReadRow {
  const values = new Map<string, Known | undefined>();
  const cleared = new Set<string>();
  const reckoned = new Map<string, Typed>();
  columns.forEach((column, index) => {
    const cell = row.values[index];
    if (!column || !cell) return;
    const isOpen = row.notShown.includes(set.columns[index]?.label ?? "");
    const code = isOpen ? undefined : codeOf(cell);
    if (code === undefined || !isCode(code, column)) {
      const read = isOpen
        ? undefined
        : cell.text === ""
          ? null
          : readCell(room, set, entity, column, cell, row.address);
      values.set(column.id, read);
      return;
    }
    const at = { ...room, set, key: row.key.text, address: `${row.address}/${column.label}` };
    const found = readCode(code, column, at);
    values.set(column.id, found && "known" in found ? found.known : undefined);
    if (found && "typed" in found) reckoned.set(column.id, found.typed);
    else if (found?.known === null) cleared.add(column.id);
  });
  const roles = row.values[rolesAt];
  const given = roles === undefined ? [] : readRoles(roles, { ...room, address: row.address });
  return { set, row, values, cleared, reckoned, roles: given };
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
  if (!type && !builtIn) return readSystemValue(column, cell, place, room);
  const read = readLiteral(cell, type ?? accountAddress, model, context);
  if ("value" in read) return read.value;
  const part = read.part ?? cell;
  problems.push(
    wrongValue.at({ ...place, span: spanOf(part) }, part.text, column.label, cellHint(part, read.hint, context)),
  );
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
  { context, problems }: Room,
) {
  if (column.id !== "created_at") return cell.text;
  const moment = readMoment(cell.text);
  if (moment === undefined)
    problems.push(
      wrongValue.at(place, cell.text, column.label, cellHint(cell, "Write a moment as 2026-01-31 08:30.", context)),
    );
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
    const hint = saysNothing(cell) ? nullHint : undefined;
    problems.push(unknownKey.at(place, label, cell.text, usableKeys(keys.get(entity)), undefined, hint));
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
