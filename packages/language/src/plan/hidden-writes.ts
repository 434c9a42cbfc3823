// Fields that the writer of a row may not see: the outcome of a write must not reveal their values.
import { quoteIdentifier, quoteText } from "../expression/sql/sql-quote.ts";
import type { Expression } from "../expression/tree.ts";
import type { Entity, Field } from "../sections/entities/model.ts";
import type { Design } from "./design.ts";
import { innerPlace, partOf, printPlace, whoPlace, type Layout } from "./layout.ts";
import type { Place } from "./objects.ts";

/** `writ."sees_ticket.phone"(row)`. */
export const seePlace = (entity: string, field: string): Place => innerPlace("sees", partOf(entity, field));

/** The same of a row that is gone: what it led to may be gone with it. Left out where nothing of that is asked. */
export const seeGonePlace = (entity: string, field: string): Place =>
  innerPlace("sees", partOf(partOf(entity, field), "gone"));

/** Which of many people see it. */
export const whoSeesPlace = (entity: string, field: string): Place => whoPlace("sees", partOf(entity, field));

export const whoSeesGonePlace = (entity: string, field: string): Place =>
  whoPlace("sees", partOf(partOf(entity, field), "gone"));

/**
 * Here the view of an entity with `see` rows names the fields that a writer gives without being shown a value there.
 * The view sets it right before it writes the row, and no code of the writer runs in between; a caller who sets it
 * directly only gets more of their own writes rejected.
 */
const setting = "writ.given_unseen";

export const isMasked = (layout: Layout, entity: string, field: string): boolean =>
  layout.masked.get(entity)?.has(field) === true;

/**
 * Added to a condition that lets the stored value pass: a writer who may not see it would try values until one passes.
 * Empty where every writer of the row may see the field.
 */
export const orHiddenWrite = (layout: Layout, entity: string, field: string): string =>
  isMasked(layout, entity, field) ? ` OR ${isHiddenWrite(field)}` : "";

/** The stored value, to compare with a given one: NULL where the writer may not see it. */
export const unlessHiddenWrite = (layout: Layout, entity: string, field: string, value: string): string =>
  isMasked(layout, entity, field) ? `CASE WHEN NOT ${isHiddenWrite(field)} THEN ${value} END` : value;

export const isHiddenWrite = (field: string): string =>
  `(${quoteText(field)} = ANY (string_to_array(current_setting('${setting}', true), ',')) IS TRUE)`;

/** The same for the value that a new row would get anyway. `drawn`: that value reveals something of other rows. */
export function orUnseenAtCreation(layout: Layout, entity: string, field: string, drawn: boolean): string {
  const shown = [
    // A creator who may not read the new row must not learn what the system drew from other rows.
    ...(drawn ? [innerPlace("may", "read", entity)] : []),
    ...(isMasked(layout, entity, field) ? [seePlace(entity, field)] : []),
  ].map((place) => `${printPlace(place)}(NEW) IS TRUE`);
  return shown.length === 0 ? "" : ` OR (given.${quoteIdentifier(field)} IS NOT NULL AND NOT (${shown.join(" AND ")}))`;
}

/** Whether the value that the system sets in a new row reveals something of other rows: their number, or a value. */
export function isDrawn(entity: Entity, { type, default: given, name }: Field, { compiled }: Design): boolean {
  if (type?.kind === "sequence number" || type?.kind === "random code") return true;
  const machines = compiled.lookup.machines.get(entity.name.id) ?? [];
  const starts = type?.kind === "state" ? machines.filter(({ field }) => (field?.id ?? name.id) === name.id) : [];
  const guards = starts.flatMap(({ states }) => states.flatMap(({ startIf }) => startIf ?? []));
  return guards.length > 0 || (given?.kind === "expression" && looksAside(given.expression, compiled));
}

function looksAside(expression: Expression, { checked }: Design["compiled"]): boolean {
  const reads = checked.get(expression)?.reads;
  return reads === undefined || reads.others.size > 0 || reads.wholes.size > 0;
}

/**
 * For the view's writer, before it changes a row: `OLD` is the row as it is shown. A computed field is named where its
 * value differs from the one that is shown.
 */
export function recordHiddenWrites(masked: readonly string[], computed: readonly string[]): string {
  const named = [
    ...masked.map((field) => [
      field,
      `OLD.${quoteIdentifier(field)} IS NULL AND NEW.${quoteIdentifier(field)} IS NOT NULL`,
    ]),
    ...computed.map((field) => [field, `NEW.${quoteIdentifier(field)} IS DISTINCT FROM OLD.${quoteIdentifier(field)}`]),
  ].map(([field = "", condition = ""]) => `CASE WHEN ${condition} THEN ${quoteText(field)} END`);
  return `PERFORM set_config('${setting}', concat_ws(${["','", "NULL", ...named].join(", ")}), true);`;
}

export const clearHiddenWrites = `PERFORM set_config('${setting}', '', true);`;
