// A row of the wire as expressions see it. A field that was not asked for is unknown: to read it throws `Undecided`.
import { Undecided } from "@writ/language/runtime";
import type { Application, ApplicationField, Row, Value } from "@writ/language/product";
import type { WireRow } from "../values/row.ts";
import { fieldTypeOf } from "./field-types.ts";

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

function valueFor({ id, type }: ApplicationField, given: unknown, embedded: unknown, application: Application): Value {
  const known = fieldTypeOf(type);
  return given === null || given === undefined
    ? known.emptyValue(type)
    : known.valueOf(given, type, { field: id, embedded, rowFor: (entity, wire) => rowFor(entity, wire, application) });
}

/** A value of an expression as the wire takes it for a field. */
export function wireOf(value: Value, field: ApplicationField): string | boolean | readonly string[] | null {
  if (value === null || typeof value === "boolean" || typeof value === "string") return value;
  if (typeof value === "number" || typeof value === "bigint") return fieldTypeOf(field.type).wireOf(value, field.type);
  if (isList(value)) return value.map((one) => String(wireOf(one, field)));
  return value.id;
}

const isList = (value: Value): value is readonly Value[] => Array.isArray(value);
