// What addresses and phone numbers look like, the same when a document is read and when a row is written.

/** What JavaScript takes for space, written out: to PostgreSQL, which compares byte by byte here, it is less. */
const space = "\\t-\\r \\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000\\ufeff";

/** Regular expressions that JavaScript (flag u) and PostgreSQL read alike. */
export const textPatterns = {
  email: `^[^${space}@]+@[^${space}@.]+(?:\\.[^${space}@.]+)+$`,
  url: `^https?://[^${space}/]+[^${space}]*$`,
  phone: "^\\+?[0-9 ()/.-]{3,30}$",
} as const;

/** A text of blanks alone is empty: a required value counts it as no text. */
export const blankPattern = `^[${space}]*$`;

/** Characters of an address, at most. */
export const longestAddress = 2000;

/** Characters of a text that says no other length. */
export const longestText = 100_000;
