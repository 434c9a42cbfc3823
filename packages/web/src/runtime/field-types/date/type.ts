// Dates: ISO texts on the wire, days since 1970 in expressions.
import { dateFormat } from "../../../words/formatters.ts";
import { dayOf, isoDay } from "../../values/time.ts";
import type { FieldType } from "../field-type.ts";
import { byRange } from "../filters.ts";
import { textual } from "../text/type.ts";

const shown = (day: string, locale: string): string =>
  dateFormat(locale, { dateStyle: "medium", timeZone: "UTC" }).format(new Date(`${day}T00:00:00Z`));

export const date: FieldType = {
  ...textual,
  valueOf: (given) => dayOf(String(given)),
  wireOf: (value) => isoDay(Number(value)),
  format: (value, _type, { locale }) => shown(String(value).slice(0, 10), locale),
  measureOf: (given) => dayOf(String(given)),
  formatMeasure: (value, { locale }) => shown(isoDay(Math.round(value)), locale),
  exported: "as it is",
  filter: byRange("date"),
  days: { hasTime: false, first: dayOf, last: dayOf, start: isoDay },
};
