// A piece of work as a whole: one transaction, and what a user would see in one.
import type { ClientBase } from "pg";

/**
 * Of the connection's own user; no other work uses the connection meanwhile. Returns the result of the work once the
 * commit has succeeded: a deferred constraint raises there. After a failure nothing of the work remains.
 */
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

/** The results that a person would get, queried by the connection's own user; rolled back at the end. */
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
