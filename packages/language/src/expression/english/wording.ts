// Names, amounts and lengths of time in words.
import type { Schema } from "../schema.ts";

/** A label inside a sentence. "Due on" and "Solved at" are no nouns, so they are quoted as they are. */
function nounOf(label: string): string {
  return /\b(?:on|at|by|until|till|from|to|since|for|after|before|in|of|with)$/i.test(label)
    ? `"${label}"`
    : inSentence(label);
}

/** In lower case where only the sentence made it a capital: "Ticket", but "VAT number". */
export function inSentence(label: string): string {
  return /^\p{Lu}(?!\p{Lu})/u.test(label) ? label.charAt(0).toLowerCase() + label.slice(1) : label;
}

export function entityNoun(entity: string, schema: Schema): string {
  return inSentence(schema.entities.get(entity)?.label ?? words(entity));
}

export function fieldNoun(entity: string, field: string, schema: Schema): string {
  return nounOf(schema.entities.get(entity)?.fields.get(field)?.label ?? words(field));
}

/** An identifier as words: "in_progress", "in-progress". */
export const words = (identifier: string): string => identifier.replaceAll(/[_-]+/g, " ").trim();

/** "the ticket's", "the settings'". */
export const possessive = (noun: string): string => (noun.endsWith("s") ? `${noun}'` : `${noun}'s`);

export function decimalText(digits: bigint, scale: number): string {
  const sign = digits < 0n ? "-" : "";
  const all = String(digits < 0n ? -digits : digits).padStart(scale + 1, "0");
  return scale === 0 ? sign + all : `${sign}${all.slice(0, -scale)}.${all.slice(-scale)}`;
}

const units: readonly (readonly [string, bigint])[] = [
  ["day", 86_400_000n],
  ["hour", 3_600_000n],
  ["minute", 60_000n],
  ["second", 1000n],
  ["millisecond", 1n],
];

/** "7 days", "1 hour 30 minutes". */
export function durationText(milliseconds: bigint): string {
  let rest = milliseconds < 0n ? -milliseconds : milliseconds;
  const parts: string[] = [];
  for (const [unit, length] of units) {
    const count = rest / length;
    rest %= length;
    if (count > 0n) parts.push(`${count} ${unit}${count === 1n ? "" : "s"}`);
  }
  return `${milliseconds < 0n ? "minus " : ""}${parts.join(" ") || "0 days"}`;
}

/** Moments are written in UTC: the sentence is the same wherever it is read. */
export function momentText(milliseconds: number): string {
  const iso = new Date(milliseconds).toISOString();
  return `${iso
    .replace("T", " ")
    .replace(/(?::00)?\.000Z$/, "")
    .replace(/Z$/, "")} UTC`;
}

export const weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

/** The code of a choice or state. */
export const choiceText = (code: string): string => words(code) || code;
