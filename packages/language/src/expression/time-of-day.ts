// Times of day: milliseconds since midnight, whatever day it is.

const minute = 60_000;
const hour = 60 * minute;
export const dayLength = 24 * hour;

/** `08:30`, `08:30:15`; undefined where a day has no such time. */
export function readTime(written: string): number | undefined {
  const [, hours = "", minutes = "", seconds = "0", fraction = ""] =
    /^([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(?:\.(\d{1,3}))?)?$/.exec(written) ?? [];
  if (minutes === "") return undefined;
  return Number(hours) * hour + Number(minutes) * minute + Number(seconds) * 1000 + Number(fraction.padEnd(3, "0"));
}

/** As it is written: `08:30`, with seconds only where it has some. */
export function timeText(milliseconds: number): string {
  const text = new Date(milliseconds).toISOString().slice(11, 23);
  return text.replace(/(?::00)?\.000$/, "");
}
