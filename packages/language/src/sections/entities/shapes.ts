// What addresses and phone numbers look like, the same when a document is read and when a row is written.

/** Regular expressions that JavaScript (flag u) and PostgreSQL read alike. */
export const shapes = {
  email: "^[^\\s@]+@[^\\s@.]+(?:\\.[^\\s@.]+)+$",
  url: "^https?://[^\\s/]+\\S*$",
  phone: "^\\+?[0-9 ()/.-]{3,30}$",
} as const;

/** Characters of an address, at most. */
export const longestAddress = 2000;

/** Characters of a text that says no other length. */
export const longestText = 100_000;
