// A word of the document as a value in SQL.
import type { Known } from "../../../expression/analysis/decider.ts";
import { quoteDate, quoteMoment, quoteNumber, quoteText, quoteTime } from "../../../expression/sql/sql-quote.ts";
import type { Text } from "../../../text/text.ts";
import type { Design } from "../../../plan/design.ts";
import { readLiteral } from "../literal.ts";
import type { FieldType } from "../model.ts";
import { sqlType } from "../../../field-types/index.ts";

/** The document has no errors, so every word is a value of the field's type. */
export function literalSql(text: Text, type: FieldType, design: Design): string {
  const { model } = design.compiled;
  const read = readLiteral(text, type, model, design.context);
  if (!("value" in read)) throw new Error(`"${text.text}" is no ${type.kind}`);
  return read.value === undefined ? localMoment(text, design) : knownSql(read.value, type);
}

/** A local time, whose moment only the database's own rules of time zones can tell. */
export function localMoment(text: Text, { compiled }: Design): string {
  const zone = compiled.model.constants.settings.timeZone?.name ?? "UTC";
  return `(timestamp ${quoteText(text.text.replace(/\s+/, " "))} AT TIME ZONE ${quoteText(zone)})`;
}

export function knownSql(value: Known, type: FieldType): string {
  const cast = `::${sqlType(type) ?? "text"}`;
  if (value === null) return `NULL${cast}`;
  if (Array.isArray(value)) {
    return `ARRAY[${value.map((item) => quoteText(String(item))).join(", ")}]${cast}`;
  }
  if (typeof value === "boolean") return String(value);
  if (typeof value === "bigint") return `${quoteNumber(value, 0)}${cast}`;
  if (typeof value === "object" && "digits" in value) return `${quoteNumber(value.digits, value.scale)}${cast}`;
  if (type.kind === "date") return quoteDate(dateText(value));
  if (type.kind === "datetime" && typeof value === "number") return quoteMoment(value);
  if (type.kind === "time" && typeof value === "number") return quoteTime(value);
  return quoteText(String(value));
}

/** Days since 1970, or the date as it is written. */
const dateText = (value: unknown): string =>
  typeof value === "number" ? new Date(value * 86_400_000).toISOString().slice(0, 10) : String(value);
