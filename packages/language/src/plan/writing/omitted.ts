// How a new row tells a field that is not given from one that is given as empty: the column's default is a value that no field holds.
import { quoteIdentifier } from "../../expression/sql/sql-quote.ts";
import type { Field } from "../../sections/entities/model.ts";
import { sqlType } from "../../field-types/index.ts";
import { nameOf } from "../layout.ts";

/**
 * PostgreSQL fills it in where an INSERT does not name the column, also through a view and where a request asks for
 * `missing=default`; the guard replaces it before anything else. Undefined where there is nothing to tell apart: no
 * default, or a type whose values are all in use. `yes/no` is never empty, so an empty one is one that is not given.
 */
export function omittedValue({ type, default: given, notShown }: Field): string | undefined {
  if (given === undefined && !notShown.includes("Default")) return undefined;
  const column = type && sqlType(type);
  return column === undefined || type?.kind === "state" ? undefined : markers[column];
}

const nobody = "'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid";
const unwritten = "E'\\001omitted'::text";

const markers: Readonly<Record<string, string>> = {
  bigint: "'-9223372036854775808'::bigint",
  numeric: "'NaN'::numeric",
  date: "'-infinity'::date",
  "timestamptz(3)": "'-infinity'::timestamptz",
  // The end of a day, which is no time of it.
  "time(3)": "'24:00'::time",
  uuid: nobody,
  text: unwritten,
  "uuid[]": `ARRAY[${nobody}]`,
  "text[]": `ARRAY[${unwritten}]`,
};

/** A variable of the guard: whether the INSERT omitted the field. */
export const isOmitted = (field: string): string => quoteIdentifier(nameOf("_omitted", field));

export const declareOmitted = (field: string): string => `${isOmitted(field)} boolean := false;`;

/** Whether a field is not given, in a guard: an empty value tells it where there is no mark for it. */
export const omittedSql = (field: Field): string =>
  omittedValue(field) === undefined ? `given.${quoteIdentifier(field.name.id)} IS NULL` : isOmitted(field.name.id);
