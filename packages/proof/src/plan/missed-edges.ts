// What is let through where rules of the document still refuse it: at an edge that no case reaches because of them.
import type { Fact, Scenario } from "@writ/language/scenarios";
import type { Program } from "../interpreter/world.ts";
import { isSo, waysToFactsEdge } from "./facts.ts";
import { search, type Case } from "./find.ts";
import { waysToItsLast } from "./hold.ts";
import { isOfAnotherRule, judge } from "./judge.ts";
import { keyOf } from "./key.ts";
import { outcomeOf, type Situation } from "./situation.ts";

/**
 * What its clause lets through is refused by other rules alone; undefined where that cannot be said of it. `why`: what
 * comes first where it is to be done.
 */
export function findButForRules(scenario: Scenario, why: string, program: Program, now: number): Case | undefined {
  if (!/ of 5\/.* comes first$/.test(why) || butFor(scenario, []) === undefined) return undefined;
  const found = search(scenario, program, now, { company: "but for rules" });
  return typeof found === "string" ? undefined : refusedByRules(scenario, found.situation);
}

export const atEdge = (scenario: Scenario): Scenario => ({ ...scenario, address: `${scenario.address}, at its edge` });

/** That there is an edge which the case does not reach: a case of it, or why there is none. */
export function missedEdge({ scenario, situation }: Case): Case | string | undefined {
  if (scenario.told !== undefined || scenario.expected.kind !== "done") return undefined;
  for (const fact of scenario.where) {
    const missed = missedBy(fact, scenario, situation);
    if (missed !== undefined) return missed;
  }
  return undefined;
}

function missedBy(fact: Fact, scenario: Scenario, situation: Situation): Case | string | undefined {
  const edges = fact.kind === "holds" ? waysToFactsEdge(fact, situation, undefined, waysToItsLast) : [];
  const key = keyOf(situation);
  // What nobody refuses there is at another edge, or not to be had.
  if (edges.some((edge) => keyOf(edge) === key || "done" in outcomeOf(edge))) return undefined;
  const found = edges.flatMap((edge) => refusedByRules(atEdge(scenario), edge) ?? [])[0];
  const [first] = edges;
  return found ?? (first && judge(scenario, first, "with others").why);
}

function refusedByRules(scenario: Scenario, situation: Situation): Case | undefined {
  const outcome = outcomeOf(situation);
  const refused = "refused" in outcome ? outcome.refused : [];
  if (refused.length === 0 || !refused.every((one) => isOfAnotherRule(scenario, one))) return undefined;
  const sentence = butFor(scenario, [...new Set(refused.map(({ clause }) => clause))]);
  if (sentence === undefined || !scenario.where.every((fact) => isSo(fact, situation))) return undefined;
  return { scenario: { ...scenario, sentence }, situation, outcome };
}

function butFor({ sentence, expected }: Scenario, clauses: readonly string[]): string | undefined {
  const letThrough = / is (?:taken|allowed|possible)$/;
  return expected.kind === "done" && letThrough.test(sentence)
    ? sentence.replace(letThrough, ` is refused by nothing but ${clauses.join(" and ")}`)
    : undefined;
}
