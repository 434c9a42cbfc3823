// What meets a document that is applied at that moment: nothing of it was kept, so it is done again, on a new connection.
import { DatabaseError } from "pg";
import type { RequestPool } from "./request-pool.ts";

export type Changes = {
  /** What is known of the database now. */
  readonly mark: () => unknown;
  /** Whether something else is known by now; asks the database, and reads it again where a document was applied since. */
  readonly isPast: (mark: unknown) => Promise<boolean>;
};

/**
 * A request that waits for one document to be applied may meet the next one: where several follow each other, it may
 * meet each.
 */
const mostTries = 20;

/** The work is one transaction, and leaves nothing behind where it fails. */
export async function retryAfterChange<Result>(changes: Changes, work: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries++) {
    const mark = changes.mark();
    try {
      return await work();
    } catch (failure) {
      if (tries === mostTries || !mayComeOfChange(failure) || !(await changes.isPast(mark))) throw failure;
    }
  }
}

/**
 * A function that is gone, a plan that does not fit, a lock that was held for too long: it has a hundred codes. What the
 * document itself refuses has its own, and the client of a cancelled statement does not wait for it.
 */
const mayComeOfChange = (failure: unknown): boolean =>
  failure instanceof DatabaseError && failure.code !== "PGRST" && failure.code !== "57014";

/** The same connections, for work of which each piece is one transaction. */
export const retryingAfterChange = (pool: RequestPool, changes: Changes): RequestPool => ({
  ...pool,
  withConnection: async (work, asking) => retryAfterChange(changes, async () => pool.withConnection(work, asking)),
});
