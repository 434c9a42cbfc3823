// Numbers as they are typed: in the decimals of a language, within their range and with no more decimals than are kept.
import type { Say } from "../../../words/say.ts";
import { numberFormat } from "../../../words/formatters.ts";
import { formatDecimal, readDecimal, trimmed, unitsOf } from "../../values/decimal.ts";
import type { DraftType, Read } from "../draft-type.ts";
import { plainDraft } from "../text/draft.ts";
import { hundredfold, type NumberType } from "./type.ts";

type NumberDraft = DraftType<NumberType>;

export const numberDraft: NumberDraft = {
  ...plainDraft,
  typedOf: (value, _type, { locale }) => localDecimal(trimmed(String(value)), locale),
  read: (typed, type, { locale }) => readNumber(readDecimal(typed, locale), type, type.scale, asNumber(locale)),
  limits: (type, { say, locale }) => rangeOf(type, asNumber(locale), say) ?? "",
};

export const moneyDraft: NumberDraft = {
  ...numberDraft,
  typedOf: (value, _type, { locale, application }) =>
    localDecimal(trimmed(String(value)), locale, application.currency?.minorUnits),
  limits: (type, { say, locale, application }) =>
    [application.currency && say("moneyIn", { code: application.currency.code }), rangeOf(type, asNumber(locale), say)]
      .filter(Boolean)
      .join(" · "),
};

/** People write hundredths, and a share of one is kept. */
export const percentDraft: NumberDraft = {
  ...numberDraft,
  typedOf: (value, _type, { locale }) => localDecimal(hundredfold(String(value)), locale),
  read: (typed, type, { locale }) => readNumber(readDecimal(typed, locale, 2), type, type.scale - 2, asPercent(locale)),
  limits: (type, { say, locale }) => rangeOf(type, asPercent(locale), say) ?? "",
};

const localDecimal = (text: string, locale: string, minimumFractionDigits = 0): string =>
  numberFormat(locale, { useGrouping: false, minimumFractionDigits, maximumFractionDigits: 6 }).format(
    text as Intl.StringNumericLiteral,
  );

type Edge = (limit: string) => string;
const asNumber =
  (locale: string): Edge =>
  (limit) =>
    formatDecimal(limit, locale);
const asPercent =
  (locale: string): Edge =>
  (limit) =>
    `${formatDecimal(hundredfold(limit), locale)} %`;

/** A value with more decimals than are kept is refused, so that nothing is rounded unseen. */
function readNumber(read: string | undefined, type: NumberType, places: number, edge: Edge): Read {
  if (read === undefined) return { wrong: "notANumber" };
  const value = trimmed(read);
  if ((value.split(".")[1] ?? "").length > type.scale)
    return places === 0 ? { wrong: "noDecimals" } : { wrong: "tooPrecise", values: { count: String(places) } };
  return outside(value, type, edge) ?? { value };
}

/** Which end it is beyond: the form shows the range itself already. */
function outside(value: string, { from, to }: NumberType, edge: Edge): Read | undefined {
  const units = unitsOf(value, 12);
  if (from !== undefined && units < unitsOf(from, 12)) return { wrong: "tooSmall", values: { from: edge(from) } };
  return to !== undefined && units > unitsOf(to, 12) ? { wrong: "tooLarge", values: { to: edge(to) } } : undefined;
}

/** From where to where, as people write it. */
function rangeOf({ from, to }: NumberType, edge: Edge, say: Say): string | undefined {
  if (from !== undefined && to !== undefined) return say("between", { from: edge(from), to: edge(to) });
  if (from !== undefined) return say("atLeast", { from: edge(from) });
  return to === undefined ? undefined : say("atMost", { to: edge(to) });
}
