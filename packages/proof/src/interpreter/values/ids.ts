// Ids of rows that no one else has made: texts in the order of their numbers.

/** The id of the so-many-eth thing of a kind. */
export const idOf = (kind: number, index: number): string =>
  `${String(kind).padStart(8, "0")}-0000-4000-8000-${String(index).padStart(12, "0")}`;
