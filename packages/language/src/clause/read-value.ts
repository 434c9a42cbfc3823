// From the text of a cell to a value: `7`, `20 %`, `14 days`, `08:30`, `10 MB`, `1.50 EUR`, `yes`, `low: 3 days, high: 4 hours`.
import { codeOf, matchText, sliceText, spanOf, splitText, trimText, type Text } from "../text/text.ts";
import { readTime } from "../expression/time-of-day.ts";
import type { Span } from "../problem.ts";
import { identifierOf, readName, readReference, type Reference } from "../text/name.ts";
import { nearest } from "../text/suggestion.ts";
import type { Amount, Value } from "./value.ts";

const second = 1000n;
const milliseconds: ReadonlyMap<string, bigint> = new Map([
  ["second", second],
  ["minute", 60n * second],
  ["hour", 3_600n * second],
  ["day", 86_400n * second],
  ["week", 604_800n * second],
]);
const bytes: ReadonlyMap<string, number> = new Map([
  ["B", 1],
  ["KB", 1024],
  ["MB", 1024 ** 2],
  ["GB", 1024 ** 3],
]);

/** As many digits as PostgreSQL's numeric and a reader's patience need. */
const longestNumber = 40;
/** The longest span that dates between the years 1 and 9999 can be apart, so that arithmetic stays within what is stored. */
const longestDuration = 9999n * 366n * 86_400n * second;

/** Undefined where it is not a value; `valueHint` says what may have been meant. */
export function readValue(text: Text): Value | undefined {
  const trimmed = trimText(text);
  return readPlainValue(trimmed) ?? readTable(trimmed);
}

/** A value written out, or a constant's name in backticks. */
export function readAmount(text: Text): Amount | undefined {
  const span = spanOf(trimText(text));
  const code = codeOf(text);
  if (code) {
    return identifierOf(code.text) === "" ? undefined : { kind: "constant", name: readReference(code), span };
  }
  const value = readPlainValue(trimText(text));
  return value && { kind: "value", value, span };
}

function readPlainValue(text: Text): Value | undefined {
  const span = spanOf(text);
  if (text.text === "yes" || text.text === "no") return { ...span, kind: "yes/no", value: text.text === "yes" };
  const time = readTime(text.text);
  if (time !== undefined) return { ...span, kind: "time", milliseconds: time };
  const groups = matchText(text, /^(?<number>-?\d+(?:\.\d+)?)(?:\s?(?<unit>%|[A-Za-z]+))?$/d);
  const written = groups?.["number"]?.text;
  if (written === undefined || written.length > longestNumber) return undefined;
  const number = readNumber(written);
  const unit = groups?.["unit"]?.text;
  if (unit === undefined) return { ...span, kind: "number", ...number };
  if (unit === "%") return { ...span, kind: "percent", digits: number.digits, scale: number.scale + 2 };
  return readDuration(number, unit, span) ?? readSize(number, unit, span) ?? readMoney(number, unit, span);
}

type Exact = { readonly digits: bigint; readonly scale: number };

/** `1.50` is 150 × 10^-2: the places that are written are kept. */
function readNumber(written: string): Exact {
  const [whole = "0", fraction = ""] = written.split(".");
  return { digits: BigInt(whole + fraction), scale: fraction.length };
}

function readDuration({ digits, scale }: Exact, unit: string, span: Span): Value | undefined {
  const each = milliseconds.get(unit.replace(/s$/, ""));
  if (each === undefined) return undefined;
  const divisor = 10n ** BigInt(scale);
  const total = digits * each;
  if (total % divisor !== 0n || total / divisor > longestDuration || -total / divisor > longestDuration)
    return undefined;
  const inDays = /^(?:day|week)/.test(unit) && (total / divisor) % (86_400n * second) === 0n;
  return { ...span, kind: "duration", milliseconds: total / divisor, days: inDays };
}

function readSize({ digits, scale }: Exact, unit: string, span: Span): Value | undefined {
  const each = bytes.get(unit);
  if (each === undefined || digits < 0n) return undefined;
  const size = Math.round((Number(digits) / 10 ** scale) * each);
  return Number.isSafeInteger(size) ? { ...span, kind: "size", bytes: size } : undefined;
}

