// When a schedule of section 7 comes round, on the clocks of the document's time zone.
import type { Schedule } from "@writ/language/model";
import type { TimeZone } from "./values/time-zone.ts";
import { dayText } from "./values/time.ts";

/** The first moment after another one; undefined where none comes within eight years, as the 29th of February does. */
export function nextRun(schedule: Schedule, timeZone: TimeZone, after: number): number | undefined {
  if (schedule.kind === "every") {
    const step = schedule.count * (schedule.unit === "minutes" ? 60_000 : 3_600_000);
    // Counted from midnight of 1970 on that clock, so that a restart changes nothing.
    const shown = timeZone.shownAt(after);
    return (Math.floor(shown / step) + 1) * step - (shown - after);
  }
  const { isDay, times } = calendarOf(schedule);
  const today = timeZone.dayAt(after);
  for (let day = today; day <= today + mostDays; day++) {
    if (!isDay(new Date(dayText(day)))) continue;
    const moments = times.map((time) => timeZone.momentFrom(`${dayText(day)} ${time}`));
    const coming = moments.filter((moment) => moment > after);
    if (coming.length > 0) return Math.min(...coming);
  }
  return undefined;
}

const mostDays = 3000;

type Calendar = { readonly isDay: (day: Date) => boolean; readonly times: readonly string[] };

function calendarOf(schedule: Exclude<Schedule, { readonly kind: "every" }>): Calendar {
  switch (schedule.kind) {
    case "weekly":
      return { isDay: (day) => schedule.days.includes(day.getUTCDay() || 7), times: [schedule.at] };
    case "monthly":
      return { isDay: (day) => day.getUTCDate() === schedule.day, times: [schedule.at] };
    case "cron":
      return cronCalendar(schedule.line.split(/\s+/));
  }
}

/** Sunday is both 0 and 7. Where days and weekdays are both said, either will do. */
function cronCalendar([
  minutes = "*",
  hours = "*",
  days = "*",
  months = "*",
  weekdays = "*",
]: readonly string[]): Calendar {
  const isInMonth = (day: Date) => isIn(days, day.getUTCDate(), 31);
  const isInWeek = (day: Date) => [day.getUTCDay(), day.getUTCDay() || 7].some((one) => isIn(weekdays, one, 7));
  const isEither = days !== "*" && weekdays !== "*";
  const written = (field: string, count: number) =>
    Array.from({ length: count }, (_, at) => at)
      .filter((at) => isIn(field, at, count - 1))
      .map((at) => String(at).padStart(2, "0"));
  return {
    isDay: (day) =>
      isIn(months, day.getUTCMonth() + 1, 12) &&
      (isEither ? isInMonth(day) || isInWeek(day) : isInMonth(day) && isInWeek(day)),
    times: written(hours, 24).flatMap((hour) => written(minutes, 60).map((minute) => `${hour}:${minute}`)),
  };
}

/** `*`, `5`, `1-5`, `10/5` (from ten on), and more of them with commas; every so many begin at the first. */
const isIn = (field: string, value: number, most: number): boolean =>
  field.split(",").some((part) => {
    const [range = "*", step = ""] = part.split("/");
    const [from = "", to] = range.split("-");
    const least = range === "*" ? (most === 31 || most === 12 ? 1 : 0) : Number(from);
    const last = to === undefined ? (range === "*" || step !== "" ? most : least) : Number(to);
    return value >= least && value <= last && (step === "" || (value - least) % Number(step) === 0);
  });
