// Durations as people write them: "2 h 30 min", "3 days", "1:30", in English and in the document's language.
import { bare, type Locale } from "./locale.ts";

/** Milliseconds, or a text of ISO 8601, which the data API reads; undefined where it is none. */
export function readDuration(text: string, locale: Locale): number | string | undefined {
  if (/^P(?=.)[\d.WDTHMS]+$/.test(text)) return text;
  const [, sign = "", rest = ""] = /^([-−]?)(.*)$/su.exec(text) ?? [];
  const size = sizeOf(rest.trim(), locale);
  return size === undefined || sign === "" ? size : -size;
}

function sizeOf(text: string, { language, units }: Locale): number | undefined {
  const clock = /^(\d{1,6}):([0-5]\d)(?::([0-5]\d))?$/.exec(text);
  if (clock !== null) return Number(clock[1]) * 3_600_000 + Number(clock[2]) * 60_000 + Number(clock[3] ?? 0) * 1000;
  const piece = /(\d{1,12}(?:[.,]\d{1,6})?)\s*([\p{L}\p{M}]+)\.?,?\s*/gu;
  const pieces = [...text.matchAll(piece)];
  if (pieces.length === 0 || text.replace(piece, "") !== "") return undefined;
  let sum = 0;
  for (const [, amount = "", word = ""] of pieces) {
    const milliseconds = units.get(bare(word, language));
    if (milliseconds === undefined) return undefined;
    sum += Number(amount.replace(",", ".")) * milliseconds;
  }
  return Math.round(sum);
}
