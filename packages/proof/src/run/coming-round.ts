// A schedule comes round in a copy: at its time, and not before, its call waits with all that is done outside.
import type { Client } from "pg";
import { compareRows, rowIds } from "../agreement/compare.ts";
import type { World } from "../interpreter/world/world.ts";
import type { RoundAttempt } from "../plan/attempts/schedule-attempt.ts";
import type { Outcome } from "../plan/situation/situation.ts";
import type { Afterwards } from "./afterwards.ts";
import { goOn } from "./clock.ts";
import type { Ground } from "./ground.ts";
import { wordsOfDifference } from "./reading/reading.ts";
import { unlikeSent } from "./sent.ts";

type Place = { readonly ground: Ground; readonly lookAfterwards: () => Promise<Afterwards> };

/** A schedule comes round for the cases that are about it: a year may go by in others. */
export async function putAway(owner: Client): Promise<void> {
  await owner.query("UPDATE writ.schedule SET next_at = NULL");
}

export async function tryComingRound(
  world: World,
  { call, stops }: RoundAttempt,
  outcome: Outcome,
  { ground, lookAfterwards }: Place,
): Promise<{ readonly said: string; readonly wrong: readonly string[] }> {
  const { owner } = ground;
  await owner.query("UPDATE writ.schedule SET next_at = writ.next_run(rule, zone, writ.now()) WHERE name = $1", [call]);
  try {
    for (const at of stops) await goOn(ground, at);
    const { tables, sent } = await lookAfterwards();
    const expected = "done" in outcome ? outcome.done : world;
    const wrong = [
      ...compareRows("when time has gone on", expected, tables, rowIds(world)).map(wordsOfDifference),
      ...unlikeSent(expected.outbox, sent),
    ];
    return { said: `at ${new Date(stops.at(-1) ?? world.now).toISOString()}`, wrong };
  } finally {
    await putAway(owner);
  }
}
