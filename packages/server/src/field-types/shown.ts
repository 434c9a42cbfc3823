// Values of expressions as people read them in mails, in their language.
import type { Product } from "@writ/language/plan";

type Terms = Pick<Product, "timeZone" | "currency">;

type Show<Value> = (value: Value, language: string, terms: Terms) => string;

const decimal = (value: number, language: string): string =>
  new Intl.NumberFormat(language, { maximumFractionDigits: 6 }).format(value);

/** By the kind of the value; any other is a plain one. */
const numbers: Readonly<Record<string, Show<number>>> = {
  money: (value, language, { currency }) =>
    currency === undefined
      ? decimal(value, language)
      : new Intl.NumberFormat(language, { style: "currency", currency }).format(value),
  percent: (value, language) =>
    new Intl.NumberFormat(language, { style: "percent", maximumFractionDigits: 2 }).format(value),
};

/** Any other is shown as it is. */
const texts: Readonly<Record<string, Show<string>>> = {
  datetime: (value, language, { timeZone }) =>
    new Intl.DateTimeFormat(language, { dateStyle: "long", timeStyle: "short", timeZone }).format(new Date(value)),
  time: (value, language) =>
    new Intl.DateTimeFormat(language, { timeStyle: "short", timeZone: "UTC" }).format(new Date(`1970-01-01T${value}Z`)),
  date: (value, language) =>
    new Intl.DateTimeFormat(language, { dateStyle: "long", timeZone: "UTC" }).format(new Date(value)),
};

/** `type`: the kind of an expression's value. An empty value is nothing. */
export function shown(value: unknown, type: string, language: string, terms: Terms): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "number" || type === "number") return (numbers[type] ?? decimal)(Number(value), language, terms);
  if (typeof value === "string") return texts[type]?.(value, language, terms) ?? value;
  return Array.isArray(value)
    ? value.map((one) => shown(one, type, language, terms)).join(", ")
    : JSON.stringify(value);
}
