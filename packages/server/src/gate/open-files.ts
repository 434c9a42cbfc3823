// How many connections a process can bear: each is one of the files that the system lets it have open.
import { readFileSync } from "node:fs";

/** Each takes some ten kilobytes, too. */
const mostConnections = 16_000;

/** For the database, logs, pages, and what else is opened by the way. */
const kept = 64;

/** If clients took the last one, the server could not answer: connections to the database are files as well. */
export function connectionsFor(openFiles: number | undefined): number {
  if (openFiles === undefined) return mostConnections;
  return Math.max(8, Math.min(mostConnections, openFiles - kept));
}

/** Undefined where the system does not say it in this way. */
export function openFilesLimit(): number | undefined {
  try {
    const said = /^Max open files +(\d+)/m.exec(readFileSync("/proc/self/limits", "utf8"))?.[1];
    return said === undefined ? undefined : Number(said);
  } catch {
    return undefined;
  }
}
