// date, datetime, time, duration: points in time, times of a day, and how long something takes.
import type { Known } from "../expression/analysis/decider.ts";
import { quoteMoment } from "../expression/sql/sql-quote.ts";
import { firstStored, lastStored } from "../expression/time-limits.ts";
import { readTime } from "../expression/time-of-day.ts";
import type { Kind } from "../expression/type.ts";
import { readValue, valueHint } from "../clause/read-value.ts";
import { invalid } from "./column-sql.ts";
import type { FamilyOf, FieldTypeDefinition, Literal } from "./field-type.ts";
import { readDate, readMoment } from "./moment.ts";
import { finish, named, options } from "./reading/reader.ts";

type PlainType = FamilyOf<"date">;
type Traits = Pick<
  FieldTypeDefinition<PlainType>,
  "synonyms" | "aliases" | "column" | "literal" | "refused" | "typeScript"
> & {
  readonly value: Kind;
};

/** Of one that has no option but `unique`. */
const momentType = (
  kind: "date" | "datetime" | "time" | "duration",
  { value, ...traits }: Traits,
): FieldTypeDefinition<PlainType> => ({
  name: kind,
  pattern: named(kind),
  read: (reader, groups) => finish(reader, options(reader, kind, groups, ["unique"]), { kind }),
  computable: "plain",
  kind: () => value,
  input: () => ({ kind }),
  ...traits,
});

export const moments = {
  date: momentType("date", {
    synonyms: ["calendar date"],
    aliases: ["day"],
    column: "date",
    value: { kind: "date" },
    literal: ({ text }) => orHint(readDate(text), "Write a date as 2026-01-31."),
    refused: (_, column) => [invalid(`NOT (${column} BETWEEN date '0001-01-01' AND date '9999-12-31')`)],
    typeScript: () => "string",
  }),
  datetime: momentType("datetime", {
    synonyms: ["timestamp", "timestamptz", "date time", "date and time", "date/time"],
    aliases: ["instant", "moment"],
    column: "timestamptz(3)",
    value: { kind: "datetime" },
    literal({ text }) {
      const moment = readMoment(text);
      if (moment === "local") return { value: undefined };
      return orHint(moment, "Write a moment as 2026-01-31 08:30, in the document's time zone, or with Z for UTC.");
    },
    refused: (_, column) => [
      invalid(`NOT (${column} BETWEEN ${quoteMoment(firstStored)} AND ${quoteMoment(lastStored)})`),
    ],
    typeScript: (_, side) => (side === "told" ? "string | Date" : "string"),
  }),
  time: momentType("time", {
    synonyms: ["time of day", "clock time", "timetz"],
    aliases: [],
    column: "time(3)",
    value: { kind: "time" },
    literal: ({ text }) => orHint(readTime(text), "Write a time as 08:30."),
    // PostgreSQL takes the end of a day for a time of it.
    refused: (_, column) => [invalid(`${column} >= time '24:00'`)],
    typeScript: () => "string",
  }),
  duration: momentType("duration", {
    synonyms: ["interval", "timespan", "time span"],
    aliases: ["period"],
    column: "bigint",
    value: { kind: "duration", days: false },
    literal(text) {
      const value = readValue(text);
      if (value?.kind === "duration") return { value: value.milliseconds };
      return { hint: value ? "Write a duration such as 14 days." : valueHint(text.text) };
    },
    refused: () => [],
    typeScript: () => "number",
  }),
};

function orHint(value: Known | undefined, hint: string): Literal {
  return value === undefined ? { hint } : { value };
}
