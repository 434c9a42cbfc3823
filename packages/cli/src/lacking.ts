// What this machine lacks for a run of something on a copy: a folder, room, a browser. Anything else is our mistake.
import { tmpdir } from "node:os";
import { DatabaseFailure } from "@writ/server/postgres";

/** Its message is for people. */
export class Lacking extends Error {}

/** PostgreSQL's own code, and the system's, for a disk without room. */
const full = ["53100", "ENOSPC"];
/** A connection that ends in the middle of something: of a database without room nothing else is heard. */
const gone = ["57P01", "57P02", "57P03", "ECONNRESET", "ECONNREFUSED", "EPIPE"];
const goneInWords = /^(Connection terminated|Client has encountered a connection error|Database connection error)/;

/** What a person is told; undefined where it is our mistake. */
export function wordsOfLack(failure: unknown): string | undefined {
  if (failure instanceof Lacking) return failure.message;
  if (failure instanceof DatabaseFailure) return `${failure.code} ${failure.message}. ${failure.hint}`;
  if (!(failure instanceof Error)) return undefined;
  const code = "code" in failure ? String(failure.code) : "";
  const room = `A copy takes some 100 MB in ${tmpdir()}: make room there, or name another place in TMPDIR.`;
  if (full.includes(code)) return `the disk is full. ${room}`;
  const isGone = gone.includes(code) || goneInWords.test(failure.message);
  return isGone ? `the copy's database has ended in the middle of it (${failure.message}). ${room}` : undefined;
}
