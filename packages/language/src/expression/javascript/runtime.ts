// What printed JavaScript calls: the operations for which JavaScript has none that PostgreSQL agrees with.
import type { Context, Row, Value } from "../data.ts";
import { foldedLetters } from "../../text/slug-letters.ts";
import { firstDay, firstMoment, lastDay, lastMoment } from "../time-limits.ts";

type Body<Result> = (item: Value) => Result;

const day = 86_400_000;

export const runtime = {
  rows: (context: Context, entity: string): readonly Row[] => context.rows(entity),
  theRow: (context: Context, entity: string): Row | null => context.rows(entity)[0] ?? null,
  hasRole: (context: Context, person: Row, role: string, within: Row | null): boolean =>
    context.hasRole(person, role, within),

  id: (row: Row | null): string | null => (row === null ? null : row.id),

  /** By code point. Only where the first difference has a surrogate do UTF-16 units stand in another order. */
  order(left: string, right: string): number {
    const length = Math.min(left.length, right.length);
    for (let index = 0; index < length; index++) {
      const [a, b] = [left.charCodeAt(index), right.charCodeAt(index)];
      if (a === b) continue;
      const isSurrogate = (unit: number) => unit >= 0xd800 && unit <= 0xdfff;
      return isSurrogate(a) === isSurrogate(b) ? a - b : isSurrogate(a) ? 1 : -1;
    }
    return left.length - right.length;
  },
  lesser: <One extends Value>(left: One, right: One): One => (ascending(left, right) <= 0 ? left : right),
  greater: <One extends Value>(left: One, right: One): One => (ascending(left, right) >= 0 ? left : right),

  scaleUp: (value: bigint | null, factor: bigint): bigint | null => (value === null ? null : value * factor),
  /** Half away from zero. */
  round(value: bigint | null, factor: bigint): bigint | null {
    if (value === null) return null;
    const half = factor / 2n;
    return value < 0n ? -((half - value) / factor) : (value + half) / factor;
  },
  quotient: (value: bigint, divisor: bigint): bigint | null => (divisor === 0n ? null : value / divisor),
  remainder: (value: bigint, divisor: bigint): bigint | null => (divisor === 0n ? null : value % divisor),
  /** Half away from zero. */
  divide(value: bigint, divisor: bigint): bigint | null {
    if (divisor === 0n) return null;
    const [a, b] = [value < 0n ? -value : value, divisor < 0n ? -divisor : divisor];
    const rounded = (2n * a + b) / (2n * b);
    return value < 0n === divisor < 0n ? rounded : -rounded;
  },

  addDays: (date: number, duration: bigint): number =>
    Number(clamp(BigInt(date) + duration / BigInt(day), firstDay, lastDay)),
  addTime: (moment: number, duration: bigint): number =>
    Number(clamp(BigInt(moment) + duration, firstMoment, lastMoment)),
  /** A whole number out of days or milliseconds. */
  whole: (value: number): bigint => BigInt(value),
  /** Monday is 1; the first of January 1970 was a Thursday. */
  weekday: (date: number): bigint => BigInt(((((date + 3) % 7) + 7) % 7) + 1),
  dateOf,
  timeOf,
  momentOf,

  length: (text: string): bigint => {
    let surrogatePairs = 0;
    for (let index = 0; index < text.length; index++) {
      const unit = text.charCodeAt(index);
      if (unit >= 0xd800 && unit <= 0xdbff) surrogatePairs++;
    }
    return BigInt(text.length - surrogatePairs);
  },
  startsWith: (text: string, part: string): boolean => text.startsWith(part),
  endsWith: (text: string, part: string): boolean => text.endsWith(part),
  contains: (text: string, part: string): boolean => text.includes(part),
  matches,
  text: (value: bigint | string): string => String(value),
  /** Each number at one length; as SQL does it. */
  inNumberOrder: (text: string): string => text.replace(/[0-9]+/g, (digits) => digits.padStart(19, "0").slice(-19)),
  /** The letters of ASCII only: other lower cases depend on languages. */
  lower: (text: string): string => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase()),
  slug(text: string): string {
    let folded = text.normalize("NFD").replace(/[\u0300-\u036f]+/g, "");
    for (const [from, to] of foldedLetters) folded = folded.replaceAll(from, to);
    const words = runtime.lower(folded).replace(/[^a-z0-9]+/g, "-");
    return words.replace(/^-|-$/g, "");
  },

  lookup: (key: string, entries: readonly (readonly [string, Value])[]): Value =>
    entries.find(([code]) => code === key)?.[1] ?? null,

  includes: (list: readonly Value[], value: Value): boolean => list.includes(value),
  filter: (list: readonly Value[], body: Body<boolean>): readonly Value[] => list.filter((item) => body(item)),
  map: (list: readonly Value[], body: Body<Value>): readonly Value[] => list.map((item) => body(item)),
  exists: (list: readonly Value[], body: Body<boolean>): boolean => list.some((item) => body(item)),
  all: (list: readonly Value[], body: Body<boolean>): boolean => list.every((item) => body(item)),
  existsOne: (list: readonly Value[], body: Body<boolean>): boolean => list.filter((item) => body(item)).length === 1,
  count: (list: readonly Value[]): bigint => BigInt(list.length),
  sum: (list: readonly Value[]): bigint => numbers(list).reduce((sum, value) => sum + value, 0n),
  min: (list: readonly Value[]): Value => present(list).toSorted(ascending)[0] ?? null,
  max: (list: readonly Value[]): Value => present(list).toSorted(ascending).at(-1) ?? null,
  /** `up` and `down` bring the items' scale to that of the result. */
  average(list: readonly Value[], up: bigint, down: bigint): bigint | null {
    const items = numbers(list);
    return runtime.divide(runtime.sum(items) * up, BigInt(items.length) * down);
  },
  median(list: readonly Value[], up: bigint, down: bigint): bigint | null {
    const items = numbers(list).toSorted(ascending);
    const low = items[Math.floor((items.length - 1) / 2)];
    const high = items[Math.floor(items.length / 2)];
    return low === undefined || high === undefined ? null : runtime.divide((low + high) * up, 2n * down);
  },
  first(list: readonly Value[], by: Body<Value>, descending: boolean): Value {
    const sign = descending ? -1 : 1;
    const keyed = list.map((item) => ({ item, key: by(item) }));
    const inOrder = keyed.toSorted((a, b) => {
      return sign * ascending(a.key, b.key) || ascending(a.item, b.item);
    });
    return inOrder[0]?.item ?? null;
  },
  only: (list: readonly Value[]): Value => (list.length === 1 ? (list[0] ?? null) : null),
};

