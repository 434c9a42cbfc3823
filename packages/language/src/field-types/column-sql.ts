// SQL about the value of a column that several types share.
import { longestAddress } from "../text/patterns.ts";
import type { Refused } from "./field-type.ts";

export const invalid = (when: string): Refused => ({ when, code: "INVALID" });

export const tooLong = (column: string, most = String(longestAddress)): Refused => ({
  when: `char_length(${column}) > ${most}`,
  code: "TOO_LONG",
});

/** `pattern`: quoted. */
export const unmatched = (column: string, pattern: string): Refused =>
  invalid(`NOT (${column} COLLATE "C" ~ ${pattern})`);

/** A text of ASCII alone, which has as many bytes as characters, is composed already: most are, and asking costs less. */
export const composed = (column: string): string =>
  `IF octet_length(${column}) <> char_length(${column}) THEN ${column} := normalize(${column}, NFC); END IF;`;

/** Different values, none of them empty. Most lists are short, and asking a function costs more than the rest. */
export const isSet = (column: string): string =>
  `(COALESCE(array_ndims(${column}), 1) = 1 AND CASE WHEN cardinality(${column}) < 2 THEN array_position(${column}, NULL) IS NULL ELSE writ.is_set(${column}) END)`;
