// Days, times and durations: how they are written.
const day = 86_400_000;

/** `2026-01-31` */
export const dayFrom = (text: string): number => Date.parse(`${text}T00:00:00Z`) / day;
export const dayText = (number: number): string => new Date(number * day).toISOString().replace(/T.*/, "");

/** `08:30`, `08:30:15.25` */
export const timeFrom = (text: string): number => Date.parse(`1970-01-01T${text.trim()}Z`);
/** With seconds, and without zeros behind them. */
export const timeText = (at: number): string =>
  new Date(at)
    .toISOString()
    .slice(11, 23)
    .replace(/\.000$/, "")
    .replace(/(\.\d+?)0+$/, "$1");

/** `1h30m`, in milliseconds. */
export function durationFrom(text: string): bigint {
  const [, sign, hours, minutes, seconds] = /^(-)?(?:(\d+)h)?(?:(\d+)m)?(?:(\d+)s)?$/.exec(text) ?? [];
  const total = (BigInt(hours ?? 0) * 3600n + BigInt(minutes ?? 0) * 60n + BigInt(seconds ?? 0)) * 1000n;
  return sign === undefined ? total : -total;
}
