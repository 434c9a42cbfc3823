// Which statements a connection keeps prepared: those that come again, and no more than it has room for.
import type { Connection, DatabaseError, FieldDef } from "pg";

/** A plan with its policies takes some ten kilobytes of the server's memory, on each connection. */
const mostOnOneConnection = 200;
/** A statement that comes twice comes often. A text that a client makes up anew each time is never kept. */
const mostRemembered = 5000;

/** A statement as a connection knows it. */
export type Prepared = {
  /** Empty: it is forgotten with the next one. */
  readonly name: string;
  /** What its rows are made of; undefined until the connection has said so. */
  fields: readonly FieldDef[] | undefined;
};

/** Which statements were asked of late, on any connection of a pool. */
export type RecentStatements = Set<string>;

type Kept = { count: number; readonly byRole: Map<string, Map<string, Prepared>>; readonly recent: RecentStatements };

/** A cache: what PostgreSQL has prepared on a connection, which is an object of the driver's, and ends with it. */
const keptBy = new WeakMap<Connection, Kept>();

/** Before anything is asked on it; one that is of no pool remembers what was asked on itself. */
export function shareRecent(connection: Connection, recent: RecentStatements): Kept {
  const kept = { count: 0, byRole: new Map(), recent };
  keptBy.set(connection, kept);
  return kept;
}

/** Plans of a role hold its policies and would be made anew for another one, so each role has its own. */
export function statementOn(connection: Connection, role: string, text: string): Prepared {
  const kept = keptBy.get(connection) ?? shareRecent(connection, new Set());
  let byText = kept.byRole.get(role);
  if (byText === undefined) kept.byRole.set(role, (byText = new Map()));
  const found = byText.get(text);
  if (found !== undefined) return found;
  if (!isAskedAgain(`${role} ${text}`, kept.recent)) return { name: "", fields: undefined };
  const made: Prepared = { name: `kept_${++kept.count}`, fields: undefined };
  byText.set(text, made);
  return made;
}

function isAskedAgain(key: string, recent: RecentStatements): boolean {
  const isKnown = recent.delete(key);
  // Asked just now, it is forgotten last.
  recent.add(key);
  const oldest = recent.size > mostRemembered ? recent.values().next().value : undefined;
  if (oldest !== undefined) recent.delete(oldest);
  return isKnown;
}

/** Whether it is there is not certain: it is never asked by that name again. */
export const forget = (connection: Connection, role: string, text: string): void =>
  void keptBy.get(connection)?.byRole.get(role)?.delete(text);

/** What it answers has changed since it was prepared; or a function of the database has thrown all of them away. */
export const isOutdated = ({ code, routine }: DatabaseError): boolean =>
  // Its words are in the language of the database.
  code === "26000" || (code === "0A000" && routine === "RevalidateCachedQuery");

/** It is closed and another one opened: statements that are no longer used go with it. */
export const isFull = (connection: Connection): boolean => (keptBy.get(connection)?.count ?? 0) >= mostOnOneConnection;
