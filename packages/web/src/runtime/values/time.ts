// Dates and moments: days and milliseconds for expressions, ISO texts on the wire, wall clocks in a time zone for people.
import { dateFormat } from "../../words/formatters.ts";

const day = 86_400_000;

export const dayOf = (iso: string): number => Math.round(Date.parse(`${iso.slice(0, 10)}T00:00:00Z`) / day);
export const isoDay = (days: number): string => new Date(days * day).toISOString().slice(0, 10);

/** What a clock on the wall of a time zone shows, as `2026-01-31T08:30`. */
export function wallClock(moment: number, timeZone: string): string {
  const parts = new Map(
    dateFormat("en-CA", {
      timeZone,
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
      hour: "2-digit",
      minute: "2-digit",
      hourCycle: "h23",
    })
      .formatToParts(moment)
      .map(({ type, value }) => [type, value]),
  );
  const get = (name: string) => parts.get(name as Intl.DateTimeFormatPartTypes) ?? "00";
  return `${get("year").padStart(4, "0")}-${get("month")}-${get("day")}T${get("hour")}:${get("minute")}`;
}

/** The moment at which that clock shows this; where clocks are put forward and it never does, the one right after. */
export function momentAt(clock: string, timeZone: string): number {
  const wanted = Date.parse(`${clock.slice(0, 16)}:00Z`);
  let moment = wanted;
  // Twice, because the first guess may lie on the other side of a change of clocks.
  for (let round = 0; round < 2; round++) moment += wanted - readClock(wallClock(moment, timeZone));
  return moment;
}

/** As if it hung in Greenwich, where the next day may be of the first year with five digits. */
const readClock = (clock: string): number => Date.parse(`${clock.length > 16 ? "+0" : ""}${clock}:00Z`);

/** Monday of the week in which a day lies. */
export const mondayOf = (days: number): number => days - ((((days + 3) % 7) + 7) % 7);

export const addMonths = (iso: string, months: number): string => {
  const date = new Date(`${iso.slice(0, 7)}-01T00:00:00Z`);
  date.setUTCMonth(date.getUTCMonth() + months);
  return date.toISOString().slice(0, 10);
};

export const formatMoment = (moment: number, locale: string, timeZone: string): string =>
  dateFormat(locale, { dateStyle: "medium", timeStyle: "short", timeZone }).format(moment);