/** Whether there is such a currency is asked where the document's own currency is known. */
function readMoney(number: Exact, unit: string, span: Span): Value | undefined {
  return /^[A-Z]{3}$/.test(unit) ? { ...span, kind: "money", ...number, currency: unit } : undefined;
}

function readTable(text: Text): Value | undefined {
  const entries: { key: Reference; value: Value }[] = [];
  for (const part of splitText(text)) {
    const groups = matchText(part, /^(?<key>[^:]+):\s(?<value>.+)$/ds);
    const value = groups?.["value"] && readPlainValue(trimText(groups["value"]));
    if (!groups?.["key"] || !value) return undefined;
    entries.push({ key: readKey(trimText(groups["key"])), value });
  }
  return entries.length > 0 ? { ...spanOf(text), kind: "table", entries } : undefined;
}

/** A choice or state as people say it, or with its own code: ``In progress (`in-progress`)``. */
function readKey(text: Text): Reference {
  return text.text.includes("(") ? readName(text) : readReference(text);
}

/** The part of a text that `readValue` does not understand: the whole of it, or the entries of a table that are wrong. */
export function wrongPart(text: Text): Text {
  const parts = splitText(text);
  const isTable = parts.length > 0 && parts.every((part) => /^[^:`]+:\s/.test(part.text));
  const wrong = isTable ? parts.find((part) => readTable(part) === undefined) : undefined;
  return wrong ? trimText(sliceText(wrong, wrong.text.indexOf(":") + 1)) : trimText(text);
}

/** What to write instead of something that is not a value. */
export function valueHint(written: string): string {
  if (codeOf({ text: written, start: 0, end: written.length })) return "A value is written out, without backticks.";
  const short = written.trim().slice(0, 80);
  const [, number, rest = ""] = /^(-?[\d.,'’ ]*\d)(\D*)$/.exec(short) ?? [];
  const unit = rest.trim();
  if (/^[€$£¥]/.test(short) || /^[€$£¥]$/.test(unit)) return "Money is written with its currency's code: 1.50 EUR.";
  if (number === undefined) return knownValues;
  if (/^[\d-]+,\d{1,2}$/.test(number))
    return `Decimals are written with a point: ${number.replace(",", ".")}${unit && ` ${unit}`}.`;
  if (/[,'’ ]/.test(number))
    return `Write the number without separators: ${number.replace(/[,'’ ]/g, "")}${unit && ` ${unit}`}.`;
  if (/^months?$/i.test(unit)) return "Months differ in length: write days, such as 30 days.";
  if (/^(?:years?|quarters?)$/i.test(unit)) return "Years differ in length: write days, such as 365 days.";
  if (/^percent$/i.test(unit)) return `Write ${number} %.`;
  const units = [...milliseconds.keys()].map((word) => `${word}s`);
  const near = shortUnits.get(unit.toLowerCase()) ?? nearest(unit, [...units, ...bytes.keys()]);
  if (unit === "") return knownValues;
  if (near === unit) return "Durations are kept to the millisecond.";
  return near === undefined ? knownUnits : `Did you mean "${number} ${near}"?`;
}

const shortUnits: ReadonlyMap<string, string> = new Map([
  ["s", "seconds"],
  ["sec", "seconds"],
  ["min", "minutes"],
  ["mins", "minutes"],
  ["h", "hours"],
  ["hr", "hours"],
  ["hrs", "hours"],
  ["d", "days"],
  ["w", "weeks"],
  ["k", "KB"],
  ["kb", "KB"],
  ["kib", "KB"],
  ["m", "MB"],
  ["mb", "MB"],
  ["mib", "MB"],
  ["g", "GB"],
  ["gb", "GB"],
  ["gib", "GB"],
]);

const knownUnits = "Units: seconds, minutes, hours, days, weeks, KB, MB, GB, %, and a currency such as EUR.";
const knownValues =
  "Values: 7, 2.5, 20 %, 14 days, 08:30, 10 MB, 1.50 EUR, yes, or a table such as low: 3 days, high: 4 hours.";
