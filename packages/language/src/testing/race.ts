// Many people at once: each statement in a transaction of its own connection, as the role that a request has.
import type { Client } from "pg";
import { asPerson, type Answer, type TestDatabase } from "./database.ts";

export type Attempt = { readonly person: string | null; readonly sql: string; readonly values?: readonly unknown[] };

export type Race = {
  /** All attempts at the same time; their answers in the same order. */
  readonly run: (attempts: readonly Attempt[]) => Promise<readonly Answer[]>;
};

export async function startRace(database: TestDatabase, connections = 16): Promise<Race> {
  const clients: Client[] = [];
  for (let count = 0; count < connections; count++) {
    const client = await database.connect();
    await client.query("SET ROLE writ_owner");
    clients.push(client);
  }
  return {
    run: async (attempts) => {
      const waiting = attempts.map((attempt, index) => ({ attempt, index }));
      const answers: Answer[] = [];
      await Promise.all(
        clients.map(async (client) => {
          for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
            const { person, sql, values } = next.attempt;
            answers[next.index] = await asPerson(client, person, sql, values);
          }
        }),
      );
      return answers;
    },
  };
}

/** How often each outcome was met: `done`, or the code of the refusal. */
export function tally(answers: readonly Answer[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const answer of answers) {
    const outcome = "rows" in answer ? "done" : answer.code;
    counts[outcome] = (counts[outcome] ?? 0) + 1;
  }
  return counts;
}

/** Bounded in every run, thousands where time is given. */
export const rounds = (usual: number): number => (process.env["WRIT_LONG"] === "1" ? usual * 40 : usual);
