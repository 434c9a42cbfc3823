// What the author of a document can do about a mutant that survived: what to change, or that nothing can tell it apart.
import type { Mutant } from "@writ/language/mutants";
import { isWithin, sentenceOf } from "@writ/language/scenarios";
import type { Case } from "../plan/search/find.ts";
import type { NotTried } from "../plan/plan.ts";

/** `own`: the cases of its clause; `notTried`: what of the plan could not be brought about. */
export function survivorAdvice(mutant: Mutant, own: readonly Case[], notTried: readonly NotTried[]): string {
  // A field has many scenarios, and those that are missing may have nothing to do with what differs.
  const missing = mutant.clause.startsWith("3/")
    ? []
    : notTried.filter(({ scenario: { clause } }) =>
        [mutant.clause, ...mutant.through].some((one) => isWithin(clause, one)),
      );
  const refused = missing.find(({ scenario: { expected } }) => expected.kind === "refused");
  if (refused !== undefined) return neverRefuses(refused);
  const [other] = missing;
  if (other !== undefined)
    return `A difference would show where this can be tried: ${sentenceOf(other.scenario)}. It could not be brought about: ${other.why}. Change what stands in its way, or leave out what makes no difference.`;
  if (isHidden(mutant, own))
    return "Whoever it refuses cannot read the row either, so it decides nothing. Leave it out, or let those read the row whom it is meant to refuse.";
  return own.length === 0
    ? "Nothing that can be tried depends on it. Let a rule, a right or a screen use it, or leave it out."
    : "No rows, people and requests were found for which the two differ. If they should, a clause that depends on the difference is missing; else the simpler of the two is enough.";
}

const neverRefuses = ({ scenario, why }: NotTried): string =>
  `As far as could be found it never refuses anything: "${sentenceOf(scenario)}" could not be brought about (${why}). Leave it out, or change what refuses first.`;

/** All who are refused by the cell are told that there is no such row. */
function isHidden({ clause }: Mutant, own: readonly Case[]): boolean {
  const refusing = own.flatMap(({ outcome }) => ("refused" in outcome ? [outcome.refused] : []));
  return (
    clause.startsWith("6/") &&
    refusing.length > 0 &&
    refusing.every((refusals) => refusals.every(({ code }) => code === "NOT_FOUND"))
  );
}