export type Runtime = typeof runtime;

/** Thrown where an answer would take the browser too long: what asked says "checked on save" instead. */
export class Undecided extends Error {}

const present = (list: readonly Value[]): readonly Value[] => list.filter((item) => item !== null);
const numbers = (list: readonly Value[]): readonly bigint[] => list.filter((item) => typeof item === "bigint");

const clamp = (value: bigint, first: number, last: number): bigint =>
  value < BigInt(first) ? BigInt(first) : value > BigInt(last) ? BigInt(last) : value;

/** Texts by code point, rows by their ids, everything else by size, and what is empty last. */
function ascending(left: Value, right: Value): number {
  if (typeof left === "string" && typeof right === "string") return runtime.order(left, right);
  if (isRow(left) && isRow(right)) return runtime.order(left.id, right.id);
  if (left === null || right === null) return Number(left === null) - Number(right === null);
  return left < right ? -1 : left > right ? 1 : 0;
}

const isRow = (value: Value): value is Row => typeof value === "object" && value !== null && "id" in value;

const formats = new Map<string, Intl.DateTimeFormat>();

/** What clocks show at a moment in a time zone, in milliseconds since 1970 by those clocks. */
function clockAt(moment: number, timeZone: string): number {
  let format = formats.get(timeZone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat("en-US", {
      timeZone,
      calendar: "gregory",
      hourCycle: "h23",
      era: "short",
      year: "numeric",
      month: "numeric",
      day: "numeric",
      hour: "numeric",
      minute: "numeric",
      second: "numeric",
    });
    formats.set(timeZone, format);
  }
  const parts = new Map(format.formatToParts(moment).map(({ type, value }) => [type, value]));
  const number = (part: Intl.DateTimeFormatPartTypes) => Number(parts.get(part));
  const year = parts.get("era")?.startsWith("B") ? 1 - number("year") : number("year");
  const clock = new Date(0);
  clock.setUTCFullYear(year, number("month") - 1, number("day"));
  clock.setUTCHours(number("hour"), number("minute"), number("second"));
  return clock.getTime() + remainder(moment, 1000);
}

const remainder = (value: number, divisor: number): number => ((value % divisor) + divisor) % divisor;

/** The day on which a moment lies in a time zone. */
export function dateOf(moment: number, timeZone: string): number {
  return Math.floor(clockAt(moment, timeZone) / day);
}

/** The time of that day. */
function timeOf(moment: number, timeZone: string): number {
  return remainder(clockAt(moment, timeZone), day);
}

/**
 * The moment at which clocks show this. Where they are put forward and never show it, it is as if they had not been put
 * forward yet; where they are put back and show it twice, the second time. PostgreSQL says the same.
 */
function momentOf(date: number, time: number, timeZone: string): number {
  const clock = date * day + time;
  const offsetAt = (moment: number) => clockAt(moment, timeZone) - moment;
  const [before, after] = [offsetAt(clock - day), offsetAt(clock + day)];
  const fitting = [before, after].filter((offset) => offsetAt(clock - offset) === offset);
  return clock - Math.min(...(fitting.length === 1 ? fitting : [before, after]));
}

const patterns = new Map<string, RegExp>();

/**
 * JavaScript tries an unbounded repeat at every place of the text, so that its time grows with a power of the text's
 * length. PostgreSQL's does not.
 */
function matches(text: string, pattern: string): boolean {
  const unbounded = pattern.match(/[*+]|\{\d+,\}/g)?.length ?? 0;
  if (text.length ** (unbounded + 1) > 2e9) throw new Undecided("the text is too long for this pattern");
  let expression = patterns.get(pattern);
  if (expression === undefined) {
    expression = new RegExp(pattern, "u");
    patterns.set(pattern, expression);
  }
  return expression.test(text);
}
