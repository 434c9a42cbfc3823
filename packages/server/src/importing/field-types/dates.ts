// Days, moments and times as people write them: ISO 8601 always, and in the order of day, month and year of a language.
import { bare, type Locale } from "./locale.ts";

const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/;
const clock = /^(\d{1,2})[:.h](\d{2})(?::(\d{2})(?:[.,]\d+)?)?\s*([ap])?\.?(?:m\.?)?$/i;

/** `2026-03-09`; undefined where it is none, such as the 30th of February. */
export function readDate(text: string, locale: Locale): string | undefined {
  const [, ...given] = iso.exec(text) ?? [];
  const [year, month, day] = given.length > 0 ? given : inOrder(text, locale);
  if (year === undefined || month === undefined || day === undefined) return undefined;
  const written = `${year.padStart(4, "0")}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  const moment = new Date(`${written}T00:00:00Z`);
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(written) ? written : undefined;
}

/** Without a zone it is a moment of the document's, as the data API reads it. */
export function readMoment(text: string, locale: Locale): string | undefined {
  const zoned = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)\s*(Z|[+-]\d\d:?\d\d)$/i.exec(text);
  if (zoned !== null) {
    const [, day = "", time = "", zone = ""] = zoned;
    const isMoment = readDate(day, locale) !== undefined && readTimeOfDay(time) !== undefined;
    return isMoment ? `${day}T${time}${zone}` : undefined;
  }
  const [, days = "", time] = /^(.*?)(?:(?:T|,?\s+)(\d{1,2}[:h]\d{2}.*))?$/is.exec(text) ?? [];
  const day = readDate(days.trim(), locale);
  const at = time === undefined ? "00:00:00" : readTimeOfDay(time);
  return day === undefined || at === undefined ? undefined : `${day}T${at}`;
}

export function readTimeOfDay(text: string): string | undefined {
  const [, hours = "", minutes = "", seconds = "00", half = ""] = clock.exec(text.trim()) ?? [];
  const given = Number(hours);
  if (hours === "" || Number(minutes) > 59 || Number(seconds) > 59 || given > 23) return undefined;
  if (half !== "" && (given < 1 || given > 12)) return undefined;
  const hour = half === "" ? given : (given % 12) + (half.toLowerCase() === "p" ? 12 : 0);
  return `${String(hour).padStart(2, "0")}:${minutes}:${seconds}`;
}

/** Year, month and day of a date in numbers, or with the name of its month. The year has four digits: two are a guess. */
function inOrder(text: string, { language, dateOrder, months }: Locale): readonly string[] {
  const numbers = /^(\d{1,4})\s?[./\-\s]\s?(\d{1,2})\s?[./\-\s]\s?(\d{1,4})\.?$/.exec(text)?.slice(1);
  if (numbers !== undefined) {
    const parts = new Map(dateOrder.map((part, at) => [part, numbers[at] ?? ""]));
    const [year = "", month = "", day = ""] = [parts.get("year"), parts.get("month"), parts.get("day")];
    return /^\d{4}$/.test(year) && month.length <= 2 && day.length <= 2 ? [year, month, day] : [];
  }
  const words = text.split(/[\s,.]+/).filter((word) => word !== "" && !/^(?:de|of)$/i.test(word));
  const month = words.map((word) => months.get(bare(word, language))).find((one) => one !== undefined);
  const year = words.find((word) => /^\d{4}$/.test(word));
  const day = words.find((word) => /^\d{1,2}(?:st|nd|rd|th|er)?$/i.test(word));
  return words.length === 3 && month !== undefined && year !== undefined && day !== undefined
    ? [year, String(month), String(Number.parseInt(day, 10))]
    : [];
}
