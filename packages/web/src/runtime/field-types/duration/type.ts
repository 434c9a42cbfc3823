// Durations: milliseconds, and words such as "2 h 30 min" for people.
import { showDuration } from "../../values/duration.ts";
import type { FieldType } from "../field-type.ts";
import { textual } from "../text/type.ts";

export const duration: FieldType = {
  ...textual,
  wire: "number",
  valueOf: (given) => BigInt(Math.round(Number(given))),
  format: (value, _type, { locale }) => showDuration(Number(value), locale),
  // An average of times is as fine as a second.
  formatMeasure: (value, { locale }) => showDuration(Math.round(value / 1000) * 1000, locale),
};
