// Moments and durations as people and programs write them, read by one expression of SQL.
import { quoteText } from "@writ/language/sql-quote";
import type { Spelling } from "../catalogue/catalogue.ts";

/** A day, or a day and a time, and nothing of a zone. */
const zoneless = String.raw`^\s*\d{4,6}-\d{1,2}-\d{1,2}([T ]\s*\d{1,2}:\d{2}(:\d{2}([.]\d+)?)?)?\s*$`;
const hasZone = /:\d\d(?:\.\d+)?\s*(?:z|[+-]\d\d?(?::?\d\d)?)\s*$/i;

/** Of parts that are always as long: months and years are not. */
const number = String.raw`\d+([.]\d+)?`;
const duration = `^P(?=.)(${number}W)?(${number}D)?(T(?=.)(${number}H)?(${number}M)?(${number}S)?)?$`;

export const isDurationText = (text: string): boolean => new RegExp(duration).test(text);

/** `text`: an expression of a text, which comes several times. */
export function printSpelled(text: string, spelling: Spelling): string {
  if (spelling.kind === "moment")
    return `CASE WHEN ${text} ~ ${quoteText(zoneless)} THEN (${text})::timestamp AT TIME ZONE ${quoteText(spelling.zone)} ELSE (${text})::timestamptz END`;
  return `CASE WHEN ${text} ~ ${quoteText(duration)} THEN (extract(epoch FROM (${text})::interval) * 1000)::bigint ELSE (${text})::${spelling.type} END`;
}

/** Most moments say their zone: PostgreSQL reads them by itself. */
export const isPlainMoment = (given: string, spelling: Spelling): boolean =>
  spelling.kind === "moment" && hasZone.test(given);
