// Identifiers and literals of PostgreSQL, for every text that an expression becomes part of.
import { timeText } from "../time-of-day.ts";

export const quoteIdentifier = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** A backslash is written so that no setting of the server gives it another meaning. */
export function quoteText(text: string): string {
  const quoted = `'${text.replaceAll("'", "''")}'`;
  return text.includes("\\") ? `E${quoted.replaceAll("\\", "\\\\")}` : quoted;
}

/** `digits` × 10^-`scale`. */
export function quoteNumber(digits: bigint, scale: number): string {
  const all = (digits < 0n ? -digits : digits).toString().padStart(scale + 1, "0");
  const number = scale === 0 ? all : `${all.slice(0, -scale)}.${all.slice(-scale)}`;
  return digits < 0n ? `(-${number})` : number;
}

export const quoteDate = (date: string): string => `date ${quoteText(date)}`;

/** Milliseconds since 1970. PostgreSQL counts years before the first as BC. */
export function quoteMoment(milliseconds: number): string {
  const moment = new Date(milliseconds);
  const year = moment.getUTCFullYear();
  const rest = moment.toISOString().replace(/^[+-]?\d+/, "");
  const shown = year > 0 ? `${String(year).padStart(4, "0")}${rest}` : `${String(1 - year).padStart(4, "0")}${rest} BC`;
  return `timestamptz ${quoteText(shown)}`;
}

/** Milliseconds since midnight. */
export const quoteTime = (milliseconds: number): string => `time ${quoteText(timeText(milliseconds))}`;

/** An amount of time that is the same on every day, unlike PostgreSQL's own `1 day`. */
export function quoteInterval(milliseconds: bigint): string {
  return `interval ${quoteText(
    `${quoteNumber(milliseconds, 3)
      .replace(/[()]/g, "")
      .replace(/\.?0+$/, "")} seconds`,
  )}`;
}
