// Days and moments: how they are written, and on which day of a time zone a moment lies.
const day = 86_400_000;

/** `2026-01-31` */
export const dayFrom = (text: string): number => Date.parse(`${text}T00:00:00Z`) / day;
export const dayText = (number: number): string => new Date(number * day).toISOString().replace(/T.*/, "");

/** The day on which a moment lies in a time zone. */
export const dayAt = (moment: number, timeZone: string): number =>
  Math.floor((moment + offset(moment, timeZone)) / day);

/** The first moment of a day in a time zone. */
export function startOfDay(date: number, timeZone: string): number {
  const guess = date * day;
  const first = guess - offset(guess - 14 * 3_600_000, timeZone);
  return dayAt(first, timeZone) === date ? first : guess - offset(first, timeZone);
}

/** The moment that a clock of the zone shows as `2026-01-31 08:30`. */
export function momentFrom(text: string, timeZone: string): number {
  const written = Date.parse(`${text.trim().replace(" ", "T").replace(/Z$/, "")}Z`);
  if (text.endsWith("Z")) return written;
  return written - offset(written - offset(written, timeZone), timeZone);
}

/** Whoever looks for rows asks for the same few moments again and again. */
const offsets = new Map<string, number>();
const mostOffsets = 10_000;

/** What a clock of the zone shows, as if it were one of UTC. */
export const shownAt = (moment: number, timeZone: string): number => moment + offset(moment, timeZone);

/** How far the clocks of the zone are ahead of UTC, in milliseconds. */
function offset(moment: number, timeZone: string): number {
  if (timeZone === "UTC") return 0;
  const key = `${timeZone} ${moment}`;
  const found = offsets.get(key) ?? offsetOf(moment, timeZone);
  if (offsets.size >= mostOffsets) offsets.clear();
  offsets.set(key, found);
  return found;
}

function offsetOf(moment: number, timeZone: string): number {
  const parts = new Map(
    clockOf(timeZone)
      .formatToParts(moment)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const of = (name: string) => parts.get(name as Intl.DateTimeFormatPartTypes) ?? 0;
  const shown = Date.UTC(of("year"), of("month") - 1, of("day"), of("hour"), of("minute"), of("second"));
  return shown - Math.floor(moment / 1000) * 1000;
}

/** Making one takes a hundred times as long as asking it. */
const clocks = new Map<string, Intl.DateTimeFormat>();

function clockOf(timeZone: string): Intl.DateTimeFormat {
  const known = clocks.get(timeZone);
  if (known !== undefined) return known;
  const clock = new Intl.DateTimeFormat("en-US", {
    timeZone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  });
  clocks.set(timeZone, clock);
  return clock;
}

/** `1h30m`, in milliseconds. */
export function durationFrom(text: string): bigint {
  const [, sign, hours, minutes, seconds] = /^(-)?(?:(\d+)h)?(?:(\d+)m)?(?:(\d+)s)?$/.exec(text) ?? [];
  const total = (BigInt(hours ?? 0) * 3600n + BigInt(minutes ?? 0) * 60n + BigInt(seconds ?? 0)) * 1000n;
  return sign === undefined ? total : -total;
}
