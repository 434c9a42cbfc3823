// Brings a database to what a document says; what would lose rows is asked where somebody is there.
import { compile, type Compiled } from "@writ/language";
import type { Database } from "@writ/server/postgres";
import type { Console } from "./console.ts";
import { countsOf, stopLines } from "./print-plan.ts";
import { visible } from "./visible.ts";

export type ApplyAsking = { readonly drop: readonly string[]; readonly sample: boolean };

/** False where nothing was done. */
export async function applyAsking(
  source: string,
  compiled: Compiled,
  database: Database,
  { drop, sample }: ApplyAsking,
  console: Console,
): Promise<boolean> {
  const { applyDocument, StepFailure, writeSamples } = await import("@writ/server/applying");
  const { title } = compiled.model;
  const client = await database.connect();
  const named = new Set(drop);
  try {
    for (;;) {
      const outcome = await applyDocument(client, source, compiled, (before) => compile(before), named);
      if (outcome.is === "applied") {
        if (outcome.plan.steps.length > 0) console.error(`${title}: applied: ${countsOf(outcome.plan)}\n`);
        break;
      }
      console.error(`${title}: this document would change what is there.\n${stopLines(outcome.stops)}`);
      const losses = outcome.stops.filter(({ kind }) => kind === "names");
      const canBeAsked = losses.length === outcome.stops.length && console.ask !== undefined;
      if (!canBeAsked || !(await console.ask?.("Lose that? [y/N] "))) return false;
      for (const { step } of losses) named.add(step.address);
    }
    if (sample) {
      await writeSamples(client, compiled);
      const { writePeople } = await import("@writ/server/people");
      for (const { role, why } of await writePeople(client, compiled))
        console.error(`${title}: there is no sample person with the role ${visible(role)}: ${visible(why)}\n`);
    }
    return true;
  } catch (failure) {
    if (!(failure instanceof StepFailure)) throw failure;
    console.error(`${title}: this step cannot be done, and nothing was:\n  ${failure.message}\n`);
    return false;
  } finally {
    await client.end();
  }
}
