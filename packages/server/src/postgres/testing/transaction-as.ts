// For tests of the database alone: a piece of work as a user, in one transaction under one role, as a request is one.
import type { ClientBase } from "pg";
import { quoteText } from "@writ/language/sql-quote";
import { allOrNothing } from "../connections/transaction.ts";

export type Identity = {
  readonly role: "anon" | "authenticated" | "service_role";
  /** What the checked token says: `sub`, `email` and so on. The database takes it as the truth. */
  readonly claims: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
};

/**
 * No other test may use the client meanwhile. Returns the result of the work once the commit has succeeded: a deferred
 * constraint raises there. After a failure nothing of the work remains.
 */
export async function transactionAs<Client extends ClientBase, Result>(
  client: Client,
  identity: Identity,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  return allOrNothing(client, async () => work(client), beginAs(identity));
}

/**
 * One message, so one round trip. The settings end with the transaction (`true`), so the next one on this connection
 * cannot inherit someone's identity. A message of several statements takes no parameters: the texts are quoted, and
 * they are JSON, which never holds the one character that PostgreSQL cannot (NUL).
 */
function beginAs({ role, claims, headers = {} }: Identity): string {
  const settings = {
    role,
    "request.jwt.claims": JSON.stringify(claims),
    "request.headers": JSON.stringify(headers),
  };
  const calls = Object.entries(settings).map(
    ([name, value]) => `set_config(${quoteText(name)}, ${quoteText(value)}, true)`,
  );
  return `begin; select ${calls.join(", ")}`;
}
