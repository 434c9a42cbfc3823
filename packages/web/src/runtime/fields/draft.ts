// What is being written in a form: texts as people type them, and how they become what the wire takes.
import type { Application, ApplicationField } from "@writ/language/product";
import { longestAddress, longestText, textPatterns } from "@writ/language/patterns";
import { fileLimits } from "../files/limits.ts";
import { decimalOf, readDecimal, trimmed, unitsOf } from "../values/decimal.ts";
import { readDuration, typedDuration } from "../values/duration.ts";
import { momentAt, wallClock } from "../values/time.ts";
import type { Phrase } from "../../words/english.ts";
import type { Say } from "../../words/say.ts";
import { numberFormat } from "../../words/formatters.ts";

/** By field. A text as it was typed, a choice, several of them, or yes. */
export type Draft = Readonly<Record<string, Typed>>;
export type Typed = string | boolean | readonly string[];

type Reading = Pick<Limiting, "application" | "locale"> & { readonly timeZone: string };

export type Read =
  | { readonly value: unknown }
  | { readonly wrong: Phrase; readonly values?: Readonly<Record<string, string>> };

export const emptyFor = ({ type }: ApplicationField): Typed =>
  type.kind === "yes/no"
    ? false
    : type.kind === "several of" || type.kind === "several" || (type.kind === "files" && type.many)
      ? []
      : "";

/** What a form shows for a value that is there. */
export function typedOf(value: unknown, field: ApplicationField, { locale, timeZone, application }: Reading): Typed {
  const { type } = field;
  if (value === null || value === undefined) return emptyFor(field);
  switch (type.kind) {
    case "yes/no":
      return value === true;
    case "several of":
    case "several":
      return Array.isArray(value) ? value.map(String) : [];
    case "files":
      return Array.isArray(value) ? value.map(String) : type.many ? [] : String(value);
    case "number":
    case "integer":
      return localDecimal(trimmed(String(value)), locale);
    case "money":
      return localDecimal(trimmed(String(value)), locale, application.currency?.minorUnits);
    case "percent":
      return localDecimal(trimmed(decimalOf(unitsOf(String(value), 4) * 100n, 4)), locale);
    case "datetime":
      return wallClock(Date.parse(String(value)), timeZone);
    case "date":
      return String(value).slice(0, 10);
    case "duration":
      return typedDuration(Number(value), locale);
    default:
      return String(value);
  }
}

const localDecimal = (text: string, locale: string, minimumFractionDigits = 0): string =>
  numberFormat(locale, { useGrouping: false, minimumFractionDigits, maximumFractionDigits: 6 }).format(
    text as Intl.StringNumericLiteral,
  );

/** What is wrong with a value on its own is said before anything is sent; the database says the same. */
export function readTyped(typed: Typed, field: ApplicationField, { locale, timeZone }: Reading): Read {
  const { type } = field;
  if (typeof typed !== "string") return { value: typed };
  const text = typed.trim();
  if (text === "") return { value: null };
  switch (type.kind) {
    case "text":
    case "long text":
    case "Markdown text": {
      const length = [...typed.normalize("NFC")].length;
      const upTo = type.upTo ?? longestText;
      if (length > upTo) return { wrong: "tooLong", values: { count: String(length - upTo) } };
      if (type.matching !== undefined && !new RegExp(type.matching, "u").test(typed)) return { wrong: "noMatch" };
      return { value: typed };
    }
    case "number":
    case "integer":
    case "money":
    case "percent": {
      const read = readDecimal(text, locale, type.kind === "percent" ? 2 : 0);
      const value = read !== undefined && type.kind === "percent" ? trimmed(read) : read;
      if (value === undefined) return { wrong: "notANumber" };
      // A value with more decimals than are kept is refused, so that nothing is rounded unseen.
      if ((trimmed(value).split(".")[1] ?? "").length > type.scale) {
        const places = type.kind === "percent" ? type.scale - 2 : type.scale;
        return places === 0 ? { wrong: "noDecimals" } : { wrong: "tooPrecise", values: { count: String(places) } };
      }
      return outside(value, type, locale) ?? { value };
    }
    case "yes/no":
      return { value: text === "yes" };
    case "duration": {
      const milliseconds = readDuration(text, locale);
      return milliseconds === undefined ? { wrong: "notADuration" } : { value: milliseconds };
    }
    case "date":
      return isInYears(text) ? { value: text } : { wrong: "noSuchYear" };
    case "datetime":
      return momentOf(text, timeZone);
    case "email":
      return addressLike(text.toLowerCase(), type.kind);
    case "url":
      return addressLike(isWhole(text) ? text : `https://${text}`, type.kind);
    case "phone":
      return addressLike(text, type.kind);
    default:
      return { value: text };
  }
}

