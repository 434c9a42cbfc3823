// The few functions that printed SQL calls, where an expression of its own would name its operands again and again.
import { quoteText } from "./sql-quote.ts";
import { firstDay, firstMoment, lastDay, lastMoment } from "../time-limits.ts";
import { foldedLetters } from "../../text/slug-letters.ts";

export type SqlRuntimeFunction = "divide" | "add_days" | "add_time" | "slug";

/**
 * One statement per function. Their bodies are SQL-standard ones: names in them are looked up once, when they are
 * created, so no search path can give them another meaning.
 */
export function sqlRuntime(schema: string): readonly string[] {
  const define = (name: SqlRuntimeFunction, head: string, body: string) =>
    `CREATE OR REPLACE FUNCTION ${schema}.${name}${head} LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN ${body}`;
  return [
    // `a / b` of numeric is rounded to some digits already, and rounding it again may go the wrong way at a half.
    define(
      "divide",
      "(a numeric, b numeric, places integer) RETURNS numeric",
      `round(sign(a) * sign(b) * div(2 * abs(a) * ('1e' || places)::numeric + abs(b), NULLIF(2 * abs(b), 0)) * ('1e-' || places)::numeric, places)`,
    ),
    define(
      "add_days",
      "(day date, milliseconds numeric) RETURNS date",
      `date '1970-01-01' + LEAST(GREATEST((day - date '1970-01-01') + div(milliseconds, 86400000), ${firstDay}), ${lastDay})::integer`,
    ),
    // Whole hours apart from the rest, because make_interval takes seconds as a floating point number.
    define("add_time", "(moment timestamptz, milliseconds numeric) RETURNS timestamptz", addTime()),
    define("slug", "(text) RETURNS text", slug()),
  ];
}

function addTime(): string {
  const sum = "extract(epoch FROM moment AT TIME ZONE 'UTC') * 1000 + milliseconds";
  const within = `LEAST(GREATEST(${sum}, ${firstMoment}), ${lastMoment})`;
  const interval = `make_interval(hours => div(${within}, 3600000)::integer, secs => mod(${within}, 3600000)::double precision / 1000)`;
  return `(timestamp '1970-01-01' + ${interval}) AT TIME ZONE 'UTC'`;
}

function slug(): string {
  const accents = quoteText("[\\u0300-\\u036f]+");
  const bare = `regexp_replace(normalize($1, NFD) COLLATE "C", ${accents}, '', 'g')`;
  const folded = foldedLetters.reduce(
    (text, [from, to]) => `replace(${text}, ${quoteText(from)}, ${quoteText(to)})`,
    bare,
  );
  return `btrim(regexp_replace(lower(${folded}), '[^a-z0-9]+', '-', 'g'), '-')`;
}
