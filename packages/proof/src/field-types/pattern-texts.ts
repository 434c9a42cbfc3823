// Texts for fields that take those of a pattern alone: what many patterns take, and what one takes that no one thought of.
import { matchingTexts as textsOf } from "@writ/language/matching-texts";
import type { FieldType } from "@writ/language/model";
import type { Draw } from "../random/draw.ts";

/** What a pattern takes that no one thought of. */
export function matchingTexts(type: FieldType, draw: Draw, count = 12): readonly string[] {
  const pattern = "matching" in type ? type.matching?.pattern.source : undefined;
  return pattern === undefined ? [] : textsOf(pattern, count, draw.number);
}

/** What many patterns take: slugs, keys, numbers, codes. */
export const patterned = (number: number): readonly string[] => [
  `a-${number}`,
  `A${number}`,
  lettersOf(number),
  lettersOf(number).toLowerCase(),
  "ABC",
  "AB",
  "abc",
  String(number),
  `${1000 + number}`,
  `${10000 + number}`,
  `#${String(number).padStart(6, "0")}`,
  `AB-${number}`,
];

function lettersOf(number: number): string {
  const letter = String.fromCodePoint(65 + (number % 26));
  return number < 26 ? letter : `${lettersOf(Math.floor(number / 26) - 1)}${letter}`;
}
