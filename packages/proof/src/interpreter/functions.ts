// What the functions of single values give: those that are written name(x, …), and those behind a dot. One without a meaning does not compile.
import type { FunctionName, MethodName } from "@writ/language/model";
import { divide, roundTo } from "./values/arithmetic.ts";
import { fits, lowerAscii, slug } from "./values/text.ts";
import { dayFrom, durationFrom, timeFrom } from "./values/time.ts";
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

type Given = Exclude<Value, null>;
type FunctionMeaning = (first: Given, further: readonly Value[], program: Program) => Value;

const digitsOf = (value: Value | undefined): bigint => quantity(value ?? null).digits;

const moment: FunctionMeaning = (written) => momentOf(Date.parse(String(written)));
const spanOf =
  (length: bigint): FunctionMeaning =>
  (count) =>
    durationOf(digitsOf(count) * length);

const functions: { readonly [Name in Exclude<FunctionName, "min" | "max">]: FunctionMeaning } = {
  round: (value, [places]) => roundTo(value, Number(digitsOf(places))),
  div: (value, [by = null, places]) => divide(value, by, places === undefined ? undefined : Number(digitsOf(places))),
  money(value, _, program) {
    const { digits, scale } = quantity(value);
    return moneyOf(rescale(digits, scale, moneyScaleOf(program)), moneyScaleOf(program));
  },
  days: spanOf(dayLength),
  hours: spanOf(3_600_000n),
  minutes: spanOf(60_000n),
  duration: (written) => durationOf(durationFrom(String(written))),
  // The first of January 1970 was a Thursday.
  weekday: (date) => numberOf(((((Number(digitsOf(date)) + 3) % 7) + 7) % 7) + 1),
  days_between: (from, [to = null]) => (to === null ? null : numberOf(digitsOf(to) - digitsOf(from))),
  date: (given, _, program) =>
    dateOf(typeof given === "string" ? dayFrom(given) : timeZoneOf(program).dayAt(Number(digitsOf(given)))),
  time: (given, _, program) =>
    timeOf(typeof given === "string" ? timeFrom(given) : wrapped(timeZoneOf(program).shownAt(Number(digitsOf(given))))),
  datetime: moment,
  timestamp: moment,
  size: (value) => numberOf(isList(value) ? value.length : [...String(value)].length),
  slug: (text) => slug(String(text)),
  string: (value) => (typeof value === "string" ? value : String(digitsOf(value))),
};

/** Of a value that may not be there nothing is worked out, but for the lesser and the greater: as in SQL, of what is there. */
export function functionValue(name: string, [first = null, ...further]: readonly Value[], program: Program): Value {
  if (name === "min" || name === "max") return lesserOrGreater(name, first, further[0] ?? null);
  return first === null ? null : functions[name as keyof typeof functions](first, further, program);
}

function lesserOrGreater(name: "min" | "max", left: Value, right: Value): Value {
  if (left === null || right === null) return left ?? right;
  const order = compare(left, right);
  return (name === "min" ? order <= 0 : order >= 0) ? left : right;
}

type MethodMeaning = (of: Given, part: string, program: Program) => Value;

const methods: { readonly [Name in MethodName]: MethodMeaning } = {
  size: (text, _, program) => functions.size(text, [], program),
  startsWith: (text, part) => String(text).startsWith(part),
  endsWith: (text, part) => String(text).endsWith(part),
  contains: (text, part) => String(text).includes(part),
  matches: (text, pattern) => fits(String(text), pattern),
  lowerAscii: (text) => lowerAscii(String(text)),
};

/** Of a value that is no list. */
export const methodValue = (name: string, of: Given, part: string, program: Program): Value =>
  methods[name as MethodName](of, part, program);

/** Of a day and a time of it. */
export function momentOn(date: Value, time: Value, program: Program): Value | undefined {
  if (!isOfKind(date, "date") || !isOfKind(time, "time")) return undefined;
  return momentOf(timeZoneOf(program).momentAt(date.day * dayMilliseconds + time.at));
}

const isOfKind = <Kind extends "date" | "time">(value: Value, kind: Kind): value is Extract<Value, { kind: Kind }> =>
  value !== null && typeof value === "object" && "kind" in value && value.kind === kind;

const dayMilliseconds = Number(dayLength);

const wrapped = (shown: number): number => ((shown % dayMilliseconds) + dayMilliseconds) % dayMilliseconds;
