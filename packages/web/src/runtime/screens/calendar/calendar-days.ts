// Which days a calendar shows, and which rows lie on them: whole days of the reader's time zone.
import type { Days } from "../../field-types/field-type.ts";
import { addMonths, dayOf, isoDay, mondayOf } from "../../values/time.ts";

export type View = "month" | "week";

export const dayLength = 86_400_000;

/** The day that an address asks for; today where it asks for none. */
export const requestedDay = (day: string | undefined, today: string): string =>
  day !== undefined && /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/.test(day) ? day : today;

/** Days as numbers since 1970; weeks begin on Monday. */
export function daysOf(view: View, iso: string): readonly number[] {
  const from = view === "week" ? mondayOf(dayOf(iso)) : mondayOf(dayOf(`${iso.slice(0, 7)}-01`));
  const to = view === "week" ? from + 6 : mondayOf(dayOf(addMonths(iso, 1)) - 1) + 6;
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}

export const moved = (view: View, iso: string, by: -1 | 1): string =>
  view === "month" ? addMonths(iso, by) : isoDay(dayOf(iso) + 7 * by);

/** The day on which a value lies, or on which a span begins: a date itself, a moment by the clock of the time zone. */
export const firstDayOf = (value: unknown, days: Days, timeZone: string): number | undefined =>
  typeof value === "string" ? days.first(value, timeZone) : undefined;

/** The last day on which a span lies. */
export const lastDayOf = (value: unknown, days: Days, timeZone: string): number | undefined =>
  typeof value === "string" ? days.last(value, timeZone) : undefined;
