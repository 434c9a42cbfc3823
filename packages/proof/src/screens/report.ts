// What became of screens, as cases of the report that is printed for people and machines.
import type { Proven } from "../report/proven.ts";
import type { Report, ReportedCase } from "../report/report.ts";
import type { ScreenCase } from "./case.ts";
import type { ScreenPlan } from "./plan.ts";
import type { ScreenResult } from "./run.ts";

export function withScreens(report: Report, plan: ScreenPlan, results: readonly ScreenResult[]): Report {
  const tried = results.map(({ case: one, outcome, evidence }): ReportedCase => {
    const { address, clause, sentence } = one.scenario;
    return { address, clause, sentence, outcome, evidence, steps: outcome === "failed" ? stepsOf(one) : [] };
  });
  const untried =
    (outcome: "not tried" | "failed") =>
    ({ scenario: { address, clause, sentence }, why }: ScreenPlan["notTried"][number]): ReportedCase => ({
      address,
      clause,
      sentence,
      outcome,
      evidence: why,
      steps: [],
    });
  const cases = [
    ...report.cases,
    ...tried,
    ...plan.notTried.map(untried("not tried")),
    ...plan.broken.map(untried("failed")),
  ];
  const count = (outcome: ReportedCase["outcome"]) => cases.filter((one) => one.outcome === outcome).length;
  return { passed: count("passed"), failed: count("failed"), notTried: count("not tried"), cases };
}

function stepsOf(one: ScreenCase): readonly string[] {
  return [...storyOf(one), expectedOf(one)];
}

function storyOf({ scenario, world, path }: ScreenCase): readonly string[] {
  const rows = [...world.rows].flatMap(([entity, some]) => (entity === "user" ? [] : [`${some.size} of ${entity}`]));
  return [
    `There are these rows: ${rows.length === 0 ? "none" : rows.join(", ")}.`,
    ...world.assigned.map(({ role, within }) => `They are ${role}${within === undefined ? "" : ` in ${within}`}.`),
    `${scenario.sentence}, at ${path}.`,
  ];
}

const expectedOf = ({ expected }: ScreenCase): string =>
  expected === undefined ? "The screen is not available to them." : "The screen is displayed as in section 2.";

/** For a page: before anything was opened. */
export const screensBefore = ({ cases, notTried, broken }: ScreenPlan): readonly Proven[] => [
  ...cases.map((one) => provenOf(one.scenario, "waiting", "", one)),
  ...notTried.map(({ scenario, why }) => provenOf(scenario, "not tried", why)),
  ...broken.map(({ scenario, why }) => provenOf(scenario, "failed", why)),
];

export const screenProven = ({ case: one, outcome, said, wrong }: ScreenResult): Proven => ({
  ...provenOf(one.scenario, outcome, said, one),
  wrong,
});

function provenOf(
  { address, clause, sentence }: ScreenCase["scenario"],
  outcome: Proven["outcome"],
  came: string,
  one?: ScreenCase,
): Proven {
  return {
    address,
    clause,
    shows: [],
    sentence,
    outcome,
    steps: one === undefined ? [] : storyOf(one),
    expected: one === undefined ? "" : [expectedOf(one), ...shownBy(one)].join(" "),
    expectedRows: [],
    came,
    wrong: [],
    // What is read there is a page.
    rows: undefined,
  };
}

/** What is looked for on it. */
function shownBy({ expected }: ScreenCase): readonly string[] {
  if (expected === undefined) return [];
  const { heading, names, columns, commands, rows } = expected;
  const listed = (before: string, some: readonly string[] = []) =>
    some.length === 0 ? [] : [`${before} ${some.join(", ")}.`];
  return [
    ...(heading === undefined ? [] : [`It is headed "${heading}".`]),
    ...listed("Its columns are", columns),
    ...listed("It names", names.there),
    ...listed("It does not name", names.absent),
    ...listed("It offers", commands.there),
    ...listed("It does not offer", commands.absent),
    ...(rows === undefined ? [] : [`It has ${rows === 0 ? "no rows" : rows === 1 ? "one row" : `${rows} rows`}.`]),
  ];
}
