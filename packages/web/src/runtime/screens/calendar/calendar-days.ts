// Which days a calendar shows, and which rows lie on them: whole days of the reader's time zone.
import { addMonths, dayOf, isoDay, mondayOf, wallClock } from "../../values/time.ts";

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

/** The day on which a value lies: a date itself, a moment by the clock of the time zone. */
export const dayOfValue = (value: unknown, kind: "date" | "datetime", timeZone: string): number | undefined =>
  typeof value !== "string" ? undefined : dayOf(kind === "date" ? value : wallClock(Date.parse(value), timeZone));

/** The last day on which a span lies: a moment ends it and is no longer in it, so that midnight belongs to the day before. */
export const lastDayOf = (value: unknown, kind: "date" | "datetime", timeZone: string): number | undefined =>
  typeof value === "string" && kind === "datetime"
    ? dayOf(wallClock(Date.parse(value) - 1, timeZone))
    : dayOfValue(value, kind, timeZone);
