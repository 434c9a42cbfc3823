// Brings a database to what a document says; what would lose rows is asked wherever a user is there.
import { clausesOf, compile, lineMap, type Compiled } from "@writ/language";
import type { Plan, Stop } from "@writ/server/applying";
import type { Database } from "@writ/server/postgres";
import type { Edition } from "@writ/server/serve";
import type { Console } from "../terminal/console.ts";
import { countsOf, sayLong, stopLines } from "../terminal/print-plan.ts";
import { visible } from "../terminal/visible.ts";

export type ConsentOptions = {
  readonly drop: readonly string[];
  readonly sample: boolean;
  /** The document that was applied last, where it is known as a whole. */
  readonly before?: Edition;
  /** Where else it is asked, and when no one is to be asked any more. */
  readonly elsewhere?: ConsoleConsent;
};

export type ConsoleConsent = {
  /** Undefined: taken back. */
  readonly ask: (plan: Plan, losses: readonly Stop[], signal: AbortSignal) => Promise<boolean | undefined>;
  /** The question is taken back: there is another edit. */
  readonly signal: AbortSignal;
  /** Where people answer it. */
  readonly address: string | undefined;
};

export type Applying =
  | { readonly is: "taken back" }
  /** `isOther`: the database is another one than before. */
  | { readonly is: "applied"; readonly isOther: boolean }
  /** Nothing was done; why. */
  | { readonly is: "not applied"; readonly words: readonly string[] };

export async function applyWithConsent(
  source: string,
  compiled: Compiled,
  database: Database,
  { drop, sample, before, elsewhere }: ConsentOptions,
  console: Console,
): Promise<Applying> {
  const { applyDocument, StepFailure, writeSamples } = await import("@writ/server/applying");
  const { title } = compiled.model;
  const client = await database.connect();
  const named = new Set(drop);
  const previous = (applied: string) => (applied === before?.source ? before.compiled : compile(applied));
  let isOther = false;
  try {
    for (;;) {
      const onLong = sayLong(console);
      const outcome = await applyDocument(client, source, compiled, previous, { drop: named, onLong });
      if (outcome.is === "applied") {
        isOther = outcome.plan.steps.length > 0;
        if (isOther) console.error(`${title}: applied: ${countsOf(outcome.plan)}\n`);
        break;
      }
      const words = stopLines(outcome.stops);
      console.error(`${title}: this document would change existing data.\n${words}`);
      const losses = outcome.stops.filter(({ kind }) => kind === "names");
      const isMeant =
        losses.length === outcome.stops.length ? await askBoth(outcome.plan, losses, elsewhere, console) : false;
      if (isMeant === undefined) return { is: "taken back" };
      if (!isMeant) return { is: "not applied", words: words.trim().split("\n") };
      for (const { step } of losses) named.add(step.address);
    }
    if (sample) {
      const { writePeople } = await import("@writ/server/people");
      // Sample rows are the first account's: where the document has no sample people, those of its roles come first.
      if (!hasSamplePeople(compiled)) await writePeople(client, compiled);
      const refused = await writeSamples(client, compiled);
      if (refused !== undefined) {
        const missing = refused.are === "none" ? "no sample rows were added" : "some sample rows were not added";
        for (const { row, why = "it needs one that was not added" } of refused.rejected)
          console.error(
            `${title}: ${missing}: ${row === undefined ? "" : `${placeOf(row, source, compiled)}: `}${visible(why)}\n`,
          );
      }
      for (const { role, why } of await writePeople(client, compiled))
        console.error(`${title}: no sample person could be created for the role ${visible(role)}: ${visible(why)}\n`);
    }
    return { is: "applied", isOther };
  } catch (failure) {
    if (!(failure instanceof StepFailure)) throw failure;
    console.error(`${title}: this step failed, and nothing was changed:\n  ${failure.message}\n`);
    return { is: "not applied", words: ["This step failed, and nothing was changed:", failure.message] };
  } finally {
    await client.end();
  }
}

/** `line 52, 3/Sample: Ticket/printer` */
function placeOf(address: string, source: string, { model }: Compiled): string {
  const clause = clausesOf(model).find((one) => one.address === address);
  const line = clause === undefined ? "" : `line ${lineMap(source).at(clause.span.start).line}, `;
  return `${line}${visible(address)}`;
}

const hasSamplePeople = ({ model }: Compiled): boolean =>
  model.entities.rowSets.some(({ kind, entity, rows }) => kind === "Sample" && entity.id === "user" && rows.length > 0);

/** The first answer counts, and the question goes away in the other place. */
async function askBoth(
  plan: Plan,
  losses: readonly Stop[],
  elsewhere: ConsoleConsent | undefined,
  console: Console,
): Promise<boolean | undefined> {
  if (elsewhere === undefined) return console.ask?.("Apply it and lose this data? [y/N] ") ?? false;
  const isAnswered = new AbortController();
  const signal = AbortSignal.any([elsewhere.signal, isAnswered.signal]);
  const where = elsewhere.address === undefined ? "" : ` You can also answer in the console: ${elsewhere.address}`;
  console.error(`The product stays as it was until you answer or edit the document again.${where}\n`);
  const inTerminal = console.ask?.("Apply it and lose this data? [y/N] ", signal).catch((failure: unknown) => {
    if (signal.aborted) return undefined;
    throw failure;
  });
  const inConsole = elsewhere.ask(plan, losses, signal);
  try {
    return await Promise.race([inConsole, ...(inTerminal === undefined ? [] : [inTerminal])]);
  } finally {
    isAnswered.abort();
    await Promise.all([inConsole, inTerminal]);
    if (console.ask !== undefined) console.error("\n");
  }
}
