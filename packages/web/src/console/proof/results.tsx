// What is known of clauses: signs that differ in their form and not by colour alone, and how many cases ended how.
import type { ProvenOutcome, ProvenCaseView } from "@writ/server/response-types";
import {
  IconCircle,
  IconCircleCheckFilled,
  IconCircleDashed,
  IconCircleHalf2,
  IconHourglass,
  IconSquareRoundedXFilled,
} from "@tabler/icons-react";
import type { ClauseResult } from "../document/block.tsx";

export type CaseResult = "failed" | "waiting" | "passed" | "partly" | "not shown" | "not tried";

export const signs = {
  passed: IconCircleCheckFilled,
  failed: IconSquareRoundedXFilled,
  partly: IconCircleHalf2,
  waiting: IconHourglass,
  "not tried": IconCircle,
  "not shown": IconCircleDashed,
} as const;

/** Of a clause, and of what stands below it. */
export const casesOf = <Case extends Pick<ProvenCaseView, "clause" | "shows">>(
  clauses: readonly string[],
  cases: readonly Case[],
): readonly Case[] =>
  cases.filter(({ clause, shows }) =>
    clauses.some((one) => clause === one || clause.startsWith(`${one}/`) || shows.includes(one)),
  );

/** A case that was not tried never counts as passed. */
export function resultOf(cases: readonly ProvenCaseView[], isGap = false): CaseResult {
  const has = (outcome: ProvenOutcome) => cases.some((one) => one.outcome === outcome);
  if (has("failed")) return "failed";
  if (has("waiting")) return "waiting";
  if (has("passed")) return has("not tried") || has("not shown") || isGap ? "partly" : "passed";
  return has("not shown") || isGap ? "not shown" : "not tried";
}

const order: readonly ProvenOutcome[] = ["failed", "waiting", "passed", "not tried", "not shown"];

/** "1 failed, 3 passed". */
export function countsOf(cases: readonly ProvenCaseView[]): string {
  if (cases.length === 0) return "no cases";
  return order
    .flatMap((outcome) => {
      const count = cases.filter((one) => one.outcome === outcome).length;
      return count === 0 ? [] : [`${count} ${outcome}`];
    })
    .join(", ");
}

export function clauseResult(clauses: readonly string[], cases: readonly ProvenCaseView[]): ClauseResult {
  const own = casesOf(clauses, cases);
  const is = resultOf(own);
  const Sign = signs[is];
  return { is, sign: <Sign size={14} aria-hidden="true" />, words: countsOf(own) };
}
