// What this machine lacks for a run of something on a copy: a folder, room, a browser. Anything else is our mistake.
import { tmpdir } from "node:os";
import { isFull, isGone } from "@writ/proof/ends-all";
import { DatabaseFailure } from "@writ/server/postgres";

/** Its message is for people. */
export class MissingResource extends Error {}

/** The message for the user; undefined where it is our mistake. */
export function missingResourceMessage(failure: unknown): string | undefined {
  if (failure instanceof MissingResource) return failure.message;
  if (failure instanceof DatabaseFailure) return `${failure.code} ${failure.message}. ${failure.hint}`;
  if (!(failure instanceof Error)) return undefined;
  const room = `A copy needs about 100 MB in ${tmpdir()}. Free some space there, or set TMPDIR to another folder.`;
  if (isFull(failure)) return `the disk is full. ${room}`;
  return isGone(failure) ? `the database of the copy stopped during the test (${failure.message}). ${room}` : undefined;
}
