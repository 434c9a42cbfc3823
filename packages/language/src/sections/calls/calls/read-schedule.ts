// From the words of a schedule to what they mean: every so often, at a time on some days, or a cron line.
import { codeOf, spanOf, splitText, type Text } from "../../../text/text.ts";
import { nearest } from "../../../text/suggestion.ts";
import type { Problem } from "../../../problem.ts";
import type { Schedule } from "../model.ts";
import { unknownSchedule } from "./problems.ts";

/** Monday is the first. */
export const weekdays = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];
const time = /^([01]\d|2[0-3]):[0-5]\d$/;

export function readSchedule(cell: Text, address: string, problems: Problem[]): Schedule | undefined {
  const code = codeOf(cell);
  const schedule = code ? readCron(code.text) : (readEvery(cell.text) ?? readTimed(cell));
  if (schedule) return schedule;
  problems.push(unknownSchedule.at({ span: spanOf(cell), address }, cell.text, hintFor(cell)));
  return undefined;
}

/** `every 15 minutes`, `every hour`. */
function readEvery(text: string): Schedule | undefined {
  const [, number = "1", unit] = /^every (?:(\d{1,4}) )?(minute|hour)s?$/.exec(text) ?? [];
  const count = Number(number);
  if (unit === undefined || count < 1 || count > (unit === "minute" ? 1440 : 168)) return undefined;
  return { kind: "every", count, unit: unit === "minute" ? "minutes" : "hours" };
}

/** `every day at 07:30`, `every monday, friday at 07:30`, `every month on the 1st at 07:30`. */
function readTimed(cell: Text): Schedule | undefined {
  const [, when = "", at = ""] = /^every (.{1,200}?) at (\S{1,20})$/.exec(cell.text) ?? [];
  if (!time.test(at)) return undefined;
  const month = /^month on the (\d{1,2})(?:st|nd|rd|th)$/.exec(when)?.[1];
  if (month !== undefined) {
    const day = Number(month);
    return day >= 1 && day <= 31 ? { kind: "monthly", day, at } : undefined;
  }
  const days = readDays(when);
  return days && { kind: "weekly", days, at };
}

/** Monday is 1. */
function readDays(words: string): readonly number[] | undefined {
  if (words === "day") return [1, 2, 3, 4, 5, 6, 7];
  if (words === "weekday") return [1, 2, 3, 4, 5];
  const names = splitText({ text: words, start: 0, end: words.length }).flatMap((part) => part.text.split(/ and /));
  const days = names.map((name) => weekdays.indexOf(name.toLowerCase()) + 1);
  return days.length === 0 || days.includes(0) || new Set(days).size < days.length
    ? undefined
    : days.sort((a, b) => a - b);
}

/** Minute, hour, day, month and weekday, each with its bounds: numbers, `*`, ranges, lists and steps. */
const cronFields: readonly (readonly [number, number])[] = [
  [0, 59],
  [0, 23],
  [1, 31],
  [1, 12],
  [0, 7],
];

function readCron(line: string): Schedule | undefined {
  const fields = line.trim().split(/\s+/);
  const fits = fields.length === 5 && fields.every((field, index) => isCronField(field, cronFields[index] ?? [0, 0]));
  return fits ? { kind: "cron", line: fields.join(" ") } : undefined;
}

function isCronField(field: string, [least, most]: readonly [number, number]): boolean {
  return field.split(",").every((part) => {
    const match = /^(?:\*|(\d{1,2})(?:-(\d{1,2}))?)(?:\/(\d{1,2}))?$/.exec(part);
    if (!match) return false;
    const [, from, to, step] = match;
    const inside = (value: string | undefined) =>
      value === undefined || (Number(value) >= least && Number(value) <= most);
    return inside(from) && inside(to) && Number(from ?? least) <= Number(to ?? most) && Number(step ?? 1) > 0;
  });
}

/** Names the word that was probably meant, and the form of the time; else the forms that there are. */
function hintFor(cell: Text): string {
  const forms =
    "Write: every 15 minutes, every 2 hours, every day at 07:30, every weekday at 07:30, every monday, friday at 07:30, every month on the 1st at 07:30, or a cron line in backticks.";
  if (codeOf(cell)) return "A cron line has five fields: minute, hour, day, month, weekday, such as `30 7 * * 1`.";
  const [, when = "", at] = /^every (.{1,200}?)(?: at (.{0,40}))?$/.exec(cell.text) ?? [];
  const known = ["day", "weekday", "month", "minutes", "hours", ...weekdays];
  const unknown = when
    .split(/[ ,]+/)
    .filter((word) => /^[a-z]{3,}$/i.test(word) && !known.includes(word.toLowerCase()));
  const near = unknown
    .filter((word) => word !== "the" && word !== "and")
    .flatMap((word) => nearest(word, known) ?? [])[0];
  const meant = near === undefined ? "" : `Did you mean "${near}"? `;
  if (at !== undefined && !time.test(at)) {
    const [, twelve, minute = "00", half] = /^(\d{1,2})(?:[:.h](\d{2}))?\s*([ap]m)?\b/i.exec(at) ?? [];
    const hour = half ? (Number(twelve) % 12) + (half.toLowerCase() === "pm" ? 12 : 0) : Number(twelve ?? 24);
    const example = hour < 24 ? `${String(hour).padStart(2, "0")}:${minute}` : "08:00";
    return `${meant}Write the time as ${example}.`;
  }
  return meant.trim() || forms;
}
