// Which exceptions are no matter of one case: the disk is full, the database has gone, a user has ended the run.

/** PostgreSQL's own code, and the system's, for a disk without room. */
export const isFull = (failure: unknown): boolean => ["53100", "ENOSPC"].includes(codeOf(failure));

/** A connection that ends in the middle of something: of a database without room nothing else is heard. */
export const isGone = (failure: unknown): boolean =>
  gone.includes(codeOf(failure)) || (failure instanceof Error && goneInWords.test(failure.message));

const gone = ["57P01", "57P02", "57P03", "ECONNRESET", "ECONNREFUSED", "EPIPE"];
const goneInWords = /^(Connection terminated|Client has encountered a connection error|Database connection error)/;

export const endsAll = (failure: unknown): boolean =>
  isFull(failure) ||
  isGone(failure) ||
  // A failure of the database that runs here, with its own code; and a user who gives up on a run.
  /^D\d{3}$/.test(codeOf(failure)) ||
  (failure instanceof Error && failure.name === "AbortError");

const codeOf = (failure: unknown): string =>
  failure instanceof Error && "code" in failure ? String(failure.code) : "";
