// Values of the document as people of a language read them: numbers, money, percentages, durations, dates.
import type { Value as Data } from "../../../expression/data.ts";
import { timeText } from "../../../expression/time-of-day.ts";
import { exactWords, type Exact } from "../../../expression/exact.ts";
import { kindOf } from "../../../clause/value-kinds.ts";
import type { Value } from "../../../clause/value.ts";
import type { Type } from "../../../expression/type.ts";

export type Speaking = {
  /** As the web names it: `fr`. */
  readonly language: string;
  readonly currency: string | undefined;
  readonly moneyScale: number;
};

/** `of`: the constant itself, where it is one; it knows more than its type, such as that it is a percentage. */
export function valueWords(value: Data, type: Type, of: Value | undefined, speaking: Speaking): string {
  const format = of && kindOf(of).format;
  if (of && "digits" in of && format !== undefined) return numberWords(of, speaking, format);
  if (of?.kind === "size") return sizeWords(of.bytes, speaking);
  if (value === null) return "";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "bigint") {
    if (type.kind === "duration") return durationWords(value, speaking);
    if (type.kind === "money") return moneyWords({ digits: value, scale: speaking.moneyScale }, speaking);
    return numberWords({ digits: value, scale: type.kind === "number" ? type.scale : 0 }, speaking);
  }
  if (typeof value === "number" && type.kind === "time") return timeText(value);
  if (typeof value === "number" && type.kind === "date")
    return dateFormat(speaking, "UTC").format(new Date(value * 86_400_000));
  return String(value);
}

type Style = Intl.NumberFormatOptions;

/** Exact: a text of digits is formatted without going through a floating point number. */
function numberWords(value: Exact, { language }: Speaking, style: Style = {}): string {
  const format = new Intl.NumberFormat(language, { maximumFractionDigits: 20, ...style });
  return format.format(exactWords(value) as Intl.StringNumericLiteral);
}

/** Whole amounts keep their minor units: a price is read as a price. */
function moneyWords(value: Exact, speaking: Speaking): string {
  const { currency, moneyScale } = speaking;
  if (currency === undefined) return numberWords(value, speaking, { minimumFractionDigits: moneyScale });
  return numberWords(value, speaking, { style: "currency", currency, maximumFractionDigits: moneyScale });
}

const units = [
  ["day", 86_400_000n],
  ["hour", 3_600_000n],
  ["minute", 60_000n],
  ["second", 1000n],
  ["millisecond", 1n],
] as const;

function durationWords(milliseconds: bigint, { language }: Speaking): string {
  let rest = milliseconds < 0n ? -milliseconds : milliseconds;
  const parts = units.flatMap(([unit, size]) => {
    const count = rest / size;
    rest %= size;
    return count === 0n ? [] : [unitWords(count, unit, language)];
  });
  const words = parts.length === 0 ? unitWords(0n, "second", language) : parts.join(" ");
  return milliseconds < 0n ? `-${words}` : words;
}

function unitWords(count: bigint, unit: string, language: string, digits = 0): string {
  const format = new Intl.NumberFormat(language, {
    style: "unit",
    unit,
    unitDisplay: "long",
    maximumFractionDigits: digits,
  });
  return format.format(count);
}

/** In the largest unit that it is a whole number of; `MB` is 1,048,576 bytes, as it is written. */
function sizeWords(bytes: number, { language }: Speaking): string {
  const found = (["gigabyte", "megabyte", "kilobyte"] as const)
    .map((unit, index) => ({ unit, size: 1024 ** (3 - index) }))
    .find(({ size }) => bytes % size === 0 && bytes >= size);
  const format = new Intl.NumberFormat(language, { style: "unit", unit: found?.unit ?? "byte", unitDisplay: "short" });
  return format.format(bytes / (found?.size ?? 1));
}

export const dateFormat = ({ language }: Speaking, timeZone: string): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat(language, { year: "numeric", month: "long", day: "numeric", timeZone });
