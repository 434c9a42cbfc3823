// What is let through where rules of the document still refuse it: at an edge that no case reaches because of them.
import { inTurn, wordsOf, type Fact, type Scenario } from "@writ/language/scenarios";
import type { Program } from "../../interpreter/world/world.ts";
import { holds, edgesOf } from "../facts/facts.ts";
import { search, type Case } from "./find.ts";
import { lastValues } from "../expressions/hold.ts";
import { isOfAnotherRule, judge } from "./judge.ts";
import { keyOf } from "../situation/key.ts";
import { outcomeOf, type Situation } from "../situation/situation.ts";

type NotTried = { readonly scenario: Scenario; readonly why: string };

/**
 * What its clause lets through is refused by other rules alone; undefined where that cannot be said of it. `why`: what
 * comes first where it is to be done.
 */
export function findButForRules(scenario: Scenario, why: string, program: Program, now: number): Case | undefined {
  if (!/ of 5\/.* comes first$/.test(why) || butFor(scenario, []) === undefined) return undefined;
  const result = search(scenario, program, now, { company: "but for rules" });
  return typeof result === "string" ? undefined : refusedByRules(scenario, result.situation);
}

export const atEdge = (scenario: Scenario, number = 0): Scenario => ({
  ...scenario,
  address: `${scenario.address}, at its edge${inTurn(number)}`,
});

/** Edges that the case does not reach, such as the other one of two: a case of each, or why there is none. */
export function missedEdges({ scenario, situation }: Case): readonly (Case | NotTried)[] {
  if (scenario.told !== undefined || scenario.expected.kind !== "done") return [];
  const missed: (Case | NotTried)[] = [];
  for (const fact of scenario.where) {
    const one = missedBy(fact, atEdge(scenario, missed.length), situation);
    if (one !== undefined) missed.push(one);
  }
  return missed;
}

function missedBy(fact: Fact, scenario: Scenario, situation: Situation): Case | NotTried | undefined {
  const edges = fact.kind === "holds" ? edgesOf(fact, situation, undefined, lastValues) : [];
  const [first] = edges;
  const key = keyOf(situation);
  if (first === undefined || edges.some((edge) => keyOf(edge) === key)) return undefined;
  const reached = edges.find((edge) => judge(scenario, edge, "with others").score === 0);
  const named = { ...scenario, sentence: `${scenario.sentence} at the edge of ${wordsOf(fact)}` };
  if (reached !== undefined) return { scenario: named, situation: reached, outcome: outcomeOf(reached) };
  // Where no one refuses it, something else is no longer so.
  if (edges.some((edge) => "done" in outcomeOf(edge))) return undefined;
  const result = edges.flatMap((edge) => refusedByRules(scenario, edge) ?? [])[0];
  return result ?? { scenario: named, why: judge(scenario, first, "with others").why };
}

function refusedByRules(scenario: Scenario, situation: Situation): Case | undefined {
  const outcome = outcomeOf(situation);
  const refused = "refused" in outcome ? outcome.refused : [];
  if (refused.length === 0 || !refused.every((one) => isOfAnotherRule(scenario, one))) return undefined;
  const sentence = butFor(scenario, [...new Set(refused.map(({ clause }) => clause))]);
  if (sentence === undefined || !scenario.where.every((fact) => holds(fact, situation))) return undefined;
  return { scenario: { ...scenario, sentence }, situation, outcome };
}

function butFor({ sentence, expected }: Scenario, clauses: readonly string[]): string | undefined {
  const letThrough = / is (?:taken|allowed|possible)$/;
  return expected.kind === "done" && letThrough.test(sentence)
    ? sentence.replace(letThrough, ` is refused by nothing but ${clauses.join(" and ")}`)
    : undefined;
}
