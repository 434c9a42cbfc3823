// Exact decimals between the wire ("12.50"), expressions (units of a scale) and people ("12,50").
import { numberFormat } from "../../words/formatters.ts";

/** `1250n` at scale 2 of "12.5"; digits beyond the scale are cut, which only values that do not fit have. */
export function unitsOf(text: string, scale: number): bigint {
  const [, sign = "", whole = "0", decimals = ""] = /^([+-]?)(\d+)(?:\.(\d+))?$/.exec(text.trim()) ?? [];
  const digits = BigInt(whole + decimals.slice(0, scale).padEnd(scale, "0"));
  return sign === "-" ? -digits : digits;
}

/** "12.50" of `1250n` at scale 2. */
export function decimalOf(units: bigint, scale: number): string {
  const digits = String(units < 0n ? -units : units).padStart(scale + 1, "0");
  const sign = units < 0n ? "-" : "";
  return scale === 0 ? `${sign}${digits}` : `${sign}${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}

/** Whichever digits a language has, and without the marks that turn the direction of what is written. */
export function plainDigits(typed: string, language: string): string {
  const own = [...numberFormat(language, { useGrouping: false }).format(9_876_543_210n)].toReversed();
  return [...typed.replace(/[\u061c\u200e\u200f]/g, "")]
    .map((sign) => (own.includes(sign) ? String(own.indexOf(sign)) : sign))
    .join("");
}

/**
 * What people type as a number in their language: "1 234,5", "1.234,5", "1,234.5". Undefined where it is none. `places`
 * moves the point, for percent.
 */
export function readDecimal(typed: string, language: string, places = 0): string | undefined {
  const parts = numberFormat(language, {}).formatToParts(12345.6);
  const point = parts.find(({ type }) => type === "decimal")?.value ?? ".";
  const group = parts.find(({ type }) => type === "group")?.value ?? ",";
  const plain = plainDigits(typed, language)
    .replace(/[\s\u00a0\u202f']/g, "")
    .replace(/[−–]/g, "-")
    .replace(/[€$£%]|[A-Z]{3}$/g, "");
  const lone = plain.split(/[.,]/).length === 2;
  // One sign alone is a point, unless it groups thousands in this language: "1,234" in English.
  const grouped = lone && new RegExp(`^-?\\d{1,3}\\${group}\\d{3}$`).test(plain) && group !== point;
  const text = lone && !grouped ? plain.replace(",", ".") : plain.replaceAll(group, "").replace(point, ".");
  if (!/^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/.test(text)) return undefined;
  const scale = (text.split(".")[1] ?? "").length;
  const units = unitsOf(text.replace(/^([+-]?)\./, "$10."), scale);
  return trimmed(decimalOf(units, scale + places));
}

/** Without zeros that say nothing. */
export const trimmed = (text: string): string => (text.includes(".") ? text.replace(/\.?0+$/, "") : text);

/** As people read it. Intl takes decimals as texts, exactly. */
export const formatDecimal = (text: string, locale: string): string =>
  numberFormat(locale, { maximumFractionDigits: 6 }).format(text as Intl.StringNumericLiteral);
