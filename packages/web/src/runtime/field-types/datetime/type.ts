// Moments: ISO texts on the wire, milliseconds in expressions, and what a clock on the reader's wall shows.
import { dayOf, formatMoment, isoDay, momentAt, wallClock } from "../../values/time.ts";
import type { Days, FieldType } from "../field-type.ts";
import { byRange } from "../filters.ts";
import { textual } from "../text/type.ts";

export const momentDays: Days = {
  hasTime: true,
  first: (value, timeZone) => dayOf(wallClock(Date.parse(value), timeZone)),
  last: (value, timeZone) => dayOf(wallClock(Date.parse(value) - 1, timeZone)),
  start: (day, timeZone) => new Date(momentAt(`${isoDay(day)}T00:00`, timeZone)).toISOString(),
};

export const datetime: FieldType = {
  ...textual,
  valueOf: (given) => Date.parse(String(given)),
  wireOf: (value) => new Date(Number(value)).toISOString(),
  format: (value, _type, { locale, timeZone }) => formatMoment(Date.parse(String(value)), locale, timeZone),
  measureOf: (given) => Date.parse(String(given)),
  formatMeasure: (value, { locale, timeZone }) => formatMoment(value, locale, timeZone),
  exported: "as it is",
  filter: byRange("date", (to) => (/^\d{4}-\d\d-\d\d$/.test(to) ? `${to}T23:59:59.999` : to)),
  days: momentDays,
};
