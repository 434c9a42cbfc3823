// What the functions of an expression that are written name(x, …) give.
import { divide, roundTo } from "./values/arithmetic.ts";
import { dayFrom, durationFrom, timeFrom } from "./values/time.ts";
import { slug } from "./values/text.ts";
import {
  compare,
  dateOf,
  dayLength,
  durationOf,
  isList,
  momentOf,
  moneyOf,
  numberOf,
  quantity,
  rescale,
  timeOf,
  type Value,
} from "./values/value.ts";
import { moneyScaleOf, timeZoneOf, type Program } from "./world/world.ts";

export function functionValue(name: string, values: readonly Value[], program: Program): Value {
  const [first = null, second = null, third = null] = values;
  if (name === "min" || name === "max") return lesserOrGreater(name, first, second);
  if (first === null) return null;
  switch (name) {
    case "size":
      return sizeOf(first);
    case "slug":
      return slug(String(first));
    case "string":
      return typeof first === "string" ? first : String(quantity(first).digits);
    case "round":
      return roundTo(first, Number(quantity(second).digits));
    case "div":
      return divide(first, second, third === null ? undefined : Number(quantity(third).digits));
    case "money": {
      const { digits, scale } = quantity(first);
      return moneyOf(rescale(digits, scale, moneyScaleOf(program)), moneyScaleOf(program));
    }
    case "date":
      if (typeof first === "string") return dateOf(dayFrom(first));
      return dateOf(timeZoneOf(program).dayAt(Number(quantity(first).digits)));
    case "time":
      if (typeof first === "string") return timeOf(timeFrom(first));
      return timeOf(wrapped(timeZoneOf(program).shownAt(Number(quantity(first).digits))));
    case "datetime":
    case "timestamp":
      return momentOf(Date.parse(String(first)));
    case "duration":
      return durationOf(durationFrom(String(first)));
    case "days":
      return durationOf(quantity(first).digits * dayLength);
    case "hours":
      return durationOf(quantity(first).digits * 3_600_000n);
    case "minutes":
      return durationOf(quantity(first).digits * 60_000n);
    case "days_between":
      return second === null ? null : numberOf(quantity(second).digits - quantity(first).digits);
    case "weekday": {
      // The first of January 1970 was a Thursday.
      const day = Number(quantity(first).digits);
      return numberOf(((((day + 3) % 7) + 7) % 7) + 1);
    }
    default:
      throw new Error(`there is no function ${name}`);
  }
}

/** Of a day and a time of it. */
export function momentOn(date: Value, time: Value, program: Program): Value | undefined {
  if (!isOfKind(date, "date") || !isOfKind(time, "time")) return undefined;
  return momentOf(timeZoneOf(program).momentAt(date.day * dayMilliseconds + time.at));
}

const isOfKind = <Kind extends "date" | "time">(value: Value, kind: Kind): value is Extract<Value, { kind: Kind }> =>
  value !== null && typeof value === "object" && "kind" in value && value.kind === kind;

const dayMilliseconds = Number(dayLength);

const wrapped = (shown: number): number => ((shown % dayMilliseconds) + dayMilliseconds) % dayMilliseconds;

function lesserOrGreater(name: "min" | "max", left: Value, right: Value): Value {
  // As in SQL: of what is there.
  if (left === null || right === null) return left ?? right;
  const order = compare(left, right);
  return (name === "min" ? order <= 0 : order >= 0) ? left : right;
}

export const sizeOf = (value: Value): Value =>
  value === null ? null : numberOf(isList(value) ? value.length : [...String(value)].length);
