// Many people at once: each statement in a transaction of its own connection, as the role that a request has.
import type { Client } from "pg";
import { drawFrom } from "./draw.ts";
import { asPerson, type Answer, type TestDatabase } from "./database.ts";
import { pause } from "./eventually.ts";

export type Attempt = { readonly person: string | null; readonly sql: string; readonly values?: readonly unknown[] };

export type Race = {
  /** All attempts at the same time; their answers in the same order. */
  readonly run: (attempts: readonly Attempt[]) => Promise<readonly Answer[]>;
  /** As the wire does it: what ended in a deadlock is done again, seven times at most, after a time that chance says. */
  readonly runAsWire: (attempts: readonly Attempt[]) => Promise<readonly (Answer & { readonly tries: number })[]>;
  /** Where a file of tests has more races than a cluster has connections. */
  readonly end: () => Promise<unknown>;
};

export async function startRace(database: TestDatabase, connections = 16): Promise<Race> {
  const draw = drawFrom(1);
  const clients: Client[] = [];
  for (let count = 0; count < connections; count++) {
    const client = await database.connect();
    await client.query("SET ROLE writ_owner");
    clients.push(client);
  }
  const all = async <Result>(
    attempts: readonly Attempt[],
    one: (client: Client, attempt: Attempt) => Promise<Result>,
  ): Promise<readonly Result[]> => {
    const waiting = attempts.map((attempt, index) => ({ attempt, index }));
    const results: Result[] = [];
    await Promise.all(
      clients.map(async (client) => {
        for (let next = waiting.shift(); next !== undefined; next = waiting.shift())
          results[next.index] = await one(client, next.attempt);
      }),
    );
    return results;
  };
  return {
    run: async (attempts) => all(attempts, (client, { person, sql, values }) => asPerson(client, person, sql, values)),
    runAsWire: async (attempts) =>
      all(attempts, async (client, { person, sql, values }) => {
        for (let tries = 1; ; tries++) {
          const answer = await asPerson(client, person, sql, values);
          if ("rows" in answer || answer.code !== "40P01" || tries === 8) return { ...answer, tries };
          await pause(draw.number(0, 10 * 2 ** tries), "as the wire does between tries");
        }
      }),
    end: async () => Promise.all(clients.map(async (client) => client.end())),
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
