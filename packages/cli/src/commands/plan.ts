// `writ plan FILE`: what would change in the database, as SQL, and what it would do to the rows that are there.
import { compile } from "@writ/language";
import type { Console, ExitCode } from "../terminal/console.ts";
import { printPlan } from "../terminal/print-plan.ts";
import { withDatabase } from "./with-database.ts";

export type PlanOptions = { readonly data: string | undefined; readonly json: boolean };

export async function plan(file: string, { data, json }: PlanOptions, console: Console): Promise<ExitCode> {
  return withDatabase(file, data, console, async ({ compiled, database }) => {
    const { planNow } = await import("@writ/server/applying");
    const client = await database.connect();
    const planned = await planNow(client, compiled, (source) => compile(source));
    if (json) console.out(`${JSON.stringify({ steps: planned.steps, drift: planned.drift }, undefined, 2)}\n`);
    else console.out(printPlan(planned, console.colour));
    return 0;
  });
}
