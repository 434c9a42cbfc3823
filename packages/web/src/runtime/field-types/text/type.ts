// Texts: a line, several, or Markdown; and codes, which the system writes.
import type { Value } from "@writ/language/product";
import { numberFormat } from "../../../words/formatters.ts";
import type { FieldType } from "../field-type.ts";
import { byWords } from "../filters.ts";

/** Types that are plain text for expressions and users, whatever their format. */
export const textual = {
  wire: "value",
  emptyValue: (): Value => null,
  valueOf: (given: unknown): Value => (typeof given === "string" ? given.normalize("NFC") : String(given)),
  wireOf: String,
  format: (value: unknown) => (typeof value === "string" ? value : String(value)),
  measureOf: Number,
  formatMeasure: (value, { locale }) => numberFormat(locale, { maximumFractionDigits: 2 }).format(value),
  exported: "as shown",
  filter: byWords,
  days: undefined,
} as const satisfies FieldType;

export const text: FieldType = { ...textual, namesRows: true, isSearched: true };

export const longText: FieldType = { ...textual, isSearched: true, isLong: true };

export const markdownText: FieldType = { ...textual, isLong: true };
