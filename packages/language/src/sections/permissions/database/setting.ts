// Who may set a field: "set F" restricts an ordinary field and grants one that the system sets otherwise.
import { quoteIdentifier, quoteText } from "../../../expression/sql/sql-quote.ts";
import type { Design, GuardPart, ReadPart } from "../../../plan/design.ts";
import { innerPlace, partOf, printPlace, tableOf } from "../../../plan/layout.ts";
import type { DatabaseObject, Place } from "../../../plan/objects.ts";
import { omittedSql } from "../../../plan/writing/omitted.ts";
import { ownValue } from "../../../plan/writing/own-value.ts";
import { isDrawn, orHiddenWrite, orUnseenAtCreation } from "../../../plan/hidden-writes.ts";
import type { Entity, Field } from "../../entities/model.ts";
import type { Right } from "../model.ts";
import { rightSql } from "./grants.ts";
import { rightLock, rightReads } from "./right-locks.ts";
import { whySql, type Rights } from "./rights.ts";

type Event = "create" | "update";

export function settingOf(entity: Entity, rights: readonly Right[], design: Design): Rights {
  const objects: DatabaseObject[] = [];
  const guards: GuardPart[] = [];
  const reads: ReadPart[] = [];
  for (const field of entity.fields) {
    for (const event of ["create", "update"] as const) {
      const said = setRowOf(event, field, rights);
      if (said === undefined) continue;
      const right = said === "nobody" ? undefined : said;
      // A field that is set once never changes, whatever the matrix says.
      if (event === "update" && field.type?.setOnce === true) continue;
      const address = right?.address ?? field.address;
      const places = functions(event, entity, field, right, address, design);
      objects.push(...places.objects);
      guards.push((event === "create" ? givenAtCreation : changed)(entity, field, places, address, design));
      reads.push(...rightReads(right, entity.name.id, design, false));
    }
  }
  return { objects, guards, reads };
}

/** The row that says who sets a field; undefined where nothing is asked but the right to write the row. */
export function setRowOf(event: Event, field: Field, rights: readonly Right[]): Right | "nobody" | undefined {
  const rows = rights.filter(({ action }) => action.kind === "set" && action.field.id === field.name.id);
  const row = rows.find(({ action }) => action.kind === "set" && (action.on ?? event) === event);
  // Where only the other action has a row, an ordinary field is free, and one of the system's stays the system's.
  return row ?? (rows.length > 0 && field.required === "auto" ? "nobody" : undefined);
}

/** `writ."sets_create_ticket.priority"(row)`. */
export const setsPlace = (event: Event, entity: string, field: string): Place =>
  innerPlace("sets", event, partOf(entity, field));

type Places = {
  readonly may: Place;
  readonly why: Place;
  /** Of what the right reads. */
  readonly lock: readonly string[];
  readonly objects: readonly DatabaseObject[];
};

function functions(
  event: Event,
  entity: Entity,
  field: Field,
  right: Right | undefined,
  address: string,
  design: Design,
): Places {
  const { id } = entity.name;
  const may = setsPlace(event, id, field.name.id);
  const why = innerPlace("why_sets", event, partOf(id, field.name.id));
  const judged = { entity: id, row: "given", design };
  const define = (place: Place, returns: string, body: string): DatabaseObject => ({
    kind: "function",
    place,
    parameters: [{ name: "given", type: printPlace(tableOf(design.layout, id)) }],
    returns,
    language: "sql",
    volatility: "stable",
    actsAs: "owner",
    body: `SELECT ${body}`,
    callers: [],
    address,
  });
  return {
    may,
    why,
    lock: rightLock(right, id, event === "create" ? ["NEW"] : ["OLD", "NEW"], design),
    objects: [
      // What a condition leaves open, for want of something that the row must have, is no right.
      define(may, "boolean", right ? `(${rightSql({ ...judged, right })}) IS TRUE` : "false"),
      define(why, "text", right ? whySql(right, judged) : "'FORBIDDEN'"),
    ],
  };
}

const problem = (field: Field, { why }: Places, row: string, address: string): string =>
  `problems := problems || writ.problem(${printPlace(why)}(${row}), ${quoteText(field.name.id)}, ${quoteText(address)});`;

/** Locks the other rows that the right reads before it is evaluated; a caller who may never set it locks nothing. */
function judgedSql(isOther: string, field: Field, places: Places, row: string, address: string): string {
  const may = `${printPlace(places.may)}(${row})`;
  const lock =
    places.lock.length === 0 ? [] : [`IF client AND (${isOther}) AND ${may} THEN ${places.lock.join(" ")} END IF;`];
  const refuse = `IF client AND (${isOther}) AND NOT ${may} THEN
  ${problem(field, places, row, address)}
END IF;`;
  return [...lock, refuse].join("\n");
}

/** The stored value passes for a writer who sees it. Judged on the old row. */
function changed(entity: Entity, field: Field, places: Places, address: string, { layout }: Design): GuardPart {
  const name = quoteIdentifier(field.name.id);
  const isOther = `NEW.${name} IS DISTINCT FROM OLD.${name}${orHiddenWrite(layout, entity.name.id, field.name.id)}`;
  const sql = judgedSql(isOther, field, places, "OLD", address);
  return { entity: entity.name.id, on: ["update"], phase: "right", sql, address };
}

/** The value that would be set passes too, for a writer who would see it. Judged on the new row, once it is filled. */
function givenAtCreation(entity: Entity, field: Field, places: Places, address: string, design: Design): GuardPart {
  const name = quoteIdentifier(field.name.id);
  const unseen = orUnseenAtCreation(design.layout, entity.name.id, field.name.id, isDrawn(entity, field, design));
  // Whether a given value equals a default that is not shown is unknown.
  const isOther = field.notShown.includes("Default")
    ? `NOT (${omittedSql(field)})`
    : `NEW.${name} IS DISTINCT FROM ${ownValue(field.name.id)}${unseen}`;
  const sql = judgedSql(isOther, field, places, "NEW", address);
  return { entity: entity.name.id, on: ["insert"], phase: "right", sql, address };
}
