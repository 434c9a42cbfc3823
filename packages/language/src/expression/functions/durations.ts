// days(n), hours(n), minutes(n), duration('1h30m'): how long something takes.
import { refuseValue, take, wholeNumber, type Call, type FunctionRule, type ParameterKind } from "../check/call.ts";
import { placeOf, report, typed, type CheckPoint } from "../check/check-point.ts";
import { wrongLiteral } from "../check/problems.ts";
import { ends, inside, phrase } from "../english/sentence-context.ts";
import { binary, literal, rescaled, scaleOf } from "../javascript/javascript-nodes.ts";
import { exact } from "../sql/sql-values.ts";
import type { Typed } from "../typed.ts";
import type { FunctionFamily, NodeDefinition } from "./function-definition.ts";

const units = { days: 86_400_000n, hours: 3_600_000n, minutes: 60_000n } as const;
const dayLength = units.days;

/** Ten thousand years: what is longer leads out of every date. */
const longest = 3_652_500n * dayLength;

const writtenDuration: ParameterKind = { words: "a text such as '1h30m'", fits: () => false };

function durationIn(unit: keyof typeof units): FunctionRule {
  return {
    form: `${unit}(n)`,
    counts: [1],
    check(call, here) {
      const of = take(call.args[0], wholeNumber, call, here);
      if (of?.node === "number") return durationLiteral(call, of.digits * units[unit], here);
      const type = { kind: "duration", days: unit === "days", empty: false } as const;
      return of && typed(call, type, { node: "duration of", unit, of });
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

export const durations = {
  functions: {
    days: durationIn("days"),
    hours: durationIn("hours"),
    minutes: durationIn("minutes"),
    duration: {
      form: "duration('1h30m')",
      counts: [1],
      check(call, here) {
        const [first] = call.args;
        if (first?.kind !== "text") return refuseValue(call, writtenDuration, here);
        const parts = /^(-)?(?:(\d{1,8})h)?(?:(\d{1,8})m)?(?:(\d{1,10})s)?$/.exec(first.value);
        const [, sign, hours, minutes, seconds] = parts ?? [];
        if (hours === undefined && minutes === undefined && seconds === undefined) {
          const said = `'${first.value}' is no duration;`;
          const hint = "durations look like 1h30m; whole days are days(n)";
          return report(here, wrongLiteral.at(placeOf(here, first), said, hint));
        }
        const total =
          BigInt(hours ?? 0) * units.hours + BigInt(minutes ?? 0) * units.minutes + BigInt(seconds ?? 0) * 1000n;
        return durationLiteral(call, sign === undefined ? total : -total, here);
      },
    },
  },
} satisfies FunctionFamily;

export const durationOf: NodeDefinition<"duration of"> = {
  showsGiven: true,
  length: ({ of }, lengthOf) => lengthOf(of) + 8,
  sql({ unit, of }, print) {
    const value = `(${exact(of, print)} * ${units[unit]})`;
    return of.type.kind === "number" && of.type.scale > 0 ? `round(${value}, 0)` : value;
  },
  isNumeric: true,
  javascript: ({ unit, of }, lower) =>
    rescaled(binary("*", lower.code(of), literal(units[unit])), scaleOf(of.type, lower), 0, false),
  english: ({ unit, of }, here) => phrase(ends.sum, `${inside(of, here)} in ${unit}`),
};
