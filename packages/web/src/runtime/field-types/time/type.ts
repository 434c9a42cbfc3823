// Times of day: `08:30:00` on the wire, milliseconds since midnight in expressions.
import { dateFormat } from "../../../words/formatters.ts";
import type { FieldType } from "../field-type.ts";
import { byRange } from "../filters.ts";
import { textual } from "../text/type.ts";

const millisecondsOf = (text: string): number => Date.parse(`1970-01-01T${text}Z`);

const shown = (milliseconds: number, locale: string): string =>
  dateFormat(locale, { timeStyle: "short", timeZone: "UTC" }).format(milliseconds);

export const time: FieldType = {
  ...textual,
  valueOf: (given) => millisecondsOf(String(given)),
  wireOf: (value) => new Date(Number(value)).toISOString().slice(11, 23),
  format: (value, _type, { locale }) => shown(millisecondsOf(String(value)), locale),
  measureOf: (given) => millisecondsOf(String(given)),
  formatMeasure: (value, { locale }) => shown(value, locale),
  exported: "as it is",
  // A minute ends with its last moment.
  filter: byRange("time", (to) => (/^\d\d:\d\d$/.test(to) ? `${to}:59.999` : to)),
};
