// What the author of a document can do about a mutant that survived: what to change, or that nothing can tell it apart.
import type { Mutant } from "@writ/language/mutants";
import { isWithin, sentenceOf } from "@writ/language/scenarios";
import type { Case } from "../plan/search/find.ts";
import type { Untested } from "../plan/plan.ts";

/** `own`: the cases of its clause; `notTried`: what of the plan could not be brought about. */
export function survivorAdvice(mutant: Mutant, own: readonly Case[], notTried: readonly Untested[]): string {
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
    return `This case could show the difference: ${sentenceOf(other.scenario)}. Writ could not set it up: ${other.why}. Change the clauses that prevent it, or remove the clause if it makes no difference.`;
  if (isHidden(mutant, own))
    return "The users that it refuses cannot read the row either, so it has no effect. Remove it, or let these users read the row.";
  return own.length === 0
    ? "No testable clause depends on it. Use it in a rule, a right or a screen, or remove it."
    : "Writ found no rows, users and requests for which the two differ. If they should differ, a clause that depends on the difference is missing. Otherwise, use the simpler of the two.";
}

const neverRefuses = ({ scenario, why }: Untested): string =>
  `Writ found no case in which it refuses anything: "${sentenceOf(scenario)}" could not be set up (${why}). Remove it, or change the clause that refuses first.`;

/** All users whom the cell rejects get the answer that there is no such row. */
function isHidden({ clause }: Mutant, own: readonly Case[]): boolean {
  const refusing = own.flatMap(({ outcome }) => ("refused" in outcome ? [outcome.refused] : []));
  return (
    clause.startsWith("6/") &&
    refusing.length > 0 &&
    refusing.every((refusals) => refusals.every(({ code }) => code === "NOT_FOUND"))
  );
}
