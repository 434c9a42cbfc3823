// Tries the plan of a document on products of its mutants, one after the other in one copy: each has to be caught by a case
// of its own clause. What is not caught is proven to come to the same, or it is a survivor. Read this file first.
import type { Compiled } from "@writ/language";
import { haveEqualValues, type Mutant } from "@writ/language/mutants";
import type { World } from "../interpreter/world/world.ts";
import { lay } from "../laying/lay.ts";
import type { Case } from "../plan/search/find.ts";
import type { Untested } from "../plan/plan.ts";
import type { Ground } from "../run/ground.ts";
import { runCase, siteAgain, type Site } from "../run/run.ts";
import { haveEqualRounds } from "./equal-rounds.ts";
import { haveEqualRights } from "./equal-rights.ts";
import { effectOf, originalOf, type MutantEffect } from "./mutant-effect.ts";
import { otherCases, casesOf } from "./own-cases.ts";
import { telling } from "./predict.ts";
import { survivorAdvice } from "./survivor-advice.ts";

/** A copy that can be made that of another document; there are no rows in it then. */
export type Workshop = Ground & { readonly become: (source: string, compiled: Compiled) => Promise<void> };

export type Fate =
  /** By a case of its own clause, or of one that it decides through. */
  | "caught"
  /** By a case of another clause: its own has none that tells. */
  | "caught elsewhere"
  | "equivalent"
  /** The check refuses the mutated document, so that there is no such product. */
  | "no document"
  | "survived";

export type MutantResult = {
  readonly mutant: Mutant;
  readonly fate: Fate;
  /** The case that caught it. */
  readonly by: string | undefined;
  /** What the case saw, or the proof, or why nothing could be tried. */
  readonly evidence: string;
};

export type Trial = {
  readonly compiled: Compiled;
  /** Those that the original passes. */
  readonly cases: readonly Case[];
  /** What of its plan has no case, and why. */
  readonly notTried: readonly Untested[];
  readonly workshop: Workshop;
  /** Undefined where there are no cases. */
  readonly site: Site | undefined;
};

export async function runMutants(
  mutants: readonly Mutant[],
  trial: Trial,
  onTried: (tried: MutantResult) => void,
): Promise<void> {
  const original = originalOf(trial.compiled);
  for (const mutant of mutants) onTried({ mutant, ...(await fateOf(mutant, effectOf(mutant, original), trial)) });
}

type Ended = Omit<MutantResult, "mutant">;

async function fateOf(
  mutant: Mutant,
  made: MutantEffect,
  { compiled, cases, notTried, workshop, site }: Trial,
): Promise<Ended> {
  const ended = (fate: Fate, evidence: string, by?: string): Ended => ({ fate, evidence, by });
  if (made.is === "the same") return ended("equivalent", "the database that is made of it is the same");
  if (made.is === "none") return ended("no document", made.why);
  const proof =
    mutant.same ??
    (mutant.clause.startsWith("6/") && haveEqualRights(compiled, made.compiled) ? equalRights : undefined) ??
    (haveEqualValues(compiled, made.compiled) ? equalValues : undefined) ??
    (haveEqualRounds(compiled, made.compiled, mutant.clause, cases[0]?.situation.world.now ?? 0)
      ? equalRounds
      : undefined);
  const own = casesOf(mutant, cases);
  const survived = (why: string) => ended("survived", `${why}. ${survivorAdvice(mutant, own, notTried)}`);
  const expected = telling(own, made.compiled);
  // Of other clauses only what is expected to tell: all of them for each survivor would take too long.
  const near = proof === undefined ? telling(otherCases(mutant, cases), made.compiled) : [];
  const world = cases[0]?.situation.world;
  if (site === undefined || world === undefined || own.length + near.length === 0)
    return proof === undefined ? survived("there is no case of its clause") : ended("equivalent", proof);
  await lay(workshop.laying, site.shape, nobodysWorld(world));
  const refused = await workshop.become(mutant.source, made.compiled).then(
    () => undefined,
    (failure: unknown) => (failure instanceof Error ? failure.message : String(failure)),
  );
  if (refused !== undefined) return ended("survived", `its database could not be made: ${refused}`);
  const changed = await siteAgain(site);
  for (const [fate, some] of [
    ["caught", [...expected, ...own.filter((one) => !expected.includes(one))]],
    ["caught elsewhere", near],
  ] as const) {
    for (const one of some) {
      const { outcome, evidence, mistake } = await runCase(one, changed);
      // An error of the proof itself proves nothing about the document.
      if (outcome === "failed" && mistake !== true) return ended(fate, evidence, one.scenario.address);
    }
  }
  if (proof !== undefined) return ended("equivalent", proof);
  // Even where nothing distinguishes it from the original, it is no survivor: no one could run it.
  if (made.refused !== undefined) return ended("no document", made.refused);
  return survived(own.length === 0 ? "there is no case of its clause" : "every case of its clause still passes");
}

const equalRights = "for every way to have roles and to meet conditions, everybody may do the same";

const equalRounds = "neither schedule comes round within eight years";

const equalValues = "its branches give the same where its condition differs";

/** What the last case has left would stand in the way of another document. */
const nobodysWorld = (world: World): World => ({
  ...world,
  rows: new Map([...world.rows].filter(([entity]) => entity === "user")),
  assigned: [],
});
