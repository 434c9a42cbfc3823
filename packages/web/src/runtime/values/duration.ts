// Durations as people write them: "2 h 30 min", "3 days", "1:30", and as their own language shortens these.
import { plainDigits } from "./decimal.ts";
import { numberFormat } from "../../words/formatters.ts";

const units = [
  { unit: "day", milliseconds: 86_400_000 },
  { unit: "hour", milliseconds: 3_600_000 },
  { unit: "minute", milliseconds: 60_000 },
  { unit: "second", milliseconds: 1000 },
] as const;

/** Units in all languages, whichever the user reads. */
const words: readonly { readonly pattern: RegExp; readonly milliseconds: number }[] = [
  { pattern: /^w(?:eeks?|k)?$|^semaines?$|^sem$/i, milliseconds: 604_800_000 },
  { pattern: /^d(?:ays?)?$|^j(?:ours?)?$/i, milliseconds: 86_400_000 },
  { pattern: /^h(?:ours?|rs?|eures?)?$/i, milliseconds: 3_600_000 },
  { pattern: /^m(?:ins?|inutes?)?$/i, milliseconds: 60_000 },
  { pattern: /^s(?:ecs?|econde?s?)?$/i, milliseconds: 1000 },
];

/** Milliseconds; undefined where it is no duration. */
export function readDuration(typed: string, language: string): number | undefined {
  const [, sign, text = ""] = /^\s*([-−]?)(.*)$/su.exec(plainDigits(typed, language)) ?? [];
  const size = readSize(text, language);
  return size === undefined || sign === "" ? size : -size;
}

function readSize(text: string, language: string): number | undefined {
  const clock = /^\s*(\d+):([0-5]\d)\s*$/.exec(text);
  if (clock) return Number(clock[1]) * 3_600_000 + Number(clock[2]) * 60_000;
  const piece = /(\d+(?:[.,]\d+)?)\s*([\p{L}\p{M}]+)\.?/gu;
  const pieces = [...text.matchAll(piece)];
  const rest = text.replace(piece, "").replace(/[\s,]|and|et|und/g, "");
  if (pieces.length === 0 || rest !== "") return undefined;
  let sum = 0;
  for (const [, amount = "", word = ""] of pieces) {
    const milliseconds = words.find(({ pattern }) => pattern.test(word))?.milliseconds ?? ownWord(word, language);
    if (milliseconds === undefined) return undefined;
    sum += Number(amount.replace(",", ".")) * milliseconds;
  }
  return Math.round(sum);
}

/** How a language itself calls its units, also where they are many. */
function ownWord(word: string, language: string): number | undefined {
  const bare = (text: string) => text.toLocaleLowerCase(language).replaceAll(/[\s.]/gu, "");
  for (const { unit, milliseconds } of [...units, { unit: "week", milliseconds: 604_800_000 } as const])
    for (const unitDisplay of ["short", "long", "narrow"] as const)
      for (const count of [1, 2, 5, 1.5])
        for (const { type, value } of numberFormat(language, { style: "unit", unit, unitDisplay }).formatToParts(count))
          if (type === "unit" && bare(value) === bare(word)) return milliseconds;
  return undefined;
}

export function showDuration(milliseconds: number, language: string): string {
  let left = Math.abs(milliseconds);
  const parts: string[] = [];
  for (const { unit, milliseconds: size } of units) {
    const count = unit === "second" ? left / size : Math.floor(left / size);
    left -= count * size;
    if (count > 0) parts.push(numberFormat(language, { style: "unit", unit, unitDisplay: "short" }).format(count));
  }
  const shown =
    parts.join(" ") || numberFormat(language, { style: "unit", unit: "minute", unitDisplay: "short" }).format(0);
  return milliseconds < 0 ? `−${shown}` : shown;
}

/** The initial text in a form: the form can parse what it shows. */
export const typedDuration = (milliseconds: number, language: string): string =>
  [language, "en"]
    .map((one) => showDuration(milliseconds, one))
    .find((text) => readDuration(text, language) === milliseconds) ?? `${milliseconds / 1000} s`;
