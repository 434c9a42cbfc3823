// `writ apply FILE`: makes the database what the document says; what would lose data stops until it is named.
import { compile } from "@writ/language";
import type { Plan } from "@writ/server/applying";
import type { Console, ExitCode } from "../terminal/console.ts";
import { countsOf, printPlan, stopLines } from "../terminal/print-plan.ts";
import { withDatabase } from "./with-database.ts";

export type ApplyOptions = {
  readonly data: string | undefined;
  readonly drop: readonly string[];
  /** No one is asked. */
  readonly yes: boolean;
};

export async function apply(file: string, options: ApplyOptions, console: Console): Promise<ExitCode> {
  return withDatabase(file, options.data, console, async ({ source, compiled, database }) => {
    const { applyDocument, planNow, StepFailure } = await import("@writ/server/applying");
    const client = await database.connect();
    const drop = new Set(options.drop);
    const planned = await planNow(client, compiled, (before) => compile(before));
    const unknown = options.drop.filter((address) => !planned.steps.some((step) => step.address === address));
    if (unknown.length > 0) {
      console.error(
        `writ apply: this change loses no data at ${unknown.join(", ")}. \`writ plan\` shows the data that it loses.\n`,
      );
      return 2;
    }
    if (!options.yes && planned.steps.length > 0 && !(await isMeant(planned, console))) return 1;
    try {
      const outcome = await applyDocument(client, source, compiled, (before) => compile(before), drop);
      if (outcome.is === "applied") {
        const done = outcome.plan.steps.length > 0 ? "applied: " : "";
        console.out(`${compiled.model.title}: ${done}${countsOf(outcome.plan)}\n`);
        return 0;
      }
      console.error(`${compiled.model.title}: nothing was changed.\n${stopLines(outcome.stops)}`);
      return 1;
    } catch (failure) {
      if (!(failure instanceof StepFailure)) throw failure;
      console.error(`writ apply: this step failed, and nothing was changed:\n  ${failure.message}\n`);
      return 1;
    }
  });
}

async function isMeant(planned: Plan, console: Console): Promise<boolean> {
  if (console.ask === undefined) {
    console.error(
      "writ apply: there is no terminal to confirm the plan. Use --yes to apply it without confirmation; `writ plan` shows it.\n",
    );
    return false;
  }
  console.out(printPlan(planned, console.colour));
  return console.ask("Apply this? [y/N] ");
}
