// A piece of work as somebody: one transaction under one role, with what is known of the request.
import type { ClientBase } from "pg";
import { quoteText } from "@writ/language/sql-quote";

export type Identity = {
  readonly role: "anon" | "authenticated" | "service_role";
  /** What the checked token says: `sub`, `email` and so on. The database takes it as the truth. */
  readonly claims: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
};

/**
 * The client must be used by nobody else meanwhile. What the work returns is returned when the commit has succeeded: a
 * constraint that is checked at the end raises there. After a failure nothing of the work remains.
 */
export async function transactionAs<Client extends ClientBase, Result>(
  client: Client,
  identity: Identity,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  return allOrNothing(client, async () => work(client), beginAs(identity));
}

/** The same for work of the connection's own user. */
export async function allOrNothing<Result>(
  client: ClientBase,
  work: () => Promise<Result>,
  begin = "BEGIN",
): Promise<Result> {
  let result: Result;
  try {
    await client.query(begin);
    result = await work();
  } catch (error) {
    // The first error is the one to hear of. Where this one fails too, the connection is gone, and the transaction with it.
    await client.query("rollback").catch(() => undefined);
    throw error;
  }
  // When this fails the transaction is over already.
  const { command } = await client.query("commit");
  // After an error that the work kept to itself PostgreSQL answers `commit` with a rollback, and calls that a success.
  if (command !== "COMMIT") throw new Error("nothing was written: a statement failed, and the work went on without it");
  return result;
}

/** What somebody would be answered, asked by the connection's own user; nothing of it stays. */
export async function lookAs<Result>(client: ClientBase, person: string, work: () => Promise<Result>): Promise<Result> {
  await client.query("BEGIN");
  try {
    await client.query("SELECT set_config('request.jwt.claims', $1, true), set_config('request.headers', '', true)", [
      JSON.stringify({ sub: person }),
    ]);
    return await work();
  } finally {
    await client.query("ROLLBACK");
  }
}

/**
 * One message, so one round trip. The settings end with the transaction (`true`), so the next one on this connection
 * cannot inherit somebody's identity. A message of several statements takes no parameters: the texts are quoted, and
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
