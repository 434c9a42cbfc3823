// Numbers: exact decimals on the wire, units of their scale in expressions, and as people write them on screens.
import { numberFormat } from "../../../words/formatters.ts";
import { decimalOf, formatDecimal, trimmed, unitsOf } from "../../values/decimal.ts";
import type { FieldType, Speaking, TypeOf } from "../field-type.ts";
import { byRange } from "../filters.ts";
import { textual } from "../text/type.ts";

export type NumberType = TypeOf<"number" | "integer" | "percent" | "money">;

export const number: FieldType<NumberType> = {
  ...textual,
  wire: "number",
  valueOf: (given, { scale }) => unitsOf(String(given), scale),
  wireOf: (value, { scale }) => decimalOf(BigInt(value), scale),
  format: (value, _type, { locale }) => formatDecimal(trimmed(String(value)), locale),
  exported: "as it is",
  filter: byRange("number"),
  isFigure: true,
};

export const percent: FieldType<NumberType> = {
  ...number,
  format: (value, _type, { locale }) => `${formatDecimal(hundredfold(String(value)), locale)}\u00a0%`,
  formatMeasure: (value, { locale }) =>
    numberFormat(locale, { maximumFractionDigits: 2, style: "percent" }).format(value),
};

export const money: FieldType<NumberType> = {
  ...number,
  format: (value, _type, speaking) => formatMoney(String(value), speaking),
  formatMeasure: (value, speaking) => formatMoney(String(value), speaking),
};

/** A share as people say it, exactly. */
export const hundredfold = (share: string): string => trimmed(decimalOf(unitsOf(share, 4) * 100n, 4));

function formatMoney(amount: string, { locale, application: { currency } }: Speaking): string {
  if (currency === undefined) return formatDecimal(amount, locale);
  return numberFormat(locale, {
    style: "currency",
    currency: currency.code,
    minimumFractionDigits: currency.minorUnits,
  }).format(amount as Intl.StringNumericLiteral);
}
