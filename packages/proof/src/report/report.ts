// What became of a plan, case by case, in the order of the document: what reports are printed from, and what machines read.
import type { Compiled } from "@writ/language";
import { sentenceOf } from "@writ/language/scenarios";
import type { Plan } from "../plan/plan.ts";
import type { Result } from "../run/run.ts";
import { storyOf } from "./story.ts";

export type Outcome = "passed" | "failed" | "not tried";

export type Report = {
  readonly passed: number;
  readonly failed: number;
  readonly notTried: number;
  readonly cases: readonly ReportedCase[];
};

export type ReportedCase = {
  readonly address: string;
  readonly sentence: string;
  readonly clause: string;
  readonly outcome: Outcome;
  /** What was answered, or why it was not tried. */
  readonly evidence: string;
  /** What a person does to see it themselves; none of what is not tried. */
  readonly steps: readonly string[];
};

/** `only`: the beginning of the addresses that are reported on. */
export function reportOf(compiled: Compiled, plan: Plan, results: readonly Result[], only = ""): Report {
  const tried = results.map(({ case: one, outcome, evidence }): ReportedCase => ({
    address: one.scenario.address,
    sentence: sentenceOf(one.scenario),
    clause: one.scenario.clause,
    outcome,
    evidence,
    steps: storyOf(one),
  }));
  const untried =
    (outcome: "not tried" | "failed") =>
    (one: Plan["notTried"][number]): ReportedCase => ({
      address: one.scenario.address,
      sentence: sentenceOf(one.scenario),
      clause: one.scenario.clause,
      outcome,
      evidence: one.why,
      steps: [],
    });
  const gaps = compiled.problems
    .filter(({ severity, address }) => severity === "gap" && address.startsWith(only))
    .map(({ address, message }): ReportedCase => ({
      address,
      sentence: message,
      clause: address,
      outcome: "not tried",
      evidence: "not shown",
      steps: [],
    }));
  const order = new Map(plan.addresses.map((address, index) => [address, index]));
  const cases = [...tried, ...plan.notTried.map(untried("not tried")), ...plan.broken.map(untried("failed"))].toSorted(
    (one, other) => (order.get(one.address) ?? 0) - (order.get(other.address) ?? 0),
  );
  const all = [...gaps, ...cases];
  const count = (outcome: Outcome) => all.filter((one) => one.outcome === outcome).length;
  return { passed: count("passed"), failed: count("failed"), notTried: count("not tried"), cases: all };
}
