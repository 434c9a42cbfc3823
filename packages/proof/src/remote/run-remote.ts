// A plan on a product that runs elsewhere and that others use: in rows of its own making, which are gone afterwards.
import { rowsOf, withRow, type World } from "../interpreter/world/world.ts";
import type { Case } from "../plan/search/find.ts";
import type { Untested, Plan } from "../plan/plan.ts";
import type { Result } from "../run/run.ts";
import { followingFromClearing, followingFromMaking } from "./layable.ts";
import { createLedger } from "./ledger.ts";
import { makePeople, reach, tooOld } from "./people.ts";
import { RemoteUnavailable } from "./unavailable.ts";
import type { Remote } from "./product.ts";
import { leeway } from "./tables.ts";
import { tryRemote, type RemoteOutcome, type Site } from "./try-case.ts";
import { freshTexts } from "./renamed.ts";
import { wireOf } from "./wire.ts";
import { whyFollowing, type May } from "./why-not.ts";

export type RemoteRun = {
  readonly results: readonly Result[];
  readonly notTried: readonly Untested[];
  /** What of its own making could not be taken away, by name. */
  readonly left: readonly string[];
  /** What ended it before all was tried. */
  readonly failure: unknown;
};

export async function runRemote(
  { cases }: Plan,
  elsewhere: Remote,
  may: May,
  onTried: (count: number) => void,
): Promise<RemoteRun> {
  const results: Result[] = [];
  const notTried: Untested[] = [];
  const [first] = cases;
  if (first === undefined) return { results, notTried, left: [], failure: undefined };
  const { program } = first.situation.world;
  const outside = reach(elsewhere, new Set(program.model.errors.errors.map(({ code }) => code.label)));
  const wire = wireOf(outside.service, program, Date.now() + elsewhere.ahead - leeway);
  const ledger = createLedger(wire, outside);
  const everybody = peopleOf(cases);
  const making = followingFromMaking(everybody);
  const why = whyFollowing(making, may) ?? whyFollowing(followingFromClearing(everybody, "people"), may);
  const meet = async (): Promise<Site> => {
    if (why !== undefined) throw new RemoteUnavailable(`no users can be created there: ${why}`);
    ledger.expect(making.made);
    const people = await makePeople(everybody, outside, ledger.addPerson);
    return { outside, wire, ledger, may, people, ahead: elsewhere.ahead };
  };
  let failure: unknown;
  try {
    let site = await meet();
    const tryOne = async (one: Case): Promise<RemoteOutcome> => {
      let outcome = await tryRemote(one, site);
      for (let again = 0; again < 3 && "others" in outcome; again++) {
        if (outcome.others === "spent") site = await meet();
        outcome = await tryRemote(one, site, freshTexts(one.situation));
      }
      return outcome;
    };
    for (const one of cases) {
      if (Date.now() - site.people.madeAt > tooOld) site = await meet();
      const outcome = await tryOne(one);
      outside.needThere();
      if ("why" in outcome) notTried.push({ scenario: one.scenario, why: outcome.why });
      else results.push({ case: one, ...outcome });
      onTried(results.length + notTried.length);
    }
  } catch (problem) {
    failure = problem;
    // The reason of whatever else went wrong.
    try {
      outside.needThere();
    } catch (lost) {
      failure = lost;
    }
  }
  return { results, notTried, failure, left: await ledger.clearAll() };
}

/** All people of the cases of a plan: the same person has the same name in each. */
function peopleOf(cases: readonly Case[]): World {
  const [first] = cases;
  if (first === undefined) throw new Error("a plan with cases");
  return cases.reduce<World>(
    (world, { situation }) => rowsOf(situation.world, "user").reduce((next, row) => withRow(next, row), world),
    { ...first.situation.world, rows: new Map() },
  );
}
