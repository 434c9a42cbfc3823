// Functions of dates, moments and durations.
import { dayNumber } from "../constant.ts";
import type { Typed } from "../typed.ts";
import { date, fitting, take, wholeNumber, type Call, type FunctionRule, type Wanted } from "./call.ts";
import { placeOf, report, typed, type CheckPoint } from "./check-point.ts";
import { wrongLiteral } from "./problems.ts";

const units = { days: 86_400_000n, hours: 3_600_000n, minutes: 60_000n } as const;
const dayLength = units.days;

/** Ten thousand years: what is longer leads out of every date. */
const longest = 3_652_500n * dayLength;

function durationOf(unit: keyof typeof units): FunctionRule {
  return {
    form: `${unit}(n)`,
    counts: [1],
    check: (call, here) => {
      const of = take(call.args[0], wholeNumber, call, here);
      if (of?.node === "number") return durationLiteral(call, of.digits * units[unit], here);
      return (
        of && typed(call, { kind: "duration", days: unit === "days", empty: false }, { node: "duration of", unit, of })
      );
    },
  };
}

function durationLiteral(call: Call, milliseconds: bigint, here: CheckPoint): Typed | undefined {
  if (milliseconds > longest || -milliseconds > longest) {
    return report(here, wrongLiteral.at(placeOf(here, call), "this duration is longer than ten thousand years"));
  }
  const days = milliseconds % dayLength === 0n;
  return typed(call, { kind: "duration", days, empty: false }, { node: "duration", milliseconds });
}

const moment: Wanted = {
  words: "a date and time, or a text such as '2026-01-31'",
  fits: (type) => type.kind === "datetime",
};

const writtenMoment: Wanted = { words: "a text such as '2026-01-31T12:00:00Z'", fits: () => false };
const writtenDuration: Wanted = { words: "a text such as '1h30m'", fits: () => false };

const momentLiteral: FunctionRule = {
  form: "datetime('2026-01-31T12:00:00Z')",
  counts: [1],
  check: (call, here) => {
    const [first] = call.args;
    if (first?.kind !== "text") return refuse(call, writtenMoment, here);
    const parts =
      /^(\d{4}-\d\d-\d\d)T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,3})?(?:Z|[+-](?:0\d|1[0-4]):[0-5]\d)$/.exec(
        first.value,
      );
    const value = parts && isDate(parts[1] ?? "") ? Date.parse(first.value) : Number.NaN;
    if (!Number.isNaN(value)) return typed(call, { kind: "datetime", empty: false }, { node: "datetime", value });
    return report(
      here,
      wrongLiteral.at(placeOf(here, first), `'${first.value}' is no moment;`, "moments look like 2026-01-31T12:00:00Z"),
    );
  },
};

function refuse(call: Call, wanted: Wanted, here: CheckPoint): Typed | undefined {
  const [first] = call.args;
  const value = first && here.whole.check(first, here);
  return value && fitting(value, wanted, call, here);
}

export const timeFunctions = {
  days: durationOf("days"),
  hours: durationOf("hours"),
  minutes: durationOf("minutes"),
  weekday: {
    form: "weekday(date)",
    counts: [1],
    check: (call, here) => {
      const of = take(call.args[0], date, call, here);
      return of && typed(call, { kind: "number", scale: 0, empty: false }, { node: "weekday", of });
    },
  },
  days_between: {
    form: "days_between(from, to)",
    counts: [2],
    check: (call, here) => {
      const left = take(call.args[0], date, call, here);
      const right = take(call.args[1], date, call, here);
      if (left === undefined || right === undefined) return undefined;
      return typed(call, { kind: "number", scale: 0, empty: false }, { node: "days between", left, right });
    },
  },
  date: {
    form: "date('2026-01-31')",
    counts: [1],
    hint: "date('2026-01-31') or date(moment)",
    check: (call, here) => {
      const [first] = call.args;
      if (first?.kind !== "text") {
        const of = take(first, moment, call, here);
        return of && typed(call, { kind: "date", empty: false }, { node: "date of", of });
      }
      if (isDate(first.value)) return typed(call, { kind: "date", empty: false }, { node: "date", value: first.value });
      return report(
        here,
        wrongLiteral.at(placeOf(here, first), `'${first.value}' is no date;`, "dates look like 2026-01-31"),
      );
    },
  },
  datetime: momentLiteral,
  timestamp: { ...momentLiteral, form: "timestamp('2026-01-31T12:00:00Z')" },
  duration: {
    form: "duration('1h30m')",
    counts: [1],
    check: (call, here) => {
      const [first] = call.args;
      if (first?.kind !== "text") return refuse(call, writtenDuration, here);
      const parts = /^(-)?(?:(\d{1,8})h)?(?:(\d{1,8})m)?(?:(\d{1,10})s)?$/.exec(first.value);
      const [, sign, hours, minutes, seconds] = parts ?? [];
      if (hours === undefined && minutes === undefined && seconds === undefined) {
        const said = `'${first.value}' is no duration;`;
        return report(
          here,
          wrongLiteral.at(placeOf(here, first), said, "durations look like 1h30m; whole days are days(n)"),
        );
      }
      const total =
        BigInt(hours ?? 0) * units.hours + BigInt(minutes ?? 0) * units.minutes + BigInt(seconds ?? 0) * 1000n;
      return durationLiteral(call, sign === undefined ? total : -total, here);
    },
  },
} satisfies Record<string, FunctionRule>;

/** Years 1 to 9999, and a day that the calendar has. */
function isDate(value: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(value) || value.startsWith("0000")) return false;
  const day = dayNumber(value);
  return !Number.isNaN(day) && new Date(day * 86_400_000).toISOString().startsWith(value);
}
