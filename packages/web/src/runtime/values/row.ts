// A row of the wire as expressions see it. What was not asked for is not known, and saying so is the whole point.
import { Undecided } from "@writ/language/runtime";
import type { Application, ApplicationField, Row, Value } from "@writ/language/product";
import { decimalOf, unitsOf } from "./decimal.ts";
import { dayOf } from "./time.ts";

/** A row as the data API gives it: columns by their names, rows that they refer to under `_` and the name. */
export type WireRow = { readonly [column: string]: unknown };

/** Reading a field that is not there throws `Undecided`: only the database can tell then. */
export function rowFor(entity: string, wire: WireRow, application: Application): Row {
  const fields = application.entities[entity]?.fields ?? {};
  return new Proxy({} as Row, {
    get: (_target, name) => {
      if (typeof name !== "string" || name === "toJSON") return undefined;
      if (name === "id") return String(wire["id"]);
      const field = fields[name];
      if (field === undefined || !Object.hasOwn(wire, name)) throw new Undecided(`${entity}.${name} is not known here`);
      return valueFor(field, wire[name], wire[`_${name}`], application);
    },
    has: (_target, name) => name === "id" || (typeof name === "string" && Object.hasOwn(wire, name)),
  });
}

export function valueFor(field: ApplicationField, given: unknown, embedded: unknown, application: Application): Value {
  const { type } = field;
  if (given === null || given === undefined) return type.kind === "yes/no" ? false : isMany(type) ? [] : null;
  switch (type.kind) {
    case "number":
    case "integer":
    case "percent":
    case "money":
      return unitsOf(String(given), type.scale);
    case "duration":
      return BigInt(Math.round(Number(given)));
    case "date":
      return dayOf(String(given));
    case "datetime":
      return Date.parse(String(given));
    case "yes/no":
      return given === true || given === "true";
    case "reference":
      return rowFor(type.entity, isWireRow(embedded) ? { id: given, ...embedded } : { id: given }, application);
    case "several":
      return idsIn(given).map((id) =>
        rowFor(type.entity, embeddedIn(embedded).find((row) => row["id"] === id) ?? { id }, application),
      );
    case "several of":
      return Array.isArray(given) ? given.map(String) : [];
    case "files":
      return Array.isArray(given) ? given.map(String) : type.many ? [] : String(given);
    case "list":
      throw new Undecided(`${field.id} is a list`);
    default:
      return typeof given === "string" ? given.normalize("NFC") : String(given);
  }
}

/** As the database keeps them, they are there and have nothing. */
const isMany = (type: ApplicationField["type"]): boolean =>
  type.kind === "several" || type.kind === "several of" || (type.kind === "files" && type.many);

export const isWireRow = (value: unknown): value is WireRow =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export const idsIn = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : []);

/** What a field with several rows names, as far as the reader may see it. */
export const embeddedIn = (value: unknown): readonly WireRow[] =>
  Array.isArray(value) ? value.filter((one) => isWireRow(one)) : [];

/** A value of an expression as the wire takes it for a field. */
export function wireOf(value: Value, field: ApplicationField): string | boolean | readonly string[] | null {
  if (value === null || typeof value === "boolean") return value;
  if (typeof value === "string") return value;
  if (typeof value === "number")
    return field.type.kind === "date"
      ? new Date(value * 86_400_000).toISOString().slice(0, 10)
      : new Date(value).toISOString();
  if (typeof value === "bigint") return "scale" in field.type ? decimalOf(value, field.type.scale) : String(value);
  if (isList(value)) return value.map((one) => String(wireOf(one, field)));
  return value.id;
}

const isList = (value: Value): value is readonly Value[] => Array.isArray(value);
