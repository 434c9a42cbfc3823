// Days, moments, times and durations as calls are given them.
import { readTime } from "@writ/language/time-of-day";
import { unless, type Judge } from "./given-type.ts";

export const wrongDate: Judge = (value) =>
  unless(typeof value === "string" && /^\d{4}-\d\d-\d\d$/.test(value) && isMoment(`${value}T00:00:00Z`, value));

export const wrongDatetime: Judge = (value) =>
  unless(
    typeof value === "string" && /^\d{4}-\d\d-\d\dT\d\d:\d\d.*(?:Z|[+-]\d\d:?\d\d)$/.test(value) && isMoment(value),
  );

/** `08:30`, with seconds where there are some. */
export const wrongTime: Judge = (value) => unless(typeof value === "string" && readTime(value) !== undefined);

/** Milliseconds, as rows have it. */
export const wrongDuration: Judge = (value) => unless(Number.isSafeInteger(value));

/** A day that the calendar has: the 31st of June becomes another one. */
function isMoment(text: string, day?: string): boolean {
  const moment = new Date(text);
  return !Number.isNaN(moment.getTime()) && (day === undefined || moment.toISOString().startsWith(day));
}