/** Browsers take longer years than databases and most moments have. */
const isInYears = (text: string): boolean => /^\d{4}-/.test(text) && !text.startsWith("0000");

/** The same year may be another one in Greenwich, by whose clock moments are kept. */
function momentOf(text: string, timeZone: string): Read {
  const moment = new Date(isInYears(text) ? momentAt(text, timeZone) : Number.NaN);
  const year = moment.getUTCFullYear();
  return year >= 1 && year <= 9999 ? { value: moment.toISOString() } : { wrong: "noSuchYear" };
}

/** With a scheme; what stands before the colon of `localhost:8000` is none. */
const isWhole = (text: string): boolean =>
  /^[a-z][a-z0-9+.-]*:/i.test(text) && !/^(?:[\w-]+\.)*[\w-]+:\d{1,5}(?:[/?#]|$)/.test(text);

function addressLike(value: string, kind: keyof typeof textPatterns): Read {
  const length = [...value].length;
  if (length > longestAddress) return { wrong: "tooLong", values: { count: String(length - longestAddress) } };
  const wrong = ({ email: "notAnEmail", url: "notAUrl", phone: "notAPhone" } as const)[kind];
  return new RegExp(textPatterns[kind], "u").test(value) ? { value } : { wrong };
}

/** Which end it is beyond: the range itself is told already. */
function outside(value: string, { kind, from, to }: Range, locale: string): Read | undefined {
  const units = unitsOf(value, 12);
  if (from !== undefined && units < unitsOf(from, 12))
    return { wrong: "tooSmall", values: { from: edgeOf(from, kind, locale) } };
  return to !== undefined && units > unitsOf(to, 12)
    ? { wrong: "tooLarge", values: { to: edgeOf(to, kind, locale) } }
    : undefined;
}

type Limiting = { readonly say: Say; readonly application: Application; readonly locale: string };

/** What may be given, told before it is broken. */
export function limitsOf({ type }: ApplicationField, { say, application, locale }: Limiting): string {
  switch (type.kind) {
    case "money":
    case "number":
    case "integer":
    case "percent": {
      return [
        type.kind === "money" && application.currency && say("moneyIn", { code: application.currency.code }),
        rangeOf(type, locale, say),
      ]
        .filter(Boolean)
        .join(" · ");
    }
    case "text":
    case "long text":
    case "Markdown text":
      return type.example === undefined ? "" : say("forExample", { example: type.example });
    case "duration":
      return say("durationHelp");
    case "files":
      return fileLimits(type, locale, say);
    default:
      return "";
  }
}

type Range = { readonly kind: string; readonly from?: string; readonly to?: string };

/** From where to where, as people write it. */
function rangeOf({ kind, from, to }: Range, locale: string, say: Say): string | undefined {
  const edge = (text: string) => edgeOf(text, kind, locale);
  if (from !== undefined && to !== undefined) return say("between", { from: edge(from), to: edge(to) });
  if (from !== undefined) return say("atLeast", { from: edge(from) });
  return to === undefined ? undefined : say("atMost", { to: edge(to) });
}

function edgeOf(text: string, kind: string, locale: string): string {
  const percents = kind === "percent" ? trimmed(decimalOf(unitsOf(text, 4) * 100n, 4)) : text;
  const number = numberFormat(locale, { maximumFractionDigits: 6 }).format(percents as Intl.StringNumericLiteral);
  return kind === "percent" ? `${number} %` : number;
}
