// How far dates and moments reach inside an expression, the same in JavaScript and in SQL.

/**
 * What is stored lies in the years 1 to 9999. Adding durations may lead further, as far as both sides can count;
 * beyond that the first or the last day stands for all others, so that adding never fails.
 */
export const firstDay = Date.UTC(-4000, 0, 1) / 86_400_000;
export const lastDay = Date.UTC(200_000, 0, 1) / 86_400_000;
export const firstMoment = firstDay * 86_400_000;
export const lastMoment = lastDay * 86_400_000;

/** What may be stored, and what a name of the scope may hold. */
export const firstStored = Date.parse("0001-01-01T00:00:00Z");
export const lastStored = Date.parse("9999-12-31T23:59:59.999Z");
