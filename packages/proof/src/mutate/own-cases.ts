// Which cases should catch a mutant: those of its clause and of what it decides through, and then all others.
import type { Mutant } from "@writ/language/mutants";
import { isWithin } from "@writ/language/scenarios";
import type { Case } from "../plan/search/find.ts";

/** Those of the clause itself first. */
export function casesOf({ clause, through }: Mutant, cases: readonly Case[]): readonly Case[] {
  const own = cases.filter(({ scenario }) => scenario.clause === clause);
  const others = cases.filter(
    ({ scenario }) => scenario.clause !== clause && through.some((one) => isWithin(scenario.clause, one)),
  );
  return [...own, ...others];
}

export function otherCases(mutant: Mutant, cases: readonly Case[]): readonly Case[] {
  const own = new Set(casesOf(mutant, cases));
  return cases.filter((one) => !own.has(one));
}
