// Texts, and values that are texts to their readers.
import { fits } from "../values/text.ts";
import { numberOf, type Value } from "../values/value.ts";
import type { Meaning, TypeOf } from "./meaning.ts";

const textCeiling = 100_000;

/** Anything is stored, and a cell means what it says. */
export const plain: Meaning = {
  nothing: null,
  decimals: () => undefined,
  number: numberOf,
  refusal: () => undefined,
  literal: (text) => text.normalize("NFC"),
  kept: (text) => text,
};

export const longText: Meaning<TypeOf<"text" | "long text" | "Markdown text">> = {
  ...plain,
  refusal: (value, { upTo, matching }, { amount }) => {
    if (typeof value !== "string") return "INVALID";
    const most = amount(upTo);
    if ([...value].length > (most === undefined ? textCeiling : Number(most.digits))) return "TOO_LONG";
    return matching !== undefined && !fits(value, matching.pattern.source) ? "INVALID" : undefined;
  },
};

export const text: typeof longText = { ...longText, namesRows: true };

/** What the system writes, and what names a row. */
export const naming: Meaning = { ...plain, namesRows: true };

/** What addresses and numbers to call look like, at most so long. */
const ofForm = (form: RegExp): Meaning => ({ ...plain, refusal: (value) => formRefusal(value, form) });

function formRefusal(value: Value, form: RegExp): "TOO_LONG" | "INVALID" | undefined {
  if (typeof value === "string" && value.length > 2000) return "TOO_LONG";
  return typeof value === "string" && form.test(value) ? undefined : "INVALID";
}

const addressForm = /^[^@\s]+@[^@\s.]+(\.[^@\s.]+)+$/;

export const isAddress = (value: Value): boolean => formRefusal(value, addressForm) === undefined;

export const email: Meaning = { ...ofForm(addressForm), kept: (address) => address.toLowerCase(), namesRows: true };

export const url: Meaning = ofForm(/^https?:\/\/[^\s/]\S*$/);

export const phone: Meaning = ofForm(/^\+?[0-9 ()/.-]{3,30}$/);
