// Which statements a connection keeps prepared: those that come again, and no more than it has room for.
import { createHash } from "node:crypto";
import type { ClientBase, DatabaseError } from "pg";

/** A plan with its policies takes some ten kilobytes of the server's memory, on each connection. */
const mostOnOneConnection = 200;
/** What is asked twice is asked often. A text of somebody's own making, new each time, is never kept. */
const mostRemembered = 5000;

const namesOf = new WeakMap<ClientBase, Set<string>>();
const seen = new Map<string, string | undefined>();

/**
 * The name under which to prepare this text, or undefined where it is to be sent as it is. Plans of a role hold its
 * policies and are made anew for another one, so each role has its own.
 */
export function preparedName(client: ClientBase, role: string, text: string): string | undefined {
  const key = `${role} ${text}`;
  const isKnown = seen.has(key);
  const name = isKnown ? (seen.get(key) ?? createHash("sha256").update(key).digest("base64url")) : undefined;
  // Asked again just now, it is forgotten last.
  seen.delete(key);
  seen.set(key, name);
  const oldest = seen.size > mostRemembered ? seen.keys().next().value : undefined;
  if (oldest !== undefined) seen.delete(oldest);
  if (name === undefined) return undefined;
  let names = namesOf.get(client);
  if (names === undefined) namesOf.set(client, (names = new Set()));
  names.add(name);
  return name;
}

/** What it answers has changed since it was prepared; or a function of the database has thrown all of them away. */
export const isOutdated = ({ code, message }: DatabaseError): boolean =>
  code === "26000" || (code === "0A000" && message.startsWith("cached plan must not change result type"));

/** It is closed and another one opened: statements that nobody asks any more go with it. */
export const isFull = (client: ClientBase): boolean => (namesOf.get(client)?.size ?? 0) >= mostOnOneConnection;
