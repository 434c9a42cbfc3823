// How many processes serve a product, as it is typed or set: loaded with the command line, so that it needs nothing.
import { availableParallelism, totalmem } from "node:os";

/** What one of them takes, and PostgreSQL for it. */
const bytesOfProcess = 512 * 2 ** 20;

/** One for each core but one, which PostgreSQL has, as far as there is memory for them. Windows is not tried. */
export function usualProcesses(): number {
  if (process.platform === "win32") return 1;
  const limit = process.constrainedMemory();
  const bytes = limit > 0 ? Math.min(limit, totalmem()) : totalmem();
  return Math.max(1, Math.min(availableParallelism() - 1, Math.floor(bytes / bytesOfProcess), mostProcesses));
}

/** More than any machine needs, so that a mistyped number does not take all of its memory. */
const mostProcesses = 128;

/** A number of processes that serve; undefined where it is none. */
export const processesIn = (text: string): number | undefined =>
  /^[1-9]\d{0,2}$/.test(text) && Number(text) <= mostProcesses ? Number(text) : undefined;

export const processesWords = (text: string): string =>
  `must be a whole number of processes from 1 to ${mostProcesses}, not "${text}"`;
