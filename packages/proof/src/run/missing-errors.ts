// Whether an answer says what its case is about: other clauses may refuse beside the one that is tried, never in its place.
import type { Refusal } from "../interpreter/document/refusal.ts";
import type { Case } from "../plan/search/find.ts";
import type { Answered } from "./over-the-wire.ts";

export function missingErrors(
  clause: string,
  outcome: Case["outcome"],
  answered: Answered | undefined,
): readonly string[] {
  if (!("refused" in outcome) || answered === undefined) return [];
  const own = outcome.refused.filter((one) => clause === one.clause || clause.startsWith(`${one.clause}/`));
  const isSaid = own.some(({ code }) => answered.codes.some((one) => one === code || one.startsWith(`${code} `)));
  if (own.length > 0 && !isSaid) return [`${own.map(({ code }) => code).join(" or ")} of ${clause} is not among it`];
  return isNamed(clause, outcome.refused) &&
    answered.told.every((one) => one.clause !== undefined && one.clause !== clause)
    ? [`it names ${answered.clauses.join(" and ") || "no clause"}, and not ${clause}`]
    : [];
}

/**
 * Several rules may have one error: which of them are broken is still reported, but of rules broken by several writes
 * only one is.
 */
export function isNamed(clause: string, refused: readonly Refusal[]): boolean {
  const own = refused.filter((one) => one.clause === clause && one.row !== undefined);
  return clause.startsWith("5/") && own.length > 0 && new Set(refused.map(({ write }) => write)).size === 1;
}
