// Numbers, shares and amounts of money: exact, with as many decimals as their type keeps.
import { compare, moneyOf, numberOf, quantity, rescale, type Value } from "../values/value.ts";
import type { Meaning, Terms, TypeOf } from "./meaning.ts";
import { plain } from "./text.ts";

type NumberType = TypeOf<"number" | "integer" | "percent" | "money">;

/** `shift`: how many of the decimals that are kept a person does not write. */
const ofDecimals = (
  decimals: (terms: Terms) => number,
  number: (digits: bigint, scale: number) => Value,
  shift = 0,
): Meaning<NumberType> => ({
  ...plain,
  decimals,
  number,
  refusal: (value, { from, to }, terms) => {
    const places = decimals(terms);
    const { digits, scale } = quantity(value);
    if (scale > places && rescale(rescale(digits, scale, places), places, scale) !== digits) return "INVALID";
    const given = numberOf(digits, scale);
    const [least, most] = [terms.amount(from), terms.amount(to)];
    const isOutside =
      (least !== undefined && compare(given, least) < 0) || (most !== undefined && compare(given, most) > 0);
    return isOutside ? "INVALID" : undefined;
  },
  literal: (text, _type, terms) => {
    const [, sign = "", whole = "0", fraction = ""] = /^(-?)([\d,]*)(?:\.(\d+))?/.exec(text) ?? [];
    const digits = BigInt(`${sign}${whole.replaceAll(",", "")}${fraction}`);
    const places = decimals(terms);
    return number(rescale(digits, fraction.length + shift, places), places);
  },
});

export const number = ofDecimals(() => 6, numberOf);

export const integer = ofDecimals(() => 0, numberOf);

export const percent = ofDecimals(() => 4, numberOf, 2);

export const money = ofDecimals((terms) => terms.moneyScale(), moneyOf);
