// How a schedule may come round at other times: sooner, later, on other days.
import type { Span } from "../../problem.ts";
import { replaced, type Change, type Mutable } from "../../mutant/mutant.ts";
import { weekdays } from "./calls/read-schedule.ts";
import type { Call, Schedule } from "./model.ts";

export function scheduleChanges(call: Call, span: Span, schedule: Schedule, { source }: Mutable): readonly Change[] {
  const text = source.slice(span.start, span.end);
  return otherwise(schedule, text)
    .filter((other) => other !== text)
    .map((other) => ({ clause: call.address, what: other, edits: [replaced(span, other)], within: span }));
}

function otherwise(schedule: Schedule, text: string): readonly string[] {
  switch (schedule.kind) {
    case "every": {
      const { count, unit } = schedule;
      return [count + 1, count - 1].filter((one) => one > 0).map((one) => `every ${one} ${unit}`);
    }
    case "weekly":
    case "monthly":
      return [...otherTimes(schedule.at).map((at) => text.replace(schedule.at, at)), ...otherDays(schedule, text)];
    case "cron":
      return schedule.line
        .split(" ")
        .flatMap((field, index, fields) =>
          otherFields(field, index).map((other) => `\`${fields.with(index, other).join(" ")}\``),
        );
  }
}

/** A minute later, and a minute sooner. */
function otherTimes(at: string): readonly string[] {
  const [hours = 0, minutes = 0] = at.split(":").map(Number);
  const written = (all: number) =>
    [Math.floor(all / 60) % 24, all % 60].map((one) => String(one).padStart(2, "0")).join(":");
  const all = hours * 60 + minutes;
  return [written(all + 1), written(all + 24 * 60 - 1)];
}

function otherDays(
  schedule: Extract<Schedule, { readonly kind: "weekly" | "monthly" }>,
  text: string,
): readonly string[] {
  if (schedule.kind === "monthly") {
    const { day } = schedule;
    return [day + 1, day - 1]
      .filter((one) => one >= 1 && one <= 31)
      .map((one) => text.replace(/\d{1,2}(?=st|nd|rd|th)/, String(one)));
  }
  const days = schedule.days.map((day) => weekdays[day - 1] ?? "");
  const on = (some: readonly string[]) => text.replace(/^every .* at /, `every ${some.join(", ")} at `);
  const left = days.length === 1 ? [] : days.map((_day, index) => on(days.toSpliced(index, 1)));
  const more = weekdays.find((day) => !days.includes(day));
  return [...left, ...(more === undefined ? [] : [on([...days, more])])];
}

/** Minutes and hours a step further; whatever is not all of them is all. */
const otherFields = (field: string, index: number): readonly string[] => [
  ...(index < 2 && /^\d+$/.test(field) ? [String((Number(field) + 1) % (index === 0 ? 60 : 24))] : []),
  ...(field === "*" ? [] : ["*"]),
];
