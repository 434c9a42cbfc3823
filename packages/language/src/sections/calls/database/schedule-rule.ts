// A schedule as the database keeps it: seconds between two runs, or the times of a calendar.
import type { Schedule } from "../model.ts";

export type ScheduleRule =
  | { readonly every: number }
  | {
      readonly minutes: readonly number[];
      readonly hours: readonly number[];
      /** Missing: all of them. */
      readonly days?: readonly number[];
      readonly months?: readonly number[];
      /** Sunday is 0. */
      readonly weekdays?: readonly number[];
    };

export function ruleOf(schedule: Schedule): ScheduleRule {
  switch (schedule.kind) {
    case "every":
      return { every: schedule.count * (schedule.unit === "minutes" ? 60 : 3600) };
    case "weekly":
      return {
        ...timeOf(schedule.at),
        ...(schedule.days.length === 7 ? {} : { weekdays: schedule.days.map((day) => day % 7) }),
      };
    case "monthly":
      return { ...timeOf(schedule.at), days: [schedule.day] };
    case "cron":
      return cronRule(schedule.line);
  }
}

function timeOf(at: string): { readonly minutes: readonly number[]; readonly hours: readonly number[] } {
  const [hours, minutes] = at.split(":").map(Number);
  return { minutes: [minutes ?? 0], hours: [hours ?? 0] };
}

function cronRule(line: string): ScheduleRule {
  const [minutes = "*", hours = "*", days = "*", months = "*", weekdays = "*"] = line.split(/\s+/);
  const named = (key: string, field: string, least: number, most: number) =>
    field === "*" ? {} : { [key]: cronField(field, least, most) };
  return {
    minutes: cronField(minutes, 0, 59),
    hours: cronField(hours, 0, 23),
    ...named("days", days, 1, 31),
    ...named("months", months, 1, 12),
    // Both 0 and 7 are Sunday.
    ...(weekdays === "*" ? {} : { weekdays: [...new Set(cronField(weekdays, 0, 7).map((day) => day % 7))].sort() }),
  };
}

/** `*`, `1-5`, `*\/15`, `10/5`, `1,15`. */
function cronField(field: string, least: number, most: number): readonly number[] {
  const found = field.split(",").flatMap((part) => {
    const [range = "*", step] = part.split("/");
    const [from, to] = range === "*" ? [least, most] : range.split("-").map(Number);
    const first = from ?? least;
    const last = to ?? (step === undefined ? first : most);
    const by = Number(step ?? 1);
    return Array.from({ length: Math.floor((last - first) / by) + 1 }, (_, index) => first + index * by);
  });
  return [...new Set(found)].sort((a, b) => a - b);
}
