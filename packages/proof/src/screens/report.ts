// What became of screens, as cases of the report that is printed for people and machines.
import type { Report, ReportedCase } from "../report/report.ts";
import type { ScreenCase } from "./case.ts";
import type { ScreenPlan } from "./plan.ts";
import type { ScreenResult } from "./run.ts";

export function withScreens(report: Report, plan: ScreenPlan, results: readonly ScreenResult[]): Report {
  const tried = results.map(({ case: one, outcome, evidence }): ReportedCase => {
    const { address, clause, sentence } = one.scenario;
    return { address, clause, sentence, outcome, evidence, steps: outcome === "failed" ? stepsOf(one) : [] };
  });
  const notTried = plan.notTried.map(({ scenario: { address, clause, sentence }, why }): ReportedCase => ({
    address,
    clause,
    sentence,
    outcome: "not tried",
    evidence: why,
    steps: [],
  }));
  const cases = [...report.cases, ...tried, ...notTried];
  const count = (outcome: ReportedCase["outcome"]) => cases.filter((one) => one.outcome === outcome).length;
  return { passed: count("passed"), failed: count("failed"), notTried: count("not tried"), cases };
}

function stepsOf({ scenario, world, path, expected }: ScreenCase): readonly string[] {
  const rows = [...world.rows].flatMap(([entity, some]) => (entity === "user" ? [] : [`${some.size} of ${entity}`]));
  return [
    `There are these rows: ${rows.length === 0 ? "none" : rows.join(", ")}.`,
    ...world.assigned.map(({ role, within }) => `They are ${role}${within === undefined ? "" : ` in ${within}`}.`),
    `${scenario.sentence}, at ${path}.`,
    expected === undefined ? "There is nothing at this address for them." : "It is there, as section 2 has it.",
  ];
}
