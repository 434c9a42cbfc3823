// Reads dates and moments as they are written in rows and defaults: `2026-01-31`, `2026-01-31 08:30`.

/** `2026-01-31`, or undefined where there is no such day. */
export function readDate(written: string): string | undefined {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(written) ?? [];
  if (year === undefined || Number(year) < 1 || !isMonthDay(Number(year), Number(month), Number(day))) return undefined;
  return written;
}

function isMonthDay(year: number, month: number, day: number): boolean {
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
  return day >= 1 && day <= (days[month - 1] ?? 0);
}

/** Milliseconds where it is written in UTC; `local` for a moment of the document's time zone; undefined for neither. */
export function readMoment(written: string): number | "local" | undefined {
  const [, date = "", hour = "", minute = "", second = "00", zone] =
    /^(\d{4}-\d{2}-\d{2})[ T](\d{2}):(\d{2})(?::(\d{2}))?( ?Z)?$/.exec(written) ?? [];
  if (readDate(date) === undefined || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return undefined;
  return zone === undefined ? "local" : Date.parse(`${date}T${hour}:${minute}:${second}Z`);
}
