// Days, moments, times of a day and durations. Days and moments are stored of the years 1 to 9999.
import { dayFrom, timeFrom } from "../values/time.ts";
import { dateOf, durationOf, isList, momentOf, timeOf, type Value } from "../values/value.ts";
import type { Meaning } from "./meaning.ts";
import { plain } from "./text.ts";

const firstMoment = Date.parse("0001-01-01T00:00:00.000Z");
const lastMoment = Date.parse("9999-12-31T23:59:59.999Z");

/** Of anything but days and moments this says yes. */
export function isWithinYears(value: Value): boolean {
  if (value === null || typeof value !== "object" || isList(value)) return true;
  const at = value.kind === "date" ? value.day * 86_400_000 : value.kind === "datetime" ? value.at : 0;
  return at >= firstMoment && at <= lastMoment;
}

const inYears: Meaning = { ...plain, refusal: (value) => (isWithinYears(value) ? undefined : "INVALID") };

export const date: Meaning = { ...inYears, literal: (text) => dateOf(dayFrom(text)) };

export const datetime: Meaning = {
  ...inYears,
  literal: (text, _type, { momentFrom }) => momentOf(momentFrom(text)),
};

export const time: Meaning = { ...plain, literal: (text) => timeOf(timeFrom(text)) };

const lengths: Readonly<Record<string, bigint>> = {
  second: 1000n,
  minute: 60_000n,
  hour: 3_600_000n,
  day: 86_400_000n,
  week: 604_800_000n,
};

export const duration: Meaning = {
  ...plain,
  literal: (text) => {
    const [, count = "0", unit = "second"] = /^(\d+)\s*(second|minute|hour|day|week)/.exec(text) ?? [];
    return durationOf(BigInt(count) * (lengths[unit] ?? 0n));
  },
};
