// Times of day: `08:30:00` on the wire, milliseconds since midnight in expressions.
import { dateFormat } from "../../../words/formatters.ts";
import type { FieldType } from "../field-type.ts";
import { byRange } from "../filters.ts";
import { textual } from "../text/type.ts";

const millisecondsOf = (text: string): number => Date.parse(`1970-01-01T${text}Z`);

export const time: FieldType = {
  ...textual,
  valueOf: (given) => millisecondsOf(String(given)),
  wireOf: (value) => new Date(Number(value)).toISOString().slice(11, 23),
  format: (value, _type, { locale }) =>
    dateFormat(locale, { timeStyle: "short", timeZone: "UTC" }).format(millisecondsOf(String(value))),
  exported: "as it is",
  filter: byRange("time"),
};
