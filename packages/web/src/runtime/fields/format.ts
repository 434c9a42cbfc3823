// Values of the wire as people read them, in their language.
import type { Application, ApplicationField } from "@writ/language/product";
import { fileName, pathsIn } from "../files/names.ts";
import { decimalOf, trimmed, unitsOf } from "../values/decimal.ts";
import { showDuration } from "../values/duration.ts";
import type { Product } from "../product/product.tsx";
import { dateFormat, listFormat, numberFormat } from "../../words/formatters.ts";

export type Speaking = Pick<Product, "locale" | "timeZone" | "say" | "word" | "application">;

/** Text for anything but rows and lists of them, which need more than a text. */
export function formatValue(
  value: unknown,
  field: ApplicationField,
  { locale, timeZone, say, word, application }: Speaking,
): string {
  const { type } = field;
  if (value === null || value === undefined || value === "") return "";
  switch (type.kind) {
    case "number":
    case "integer":
      return formatDecimal(trimmed(String(value)), locale);
    case "percent":
      return `${formatDecimal(trimmed(decimalOf(unitsOf(String(value), 4) * 100n, 4)), locale)} %`.replace(
        " ",
        "\u00a0",
      );
    case "money":
      return formatMoney(String(value), locale, application);
    case "date":
      return dateFormat(locale, { dateStyle: "medium", timeZone: "UTC" }).format(
        new Date(`${String(value).slice(0, 10)}T00:00:00Z`),
      );
    case "datetime":
      return formatMoment(Date.parse(String(value)), locale, timeZone);
    case "duration":
      return showDuration(Number(value), locale);
    case "yes/no":
      return value === true ? say("yes") : say("no");
    case "one of":
    case "state":
      return word(type.choices.find(({ id }) => id === value)?.label ?? String(value));
    case "several of": {
      const labels = (Array.isArray(value) ? value : []).map((one: unknown) =>
        word(type.choices.find(({ id }) => id === one)?.label ?? String(one)),
      );
      return listFormat(locale, { type: "unit" }).format(labels);
    }
    case "files":
      return pathsIn(value).map(fileName).join(", ");
    default:
      return typeof value === "string" ? value : String(value);
  }
}

/** Intl takes decimals as texts, exactly. */
const formatDecimal = (text: string, locale: string): string =>
  numberFormat(locale, { maximumFractionDigits: 6 }).format(text as Intl.StringNumericLiteral);

export function formatMoney(text: string, locale: string, { currency }: Application): string {
  if (currency === undefined) return formatDecimal(text, locale);
  return numberFormat(locale, {
    style: "currency",
    currency: currency.code,
    minimumFractionDigits: currency.minorUnits,
  }).format(text as Intl.StringNumericLiteral);
}

export const formatMoment = (moment: number, locale: string, timeZone: string): string =>
  dateFormat(locale, { dateStyle: "medium", timeStyle: "short", timeZone }).format(moment);
