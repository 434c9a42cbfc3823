// Fields that whoever writes a row may not see: whether a write passes must not tell them what stands there.
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
 * Where the view of an entity with `see` rows says which fields somebody gives without being shown anything there. The
 * view sets it right before it writes the row, and nothing of the writer's own runs in between; whoever sets it by
 * themselves only has more of their own writes refused.
 */
const setting = "writ.given_unseen";

export const isMasked = (layout: Layout, entity: string, field: string): boolean =>
  layout.masked.get(entity)?.has(field) === true;

/**
 * Added to a condition that lets the value pass that is there: who may not see it would try values until one passes.
 * Nothing where everybody who may write the row may see the field.
 */
export const orHiddenWrite = (layout: Layout, entity: string, field: string): string =>
  isMasked(layout, entity, field) ? ` OR ${isHiddenWrite(field)}` : "";

/** The value that is there, for whoever gives another one: nothing where they are not shown it. */
export const unlessHiddenWrite = (layout: Layout, entity: string, field: string, value: string): string =>
  isMasked(layout, entity, field) ? `CASE WHEN NOT ${isHiddenWrite(field)} THEN ${value} END` : value;

export const isHiddenWrite = (field: string): string =>
  `(${quoteText(field)} = ANY (string_to_array(current_setting('${setting}', true), ',')) IS TRUE)`;

/** The same of the value that a new row would have anyway. `drawn`: it says something of other rows. */
export function orUnseenAtCreation(layout: Layout, entity: string, field: string, drawn: boolean): string {
  const shown = [
    // Who may not read what they create is not told by it what the system drew from elsewhere.
    ...(drawn ? [innerPlace("may", "read", entity)] : []),
    ...(isMasked(layout, entity, field) ? [seePlace(entity, field)] : []),
  ].map((place) => `${printPlace(place)}(NEW) IS TRUE`);
  return shown.length === 0 ? "" : ` OR (given.${quoteIdentifier(field)} IS NOT NULL AND NOT (${shown.join(" AND ")}))`;
}

/** Whether what the system sets in a new row says something of other rows: how many there are, or what one of them holds. */
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
 * For the view's writer, before it changes a row: `OLD` is the row as it is shown. What nobody writes is named where it is
 * another value than the one that is shown.
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
