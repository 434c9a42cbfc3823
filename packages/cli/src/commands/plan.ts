// `writ plan FILE`: what would change in the database, and what it would do to the rows that are there.
import { compile } from "@writ/language";
import type { Console, ExitCode } from "../terminal/console.ts";
import { showPlan } from "../terminal/summarise-plan.ts";
import { withDatabase, type Work } from "./with-database.ts";

export type PlanOptions = {
  readonly data: string | undefined;
  readonly renames: readonly string[];
  /** The statements, instead of a summary. */
  readonly sql: boolean;
  readonly json: boolean;
};

export async function plan(
  file: string,
  { data, renames, sql, json }: PlanOptions,
  console: Console,
): Promise<ExitCode> {
  const work = async ({ compiled, database }: Work): Promise<ExitCode> => {
    const { planNow } = await import("@writ/server/applying");
    const client = await database.connect();
    const planned = await planNow(client, compiled, (source) => compile(source), renames).finally(async () =>
      client.end(),
    );
    if (json) console.out(`${JSON.stringify({ steps: planned.steps, drift: planned.drift }, undefined, 2)}\n`);
    else console.out(showPlan(planned, sql, console));
    return 0;
  };
  return withDatabase(file, data, console, work, { alongside: true });
}
