// What is to be sent after a transaction: mails, notices and calls, as the database keeps them and as the interpreter has them.
import type { Client } from "pg";
import type { Message } from "../interpreter/world.ts";

/** One line for each message and whom it goes to; what calls are given goes to the service. */
export async function readSent(client: Client): Promise<readonly string[]> {
  const { rows } = await client.query<{
    readonly kind: string;
    readonly name: string;
    readonly clause: string;
    readonly to: string | null;
  }>({
    name: "sent",
    text: "SELECT kind, name, clause, COALESCE(payload #>> '{to,person}', payload #>> '{to,address}') AS to FROM writ.outbox",
  });
  return rows.map(({ kind, name, clause, to }) => lineOf(kind, name, clause, to ?? "service")).toSorted();
}

/** Each of those who are named is told once. */
export const sentBy = (messages: readonly Message[]): readonly string[] =>
  messages
    .flatMap(({ kind, name, clause, to }) => [...new Set(to)].map((one) => lineOf(kind, name, clause, one)))
    .toSorted();

const lineOf = (kind: string, name: string, clause: string, to: string): string =>
  `${kind} ${name} to ${to} (${clause})`;
