// Durations as people write them: "2 h 30 min", "3 days", "1:30".
import { numberFormat } from "./formatters.ts";

const units = [
  { unit: "day", milliseconds: 86_400_000 },
  { unit: "hour", milliseconds: 3_600_000 },
  { unit: "minute", milliseconds: 60_000 },
  { unit: "second", milliseconds: 1000 },
] as const;

const words: readonly { readonly pattern: RegExp; readonly milliseconds: number }[] = [
  { pattern: /^w(?:eeks?|k)?$|^semaines?$|^sem$/i, milliseconds: 604_800_000 },
  { pattern: /^d(?:ays?)?$|^j(?:ours?)?$/i, milliseconds: 86_400_000 },
  { pattern: /^h(?:ours?|rs?|eures?)?$/i, milliseconds: 3_600_000 },
  { pattern: /^m(?:in(?:utes?)?)?$/i, milliseconds: 60_000 },
  { pattern: /^s(?:ec(?:onde?s?)?)?$/i, milliseconds: 1000 },
];

/** Milliseconds; undefined where it is no duration. */
export function readDuration(typed: string): number | undefined {
  const clock = /^\s*(\d+):([0-5]\d)\s*$/.exec(typed);
  if (clock) return Number(clock[1]) * 3_600_000 + Number(clock[2]) * 60_000;
  const pieces = [...typed.matchAll(/(\d+(?:[.,]\d+)?)\s*(\p{L}+)/gu)];
  const rest = typed.replace(/(\d+(?:[.,]\d+)?)\s*(\p{L}+)/gu, "").replace(/[\s,]|and|et/g, "");
  if (pieces.length === 0 || rest !== "") return undefined;
  let sum = 0;
  for (const [, amount = "", word = ""] of pieces) {
    const found = words.find(({ pattern }) => pattern.test(word));
    if (found === undefined) return undefined;
    sum += Number(amount.replace(",", ".")) * found.milliseconds;
  }
  return Math.round(sum);
}

export function showDuration(milliseconds: number, language: string): string {
  let left = Math.abs(milliseconds);
  const parts: string[] = [];
  for (const { unit, milliseconds: size } of units) {
    const count = Math.floor(left / size);
    left -= count * size;
    if (count > 0) parts.push(numberFormat(language, { style: "unit", unit, unitDisplay: "short" }).format(count));
  }
  const shown =
    parts.join(" ") || numberFormat(language, { style: "unit", unit: "minute", unitDisplay: "short" }).format(0);
  return milliseconds < 0 ? `−${shown}` : shown;
}
