// `writ apply FILE`: makes the database what the document says; what would lose data stops until it is named.
import { compile } from "@writ/language";
import type { Plan } from "@writ/server/applying";
import type { Console, ExitCode } from "../terminal/console.ts";
import { countsOf, sayLong, stopLines } from "../terminal/print-plan.ts";
import { showPlan } from "../terminal/summarise-plan.ts";
import { withDatabase, type Work } from "./with-database.ts";

export type ApplyOptions = {
  readonly data: string | undefined;
  readonly drop: readonly string[];
  readonly renames: readonly string[];
  /** Where the last document is taken back: throws where it is no longer the one that was looked at. */
  readonly check?: (plan: Plan) => void;
  /** No one is asked. */
  readonly yes: boolean;
  /** The statements are shown before the question, instead of a summary. */
  readonly sql: boolean;
};

/** Another document was applied meanwhile. */
export class Outdated extends Error {}

export async function apply(file: string, options: ApplyOptions, console: Console): Promise<ExitCode> {
  const work = async ({ source, compiled, database }: Work): Promise<ExitCode> => {
    const client = await database.connect();
    try {
      return await applyWith(client, { source, compiled, options }, console);
    } finally {
      await client.end();
    }
  };
  // A product that is served goes on with the new document.
  return withDatabase(file, options.data, console, work, { alongside: true });
}

type Client = Awaited<ReturnType<Work["database"]["connect"]>>;

export async function applyWith(
  client: Client,
  { source, compiled, options }: Pick<Work, "source" | "compiled"> & { readonly options: ApplyOptions },
  console: Console,
): Promise<ExitCode> {
  const { applyDocument, planNow, StepFailure, stopsOf } = await import("@writ/server/applying");
  const drop = new Set(options.drop);
  const { renames, check } = options;
  const planned = await planNow(client, compiled, (before) => compile(before), renames);
  const unknown = options.drop.filter((address) => !planned.steps.some((step) => step.address === address));
  if (unknown.length > 0) {
    console.error(
      `writ apply: this change loses no data at ${unknown.join(", ")}. \`writ plan\` shows the data that it loses.\n`,
    );
    return 2;
  }
  const stops = stopsOf(planned, drop);
  if (stops.length > 0) {
    console.error(`${compiled.model.title}: nothing was changed.\n${stopLines(stops)}`);
    return 1;
  }
  if (!options.yes && planned.steps.length > 0 && !(await isMeant(planned, options.sql, console))) return 1;
  try {
    const onLong = sayLong(console);
    const outcome = await applyDocument(client, source, compiled, (before) => compile(before), {
      drop,
      renames,
      ...(check === undefined ? {} : { check, isBack: true }),
      onLong,
    });
    if (outcome.is === "applied") {
      const done = outcome.plan.steps.length > 0 ? "applied: " : "";
      console.out(`${compiled.model.title}: ${done}${countsOf(outcome.plan)}\n`);
      return 0;
    }
    console.error(`${compiled.model.title}: nothing was changed.\n${stopLines(outcome.stops)}`);
    return 1;
  } catch (failure) {
    if (failure instanceof Outdated) {
      console.error(`writ apply: ${failure.message}\n`);
      return 1;
    }
    if (!(failure instanceof StepFailure)) throw failure;
    console.error(`writ apply: this step failed, and nothing was changed:\n  ${failure.message}\n`);
    return 1;
  }
}

async function isMeant(planned: Plan, sql: boolean, console: Console): Promise<boolean> {
  if (console.ask === undefined) {
    console.error(
      "writ apply: there is no terminal to confirm the plan. Use --yes to apply it without confirmation; `writ plan` shows it.\n",
    );
    return false;
  }
  console.out(showPlan(planned, sql, console));
  return console.ask("Apply this? [y/N] ");
}
