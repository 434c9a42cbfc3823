// What is to be sent after a transaction: mails, notices and calls, as the database keeps them and as the interpreter has them.
import type { Lists } from "../laying/tables.ts";
import type { Message } from "../interpreter/world.ts";

/** What asks for it: what calls are given goes to the service. */
export const sentList =
  "SELECT kind, name, clause, COALESCE(payload #>> '{to,person}', payload #>> '{to,address}', 'service') AS to FROM writ.outbox";

/** One line for each message and whom it goes to. */
export const sentIn = (rows: NonNullable<ReturnType<Lists["get"]>>): readonly string[] =>
  rows.map(({ kind, name, clause, to }) => lineOf(String(kind), String(name), String(clause), String(to))).toSorted();

/** Each of those who are named is told once. */
export const sentBy = (messages: readonly Message[]): readonly string[] =>
  messages
    .flatMap(({ kind, name, clause, to }) => [...new Set(to)].map((one) => lineOf(kind, name, clause, one)))
    .toSorted();

const lineOf = (kind: string, name: string, clause: string, to: string): string =>
  `${kind} ${name} to ${to} (${clause})`;
