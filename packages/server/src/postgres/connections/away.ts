// Whether a failure says that the database is not there, or was not any more: being started again, or stopped.
import { codeOf } from "../failure.ts";

const lost = [
  "EMFILE",
  "ENFILE",
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "57P01",
  "57P02",
  "57P03",
  "08006",
  "08003",
  "D012",
];

export function isAway(failure: unknown): boolean {
  if (lost.includes(codeOf(failure)) || isNoSocket(failure)) return true;
  return (
    failure instanceof Error && /^(Connection terminated|Client (has encountered|was closed))/.test(failure.message)
  );
}

/** Any other file may be missing for its own reasons. */
const isNoSocket = (failure: unknown): boolean =>
  failure instanceof Error && codeOf(failure) === "ENOENT" && "syscall" in failure && failure.syscall === "connect";
