// Exact decimals as people write them in a language: "1 234,5", "1.234,5 €", "12.5 %".
import type { Locale } from "./locale.ts";

type Signs = Pick<Locale, "point" | "group">;
/** As programs write them. */
export const plainSigns: Signs = { point: ".", group: "" };

/** `places` moves the point, for percent. Undefined where it is none. */
export function readDecimal(typed: string, { point, group }: Signs, places = 0): string | undefined {
  const plain = typed
    .replace(/[\s'’\u061c\u200e\u200f]/g, "")
    .replace(/[−–]/g, "-")
    .replace(/^([+-]?)(?:[A-Z]{3}|\p{Sc})/u, "$1")
    .replace(/(?:[A-Z]{3}|\p{Sc}|%)$/u, "");
  const isLone = plain.split(/[.,]/).length === 2;
  // One sign alone is a point, unless it groups thousands in this language: "1,234" in English.
  const isGrouped = isLone && /[.,]/.test(group) && new RegExp(`^[+-]?[1-9]\\d{0,2}\\${group}\\d{3}$`).test(plain);
  const text = isLone && !isGrouped ? plain.replace(",", ".") : ungrouped(plain, group, point);
  if (text === undefined || !/^[+-]?(?:\d{1,40}(?:\.\d{0,20})?|\.\d{1,20})$/.test(text)) return undefined;
  return trimmed(moved(text, places));
}

/** Undefined where the signs stand elsewhere than between thousands. */
function ungrouped(plain: string, group: string, point: string): string | undefined {
  if (!/[.,]/.test(plain)) return plain;
  const [whole = "", decimals, ...more] = plain.split(point);
  const [first = "", ...others] = whole.split(/[.,]/.test(group) ? group : /[.,]/);
  if (more.length > 0 || others.some((one) => !/^\d{2,4}$/.test(one)) || !/^[+-]?\d{1,4}$/.test(first))
    return undefined;
  return `${first}${others.join("")}${decimals === undefined ? "" : `.${decimals}`}`;
}

function moved(text: string, places: number): string {
  const [, sign = "", whole = "", decimals = ""] = /^([+-]?)(\d*)\.?(\d*)$/.exec(text) ?? [];
  const digits = `${"0".repeat(places + 1)}${whole}`;
  const at = digits.length - places;
  const head = digits.slice(0, at).replace(/^0+(?=\d)/, "");
  const rest = `${digits.slice(at)}${decimals}`;
  return `${sign === "-" ? "-" : ""}${head}${rest === "" ? "" : `.${rest}`}`;
}

/** Without zeros that say nothing. */
export const trimmed = (text: string): string => (text.includes(".") ? text.replace(/\.?0+$/, "") : text);
